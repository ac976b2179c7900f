/** Milliseconds between the starts of two queries when few tasks are watched. */
const widestGap = 50;

/** The part of the interval over which the tasks are spread. The rest is for catching up. */
const spread = 0.8;

/** Milliseconds of starts that may be made up for at once: timers are no finer than one millisecond. */
const catchUp = 20;

/**
 * Queries that may start at once after a busy machine delayed them: a part of all tasks, but no more than `most`. Without this, a stall of a
 * tenth of a second makes queries late for seconds.
 */
const delayed = { part: 0.1, most: 100 } as const;

/** After this many milliseconds without a start, the computer was asleep or nothing was due. Then no burst is allowed. */
const longestStall = 1_000;

/** Spreads the starts of queries over the interval: if many tasks become due at once (a start, a wake, a replaced key), they spread and stay spread. */
export interface PollPacer {
  /** The monotonic time from which on the next query may start. */
  readonly nextStart: number;
  /** A query starts. `isImmediate`: it was due when it was requested, so nothing has delayed it. */
  started(now: number, watched: number, isImmediate: boolean): void;
}

export function createPollPacer(openedAt: number, interval: number): PollPacer {
  let nextStart = openedAt;
  let lastStart = -Infinity;
  return {
    get nextStart() {
      return nextStart;
    },
    started(now, watched, isImmediate) {
      const gap = Math.min(widestGap, (spread * interval) / watched);
      const isDelayed = !isImmediate && now - lastStart <= longestStall;
      const atOnce = isDelayed ? gap * Math.min(delayed.part * watched, delayed.most) : 0;
      nextStart = Math.max(nextStart, now - Math.max(catchUp, atOnce)) + gap;
      lastStart = now;
    },
  };
}
