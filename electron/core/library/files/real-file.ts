import { lstat, realpath } from 'node:fs/promises';
import type { ImageFile } from '../../../../shared/task.ts';
import type { LibraryFolders } from '../library-folders.ts';
import { isInside } from './walk-folder.ts';

/**
 * The real path of a file, if it is a regular file inside the folder's real path; otherwise null. A link inside the library may point anywhere,
 * and only files of the library may leave the app. Rejects with the system's error if the file is missing.
 */
export async function realFileIn(folder: string, file: string): Promise<string | null> {
  const [root, real] = await Promise.all([realpath(folder), realpath(file)]);
  if (!isInside(real, root)) return null;
  return (await lstat(real)).isFile() ? real : null;
}

/** The real path of a kept picture's file. Null if no library folder contains it, or if it is a link that points out of the library. */
export async function realPictureFile(folders: Pick<LibraryFolders, 'locate'>, file: Pick<ImageFile, 'path' | 'bytes'>): Promise<string | null> {
  const located = await folders.locate(file);
  return located && realFileIn(located.root, located.path).catch(() => null);
}
