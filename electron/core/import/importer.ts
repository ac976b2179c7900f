import { randomUUID } from 'node:crypto';
import { AppFailure } from '../../../shared/errors.ts';
import { nothingCounted, type ImportProgress, type Imports, type SkippedFile } from '../../../shared/library/import.ts';
import type { ImageId } from '../../../shared/task.ts';
import { createSequencer } from '../util/sequencer.ts';
import type { LibraryJournal } from '../library/library-journal.ts';
import type { Clock } from '../util/clock.ts';
import type { CountedFiles, ImportStore, StoredImport } from './import-store.ts';
import { hasRestored } from './has-restored.ts';
import { countedTogether, nothingYet, withDone } from './import-progress.ts';
import { runImport, type ImportEvents, type ImportRunDeps } from './import-run.ts';
import { ImportStopped } from './import-trouble.ts';
import { realSources } from './import-walk.ts';
import { createThrottle } from '../util/throttle.ts';
import { undoImport, type UndoDeps } from './undo-import.ts';

/** One import at a time, as a person steers it. What is asked for waits for `start`, and is on disk when the promise resolves. */
export interface Importer {
  /** Starts an import of these files and folders, or adds them to the one under way. Ignores paths that are relative or do not exist. */
  begin(paths: readonly string[]): Promise<{ readonly begun: boolean }>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** What is in the library by then stays. */
  cancel(): Promise<void>;
  undo(): Promise<void>;
  /** The summary was read. */
  dismiss(): Promise<void>;
  skipped(): Promise<readonly SkippedFile[]>;
  state(): Imports;
  /** Pictures were taken in that a person had put into a library folder. */
  foundByHand(pictures: number): void;
  /** Goes on with what an earlier run of the app left. After `close` nothing is begun any more. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export interface ImporterDeps extends ImportRunDeps, UndoDeps {
  readonly clock: Clock;
  readonly folders: UndoDeps['folders'];
  readonly journal: Pick<LibraryJournal, 'recordAll' | 'recordRemoved'>;
  readonly repository: ImportRunDeps['repository'] & UndoDeps['repository'] & ImportStore;
  readonly changed: (state: Imports) => void;
  /** Pictures are in the library that were not. */
  readonly kept: (imageIds: readonly ImageId[]) => void;
  /** Pictures are in the library no more, and their ids mean nothing. */
  readonly gone: (imageIds: readonly ImageId[]) => void;
  /** Older pictures miss files that an import has brought. */
  readonly restored: () => void;
  readonly failed: (message: string, error: unknown) => void;
}

/** Milliseconds between two words of progress, and between two rounds: each makes a window open its view anew. */
const progressInterval = 100;
const roundEvery = 1_500;
/** Files of a summary that are told one by one. */
const mostSkipped = 2_000;

