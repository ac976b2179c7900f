import type { ImageId } from '../../../shared/task.ts';
import type { LibrarySearch, LookProgress, LookResult } from '../../../shared/library-search.ts';
import type { Clock } from '../util/clock.ts';

export interface MissingSearch {
  /** Reports pictures whose files are missing. Starts a search soon, unless they were searched for a short while ago. */
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
/** Milliseconds after which a picture that was not found may start another search. */
const vainFor = 600_000;

export function createMissingSearch({ clock, find, changed, failed }: MissingSearchDeps): MissingSearch {
  const stop = new AbortController();
  let state: LibrarySearch = { looking: null, rounds: 0, last: null };
  let running: Promise<void> | null = null;
  let again = false;
  let cancelWaiting: (() => void) | null = null;
  let pauseUntil = Number.NEGATIVE_INFINITY;
  let lastEnd = Number.NEGATIVE_INFINITY;
  /** Reported since the latest search began, and before it. */
  let missed = new Set<ImageId>();
  let inVain = new Set<ImageId>();

  const put = (change: Partial<LibrarySearch>): void => {
    state = { ...state, ...change };
    changed(state);
  };

  const search = async (): Promise<void> => {
    const begun = clock.monotonic();
    const sought = missed;
    missed = new Set();
    let last: LibrarySearch['last'];
    try {
      last = await find((looking) => put({ looking }), stop.signal);
    } catch (error) {
      if (stop.signal.aborted) return;
      failed(error);
      last = 'failed';
    }
    lastEnd = clock.monotonic();
    pauseUntil = lastEnd + Math.max(shortestPause, pausePerLength * (lastEnd - begun));
    inVain = new Set([...inVain, ...sought]);
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
      if (clock.monotonic() - lastEnd > vainFor) inVain.clear();
      const fresh = ids.filter((id) => !inVain.has(id));
      if (fresh.length === 0) return;
      for (const id of fresh) missed.add(id);
      // The search under way looks for all missing pictures. Those that it does not find are reported again.
      if (running !== null) return;
      cancelWaiting ??= clock.after(Math.max(0, pauseUntil - clock.monotonic()), run);
    },
    look() {
      inVain.clear();
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
