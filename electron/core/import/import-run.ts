import type { ImageId } from '../../../shared/task.ts';
import type { LibraryFolders } from '../library/library-folders.ts';
import { createTakenNames } from '../file-worker/taken-names.ts';
import type { LibraryLease } from '../library/library-lease.ts';
import { classifyFile, skipped, titleOf, type Classified, type ClassifyDeps } from './classify-file.ts';
import { copyIntoLibrary, type CopyDeps } from './copy-into-library.ts';
import { createSourceCheck, ImportStopped, inLibrary, reasonOf } from './import-errors.ts';
import type { ImportedFile, ImportStore, LookedAtFile, StoredImport } from './import-store.ts';
import { walkSources, type Walked } from './import-walk.ts';

export interface ImportRunDeps extends Pick<CopyDeps, 'clock' | 'thread' | 'journal' | 'accountId'> {
  readonly folders: Pick<LibraryFolders, 'root' | 'roots' | 'locate'>;
  /** Nothing is imported from these folders: all library folders, and the app's own. */
  readonly avoid: () => readonly string[];
  readonly lease: Pick<LibraryLease, 'during'>;
  readonly repository: CopyDeps['repository'] & Pick<ImportStore, 'saveImported' | 'importedAlready'> & ClassifyDeps['repository'];
}

export interface ImportEvents {
  /** Files found so far; `all`: there are no more. */
  counted(files: number, bytes: number, all: boolean): void;
  /** The current file. */
  at(name: string): void;
  /** These files are recorded, with the pictures that they became. */
  done(files: readonly ImportedFile[], imageIds: readonly ImageId[]): void;
  /** Added content whose older pictures miss their files. */
  restored(): void;
}

/** Files recorded together: few enough that a pause comes soon and another Latent waits little for the library. */
const together = 16;
const bytesTogether = 64 * 1024 * 1024;

/**
 * Adds the files that an import has not handled yet, each in the order file, journal, row. The row and the outcome of the original are written in
 * one transaction, so a run can be stopped at any moment and repeated. Rejects with ImportStopped, with the signal's reason, or with AppFailure.
 */
export async function runImport({ id, sources }: StoredImport, deps: ImportRunDeps, events: ImportEvents, signal: AbortSignal): Promise<void> {
  const { repository, folders, lease } = deps;
  const checkSource = await createSourceCheck(sources);
  const forOne = { ...deps, importId: id, checkSource, signal, at: events.at, taken: createTakenNames(deps.thread) };
  const walk = (): AsyncGenerator<Walked> => walkSources(sources, deps.avoid());

  const record = async (classified: readonly Classified[]): Promise<void> => {
    const pictures = classified.flatMap((one) => (one.kind === 'new' ? [one.picture] : []));
    const done = classified.flatMap((one) => (one.kind === 'done' ? [one.done] : []));
    let failure: unknown = null;
    if (pictures.length > 0) {
      const root = folders.root();
      const copied = await lease.during(root, () => copyIntoLibrary(pictures, root, forOne), signal).catch(inLibrary(root));
      if (copied === null) {
        signal.throwIfAborted();
        throw new ImportStopped('library-in-use', root);
      }
      done.push(...copied.value.done);
      failure = copied.value.error;
    }
    if (done.length > 0) events.done(done, await repository.saveImported(id, done));
    if (classified.some(({ restores }) => restores)) events.restored();
    if (failure !== null) throw failure;
  };

  const takeGroup = async (group: readonly Walked[]): Promise<void> => {
    const already = new Set(await repository.importedAlready(id, group.map(lookedAt)));
    let classified: Classified[] = [];
    for (const one of group) {
      signal.throwIfAborted();
      const looked = lookedAt(one);
      if (already.has(looked.path)) continue;
      if (one.kind === 'trouble') await checkSource(one.source);
      if (one.kind !== 'file') {
        classified.push(skipped(looked, one.kind === 'trouble' ? reasonOf(one.code) : one.why));
        continue;
      }
      const { file, source } = one;
      // It may have the content of an earlier file of this group, so that file is recorded first.
      if (classified.some((other) => other.kind === 'new' && other.picture.looked.bytes === file.bytes)) {
        await record(classified);
        classified = [];
      }
      events.at(titleOf(file));
      classified.push(await classifyFile(file, source, forOne));
    }
    await record(classified);
  };

  await count(walk(), events, signal);
  for await (const group of groups(walk())) await takeGroup(group);
}

/** Of anything but a file, only the path is known. */
function lookedAt(one: Walked): LookedAtFile {
  return one.kind === 'file' ? one.file : { path: one.path, bytes: 0, modifiedAt: 0 };
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
