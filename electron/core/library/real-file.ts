import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';

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
