import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { ImageFile } from '../../../shared/task.ts';
import type { LibraryFolders } from './library-folders.ts';

/**
 * Where a file really is, if that is a regular file inside the folder's own real path; else null. A link inside the library
 * may point anywhere, and what leaves the app must lie inside it. Rejects with the system's error for what is not there.
 */
export async function realFileIn(folder: string, file: string): Promise<string | null> {
  const [root, real] = await Promise.all([realpath(folder), realpath(file)]);
  // The root of a disk ends with a separator already.
  if (!real.startsWith(root.endsWith(path.sep) ? root : root + path.sep)) return null;
  return (await lstat(real)).isFile() ? real : null;
}

/** Where a kept picture's file is; null where it is in none of the library folders. A link that points out of the library is no picture of it. */
export async function realPictureFile(folders: Pick<LibraryFolders, 'locate'>, file: Pick<ImageFile, 'path' | 'bytes'>): Promise<string | null> {
  const located = await folders.locate(file);
  return located && realFileIn(located.root, located.path).catch(() => null);
}
