import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { ImageFile } from '../../../shared/task.ts';
import { ensureFolders, placeFile } from '../library/library-files.ts';
import { systemError } from '../util/system-errors.ts';
import { libraryFileName, libraryFolders } from '../library/library-names.ts';
import { newPart, removePart } from '../library/part-file.ts';
import type { NewPicture } from '../library/picture-store.ts';
import type { Copied, LookedPicture } from '../file-worker/file-jobs.ts';
import type { ImportThread, ThreadAnswer } from '../file-worker/file-thread.ts';
import { wordsInName } from './imported-task.ts';

const mostNumbers = 100_000;

export type Placed = { readonly kind: 'placed'; readonly file: ImageFile } | { readonly kind: 'changed' } | Extract<ThreadAnswer, { kind: 'refused' | 'failed' }>;

export interface PlaceInput {
  readonly thread: ImportThread;
  readonly root: string;
  /** Where the picture comes from. */
  readonly source: string;
  readonly looked: LookedPicture;
  /** Names the copy. */
  readonly task: NewPicture['task'];
  /** The thread is ended with it: then its answers say nothing. */
  readonly signal: AbortSignal;
}

/**
 * Copies a picture into the library: a part file beside its place, on the disk itself, then named. A file that has the name and the content
 * already was left by a run that was cut short before it was written down, and is taken as the copy. The original is only read. Rejects with
 * the system's error where the library refuses, and with the signal's reason.
 */
export async function placePicture({ thread, root, source, looked, task, signal }: PlaceInput): Promise<Placed> {
  const folders = libraryFolders(task.createdAt);
  const folder = await ensureFolders(root, folders);
  const part = newPart(folder);
  signal.throwIfAborted();
  const answer = await thread.run({ kind: 'copy', path: source, part });
  // A thread that was ended left what it had written.
  if (answer.kind !== 'copied') await removePart(part);
  if (answer.kind === 'failed' && answer.side === 'library') throw systemError(answer.code, 'write');
  if (answer.kind === 'failed' || answer.kind === 'refused') return answer;
  if (answer.kind !== 'copied') throw new Error('the import’s thread answered another question');
  const copied = answer.value;
  if (copied.bytes !== looked.bytes || copied.modifiedAt !== looked.modifiedAt) {
    await removePart(part);
    return { kind: 'changed' };
  }
  const nameOf = (number: number): string => libraryFileName({ createdAt: task.createdAt, prompt: wordsInName(task), type: looked.type }, number);
  try {
    const left = await leftBehind(thread, folder, nameOf, copied, signal);
    const name = left ?? (await placeFile(part, folder, namesFrom(nameOf)));
    if (left !== null) await removePart(part);
    const { type, width, height } = looked;
    return { kind: 'placed', file: { path: [...folders, name].join('/'), type, width, height, bytes: copied.bytes, sha256: copied.sha256, savedAt: task.endedAt ?? task.createdAt } };
  } catch (error) {
    await removePart(part);
    throw error;
  }
}

/** The first file under one of the names that has this content; null when a name is free before that. */
async function leftBehind(thread: ImportThread, folder: string, nameOf: (number: number) => string, { bytes, sha256 }: Copied, signal: AbortSignal): Promise<string | null> {
  for (let number = 1; number < mostNumbers; number += 1) {
    const name = nameOf(number);
    const stat = await lstat(path.join(folder, name)).catch(() => null);
    if (stat === null) return null;
    if (!stat.isFile() || stat.size !== bytes) continue;
    const answer = await thread.run({ kind: 'hash', path: path.join(folder, name) });
    signal.throwIfAborted();
    if (answer.kind === 'hashed' && answer.value === sha256) return name;
  }
  return null;
}

function* namesFrom(nameOf: (number: number) => string): Iterable<string> {
  for (let number = 1; number < mostNumbers; number += 1) yield nameOf(number);
}
