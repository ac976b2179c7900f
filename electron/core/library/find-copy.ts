import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { ImageFile } from '../../../shared/task.ts';
import type { FileThread } from '../file-worker/file-thread.ts';

/**
 * Tries names in a folder one after the other until one is free. Returns the first whose file has this content, which an earlier run has copied.
 * Null if there is none. Rejects with the signal's reason.
 */
export async function findCopy(
  thread: FileThread,
  folder: string,
  names: Iterable<string>,
  { bytes, sha256 }: Pick<ImageFile, 'bytes' | 'sha256'>,
  signal: AbortSignal,
): Promise<string | null> {
  for (const name of names) {
    const stat = await lstat(path.join(folder, name)).catch(() => null);
    if (stat === null) return null;
    if (!stat.isFile() || stat.size !== bytes) continue;
    const answer = await thread.run({ kind: 'hash', path: path.join(folder, name) });
    signal.throwIfAborted();
    if (answer.kind === 'hashed' && answer.value === sha256) return name;
  }
  return null;
}
