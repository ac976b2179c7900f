import type { LookProgress, LookResult } from '../../../shared/library/missing-pictures.ts';
import type { KeptFile, PictureStore } from '../library/stores/picture-store.ts';
import type { AccountStore, StoredAccount } from '../accounts/account-store.ts';
import { hashOf } from '../file-worker/copy-file.ts';
import type { FileThread } from '../file-worker/file-thread.ts';
import { isReachable, type LibraryFolders } from '../library/library-folders.ts';
import type { LibraryJournal } from '../library/library-journal.ts';
import type { LibraryLease } from '../library/library-lease.ts';
import { isInside, pathBelow, walkFolder } from '../library/files/walk-folder.ts';
import { isSystemError } from '../util/system-errors.ts';
import { createMissingIndex, type MissingPicture } from './missing-index.ts';

export interface FindMissingDeps {
  readonly folders: Pick<LibraryFolders, 'locate' | 'roots'>;
  readonly repository: Pick<PictureStore, 'keptFiles' | 'moveFiles' | 'describe' | 'unknownFiles'> & Pick<AccountStore, 'accounts'>;
  readonly lease: Pick<LibraryLease, 'during'>;
  readonly journal: Pick<LibraryJournal, 'recordAll'>;
  /** Hashes files. Ends with the search. */
  readonly thread: Pick<FileThread, 'run' | 'stop'>;
  /** Receives errors that do not stop the search. */
  readonly report: (message: string, error: unknown) => void;
}

/** A file in a library folder. */
interface LibraryFile {
  readonly root: string;
  readonly absolute: string;
  /** As rows have it. */
  readonly path: string;
  readonly bytes: number;
}

interface Found {
  readonly picture: MissingPicture;
  readonly at: LibraryFile;
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
  const { repository, folders, thread } = deps;
  const accounts = await repository.accounts();
  const [roots, unreachable] = await reachable(folders.roots());
  const missing = createMissingIndex(repository);
  let [pictures, checked, found, unreadable] = [0, 0, 0, 0];

  const step = (): void => {
    signal.throwIfAborted();
    checked += 1;
    if (checked % reportEvery === 0) show({ checked, found });
  };
  const hash = async (file: LibraryFile): Promise<string | null> => {
    const sha256 = await hashOf(thread, file.absolute, signal);
    if (sha256 === null) unreadable += 1;
    return sha256;
  };
  const unsaved: Found[] = [];
  /** Returns whether other missing pictures have the same content. */
  const takeOne = async (at: LibraryFile, sha256: string | null): Promise<boolean> => {
    const taken = sha256 === null ? null : await missing.take(at.bytes, sha256, at.path);
    if (taken !== null) unsaved.push({ picture: taken.picture, at });
    return taken?.more === true;
  };
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
    for (let at = 0; at < page.length; at += locatedTogether) {
      const part = page.slice(at, at + locatedTogether);
      const located = await Promise.all(part.map((file) => folders.locate(file)));
      part.forEach(({ id, bytes }, index) => {
        step();
        if (located[index] === null) missing.add(id, bytes);
      });
    }
  }
  if (missing.size === 0 || roots.length === 0) return { pictures, found, missing: missing.size, unreadable, unreachable };

  /** Files of other pictures, and those with the content of several missing ones. */
  const shareable: LibraryFile[] = [];
  const endJob = (): void => void thread.stop();
  signal.addEventListener('abort', endJob);
  try {
    for (const root of roots) {
      for await (const entry of walkFolder(root)) {
        if (entry.kind === 'left') continue;
        step();
        if (missing.size === 0) break;
        if (entry.kind === 'trouble') unreadable += 1;
        if (entry.kind === 'trouble' || !missing.hasLength(entry.file.bytes)) continue;
        const { path: absolute, bytes } = entry.file;
        const at = { root, absolute, path: pathBelow(root, absolute), bytes };
        const isFree = (await repository.unknownFiles([at])).length > 0;
        const more = isFree && (await takeOne(at, await hash(at)));
        if (more || !isFree) shareable.push(at);
        if (unsaved.length >= savedTogether) await save();
      }
    }
    // Pictures with the same content share a file if there are fewer files than pictures.
    for (const at of shareable) {
      signal.throwIfAborted();
      const sha256 = missing.hasLength(at.bytes) ? await hash(at) : null;
      while (await takeOne(at, sha256));
    }
  } finally {
    signal.removeEventListener('abort', endJob);
    await thread.stop();
    // Also if the search is aborted, so that these files are not searched for again.
    await save();
  }
  return { pictures, found, missing: missing.size, unreadable, unreachable };
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

/** The folders that can be reached, except those inside another one, and the folders that cannot. */
async function reachable(roots: readonly string[]): Promise<readonly [readonly string[], readonly string[]]> {
  const states = await Promise.all(roots.map(isReachable));
  const there = roots.filter((_, at) => states[at]);
  return [there.filter((root) => !there.some((outer) => root !== outer && isInside(root, outer))), roots.filter((_, at) => !states[at])];
}
