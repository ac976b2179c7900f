import path from 'node:path';
import type { SkipReason } from '../../../shared/library/import.ts';
import { areThere, type LibraryFolders } from '../library/library-folders.ts';
import type { ImportedFile, LookedAtFile } from './import-store.ts';
import type { KeptContent, PictureStore } from '../library/picture-store.ts';
import type { LookedPicture } from '../file-worker/file-jobs.ts';
import type { ImportThread, ThreadAnswer } from '../file-worker/file-thread.ts';
import { reasonOf, type SourceCheck } from './import-trouble.ts';

/**
 * `fresh`: a picture that is not in the library; `settled`: what became of any other file. `restores`: older pictures with this content are kept,
 * and not one of their files is there.
 */
export type Judged = ({ readonly kind: 'fresh'; readonly fresh: Fresh } | { readonly kind: 'settled'; readonly done: ImportedFile }) & { readonly restores: boolean };

export interface Fresh {
  readonly file: LookedAtFile;
  /** The chosen file or folder that it is of. */
  readonly source: string;
  readonly looked: LookedPicture;
}

export interface JudgeDeps {
  readonly importId: string;
  readonly thread: ImportThread;
  readonly folders: Pick<LibraryFolders, 'roots' | 'locate'>;
  readonly repository: PictureStore;
  readonly isThere: SourceCheck;
  readonly signal: AbortSignal;
}

/**
 * What a file is, by its bytes, and whether the library has its content. Only where a kept picture is as long is it hashed for that. Content whose
 * files are all gone is fresh: it may be a backup that a person brings in for that very reason. Rejects with ImportStopped when its folder is gone, with the signal's reason, or with AppFailure.
 */
export async function judgeFile(file: LookedAtFile, source: string, deps: JudgeDeps): Promise<Judged> {
  const { importId, thread, repository, signal } = deps;
  const looked = await thread.run({ kind: 'look', path: file.path });
  signal.throwIfAborted();
  if (looked.kind !== 'looked') return leftOut(file, await reasonFor(looked, source, deps.isThere));
  if (looked.value === null) return leftOut(file, 'other');
  const fresh = { kind: 'fresh', fresh: { file, source, looked: looked.value }, restores: false } as const;
  const known = await repository.keptContents(looked.value.bytes);
  if (known.length === 0) return fresh;
  signal.throwIfAborted();
  const hashed = await thread.run({ kind: 'hash', path: file.path });
  signal.throwIfAborted();
  if (hashed.kind !== 'hashed') return leftOut(file, await reasonFor(hashed, source, deps.isThere));
  const same = known.filter(({ sha256 }) => sha256 === hashed.value);
  // Brought in by this import before a crash, and not written down as this file.
  const ours = same.find((kept) => kept.importId === importId && !kept.claimed);
  if (ours !== undefined) {
    const older = same.filter((kept) => kept !== ours);
    const restores = older.length > 0 && (await areGone(older, looked.value.bytes, deps.folders));
    return { kind: 'settled', done: { ...file, outcome: 'added', taskId: ours.taskId, picture: null }, restores };
  }
  if (same.length === 0) return fresh;
  if (await areGone(same, looked.value.bytes, deps.folders)) return { ...fresh, restores: true };
  return leftOut(file, same.every(({ inTrash }) => inTrash) ? 'in-trash' : 'duplicate');
}

/** Whether none has its file. While a library folder is out of reach, they may be there. */
async function areGone(kept: readonly KeptContent[], bytes: number, folders: JudgeDeps['folders']): Promise<boolean> {
  const located = await Promise.all(kept.map((one) => folders.locate({ path: one.path, bytes })));
  return located.every((place) => place === null) && areThere(folders.roots());
}

/** Why a file is left out. Rejects with ImportStopped when its folder is gone, and with it all of its files. */
export async function reasonFor(answer: ThreadAnswer, source: string, isThere: SourceCheck): Promise<SkipReason> {
  if (answer.kind === 'refused') return answer.why;
  await isThere(source);
  return answer.kind === 'failed' ? reasonOf(answer.code) : 'unreadable';
}

export function leftOut(file: LookedAtFile, outcome: Exclude<ImportedFile['outcome'], 'added'>): Extract<Judged, { kind: 'settled' }> {
  return { kind: 'settled', done: { ...file, outcome, taskId: null, picture: null }, restores: false };
}

/** The name by which a file is told of. */
export function titleOf({ path: file }: LookedAtFile): string {
  return path.basename(file);
}
