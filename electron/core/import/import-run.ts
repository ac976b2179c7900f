import type { ImageId } from '../../../shared/task.ts';
import type { Library, LibraryFolders } from '../library/library-folders.ts';
import type { LibraryLease } from '../library/library-lease.ts';
import type { ImportedFile, ImportStore, StoredImport } from './import-store.ts';
import type { AccountStore } from '../accounts/account-store.ts';
import type { PictureStore } from '../library/picture-store.ts';
import { bringIn, type BringInDeps } from './bring-in.ts';
import { createSourceCheck, ImportStopped, inLibrary, reasonOf } from './import-trouble.ts';
import { walkSources, type Walked } from './import-walk.ts';
import { judgeFile, leftOut, titleOf, type Judged } from './judge-file.ts';

export interface ImportRunDeps extends Pick<BringInDeps, 'clock' | 'thread' | 'journal' | 'accountId'> {
  readonly library: Pick<Library, 'root'>;
  readonly folders: Pick<LibraryFolders, 'roots' | 'locate'>;
  /** Folders that nothing is imported from: every library folder, and the app's own. */
  readonly avoid: () => readonly string[];
  readonly lease: Pick<LibraryLease, 'during'>;
  readonly repository: AccountStore & ImportStore & PictureStore;
}

/** Hears how a run goes on. */
export interface ImportEvents {
  /** Files found so far; `all`: there are no more. */
  counted(files: number, bytes: number, all: boolean): void;
  /** The file that is looked at now. */
  at(name: string): void;
  /** Written down, with the pictures that came of them. */
  done(files: readonly ImportedFile[], imageIds: readonly ImageId[]): void;
  /** Pictures came in whose content older ones have, and miss the files of: these may have those. */
  restored(): void;
}

/** Files that are written down together: few enough that a pause comes soon and another Latent's pictures wait little. */
const together = 16;
const bytesTogether = 64 * 1024 * 1024;

/**
 * Brings in what an import is not done with yet: file, journal, row, as a download does, and with the row what became of the original, in one
 * transaction. So it may be ended at any moment and begun anew. Resolves at its end; rejects with ImportStopped, with the signal's reason, or
 * with AppFailure when the database fails.
 */
export async function runImport({ id, sources }: StoredImport, deps: ImportRunDeps, events: ImportEvents, signal: AbortSignal): Promise<void> {
  const { repository, library, lease } = deps;
  const isThere = await createSourceCheck(sources);
  const forOne = { ...deps, importId: id, isThere, signal, at: events.at };
  const walk = (): AsyncGenerator<Walked> => walkSources(sources, deps.avoid());

  const settle = async (judged: readonly Judged[]): Promise<void> => {
    const fresh = judged.flatMap((one) => (one.kind === 'fresh' ? [one.fresh] : []));
    const done = judged.flatMap((one) => (one.kind === 'settled' ? [one.done] : []));
    let stopped: unknown = null;
    if (fresh.length > 0) {
      const root = library.root();
      const brought = await lease.during(root, () => bringIn(fresh, root, forOne), signal).catch(inLibrary(root));
      if (brought === null) {
        signal.throwIfAborted();
        throw new ImportStopped('library-in-use', root);
      }
      done.push(...brought.value.done);
      stopped = brought.value.stopped;
    }
    if (done.length > 0) events.done(done, await repository.saveImported(id, done));
    if (judged.some(({ restores }) => restores)) events.restored();
    if (stopped !== null) throw stopped;
  };

  const takeGroup = async (group: readonly Walked[]): Promise<void> => {
    const already = new Set(await repository.importedAlready(id, group.flatMap((one) => (one.kind === 'file' ? [one.file] : []))));
    let judged: Judged[] = [];
    for (const one of group) {
      signal.throwIfAborted();
      if (one.kind === 'trouble') {
        await isThere(one.source);
        judged.push(leftOut({ path: one.path, bytes: 0, modifiedAt: 0 }, reasonOf(one.code)));
        continue;
      }
      const { file, source } = one;
      if (already.has(file.path)) continue;
      // It may have the content of one before it, and is judged once that one is in the library.
      if (judged.some((other) => other.kind === 'fresh' && other.fresh.looked.bytes === file.bytes)) {
        await settle(judged);
        judged = [];
      }
      events.at(titleOf(file));
      judged.push(await judgeFile(file, source, forOne));
    }
    await settle(judged);
  };

  await count(walk(), events, signal);
  for await (const group of groups(walk())) await takeGroup(group);
}

async function count(walk: AsyncGenerator<Walked>, events: ImportEvents, signal: AbortSignal): Promise<void> {
  let [files, bytes] = [0, 0];
  for await (const one of walk) {
    signal.throwIfAborted();
    files += 1;
    if (one.kind === 'file') bytes += one.file.bytes;
    events.counted(files, bytes, false);
  }
  events.counted(files, bytes, true);
}

async function* groups(walk: AsyncGenerator<Walked>): AsyncGenerator<readonly Walked[]> {
  let group: Walked[] = [];
  let bytes = 0;
  for await (const one of walk) {
    group.push(one);
    bytes += one.kind === 'file' ? one.file.bytes : 0;
    if (group.length < together && bytes < bytesTogether) continue;
    yield group;
    group = [];
    bytes = 0;
  }
  if (group.length > 0) yield group;
}
