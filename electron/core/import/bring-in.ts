import type { AccountId } from '../../../shared/task.ts';
import type { LibraryJournal } from '../library/library-journal.ts';
import type { Clock } from '../util/clock.ts';
import type { ImportedFile } from './import-store.ts';
import type { NewPicture } from '../library/picture-store.ts';
import type { AccountStore } from '../accounts/account-store.ts';
import type { ImportThread } from '../file-worker/file-thread.ts';
import { inLibrary, type SourceCheck } from './import-trouble.ts';
import { importedTask, taskIdOf } from './imported-task.ts';
import { reasonFor, titleOf, type Fresh } from './judge-file.ts';
import { placePicture } from './place-picture.ts';

export interface BringInDeps {
  readonly importId: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly thread: ImportThread;
  readonly journal: Pick<LibraryJournal, 'recordAll'>;
  readonly repository: AccountStore;
  readonly isThere: SourceCheck;
  readonly accountId: AccountId;
  readonly signal: AbortSignal;
  readonly at: (name: string) => void;
}

export interface BroughtIn {
  readonly done: readonly ImportedFile[];
  /** What ended it before its end; null: nothing. */
  readonly stopped: unknown;
}

/**
 * Copies pictures into the library and writes their lines into its journal. What ends it is told rather than thrown, so that the pictures
 * before it are written down first; it rejects only where the journal refuses: then a later run finds the copies and takes them.
 */
export async function bringIn(pictures: readonly Fresh[], root: string, deps: BringInDeps): Promise<BroughtIn> {
  const done: ImportedFile[] = [];
  let stopped: unknown = null;
  try {
    for (const fresh of pictures) {
      deps.signal.throwIfAborted();
      deps.at(titleOf(fresh.file));
      done.push(await bringOne(fresh, root, deps));
    }
  } catch (error) {
    stopped = error;
  }
  await record(done.flatMap(({ picture }) => picture ?? []), root, deps);
  return { done, stopped };
}

async function bringOne({ file, looked, source }: Fresh, root: string, { importId, clock, thread, isThere, accountId, signal }: BringInDeps): Promise<ImportedFile> {
  const task = importedTask({ accountId, importId, title: titleOf(file), named: null, looked, now: clock.now() });
  const placed = await placePicture({ thread, root, source: file.path, looked, task, signal }).catch(inLibrary(root));
  if (placed.kind === 'placed') {
    const picture = { task: { ...task, id: taskIdOf(importId, placed.file.sha256) }, file: placed.file };
    return { ...file, outcome: 'added', taskId: picture.task.id, picture };
  }
  // A thread that was ended with the run says nothing of the file.
  signal.throwIfAborted();
  return { ...file, outcome: placed.kind === 'changed' ? 'changed' : await reasonFor(placed, source, isThere), taskId: null, picture: null };
}

async function record(pictures: readonly NewPicture[], root: string, { journal, repository, accountId }: BringInDeps): Promise<void> {
  if (pictures.length === 0) return;
  const account = (await repository.accounts()).find(({ id }) => id === accountId);
  if (account === undefined) throw new Error('no-account');
  await journal.recordAll(root, pictures.map(({ task, file }) => ({ task, index: 0, file, account }))).catch(inLibrary(root));
}