export function createImporter(deps: ImporterDeps): Importer {
  const { clock, repository } = deps;
  const sequencer = createSequencer();
  const inOrder = <T>(run: () => Promise<T>): Promise<T> => sequencer.run('import', run);
  let closed = false;
  const startAsked = Promise.withResolvers<void>();
  let stored: StoredImport | null = null;
  let progress: ImportProgress | null = null;
  let round = 0;
  let byHand = 0;
  let underWay: { readonly stop: AbortController; readonly ended: Promise<void> } | null = null;

  const state = (): Imports => ({ latest: progress, round, byHand });
  const progressThrottle = createThrottle(clock, () => deps.changed(state()));
  const rounds = createThrottle(clock, () => {
    round += 1;
    deps.changed(state());
  });
  const put = (change: Partial<ImportProgress>): void => {
    progress = { ...(progress ?? nothingYet), ...change };
    progressThrottle.soon(progressInterval);
  };
  const save = async (next: StoredImport): Promise<void> => {
    await repository.saveImport(next);
    stored = next;
  };
  const abort = (): void => {
    underWay?.stop.abort();
    // The file in hand may be a large one on a slow disk, or on one that answers no more.
    void deps.thread.rest();
  };
  /** Stops the work under way, and waits until it has stopped. */
  const halt = async (): Promise<void> => {
    abort();
    await underWay?.ended;
  };
  const summary = async (id: string): Promise<Pick<ImportProgress, 'counts' | 'filesDone' | 'bytesDone'>> => {
    let [counts, bytesDone] = [nothingCounted, 0];
    for (let after: string | null = ''; after !== null; ) {
      const { bytes, last, ...some }: CountedFiles = await repository.importCounts(id, after);
      counts = countedTogether(counts, some);
      bytesDone += bytes;
      after = last;
    }
    return { counts, filesDone: Object.values(counts).reduce((sum, count) => sum + count, 0), bytesDone };
  };

  const troubled = (error: unknown): void => {
    const stopped = error instanceof ImportStopped ? { why: error.why, subject: error.subject } : null;
    if (stopped === null) deps.failed('the import stopped', error);
    put({ phase: 'paused', name: '', trouble: stopped ?? { why: 'failed', subject: '' } });
  };

  const begun = (work: (signal: AbortSignal) => Promise<void>): void => {
    // The import is on disk, and the next start continues it.
    if (closed) return;
    const stop = new AbortController();
    const toItsEnd = async (): Promise<void> => {
      try {
        await work(stop.signal);
      } catch (error) {
        if (!stop.signal.aborted) troubled(error);
      }
      await deps.thread.rest();
      if (underWay?.stop === stop) underWay = null;
      rounds.now();
    };
    underWay = { stop, ended: Promise.resolve().then(toItsEnd) };
  };

  const run = (what: StoredImport): void =>
    begun(async (signal) => {
      for (let after: string | null = ''; after !== null; ) after = await repository.forgetPassing(what.id, after);
      put({ ...nothingYet, ...(await summary(what.id)), phase: 'counting' });
      let restored = false;
      const events: ImportEvents = {
        counted: (files, bytes, all) => put({ files, bytes, ...(all ? { phase: 'running' } : {}) }),
        at: (name) => put({ name }),
        done(files, imageIds) {
          put(withDone(progress ?? nothingYet, files));
          if (imageIds.length === 0) return;
          deps.kept(imageIds);
          rounds.soon(roundEvery);
        },
        restored() {
          restored = true;
        },
      };
      // A run that was killed did not come to it.
      if (await hasRestored(what.id, deps, signal)) deps.restored();
      // The search goes through all of the library: once for all of them.
      await runImport(what, deps, events, signal).finally(() => restored && deps.restored());
      await save({ ...what, state: 'ended' });
      put({ phase: 'ended', name: '', ...(await summary(what.id)) });
    });

  const takeBack = (what: StoredImport): void =>
    begun(async (signal) => {
      let undone = { removed: 0, trashed: 0 };
      put({ ...nothingYet, ...(await summary(what.id)), phase: 'undoing', undone });
      await undoImport(
        what.id,
        deps,
        (more, gone) => {
          deps.gone(gone);
          undone = { removed: undone.removed + more.removed, trashed: undone.trashed + more.trashed };
          put({ undone });
          rounds.soon(roundEvery);
        },
        signal,
      );
      await save({ ...what, state: 'undone' });
      put({ phase: 'undone' });
    });

  /** The import, if it is in one of these states; else what was asked for means nothing. */
  const inState = (...states: readonly StoredImport['state'][]): StoredImport => {
    if (stored !== null && states.includes(stored.state)) return stored;
    if (stored?.state === 'undoing') throw new AppFailure('import-undoing');
    throw new AppFailure(stored?.state === 'running' || stored?.state === 'paused' ? 'import-under-way' : 'import-ended');
  };

  // The first turn: whatever a person asks for waits until it is known what an earlier run left, lest that be begun a second time.
  const started = inOrder(async () => {
    await startAsked.promise;
    if (closed) return;
    stored = await repository.latestImport();
    if (stored === null) return;
    if (stored.state === 'running') run(stored);
    else if (stored.state === 'undoing') takeBack(stored);
    else if (stored.state === 'paused') put({ ...nothingYet, ...(await summary(stored.id)), phase: 'paused' });
    else put({ ...nothingYet, ...(await summary(stored.id)), phase: stored.state === 'undone' ? 'undone' : 'ended', cancelled: stored.state === 'cancelled' });
  });

  return {
    begin: (paths) =>
      inOrder(async () => {
        const sources = await realSources(paths);
        if (sources.length === 0) return { begun: false };
        if (stored?.state === 'undoing') throw new AppFailure('import-undoing');
        await halt();
        const goesOn = stored?.state === 'running' || stored?.state === 'paused' ? stored : null;
        if (goesOn === null && stored !== null) await save({ ...stored, state: 'read' });
        const next: StoredImport = goesOn
          ? { ...goesOn, state: 'running', sources: [...new Set([...goesOn.sources, ...sources])] }
          : { id: randomUUID(), sources, begunAt: clock.now(), state: 'running' };
        await save(next);
        run(next);
        return { begun: true };
      }),
    pause: () =>
      inOrder(async () => {
        const what = inState('running', 'paused');
        await halt();
        // It came to its end at this very moment, or was paused before.
        if (stored?.state !== 'running') return;
        await save({ ...what, state: 'paused' });
        put({ phase: 'paused', trouble: null, name: '' });
      }),
    resume: () =>
      inOrder(async () => {
        if (stored?.state === 'undoing' && underWay === null) return takeBack(stored);
        const what = inState('paused', 'running');
        if (underWay !== null) return;
        await save({ ...what, state: 'running' });
        run({ ...what, state: 'running' });
      }),
    cancel: () =>
      inOrder(async () => {
        const what = inState('running', 'paused');
        await halt();
        if (stored?.state === 'ended') return;
        await save({ ...what, state: 'cancelled' });
        put({ ...(await summary(what.id)), phase: 'ended', cancelled: true, trouble: null, name: '' });
      }),
    undo: () =>
      inOrder(async () => {
        const what = inState('ended', 'cancelled');
        await save({ ...what, state: 'undoing' });
        takeBack({ ...what, state: 'undoing' });
      }),
    dismiss: () =>
      inOrder(async () => {
        await save({ ...inState('ended', 'cancelled', 'undone'), state: 'read' });
        stored = null;
        progress = null;
        progressThrottle.now();
      }),
    skipped: async () => (stored === null ? [] : repository.skippedFiles(stored.id, '', mostSkipped)),
    state,
    foundByHand(pictures) {
      byHand += pictures;
      rounds.now();
    },
    start() {
      startAsked.resolve();
      return started;
    },
    async close() {
      closed = true;
      startAsked.resolve();
      // Whoever has the turn may itself wait for what is under way.
      abort();
      await inOrder(halt);
      progressThrottle.stop();
      rounds.stop();
      await deps.thread.close();
    },
  };
}
