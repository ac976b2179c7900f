import { randomUUID } from 'node:crypto';
import { AppFailure } from '../../../shared/errors.ts';
import type { ImportProgress, Imports, SkippedFile } from '../../../shared/library/import.ts';
import type { ImageId } from '../../../shared/task.ts';
import type { LibraryJournal } from '../library/library-journal.ts';
import type { UndoLog } from '../undo/undo-log.ts';
import type { Clock } from '../util/clock.ts';
import { createSequencer } from '../util/sequencer.ts';
import { createThrottle } from '../util/throttle.ts';
import { ImportStopped } from './import-errors.ts';
import { noProgress, recordedFigures, skippedFiles, withFiles } from './import-progress.ts';
import { runImport, type ImportEvents, type ImportRunDeps } from './import-run.ts';
import type { ImportStore, StoredImport } from './import-store.ts';
import { sourcesOf } from './import-walk.ts';
import { undoImport, type UndoDeps } from './undo-import.ts';

/** Runs one import at a time. Every call waits for `start`, and is recorded in the database when its promise resolves. */
export interface Importer {
  /** Imports these files and folders, or adds them to the import under way. Ignores paths that are relative, do not exist, or are files of the library. */
  begin(paths: readonly string[]): Promise<{ readonly begun: boolean }>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Pictures that were added stay. */
  cancel(): Promise<void>;
  undo(): Promise<void>;
  /** Removes the summary. */
  dismiss(): Promise<void>;
  skipped(): Promise<readonly SkippedFile[]>;
  state(): Imports;
  /** A rescan took in pictures that a person put into a library folder. */
  foundByHand(pictures: number): void;
  /** Continues the import that an earlier run of the app left. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export interface ImporterDeps extends ImportRunDeps, UndoDeps {
  readonly clock: Clock;
  readonly journal: Pick<LibraryJournal, 'recordAll' | 'recordRemoved'>;
  readonly repository: ImportRunDeps['repository'] & UndoDeps['repository'] & ImportStore;
  readonly undoLog: Pick<UndoLog, 'record'>;
  readonly changed: (state: Imports) => void;
  /** These pictures were added. */
  readonly kept: (imageIds: readonly ImageId[]) => void;
  /** These pictures were removed, and their ids are invalid. */
  readonly gone: (imageIds: readonly ImageId[]) => void;
  /** The import may have brought files that older pictures miss. */
  readonly restored: () => void;
  readonly failed: (message: string, error: unknown) => void;
}

/** Milliseconds between two reports of progress, and between two rounds. A round makes the window open its view again. */
const progressInterval = 100;
const roundEvery = 1_500;

