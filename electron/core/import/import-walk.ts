import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileAt, isInside, walkFolder, type WalkedEntry } from '../library/files/walk-folder.ts';

/** `source`: the chosen file or folder that it belongs to. */
export type Walked = WalkedEntry & { readonly source: string };

/** Returns the chosen files, and all files in chosen folders (their paths end with a separator) as `walkFolder` does, without the folders of `avoid`. */
export async function* walkSources(sources: readonly string[], avoid: readonly string[]): AsyncGenerator<Walked> {
  const avoided = await realFolders(avoid);
  for (const source of sources) {
    const real = await realpath(source).catch(() => path.resolve(source));
    if (avoided.some((folder) => isInside(real, folder))) continue;
    const isLeftOut = (folder: string): boolean => avoided.includes(path.join(real, path.relative(source, folder)));
    for await (const entry of isFolder(source) ? walkFolder(source, isLeftOut) : [await fileAt(source)]) yield { ...entry, source };
  }
}

function realFolders(folders: readonly string[]): Promise<readonly string[]> {
  return Promise.all(folders.map((folder) => realpath(folder).catch(() => folder)));
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
