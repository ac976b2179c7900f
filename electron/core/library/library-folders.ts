import { constants } from 'node:fs';
import { access, mkdir, readdir, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { AppFailure } from '../../../shared/errors.ts';
import type { ImageFile } from '../../../shared/task.ts';
import { syncFolder } from '../util/sync-folder.ts';
import { journalFolder } from './library-journal.ts';

/** Where pictures are saved. The folder may be missing or full at any time. */
export interface Library {
  /** The absolute path of the current library folder. */
  root(): string;
}

export interface LibraryFolders extends Library {
  /** All library folders, the current one first. */
  roots(): readonly [string, ...string[]];
  /** Finds the file of a kept picture in the current folder or a former one. A file of another length does not count. Null if there is none. */
  locate(file: Pick<ImageFile, 'path' | 'bytes'>): Promise<{ readonly path: string; readonly root: string } | null>;
  /** The file of another length at the place of a file that was not found, for instance after an edit. */
  otherAt(file: Pick<ImageFile, 'path'>): Promise<{ readonly path: string; readonly bytes: number } | null>;
}

/** `current` and `former` are absolute paths, read at each call because a person may change the folder at any time. */
export function createLibraryFolders(current: () => string, former: () => readonly string[]): LibraryFolders {
  const roots = (): readonly [string, ...string[]] => [current(), ...former()];
  const first = async (file: Pick<ImageFile, 'path'>, fits: (bytes: number) => boolean): Promise<{ readonly path: string; readonly root: string; readonly bytes: number } | null> => {
    for (const root of roots()) {
      const candidate = path.join(root, file.path);
      const found = await stat(candidate).catch(() => null);
      if (found?.isFile() && fits(found.size)) return { path: candidate, root, bytes: found.size };
    }
    return null;
  };
  return {
    root: current,
    roots,
    locate: (file) => first(file, (bytes) => bytes === file.bytes),
    otherAt: (file) => first(file, (bytes) => bytes > 0),
  };
}

/** Whether a folder can be reached. */
export async function isReachable(folder: string): Promise<boolean> {
  return (await stat(folder).catch(() => null))?.isDirectory() ?? false;
}

/** The bytes that are free on the disk of a folder. Null: it cannot be reached. */
export const freeIn = (folder: string): Promise<number | null> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  );

/** Whether all these folders can be reached. Only then is a file gone that none of them contains. */
export async function areThere(roots: readonly string[]): Promise<boolean> {
  return (await Promise.all(roots.map(isReachable))).every(Boolean);
}

/** Creates the folder if it is missing. Rejects with `folder-unwritable` if files cannot be written there. */
export async function ensureWritableFolder(folder: string): Promise<void> {
  try {
    const outermost = (await mkdir(folder, { recursive: true })) ?? folder;
    await access(folder, constants.W_OK | constants.X_OK);
    // If a power cut loses the name of a new folder, its pictures are lost too.
    for (let made = folder; made.length >= outermost.length; made = path.dirname(made)) await syncFolder(path.dirname(made));
  } catch (error) {
    throw new AppFailure('folder-unwritable', folder, { cause: error });
  }
}

/** Where the library keeps copies of reference pictures, from the outer folder to the inner one. */
export const referenceFolders = [journalFolder, 'references'] as const;

/** All folders of a library in which files are put by way of parts: the month folders, then the folder for references. */
export async function* partFolders(root: string): AsyncGenerator<{ readonly folder: string; readonly names: readonly string[] }> {
  yield* monthFolders(root);
  yield { folder: referenceFolders.join('/'), names: await namesIn(path.join(root, ...referenceFolders)) };
}

/** The month folders of a library, below the root with forward slashes, and the names in each, sorted. Leaves out what cannot be read. */
export async function* monthFolders(root: string): AsyncGenerator<{ readonly folder: string; readonly names: readonly string[] }> {
  for (const year of await namesIn(root, /^\d{4}$/)) {
    for (const month of await namesIn(path.join(root, year), /^\d{4}-\d{2}$/)) yield { folder: `${year}/${month}`, names: await namesIn(path.join(root, year, month)) };
  }
}

async function namesIn(folder: string, pattern = /^/): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => pattern.test(name)).sort();
}

/** More folders would not help in finding one. */
const most = 2_000;

/**
 * The folders of the libraries and their subfolders, such as `2026/2026-11`, with forward slashes: the subfolders first, each in descending order.
 * Reads a handful of folders, however many pictures there are. Skips folders that cannot be read.
 */
export async function folderNames(roots: readonly string[]): Promise<readonly string[]> {
  const outer = new Set<string>();
  const inner = new Set<string>();
  for (const root of roots) {
    for (const folder of await foldersIn(root)) {
      if (inner.size >= most) break;
      outer.add(folder);
      for (const within of await foldersIn(path.join(root, folder))) inner.add(`${folder}/${within}`);
    }
  }
  const latestFirst = (names: ReadonlySet<string>): readonly string[] => [...names].sort((a, b) => (a < b ? 1 : -1));
  return [...latestFirst(inner), ...latestFirst(outer)];
}

/** Without hidden folders and links. */
async function foldersIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
}
