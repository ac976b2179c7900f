import { readdir } from 'node:fs/promises';
import path from 'node:path';

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
