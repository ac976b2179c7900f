import path from 'node:path';
import type { AccountId, ImageId } from '../../../shared/task.ts';
import { isSystemError } from '../library/library-files.ts';
import type { LibraryFolders } from '../library/library-folders.ts';
import type { LibraryJournal } from '../library/library-journal.ts';
import type { LibraryLease } from '../library/library-lease.ts';
import { ownNameOf } from './library-scan.ts';
import type { Clock } from '../util/clock.ts';
import type { KeptContent, NewPicture, PictureStore } from '../library/picture-store.ts';
import type { AccountStore } from '../accounts/account-store.ts';
import { changedFolders, type ChangedFolder, type FoundFile } from './changed-folders.ts';
import type { FolderMemory } from './folder-memory.ts';
import type { ImportThread } from '../file-worker/file-thread.ts';
import { importedTask, taskIdOf } from '../import/imported-task.ts';
import { unknownOf, type OwnNames } from './own-names.ts';

export interface HandAddedDeps {
  readonly clock: Pick<Clock, 'now'>;
  /** Library folders, the one in force first. */
  readonly roots: () => readonly string[];
  readonly folders: Pick<LibraryFolders, 'locate'>;
  readonly memory: FolderMemory;
  readonly ownNames: OwnNames;
  readonly thread: ImportThread;
  readonly lease: Pick<LibraryLease, 'during'>;
  readonly journal: Pick<LibraryJournal, 'recordAll'>;
  readonly repository: AccountStore & PictureStore;
  /** Whose the rows are; it means nothing. */
  readonly accountId: AccountId;
}

export interface HandAdded {
  readonly imageIds: readonly ImageId[];
  /** A file has the content of a picture whose own file is missing: it was renamed, and is to be looked for. */
  readonly renamed: boolean;
  /** A file was written a moment ago: it is worth another look soon. */
  readonly resting: boolean;
  /** What kept some of it from being written down, the last of it; null: nothing. All else is done. */
  readonly trouble: unknown;
}

/** Milliseconds that a file must have rested: one that is still written is no picture yet. */
const restedFor = 5_000;
const together = 16;
/** The time of no folder. */
export const readAgain = 0;

/** `resting`: it was written a moment ago; `later`: it cannot be told what it is. */
type Judged = { readonly kind: 'new'; readonly picture: NewPicture } | { readonly kind: 'renamed' | 'known' | 'resting' | 'later' };

/**
 * Takes in pictures that a person put into a library folder by hand, where they are: nothing is copied or moved, they get a line and a row.
 * Files under names of Latent's own making are left to it until it is certain that none of it is about to write them down. What has the
 * content of a picture that is here is passed over. Folders that did not change since the last look are not read.
 */
export async function takeHandAdded(deps: HandAddedDeps, signal: AbortSignal): Promise<HandAdded> {
  const imageIds: ImageId[] = [];
  deps.ownNames.lookBegins();
  const before = await deps.memory.read();
  const times = new Map(before);
  let [renamed, resting] = [false, false];
  let trouble: unknown = null;
  for (const root of deps.roots()) {
    for await (const folder of changedFolders(root, before, signal)) {
      const looked = await lookThrough(folder, deps, signal);
      imageIds.push(...looked.imageIds);
      renamed ||= looked.renamed;
      resting ||= looked.resting;
      trouble = looked.trouble ?? trouble;
      // A change within the clock's coarsest step would not show in the folder's time. One that is to be read again is noted too: the folder around it
      // may not change any more, and then tells of none.
      times.set(path.join(root, folder.path), looked.complete && hasRested(folder, deps) ? folder.modifiedAt : readAgain);
    }
  }
  if ([...times].some(([folder, time]) => before.get(folder) !== time)) await deps.memory.write(times).catch((error: unknown) => (trouble = error));
  return { imageIds, renamed, resting, trouble };
}

