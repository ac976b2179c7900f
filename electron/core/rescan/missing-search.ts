import type { ImageId } from '../../../shared/task.ts';
import type { LibrarySearch, LookProgress, LookResult } from '../../../shared/library-search.ts';
import type { Clock } from '../util/clock.ts';

export interface MissingSearch {
  /** These pictures were asked for and their files are gone: looked for soon, unless they were a short while ago. */
  missed(ids: readonly ImageId[]): void;
  /** Looks now, and once more if a search is under way: it may have passed what is different now. */
  look(): void;
  state(): LibrarySearch;
  /** Breaks off what is under way. */
  close(): Promise<void>;
}

export interface MissingSearchDeps {
  readonly clock: Clock;
  /** One search through all library folders. */
  readonly find: (tell: (progress: LookProgress) => void, signal: AbortSignal) => Promise<LookResult>;
  readonly changed: (state: LibrarySearch) => void;
  readonly failed: (error: unknown) => void;
}

/** Milliseconds between the end of a search and the next that nobody asked for. */
const shortestPause = 60_000;
/** A search that nobody asked for takes at most this part of the time, however large the library is. */
const pausePerLength = 10;
/** Milliseconds after which a picture that was looked for in vain may set off another search. */
const vainFor = 600_000;

export function createMissingSearch({ clock, find, changed, failed }: MissingSearchDeps): MissingSearch {
  const stop = new AbortController();
  let state: LibrarySearch = { looking: null, rounds: 0, last: null };
  let running: Promise<void> | null = null;
  let again = false;
  let cancelWaiting: (() => void) | null = null;
  let pauseUntil = Number.NEGATIVE_INFINITY;
  let lastEnd = Number.NEGATIVE_INFINITY;
  /** Asked for since the latest search began, and before that. */
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
      // A search that is under way looks for all that are missing; whoever it does not find asks again after it.
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
