import path from 'node:path';
import type { ImageFile } from '../../../shared/task.ts';
import type { LeftOutReason } from '../../../shared/library/export.ts';
import type { FileThread } from '../file-worker/file-thread.ts';
import { copyToPart, findCopy } from '../library/copy-file.ts';
import { placeFile } from '../library/library-files.ts';
import { numberedNames } from '../library/library-names.ts';
import { removePart } from '../library/part-file.ts';
import { codeOf } from '../util/system-errors.ts';

/** `there`: the folder contains the same file already. */
export type CopyOutcome = 'copied' | 'there' | LeftOutReason;

export interface CopyInput {
  readonly thread: FileThread;
  /** Absolute path of the picture's file. */
  readonly source: string;
  readonly file: Pick<ImageFile, 'path' | 'bytes' | 'sha256'>;
  readonly folder: string;
  /** When it is aborted, the thread is ended, and its answer has no meaning. */
  readonly signal: AbortSignal;
}

/** Errors of a disk that cannot store a name. */
const nameRefusals = new Set(['EINVAL', 'ENAMETOOLONG', 'EILSEQ']);

/**
 * Copies a picture into a folder under its own name, or with a number after it. Never overwrites a file, and shows none before it is complete.
 * Rejects with the system's error if the folder refuses, and with the signal's reason.
 */
export async function copyPicture({ thread, source, file, folder, signal }: CopyInput): Promise<CopyOutcome> {
  const { name, ext } = path.posix.parse(file.path);
  const names = (): Iterable<string> => numberedNames((number) => (number > 1 ? `${name} ${number}${ext}` : name + ext));
  if ((await findCopy(thread, folder, names(), file, signal)) !== null) return 'there';
  signal.throwIfAborted();
  const copy = await copyToPart(thread, source, folder);
  if (copy.kind !== 'copied') {
    signal.throwIfAborted();
    return copy.kind === 'failed' && copy.code === 'ENOENT' ? 'missing' : 'unreadable';
  }
  try {
    await placeFile(copy.part, folder, names());
    return 'copied';
  } catch (error) {
    await removePart(copy.part);
    if (nameRefusals.has(codeOf(error))) return 'name-refused';
    throw error;
  }
}
