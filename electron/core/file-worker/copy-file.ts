import { lstat } from 'node:fs/promises';
import type { ImageFile } from '../../../shared/task.ts';
import type { Copied } from './file-jobs.ts';
import type { FileThread, ThreadAnswer } from './file-thread.ts';
import { systemError } from '../util/system-errors.ts';
import { newPart, removePart } from '../library/files/part-file.ts';

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

/** Whether a file has this content. Rejects with the signal's reason. */
export async function hasContent(thread: Pick<FileThread, 'run'>, file: string, { bytes, sha256 }: Pick<ImageFile, 'bytes' | 'sha256'>, signal: AbortSignal): Promise<boolean> {
  const found = await lstat(file).catch(() => null);
  return found?.isFile() === true && found.size === bytes && (await hashOf(thread, file, signal)) === sha256;
}

/** SHA-256 of a file as hexadecimal digits. Null if it cannot be read. Rejects with the signal's reason. */
export async function hashOf(thread: Pick<FileThread, 'run'>, file: string, signal: AbortSignal): Promise<string | null> {
  const answer = await thread.run({ kind: 'hash', path: file });
  signal.throwIfAborted();
  return answer.kind === 'hashed' ? answer.value : null;
}
