import type { ImageId } from '../../../shared/task.ts';
import type { LibrarySearch, LookProgress, LookResult } from '../../../shared/library/missing-pictures.ts';
import type { Clock } from '../util/clock.ts';

export interface MissingSearch {
  /** Reports pictures whose files are missing. Starts a search soon, but only one for the same pictures. */
  missed(ids: readonly ImageId[]): void;
  /** Searches now, and again after a search that is under way, which may have passed what is new. */
  look(): void;
  state(): LibrarySearch;
  /** Aborts a search under way. */
  close(): Promise<void>;
}

export interface MissingSearchDeps {
  readonly clock: Clock;
  /** One search through all library folders. */
  readonly find: (tell: (progress: LookProgress) => void, signal: AbortSignal) => Promise<LookResult>;
  readonly changed: (state: LibrarySearch) => void;
  readonly failed: (error: unknown) => void;
}

/** Milliseconds between the end of a search and the next automatic one. */
const shortestPause = 60_000;
/** The pause after a search is at least this many times as long as the search. */
const pausePerLength = 10;

export function createMissingSearch({ clock, find, changed, failed }: MissingSearchDeps): MissingSearch {
  const stop = new AbortController();
  let state: LibrarySearch = { looking: null, rounds: 0, last: null };
  let running: Promise<void> | null = null;
  let again = false;
  let cancelWaiting: (() => void) | null = null;
  let pauseUntil = Number.NEGATIVE_INFINITY;
  /** Pictures for which an automatic search was started since the last search that was asked for. */
  const reported = new Set<ImageId>();

  const put = (change: Partial<LibrarySearch>): void => {
    state = { ...state, ...change };
    changed(state);
  };

  const search = async (): Promise<void> => {
    const begun = clock.monotonic();
    let last: LibrarySearch['last'];
    try {
      last = await find((looking) => put({ looking }), stop.signal);
    } catch (error) {
      if (stop.signal.aborted) return;
      failed(error);
      reported.clear();
      last = 'failed';
    }
    const now = clock.monotonic();
    pauseUntil = now + Math.max(shortestPause, pausePerLength * (now - begun));
    put({ looking: null, rounds: state.rounds + 1, last });
  };

  const run = (): void => {
    if (stop.signal.aborted) return;
    cancelWaiting?.();
    cancelWaiting = null;
    if (running !== null) {
      again = true;
      return;
    }
    again = false;
    running = search().finally(() => {
      running = null;
      if (again) run();
    });
  };

  return {
    missed(ids) {
      if (stop.signal.aborted) return;
      const fresh = ids.filter((id) => !reported.has(id));
      // The search under way looks for all missing pictures. Those that it does not find are reported again.
      if (running !== null || fresh.length === 0) return;
      for (const id of fresh) reported.add(id);
      cancelWaiting ??= clock.after(Math.max(0, pauseUntil - clock.monotonic()), run);
    },
    look() {
      reported.clear();
      run();
    },
    state: () => state,
    async close() {
      stop.abort();
      cancelWaiting?.();
      await running;
    },
  };
}
