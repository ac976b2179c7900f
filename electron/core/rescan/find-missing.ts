import path from 'node:path';
import { stat } from 'node:fs/promises';
import type { LookProgress, LookResult } from '../../../shared/library-search.ts';
import type { KeptFile, PictureStore } from '../library/picture-store.ts';
import type { AccountStore, StoredAccount } from '../accounts/account-store.ts';
import type { LibraryFolders } from '../library/library-folders.ts';
import type { LibraryJournal } from '../library/library-journal.ts';
import type { LibraryLease } from '../library/library-lease.ts';
import { isSystemError } from '../util/system-errors.ts';
import { sha256Of, walkLibrary, type WalkedFile } from './library-walk.ts';
import { createMissingIndex, type MissingIndex, type MissingPicture } from './missing-index.ts';

export interface FindMissingDeps {
  readonly folders: Pick<LibraryFolders, 'locate'>;
  /** Library folders, the current one first. */
  readonly roots: () => readonly string[];
  readonly repository: Pick<PictureStore, 'keptFiles' | 'moveFiles' | 'describe'> & Pick<AccountStore, 'accounts'>;
  readonly lease: Pick<LibraryLease, 'during'>;
  readonly journal: Pick<LibraryJournal, 'recordAll'>;
  /** Receives errors that do not stop the search. */
  readonly report: (message: string, error: unknown) => void;
}

interface Found {
  readonly picture: MissingPicture;
  readonly at: WalkedFile;
}

/** A file that may belong to several pictures. */
interface SharedFile {
  readonly at: WalkedFile;
  /** Null if it is not hashed yet. */
  readonly sha256: string | null;
}

/** Rows read at once, files located at once, and found files recorded at once. */
const pageSize = 2_000;
const locatedTogether = 64;
const savedTogether = 200;
/** Files between two reports of progress. */
const reportEvery = 250;

/**
 * Searches for the files of kept pictures that are missing, by content. Files in the library folders that are as long as a missing one are hashed,
 * and one with the right SHA-256 is taken, whatever its name. A file of another picture is taken only if no other file has that content. The
 * journal is written before the row; the files are only read. Rejects with AppFailure if the database fails, and with the signal's reason.
 */
export async function findMissingPictures(deps: FindMissingDeps, show: (progress: LookProgress) => void, signal: AbortSignal): Promise<LookResult> {
  const { repository, folders } = deps;
  const accounts = await repository.accounts();
  const [roots, unreachable] = await reachable(deps.roots());
  const missing = createMissingIndex(repository);
  let [pictures, checked, found, unreadable] = [0, 0, 0, 0];

  const step = (): void => {
    signal.throwIfAborted();
    checked += 1;
    if (checked % reportEvery === 0) show({ checked, found });
  };
  const hash = (file: WalkedFile): Promise<string | null> =>
    sha256Of(path.join(file.root, file.path), signal).catch((error: unknown) => {
      if (!isSystemError(error)) throw error;
      unreadable += 1;
      return null;
    });
  const unsaved: Found[] = [];
  const save = async (): Promise<void> => {
    const batch = unsaved.splice(0);
    if (batch.length === 0) return;
    await record(batch, accounts, deps, signal);
    await repository.moveFiles(batch.map(({ picture, at }) => ({ id: picture.id, from: picture.file.path, to: at.path })));
    found += batch.length;
    show({ checked, found });
  };

  show({ checked, found });
  for await (const page of keptFiles(repository)) {
    pictures += page.length;
    await inParts(page, locatedTogether, async (file) => {
      step();
      if ((await folders.locate(file)) === null) missing.add(file.id, file.bytes);
    });
  }
  if (missing.size === 0 || roots.length === 0) return { pictures, found, missing: missing.size, unreadable, unreachable };

  const owned = await ownedFiles(deps, missing, signal);
  const shared: SharedFile[] = [];
  try {
    for (const root of roots) {
      for await (const file of walkLibrary(root, () => (unreadable += 1))) {
        step();
        if (missing.size === 0) break;
        if (!missing.hasLength(file.bytes)) continue;
        if (owned.has(path.join(file.root, file.path))) {
          shared.push({ at: file, sha256: null });
          continue;
        }
        const sha256 = await hash(file);
        const taken = sha256 === null ? null : await missing.take(file.bytes, sha256, file.path);
        if (taken === null) continue;
        unsaved.push({ picture: taken.picture, at: file });
        if (taken.more) shared.push({ at: file, sha256 });
        if (unsaved.length >= savedTogether) await save();
      }
    }
    await shareAmong(missing, shared, hash, unsaved, signal);
  } finally {
    // Also if the search is aborted, so that these files are not searched for again.
    await save();
  }
  return { pictures, found, missing: missing.size, unreadable, unreachable };
}