async function lookThrough({ root, files }: ChangedFolder, deps: HandAddedDeps, signal: AbortSignal): Promise<HandAdded & { readonly complete: boolean }> {
  const imageIds: ImageId[] = [];
  const unknown = await unknownOf(deps.repository, files);
  const own = await deps.ownNames.sort(root, unknown.filter((file) => ownNameOf(file.path) !== null));
  const waiting = [...unknown.filter((file) => ownNameOf(file.path) === null), ...own.strays];
  let [renamed, resting, complete] = [false, own.resting, !own.resting && !own.later];
  let trouble: unknown = null;
  for (let at = 0; at < waiting.length; at += together) {
    const pictures: NewPicture[] = [];
    for (const file of waiting.slice(at, at + together)) {
      const judged = await judge(root, file, pictures, deps);
      signal.throwIfAborted();
      if (judged.kind === 'new') pictures.push(judged.picture);
      renamed ||= judged.kind === 'renamed';
      resting ||= judged.kind === 'resting';
      complete &&= judged.kind !== 'later' && judged.kind !== 'resting';
    }
    if (pictures.length === 0) continue;
    const added = await deps.lease.during(root, () => add(pictures, root, deps), signal).catch((error: unknown) => {
      // A folder on a disk that is full or only read says nothing of the others.
      if (!isSystemError(error)) throw error;
      trouble = error;
      return null;
    });
    imageIds.push(...(added?.value ?? []));
    complete &&= added !== null;
    if (trouble !== null) break;
  }
  return { imageIds, renamed, resting, trouble, complete };
}

async function judge(root: string, file: FoundFile, before: readonly NewPicture[], deps: HandAddedDeps): Promise<Judged> {
  const { thread, repository, clock } = deps;
  const at = path.join(root, file.path);
  if (!hasRested(file, deps)) return { kind: 'resting' };
  const looked = await thread.run({ kind: 'look', path: at });
  if (looked.kind !== 'looked') return { kind: looked.kind === 'refused' && looked.why !== 'damaged' ? 'known' : 'later' };
  if (looked.value === null) return { kind: 'known' };
  const hashed = await thread.run({ kind: 'hash', path: at });
  if (hashed.kind !== 'hashed') return { kind: 'later' };
  const sha256 = hashed.value;
  if (before.some((picture) => picture.file.sha256 === sha256)) return { kind: 'known' };
  const same = (await repository.keptContents(looked.value.bytes)).filter((kept) => kept.sha256 === sha256);
  if (same.length > 0) return { kind: (await anyIsMissing(same, looked.value.bytes, deps)) ? 'renamed' : 'known' };
  const { type, width, height, bytes } = looked.value;
  const task = importedTask({ accountId: deps.accountId, importId: null, title: path.posix.basename(file.path), named: ownNameOf(file.path), looked: looked.value, now: clock.now() });
  return { kind: 'new', picture: { task: { ...task, id: taskIdOf('by hand', `${sha256} ${file.path} ${file.modifiedAt}`) }, file: { path: file.path, type, width, height, bytes, sha256, savedAt: clock.now() } } };
}

/** What is dated in the future has rested too: another computer's clock made that, and it may be years until then. */
function hasRested({ modifiedAt }: Pick<FoundFile, 'modifiedAt'>, { clock }: Pick<HandAddedDeps, 'clock'>): boolean {
  return Math.abs(clock.now() - modifiedAt) >= restedFor;
}

async function anyIsMissing(kept: readonly KeptContent[], bytes: number, { folders }: HandAddedDeps): Promise<boolean> {
  const located = await Promise.all(kept.map((one) => folders.locate({ path: one.path, bytes })));
  return located.includes(null);
}

/** Journal, then row; the file is there. */
async function add(pictures: readonly NewPicture[], root: string, { journal, repository, accountId }: HandAddedDeps): Promise<readonly ImageId[]> {
  const account = (await repository.accounts()).find(({ id }) => id === accountId);
  if (account === undefined) throw new Error('no-account');
  await journal.recordAll(root, pictures.map(({ task, file }) => ({ task, index: 0, file, account })));
  return repository.addPictures(pictures);
}
