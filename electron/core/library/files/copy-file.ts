import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { ImageFile } from '../../../../shared/task.ts';
import type { Copied } from '../../file-worker/file-jobs.ts';
import type { FileThread, ThreadAnswer } from '../../file-worker/file-thread.ts';
import { systemError } from '../../util/system-errors.ts';
import { newPart, removePart } from './part-file.ts';

/** A complete copy that has no name yet, or why there is none. If the thread was ended meanwhile, the reason has no meaning. */
export type PartCopy = { readonly kind: 'copied'; readonly part: string; readonly value: Copied } | Extract<ThreadAnswer, { kind: 'refused' | 'failed' }>;

/** Copies a file to a new part in a folder and syncs it. Rejects with the system's error if the folder refuses. */
export async function copyToPart(thread: FileThread, source: string, folder: string): Promise<PartCopy> {
  const part = newPart(folder);
  const answer = await thread.run({ kind: 'copy', path: source, part });
  if (answer.kind === 'copied') return { ...answer, part };
  // If the thread was ended, it left what it had written.
  await removePart(part);
  if (answer.kind === 'failed' && answer.side === 'library') throw systemError(answer.code, 'write');
  if (answer.kind === 'failed' || answer.kind === 'refused') return answer;
  throw new Error(`the file thread answered a copy with "${answer.kind}"`);
}

/**
 * Tries the names of each list (`nameLists`) one after the other until one is free. Returns the first whose file has this content, which an earlier
 * run has copied. Null if there is none. `sizes` caches the first names of the first list for the next call: the size in bytes, or -1 if the name is
 * not a file's. Rejects with the signal's reason.
 */
export async function findCopy(
  thread: FileThread,
  folder: string,
  lists: readonly Iterable<string>[],
  { bytes, sha256 }: Pick<ImageFile, 'bytes' | 'sha256'>,
  signal: AbortSignal,
  sizes: number[] = [],
): Promise<string | null> {
  for (const [list, names] of lists.entries()) {
    const known = list === 0 ? sizes : [];
    let at = -1;
    for (const name of names) {
      at += 1;
      if (at === known.length) {
        const stat = await lstat(path.join(folder, name)).catch(() => null);
        if (stat === null) break;
        known.push(stat.isFile() ? stat.size : -1);
      }
      if (known[at] !== bytes) continue;
      const answer = await thread.run({ kind: 'hash', path: path.join(folder, name) });
      signal.throwIfAborted();
      if (answer.kind === 'hashed' && answer.value === sha256) return name;
    }
  }
  return null;
}