export function createImporter(deps: ImporterDeps): Importer {
  const { clock, repository, undoLog } = deps;
  const sequencer = createSequencer();
  const inOrder = <T>(call: () => Promise<T>): Promise<T> => sequencer.run('import', call);
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
    progress = { ...(progress ?? noProgress), ...change };
    progressThrottle.soon(progressInterval);
  };
  const save = async (next: StoredImport): Promise<void> => {
    await repository.saveImport(next);
    stored = next;
  };
  const abort = (): void => {
    underWay?.stop.abort();
    // The current file may be large, or on a disk that no longer answers.
    void deps.thread.stop();
  };
  /** Stops the work under way, and waits until it has stopped. */
  const halt = async (): Promise<void> => {
    abort();
    await underWay?.ended;
  };

  const isAtWork = (): boolean => underWay !== null && !underWay.stop.signal.aborted;

  const pauseAfter = (error: unknown): void => {
    const stopped = error instanceof ImportStopped ? { why: error.why, subject: error.subject } : null;
    if (stopped === null) deps.failed('the import stopped', error);
    put({ phase: 'paused', name: '', trouble: stopped ?? { why: 'failed', subject: '' } });
  };

  const inBackground = (work: (signal: AbortSignal) => Promise<void>): void => {
    // The import is recorded, and the next start continues it.
    if (closed) return;
    const stop = new AbortController();
    const untilEnd = async (): Promise<void> => {
      try {
        await work(stop.signal);
      } catch (error) {
        if (!stop.signal.aborted) pauseAfter(error);
        stop.abort();
      }
      await deps.thread.stop();
      if (underWay?.stop === stop) underWay = null;
      rounds.now();
    };
    underWay = { stop, ended: Promise.resolve().then(untilEnd) };
  };

  /** `continues`: an earlier run of this import may have been killed before it reported `restored`. */
  const run = (what: StoredImport, continues: boolean): void =>
    inBackground(async (signal) => {
      for (let after: string | null = ''; after !== null; ) after = await repository.forgetPassing(what.id, after);
      put({ ...noProgress, ...(await recordedFigures(repository, what.id)), phase: 'counting' });
      let restored = continues;
      const events: ImportEvents = {
        counted: (files, bytes, all) => put({ files, bytes, ...(all ? { phase: 'running' } : {}) }),
        at: (name) => put({ name }),
        done(files, imageIds) {
          put(withFiles(progress ?? noProgress, files));
          if (imageIds.length === 0) return;
          deps.kept(imageIds);
          rounds.soon(roundEvery);
        },
        restored() {
          restored = true;
        },
      };
      // The search for missing files reads the whole library, so it runs once, at the end.
      await runImport(what, deps, events, signal).finally(() => restored && deps.restored());
      await save({ ...what, state: 'ended' });
      put(await ended(what));
    });

  const runUndo = (what: StoredImport): void =>
    inBackground(async (signal) => {
      let undone = { removed: 0, trashed: 0 };
      put({ ...noProgress, ...(await recordedFigures(repository, what.id)), phase: 'undoing', undone });
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

  const undo = async (): Promise<void> => {
    const what = inState('ended', 'cancelled');
    await save({ ...what, state: 'undoing' });
    runUndo({ ...what, state: 'undoing' });
  };

  /** What is shown of an import that has ended. Until its summary is closed, it can be undone. */
  const ended = async ({ id }: StoredImport): Promise<Partial<ImportProgress>> => {
    const figures = await recordedFigures(repository, id);
    const isLatest = (): boolean => stored?.id === id && (stored.state === 'ended' || stored.state === 'cancelled');
    const token = figures.counts.added === 0 ? null : undoLog.record({
      undo: () => inOrder(async () => (isLatest() ? (await undo(), { came: 'done', count: 1, left: 0, kept: 0 }) : { came: 'nothing', why: 'gone' })),
      redo: () => Promise.resolve({ came: 'nothing', why: 'gone' }),
      stays: true,
    });
    return { ...figures, phase: 'ended', name: '', token };
  };

  /** The import, if it is in one of these states. Otherwise throws AppFailure. */
  const inState = (...states: readonly StoredImport['state'][]): StoredImport => {
    if (stored !== null && states.includes(stored.state)) return stored;
    if (stored?.state === 'undoing') throw new AppFailure('import-undoing');
    throw new AppFailure(stored?.state === 'running' || stored?.state === 'paused' ? 'import-under-way' : 'import-ended');
  };

  // The first in order: other calls wait until the import of an earlier run is known, so that it is not started twice.
  const started = inOrder(async () => {
    await startAsked.promise;
    if (closed) return;
    stored = await repository.latestImport();
    if (stored === null) return;
    if (stored.state === 'running') run(stored, true);
    else if (stored.state === 'undoing') runUndo(stored);
    else if (stored.state === 'paused') put({ ...noProgress, ...(await recordedFigures(repository, stored.id)), phase: 'paused' });
    else if (stored.state !== 'undone') put({ ...noProgress, ...(await ended(stored)), cancelled: stored.state === 'cancelled', earlier: true });
  });

  return {
    begin: (paths) =>
      inOrder(async () => {
        const sources = await sourcesOf(paths, deps.avoid());
        if (sources.length === 0) return { begun: false };
        if (stored?.state === 'undoing') throw new AppFailure('import-undoing');
        await halt();
        const current = stored?.state === 'running' || stored?.state === 'paused' ? stored : null;
        if (current === null && stored !== null) await save({ ...stored, state: 'read' });
        const next: StoredImport = current
          ? { ...current, state: 'running', sources: [...new Set([...current.sources, ...sources])] }
          : { id: randomUUID(), sources, begunAt: clock.now(), state: 'running' };
        await save(next);
        // At once: who waits for the import must not see the summary of the one before.
        put({ ...(current === null && noProgress), phase: 'counting', trouble: null });
        run(next, current !== null);
        return { begun: true };
      }),
    pause: () =>
      inOrder(async () => {
        const what = inState('running', 'paused');
        await halt();
        // It ended meanwhile, or was paused before.
        if (stored?.state !== 'running') return;
        await save({ ...what, state: 'paused' });
        put({ phase: 'paused', trouble: null, name: '' });
      }),
    resume: () =>
      inOrder(async () => {
        if (isAtWork() && stored?.state !== 'ended' && stored?.state !== 'undone') return;
        // Work that has just failed or ended may still wait for its thread.
        await halt();
        if (stored?.state === 'undoing') return runUndo(stored);
        const what = inState('paused', 'running');
        await save({ ...what, state: 'running' });
        run({ ...what, state: 'running' }, true);
      }),
    cancel: () =>
      inOrder(async () => {
        const what = inState('running', 'paused');
        await halt();
        if (stored?.state === 'ended') return;
        await save({ ...what, state: 'cancelled' });
        put({ ...(await ended(what)), cancelled: true, trouble: null });
      }),
    undo: () => inOrder(undo),
    dismiss: () =>
      inOrder(async () => {
        await save({ ...inState('ended', 'cancelled', 'undone'), state: 'read' });
        stored = null;
        progress = null;
        progressThrottle.now();
      }),
    skipped: async () => (stored === null ? [] : skippedFiles(repository, stored.id)),
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
      // The call under way may itself wait for the import.
      abort();
      await inOrder(halt);
      progressThrottle.stop();
      rounds.stop();
      await deps.thread.close();
    },
  };
}