/** The absolute paths of files of other pictures, among those as long as a missing one. */
async function ownedFiles({ repository, folders }: FindMissingDeps, missing: MissingIndex, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const owned = new Set<string>();
  for await (const page of keptFiles(repository)) {
    await inParts(page.filter(({ bytes }) => missing.hasLength(bytes)), locatedTogether, async (file) => {
      signal.throwIfAborted();
      const located = await folders.locate(file);
      if (located !== null) owned.add(located.path);
    });
  }
  return owned;
}

/** Pictures with the same content share a file if there are fewer files than pictures. */
async function shareAmong(
  missing: MissingIndex,
  shared: readonly SharedFile[],
  hash: (file: WalkedFile) => Promise<string | null>,
  found: Found[],
  signal: AbortSignal,
): Promise<void> {
  for (const { at, sha256: known } of shared) {
    signal.throwIfAborted();
    if (!missing.hasLength(at.bytes)) continue;
    const sha256 = known ?? (await hash(at));
    if (sha256 === null) continue;
    for (;;) {
      const taken = await missing.take(at.bytes, sha256, at.path);
      if (taken === null) break;
      found.push({ picture: taken.picture, at });
    }
  }
}

const notRecorded = 'the journal could not record where files are now';

/** If the journal cannot be written, the search goes on: the older line has every field, and a rebuilt history finds the content again. */
async function record(batch: readonly Found[], accounts: readonly StoredAccount[], { lease, journal, report }: FindMissingDeps, signal: AbortSignal): Promise<void> {
  for (const root of new Set(batch.map(({ at }) => at.root))) {
    const lines = batch.flatMap(({ picture: { task, index, file }, at }) => {
      const account = accounts.find(({ id }) => id === task.accountId);
      return at.root === root && account !== undefined ? [{ task, index, file: { ...file, path: at.path }, account }] : [];
    });
    try {
      const written = await lease.during(root, () => journal.recordAll(root, lines), signal);
      if (written === null) report(notRecorded, new Error(signal.aborted ? 'the search was stopped' : 'another Latent is writing to the library'));
    } catch (error) {
      if (!isSystemError(error)) throw error;
      report(notRecorded, error);
    }
  }
}

async function* keptFiles(repository: Pick<PictureStore, 'keptFiles'>): AsyncGenerator<readonly KeptFile[]> {
  let after = 0;
  for (;;) {
    const page = await repository.keptFiles(after, pageSize);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = last.id;
  }
}

async function inParts<T>(items: readonly T[], together: number, run: (item: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += together) await Promise.all(items.slice(at, at + together).map(run));
}

/** The folders that can be reached, except those inside another one, and the folders that cannot. */
async function reachable(roots: readonly string[]): Promise<readonly [readonly string[], readonly string[]]> {
  const states = await Promise.all(roots.map(async (root) => ({ root, there: (await stat(root).catch(() => null))?.isDirectory() ?? false })));
  const there = states.filter((state) => state.there).map(({ root }) => root);
  const isInside = (root: string, outer: string): boolean => root !== outer && root.startsWith(outer.endsWith(path.sep) ? outer : outer + path.sep);
  return [there.filter((root) => !there.some((outer) => isInside(root, outer))), states.filter((state) => !state.there).map(({ root }) => root)];
}
