import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { LeftOutReason, SkipReason } from '../../../shared/library/import.ts';
import { fileAt, isInside, walkBy, type LeaveOut, type WalkedEntry } from '../library/files/walk-folder.ts';
import { folderOfThumbnails, isChosenOnPurpose, isThumbnailOf, namesOfThumbnails, reasonByName } from './left-out.ts';

/** `source`: the chosen file or folder that it belongs to. */
export type Walked = WalkedEntry<LeftOutReason | SkipReason> & { readonly source: string };

/** `other-source`: the entry was chosen itself, so it is walked on its own. */
type Rule = LeaveOut<LeftOutReason | SkipReason | 'other-source'>;

/**
 * Returns the chosen files, and everything in chosen folders (their paths end with a separator): each file once, and each file or folder that is left out,
 * such as the folders of `avoid`.
 */
export async function* walkSources(sources: readonly string[], avoid: readonly string[]): AsyncGenerator<Walked> {
  const avoided = await realFolders(avoid);
  const chosen = new Set(sources);
  for (const source of sources) {
    const real = await realpath(source).catch(() => path.resolve(source));
    if (avoided.some((folder) => isInside(real, folder))) {
      yield { kind: 'left', path: source, why: 'own-folder', source };
      continue;
    }
    const isAvoided = (folder: string): boolean => avoided.includes(path.join(real, path.relative(source, folder)));
    const onPurpose = isChosenOnPurpose(source);
    const ruleOf = async (folder: string): Promise<Rule> => {
      const pictures = onPurpose ? null : folderOfThumbnails(folder, source);
      const thumbnails = pictures === null ? null : namesOfThumbnails(await filesIn(pictures));
      return (entry) => {
        if (chosen.has(entry.kind === 'folder' ? entry.path + path.sep : entry.path)) return 'other-source';
        if (entry.kind === 'other') return 'special';
        if (entry.kind === 'folder' && isAvoided(entry.path)) return 'own-folder';
        if (entry.kind === 'file' && thumbnails !== null && isThumbnailOf(entry.name, thumbnails)) return 'thumbnail';
        return reasonByName(entry, onPurpose);
      };
    };
    for await (const entry of isFolder(source) ? walkBy(source, ruleOf) : [await fileAt(source)]) {
      if (entry.kind !== 'left') yield { ...entry, source };
      else if (entry.why !== 'other-source') yield { ...entry, why: entry.why, source };
    }
  }
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : []));
}

function realFolders(folders: readonly string[]): Promise<readonly string[]> {
  return Promise.all(folders.map((folder) => realpath(folder).catch(() => folder)));
}

/** Whether a source is a folder. */
export function isFolder(source: string): boolean {
  return source.endsWith(path.sep);
}

/**
 * The absolute paths that exist; a folder's ends with a separator. A chosen link to a file becomes the file. Leaves out files in `avoid`: a person
 * dragged a picture out of the window and back.
 */
export async function sourcesOf(paths: readonly string[], avoid: readonly string[]): Promise<readonly string[]> {
  const avoided = await realFolders(avoid);
  const sources = await Promise.all(
    paths.filter(path.isAbsolute).map(async (given) => {
      const found = await stat(given).catch(() => null);
      if (found?.isDirectory()) return path.normalize(given + path.sep);
      if (!found?.isFile()) return null;
      const real = await realpath(given).catch(() => given);
      if (avoided.some((folder) => isInside(real, folder))) return null;
      const isLink = (await lstat(given).catch(() => null))?.isSymbolicLink() ?? false;
      return isLink ? real : path.normalize(given);
    }),
  );
  return [...new Set(sources.filter((source) => source !== null))];
}
