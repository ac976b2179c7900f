import path from 'node:path';
import type { AccountId, ImageFile } from '../../../shared/task.ts';
import type { AccountStore } from '../accounts/account-store.ts';
import type { FileThread, ThreadAnswer } from '../file-worker/file-thread.ts';
import { copyToPart } from '../file-worker/copy-file.ts';
import { ensureFolders, placeUnsynced } from '../library/files/library-files.ts';
import { removePart } from '../library/files/part-file.ts';
import type { TakenNames } from '../file-worker/taken-names.ts';
import type { LibraryJournal } from '../library/library-journal.ts';
import { libraryFileNames, libraryFolders } from '../library/files/library-names.ts';
import type { NewPicture } from '../library/stores/picture-store.ts';
import type { Clock } from '../util/clock.ts';
import { syncFolder } from '../util/sync-folder.ts';
import { reasonFor, titleOf, type NewFile } from './classify-file.ts';
import { inLibrary, type SourceCheck } from './import-errors.ts';
import type { ImportedFile } from './import-store.ts';
import { importedTask, taskIdOf, wordsInName } from './imported-task.ts';

export interface CopyDeps {
  readonly importId: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly thread: FileThread;
  readonly taken: TakenNames;
  readonly journal: Pick<LibraryJournal, 'recordAll'>;
  readonly repository: Pick<AccountStore, 'accounts'>;
  readonly checkSource: SourceCheck;
  readonly accountId: AccountId;
  readonly signal: AbortSignal;
  readonly at: (name: string) => void;
}

export interface CopiedFiles {
  readonly done: readonly ImportedFile[];
  /** The error that stopped it early; null if none did. */
  readonly error: unknown;
}

type Placed = { readonly kind: 'placed'; readonly file: ImageFile } | { readonly kind: 'changed' } | Extract<ThreadAnswer, { kind: 'refused' | 'failed' }>;

/**
 * Copies pictures into the library and writes their journal lines. An error is returned, so that the pictures copied before it are recorded.
 * Rejects only if the journal cannot be written; a later run then finds the copies.
 */
export async function copyIntoLibrary(pictures: readonly NewFile[], root: string, deps: CopyDeps): Promise<CopiedFiles> {
  const done: ImportedFile[] = [];
  const months = createMonthFolders(root);
  let failure: unknown = null;
  try {
    for (const picture of pictures) {
      deps.signal.throwIfAborted();
      deps.at(titleOf(picture.file));
      done.push(await copyOne(picture, root, months, deps));
    }
  } catch (error) {
    failure = error;
  }
  await months.sync().catch(inLibrary(root));
  await recordInJournal(done.flatMap(({ picture }) => picture ?? []), root, deps).catch(inLibrary(root));
  return { done, error: failure };
}

/** The folders of some pictures. Each is made once and synced once, because a sync takes as long as a copy. */
interface MonthFolders {
  /** Makes the folder of these names. Rejects with the system's error. */
  ensure(names: readonly string[]): Promise<string>;
  /** Resolves when every name in the folders is on the disk. Rejects with the system's error. */
  sync(): Promise<void>;
}

function createMonthFolders(root: string): MonthFolders {
  const made = new Set<string>();
  return {
    async ensure(names) {
      const folder = path.join(root, ...names);
      if (!made.has(folder)) made.add(await ensureFolders(root, names));
      return folder;
    },
    async sync() {
      for (const folder of made) await syncFolder(folder);
    },
  };
}

async function copyOne(picture: NewFile, root: string, months: MonthFolders, deps: CopyDeps): Promise<ImportedFile> {
  const { file, looked, source } = picture;
  const task = importedTask({ accountId: deps.accountId, importId: deps.importId, title: titleOf(file), named: null, looked, now: deps.clock.now() });
  const placed = await copyAndName(picture, months, task, deps).catch(inLibrary(root));
  if (placed.kind === 'placed') {
    const added = { task: { ...task, id: taskIdOf(deps.importId, placed.file.sha256) }, file: placed.file };
    return { ...file, outcome: 'added', incomplete: !looked.isWhole, taskId: added.task.id, picture: added };
  }
  // When the run is stopped, its thread ends, and the answer says nothing about the file.
  deps.signal.throwIfAborted();
  return { ...file, outcome: placed.kind === 'changed' ? 'changed' : await reasonFor(placed, source, deps.checkSource), taskId: null, picture: null };
}

/**
 * Copies a file and gives the copy its name. If a file with a fitting name has the content already, a run that was cut short left it, and it is
 * taken as the copy. Rejects with the system's error if the library refuses, and with the signal's reason.
 */
async function copyAndName({ file, looked }: NewFile, months: MonthFolders, task: NewPicture['task'], { thread, taken, signal }: CopyDeps): Promise<Placed> {
  const folders = libraryFolders(task.createdAt);
  const folder = await months.ensure(folders);
  signal.throwIfAborted();
  const copy = await copyToPart(thread, file.path, folder);
  if (copy.kind !== 'copied') return copy;
  const { bytes, sha256, modifiedAt } = copy.value;
  const { type, width, height } = looked;
  const names = libraryFileNames({ createdAt: task.createdAt, prompt: wordsInName(task), type });
  try {
    if (bytes !== looked.bytes || modifiedAt !== looked.modifiedAt) return { kind: 'changed' };
    const name = (await taken.findCopy(folder, names, copy.value, signal)) ?? (await placeUnsynced(copy.part, folder, taken.free(folder, names)));
    return { kind: 'placed', file: { path: [...folders, name].join('/'), type, width, height, bytes, sha256, savedAt: task.endedAt ?? task.createdAt } };
  } finally {
    await removePart(copy.part);
  }
}

/** Writes the journal lines of imported pictures. Rejects with the system's error. */
export async function recordInJournal(pictures: readonly NewPicture[], root: string, { journal, repository, accountId }: Pick<CopyDeps, 'journal' | 'repository' | 'accountId'>): Promise<void> {
  if (pictures.length === 0) return;
  const account = (await repository.accounts()).find(({ id }) => id === accountId);
  if (account === undefined) throw new Error('no-account');
  await journal.recordAll(root, pictures.map(({ task, file }) => ({ task, index: 0, file, account })));
}
