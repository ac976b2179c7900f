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
  /** Library folders, the one in force first. */
  readonly roots: () => readonly string[];
  readonly repository: Pick<PictureStore, 'keptFiles' | 'moveFiles' | 'describe'> & Pick<AccountStore, 'accounts'>;
  readonly lease: Pick<LibraryLease, 'during'>;
  readonly journal: Pick<LibraryJournal, 'recordAll'>;
  /** Hears of what did not keep the search from its end. */
  readonly report: (message: string, error: unknown) => void;
}

interface Found {
  readonly picture: MissingPicture;
  readonly at: WalkedFile;
}

/** Rows read at once, files located side by side, files hashed side by side, and found files written down together. */
const pageSize = 2_000;
const locatedTogether = 64;
const hashedTogether = 2;
const savedTogether = 200;
/** Files between two words of progress. */
const tellEvery = 250;

/**
 * Looks for the files of kept pictures that are not where their rows say, by content: of the files in the library folders, those
 * as long as a missing one are hashed, and one with its sha256 is taken as its file, whatever its name. A file that is another
 * picture's already is taken only when there is no other with that content. Journal first, then row; the files themselves are only
 * read. Rejects with AppFailure when the database fails, and with the signal's reason.
 */
export async function findMissingPictures(deps: FindMissingDeps, tell: (progress: LookProgress) => void, signal: AbortSignal): Promise<LookResult> {
  const { repository, folders } = deps;
  const accounts = await repository.accounts();
  const [roots, unreachable] = await reachable(deps.roots());
  const missing = createMissingIndex(repository);
  let [pictures, checked, found, unreadable] = [0, 0, 0, 0];

  const progress = (): void => tell({ checked, found });
  const step = (): void => {
    signal.throwIfAborted();
    checked += 1;
    if (checked % tellEvery === 0) progress();
  };

  progress();
  for await (const page of keptFiles(repository)) {
    pictures += page.length;
    await inParts(page, locatedTogether, async (file) => {
      step();
      if ((await folders.locate(file)) === null) missing.add(file.id, file.bytes);
    });
  }
  const missed = missing.size;
  if (missed === 0 || roots.length === 0) return { pictures, found, missing: missed, unreadable, unreachable };

  // What is another picture's: of all kept files only those as long as a missing one can ever be asked about.
  const owned = new Set<string>();
  for await (const page of keptFiles(repository)) {
    await inParts(page.filter(({ bytes }) => missing.hasLength(bytes)), locatedTogether, async (file) => {
      signal.throwIfAborted();
      const located = await folders.locate(file);
      if (located !== null) owned.add(located.path);
    });
  }

  const unsaved: Found[] = [];
  const save = async (): Promise<void> => {
    const batch = unsaved.splice(0);
    if (batch.length === 0) return;
    await record(batch, accounts, deps, signal);
    await repository.moveFiles(batch.map(({ picture, at }) => ({ id: picture.id, from: picture.file.path, to: at.path })));
    found += batch.length;
    progress();
  };
  const shared: { readonly at: WalkedFile; readonly sha256: string | null }[] = [];
  const hash = (file: WalkedFile): Promise<string | null> =>
    sha256Of(path.join(file.root, file.path), signal).catch((error: unknown) => {
      if (!isSystemError(error)) throw error;
      unreadable += 1;
      return null;
    });
  const match = async (file: WalkedFile): Promise<void> => {
    const sha256 = await hash(file);
    const taken = sha256 === null ? null : await missing.take(file.bytes, sha256, file.path);
    if (taken === null) return;
    unsaved.push({ picture: taken.picture, at: file });
    if (taken.more) shared.push({ at: file, sha256 });
    if (unsaved.length >= savedTogether) await save();
  };

  const underWay = new Set<Promise<void>>();
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
        if (underWay.size >= hashedTogether) await Promise.race(underWay);
        const matching = match(file).finally(() => underWay.delete(matching));
        underWay.add(matching);
        // Awaited by race or all; a rejection that comes while the next file is looked at is not unhandled.
        matching.catch(() => undefined);
      }
    }
    await Promise.all(underWay);
    await shareAmong(missing, shared, hash, unsaved, signal);
  } finally {
    await Promise.allSettled(underWay);
    // What was found before the search broke off is not looked for again.
    await save();
  }
  return { pictures, found, missing: missing.size, unreadable, unreachable };
}

/** Pictures with one content whose files were more than are left point to the same file. */
async function shareAmong(
  missing: MissingIndex,
  shared: readonly { readonly at: WalkedFile; readonly sha256: string | null }[],
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

const notTold = 'the journal could not be told where files are now';

/** A journal that cannot be written keeps nothing back: its older line has every field, and the content is found again. */
async function record(batch: readonly Found[], accounts: readonly StoredAccount[], { lease, journal, report }: FindMissingDeps, signal: AbortSignal): Promise<void> {
  for (const root of new Set(batch.map(({ at }) => at.root))) {
    const lines = batch.flatMap(({ picture: { task, index, file }, at }) => {
      const account = accounts.find(({ id }) => id === task.accountId);
      return at.root === root && account !== undefined ? [{ task, index, file: { ...file, path: at.path }, account }] : [];
    });
    try {
      const written = await lease.during(root, () => journal.recordAll(root, lines), signal);
      if (written === null) report(notTold, new Error(signal.aborted ? 'the search was stopped' : 'another Latent is writing to the library'));
    } catch (error) {
      if (!isSystemError(error)) throw error;
      report(notTold, error);
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

/** Folders that are there, without those inside another one of them, and folders that are not. */
async function reachable(roots: readonly string[]): Promise<readonly [readonly string[], readonly string[]]> {
  const states = await Promise.all(roots.map(async (root) => ({ root, there: (await stat(root).catch(() => null))?.isDirectory() ?? false })));
  const there = states.filter((state) => state.there).map(({ root }) => root);
  const isInside = (root: string, outer: string): boolean => root !== outer && root.startsWith(outer.endsWith(path.sep) ? outer : outer + path.sep);
  return [there.filter((root) => !there.some((outer) => isInside(root, outer))), states.filter((state) => !state.there).map(({ root }) => root)];
}
