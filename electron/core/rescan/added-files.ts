import path from 'node:path';
import type { AccountId, ImageId } from '../../../shared/task.ts';
import type { AccountStore } from '../accounts/account-store.ts';
import type { FileThread } from '../file-worker/file-thread.ts';
import { recordInJournal } from '../import/copy-into-library.ts';
import { importedTask, taskIdOf } from '../import/imported-task.ts';
import { isSystemError } from '../util/system-errors.ts';
import type { LibraryFolders } from '../library/library-folders.ts';
import type { LibraryJournal } from '../library/library-journal.ts';
import type { LibraryLease } from '../library/library-lease.ts';
import type { KeptContent, NewPicture, PictureStore } from '../library/stores/picture-store.ts';
import type { Clock } from '../util/clock.ts';
import { changedFolders, type ChangedFolder, type FolderMemory, type FoundFile } from './changed-folders.ts';
import { unexpectedFiles, unknownFiles, type ExpectedFilesDeps } from './expected-files.ts';
import { ownNameOf } from '../library/found-picture.ts';

export interface AddedFilesDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly folders: Pick<LibraryFolders, 'locate' | 'roots'>;
  readonly memory: FolderMemory;
  readonly thread: FileThread;
  readonly lease: Pick<LibraryLease, 'during'>;
  readonly journal: Pick<LibraryJournal, 'recordAll'>;
  readonly repository: Pick<AccountStore, 'accounts'> & Pick<PictureStore, 'keptContents' | 'addPictures'> & ExpectedFilesDeps['repository'];
  /** Every row needs an account; this one has no meaning. */
  readonly accountId: AccountId;
}

export interface AddedFiles {
  readonly imageIds: readonly ImageId[];
  /** A file has the content of a picture whose own file is missing, so it was renamed. */
  readonly renamed: boolean;
  /** A file changed a moment ago, so another rescan soon may find it complete. */
  readonly changing: boolean;
  /** The last error that kept files from being recorded; the others are recorded. */
  readonly trouble: unknown;
}

/** A file that changed within so many milliseconds may still be written. */
const stableAfter = 5_000;
/** A picture without its end that did not change for so many milliseconds is all there is. */
const completeAfter = 3_600_000;
const together = 16;
/** A modification time that no folder has, so that the folder is read again. */
export const readAgain = 0;

type Judged = { readonly kind: 'new'; readonly picture: NewPicture } | { readonly kind: 'renamed' | 'known' | 'later' };

/**
 * Takes in pictures that a person put into a library folder. The files stay where they are and get a journal line and a row. A file is left alone
 * while it is written, if Latent records it itself (expected-files.ts), and if a picture with its content is here already.
 */
export async function takeAddedFiles(deps: AddedFilesDeps, signal: AbortSignal): Promise<AddedFiles> {
  const imageIds: ImageId[] = [];
  const before = await deps.memory.read();
  const times = new Map(before);
  let [renamed, changing] = [false, false];
  let trouble: unknown = null;
  for (const root of deps.folders.roots()) {
    for await (const folder of changedFolders(root, before, signal)) {
      const looked = await lookThrough(folder, deps, signal);
      imageIds.push(...looked.imageIds);
      renamed ||= looked.renamed;
      changing ||= looked.changing;
      trouble = looked.trouble ?? trouble;
      // A further change within the clock's coarsest step would not show in the folder's time. A folder to be read again is remembered too, because
      // the folder around it may not change any more.
      times.set(path.join(root, folder.path), looked.complete && isStable(folder, deps) ? folder.modifiedAt : readAgain);
    }
  }
  if ([...times].some(([folder, time]) => before.get(folder) !== time)) await deps.memory.write(times).catch((error: unknown) => (trouble = error));
  return { imageIds, renamed, changing, trouble };
}

async function lookThrough({ root, files }: ChangedFolder, deps: AddedFilesDeps, signal: AbortSignal): Promise<AddedFiles & { readonly complete: boolean }> {
  const imageIds: ImageId[] = [];
  const unknown = await unknownFiles(deps.repository, files);
  const stable = unknown.filter((file) => isStable(file, deps));
  const unexpected = await unexpectedFiles(root, stable, deps);
  const changing = stable.length < unknown.length;
  let [renamed, complete] = [false, !changing && !unexpected.later];
  let trouble: unknown = null;
  for (let at = 0; at < unexpected.files.length; at += together) {
    const pictures: NewPicture[] = [];
    for (const file of unexpected.files.slice(at, at + together)) {
      const judged = await judge(root, file, pictures, deps);
      signal.throwIfAborted();
      if (judged.kind === 'new') pictures.push(judged.picture);
      renamed ||= judged.kind === 'renamed';
      complete &&= judged.kind !== 'later';
    }
    if (pictures.length === 0) continue;
    const added = await deps.lease.during(root, () => add(pictures, root, deps), signal).catch((error: unknown) => {
      // If one folder is on a full or read-only disk, the others are still read.
      if (!isSystemError(error)) throw error;
      trouble = error;
      return null;
    });
    imageIds.push(...(added?.value ?? []));
    complete &&= added !== null;
    if (trouble !== null) break;
  }
  return { imageIds, renamed, changing, trouble, complete };
}

async function judge(root: string, file: FoundFile, before: readonly NewPicture[], deps: AddedFilesDeps): Promise<Judged> {
  const { thread, repository, clock } = deps;
  const at = path.join(root, file.path);
  const looked = await thread.run({ kind: 'look', path: at });
  if (looked.kind !== 'looked') return { kind: looked.kind === 'refused' && looked.why !== 'damaged' ? 'known' : 'later' };
  if (looked.value === null) return { kind: 'known' };
  if (!looked.value.isWhole && Math.abs(clock.now() - looked.value.changedAt) < completeAfter) return { kind: 'later' };
  const hashed = await thread.run({ kind: 'hash', path: at });
  if (hashed.kind !== 'hashed') return { kind: 'later' };
  const sha256 = hashed.value;
  if (before.some((picture) => picture.file.sha256 === sha256)) return { kind: 'known' };
  const same = await repository.keptContents(looked.value.bytes, sha256);
  if (same.length > 0) return { kind: (await anyIsMissing(same, looked.value.bytes, deps)) ? 'renamed' : 'known' };
  const { type, width, height, bytes } = looked.value;
  const task = importedTask({ accountId: deps.accountId, importId: null, title: path.posix.basename(file.path), named: ownNameOf(file.path), looked: looked.value, now: clock.now() });
  return { kind: 'new', picture: { task: { ...task, id: taskIdOf('by hand', `${sha256} ${file.path} ${file.modifiedAt}`) }, file: { path: file.path, type, width, height, bytes, sha256, savedAt: clock.now() } } };
}

/** A time in the future comes from another computer's clock and counts as stable. */
function isStable({ modifiedAt }: Pick<FoundFile, 'modifiedAt'>, { clock }: Pick<AddedFilesDeps, 'clock'>): boolean {
  return Math.abs(clock.now() - modifiedAt) >= stableAfter;
}

async function anyIsMissing(kept: readonly KeptContent[], bytes: number, { folders }: AddedFilesDeps): Promise<boolean> {
  const located = await Promise.all(kept.map((one) => folders.locate({ path: one.path, bytes })));
  return located.includes(null);
}

async function add(pictures: readonly NewPicture[], root: string, deps: AddedFilesDeps): Promise<readonly ImageId[]> {
  await recordInJournal(pictures, root, deps);
  return deps.repository.addPictures(pictures);
}
