import { lstat, opendir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../util/system-errors.ts';
import type { LookedAtFile } from './import-store.ts';

/** A file, or a place that cannot be read. `source`: the chosen file or folder that it belongs to. */
export type Walked =
  | { readonly kind: 'file'; readonly source: string; readonly file: LookedAtFile }
  | { readonly kind: 'trouble'; readonly source: string; readonly path: string; readonly code: string };

/** Files examined at once. */
const sideBySide = 16;

/**
 * Returns the chosen files, and all files in chosen folders (their paths end with a separator) and their subfolders. Leaves out hidden files, links
 * and the folders of `avoid`. Holds one folder handle and a few names at a time.
 */
export async function* walkSources(sources: readonly string[], avoid: readonly string[]): AsyncGenerator<Walked> {
  const avoided = new Set(await realFolders(avoid));
  for (const source of sources) {
    const real = await realpath(source).catch(() => path.resolve(source));
    if ([...avoided].some((folder) => isInside(real, folder))) continue;
    if (isFolder(source)) yield* walkFolder(source, real, avoided);
    else yield* await sized(source, [source]);
  }
}

async function* walkFolder(source: string, real: string, avoided: ReadonlySet<string>): AsyncGenerator<Walked> {
  const waiting: string[] = [''];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    const folder = path.join(source, below);
    let names: string[] = [];
    try {
      for await (const entry of await opendir(folder, { bufferSize: 256 })) {
        if (entry.name.startsWith('.') || entry.name.endsWith('.part')) continue;
        const inside = path.join(below, entry.name);
        if (entry.isDirectory() && !avoided.has(path.join(real, inside))) waiting.push(inside);
        if (!entry.isFile()) continue;
        names.push(path.join(folder, entry.name));
        if (names.length < sideBySide) continue;
        yield* await sized(source, names);
        names = [];
      }
    } catch (error) {
      yield { kind: 'trouble', source, path: folder, code: codeOf(error) };
    }
    yield* await sized(source, names);
  }
}

function sized(source: string, files: readonly string[]): Promise<readonly Walked[]> {
  return Promise.all(
    files.map(async (file): Promise<Walked> => {
      try {
        const { size, mtimeMs } = await lstat(file);
        return { kind: 'file', source, file: { path: file, bytes: size, modifiedAt: Math.round(mtimeMs) } };
      } catch (error) {
        return { kind: 'trouble', source, path: file, code: codeOf(error) };
      }
    }),
  );
}

function realFolders(folders: readonly string[]): Promise<readonly string[]> {
  return Promise.all(folders.map((folder) => realpath(folder).catch(() => folder)));
}

/** Whether a path is the folder itself or inside it. */
function isInside(place: string, folder: string): boolean {
  return place === folder || place.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}

/** Whether a source is a folder. */
export function isFolder(source: string): boolean {
  return source.endsWith(path.sep);
}

/** The absolute paths that exist; a folder's ends with a separator. Leaves out files in `avoid`: a person dragged a picture out of the window and back. */
export async function sourcesOf(paths: readonly string[], avoid: readonly string[]): Promise<readonly string[]> {
  const avoided = await realFolders(avoid);
  const sources = await Promise.all(
    paths.filter(path.isAbsolute).map(async (given) => {
      const found = await stat(given).catch(() => null);
      if (found?.isDirectory()) return path.normalize(given + path.sep);
      if (!found?.isFile()) return null;
      const real = await realpath(given).catch(() => given);
      return avoided.some((folder) => isInside(real, folder)) ? null : path.normalize(given);
    }),
  );
  return [...new Set(sources.filter((source) => source !== null))];
}
