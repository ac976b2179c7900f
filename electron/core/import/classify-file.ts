import path from 'node:path';
import type { SkipReason } from '../../../shared/library/import.ts';
import type { LookedPicture } from '../file-worker/file-jobs.ts';
import type { FileThread, ThreadAnswer } from '../file-worker/file-thread.ts';
import { areThere, type LibraryFolders } from '../library/library-folders.ts';
import type { KeptContent, PictureStore } from '../library/stores/picture-store.ts';
import { reasonOf, type SourceCheck } from './import-errors.ts';
import type { ImportedFile, LookedAtFile } from './import-store.ts';

/**
 * `new`: a picture that the library does not have; `done`: the outcome of any other file. `restores`: the library has pictures with this content,
 * and all their files are missing.
 */
export type Classified = ({ readonly kind: 'new'; readonly picture: NewFile } | { readonly kind: 'done'; readonly done: ImportedFile }) & { readonly restores: boolean };

export interface NewFile {
  readonly file: LookedAtFile;
  /** The chosen file or folder that it belongs to. */
  readonly source: string;
  readonly looked: LookedPicture;
}

export interface ClassifyDeps {
  readonly importId: string;
  readonly thread: FileThread;
  readonly folders: Pick<LibraryFolders, 'roots' | 'locate'>;
  readonly repository: Pick<PictureStore, 'isKeptLength' | 'keptContents'>;
  readonly checkSource: SourceCheck;
  readonly signal: AbortSignal;
}

/**
 * Tells by its bytes what a file is, and whether the library has its content. Content whose files are all missing counts as new, because a person
 * may import a backup of it. Rejects with ImportStopped if the file's folder is gone, with the signal's reason, or with AppFailure.
 */
export async function classifyFile(file: LookedAtFile, source: string, deps: ClassifyDeps): Promise<Classified> {
  const { importId, thread, repository, signal } = deps;
  if (file.bytes === 0) return skipped(file, 'empty');
  const looked = await thread.run({ kind: 'look', path: file.path });
  signal.throwIfAborted();
  if (looked.kind !== 'looked') return skipped(file, await reasonFor(looked, source, deps.checkSource));
  if (looked.value === null) return ofOtherType(file, looked.otherType);
  const fresh = { kind: 'new', picture: { file, source, looked: looked.value }, restores: false } as const;
  if (!(await repository.isKeptLength(looked.value.bytes))) return fresh;
  signal.throwIfAborted();
  const hashed = await thread.run({ kind: 'hash', path: file.path });
  signal.throwIfAborted();
  if (hashed.kind !== 'hashed') return skipped(file, await reasonFor(hashed, source, deps.checkSource));
  const same = await repository.keptContents(looked.value.bytes, hashed.value);
  // This import added it before a crash, but did not record it as this file.
  const own = same.find((kept) => kept.importId === importId && !kept.claimed);
  if (own !== undefined) return { kind: 'done', done: { ...file, outcome: 'added', taskId: own.taskId, picture: null }, restores: false };
  if (same.length === 0) return fresh;
  if (await areMissing(same, looked.value.bytes, deps.folders)) return { ...fresh, restores: true };
  return skipped(file, same.every(({ inTrash }) => inTrash) ? 'in-trash' : 'duplicate');
}

function ofOtherType(file: LookedAtFile, type: string): Classified {
  if (type === 'link' || type === 'no-picture' || type === 'sidecar') return skipped(file, type);
  const { done } = skipped(file, 'other');
  return { kind: 'done', done: { ...done, type }, restores: false };
}

/** Whether none of the files is there. A library folder that cannot be reached may hold them. */
async function areMissing(kept: readonly KeptContent[], bytes: number, folders: ClassifyDeps['folders']): Promise<boolean> {
  const located = await Promise.all(kept.map((one) => folders.locate({ path: one.path, bytes })));
  return located.every((found) => found === null) && areThere(folders.roots());
}

/** Why a file is skipped. Rejects with ImportStopped if its folder is gone. */
export async function reasonFor(answer: ThreadAnswer, source: string, checkSource: SourceCheck): Promise<SkipReason> {
  if (answer.kind === 'refused') return answer.why;
  await checkSource(source);
  return answer.kind === 'failed' ? reasonOf(answer.code) : 'unreadable';
}

export function skipped(file: LookedAtFile, outcome: Exclude<ImportedFile['outcome'], 'added'>): Extract<Classified, { kind: 'done' }> {
  return { kind: 'done', done: { ...file, outcome, taskId: null, picture: null }, restores: false };
}

/** The name that is shown for a file. */
export function titleOf({ path: file }: LookedAtFile): string {
  return path.basename(file);
}
