import { DueQueue, type DuePlace } from './due-queue.ts';
import type { Clock } from '../util/clock.ts';

/**
 * Milliseconds from one query of a task to the next (service-interface §8), and a few more: clocks of two machines
 * round differently, and "three seconds" is the service's to measure.
 */
export const pollInterval = 3_010;

/**
 * A query reaches the service at some moment between its start here and its answer: a first connection takes longer
 * than the next, and a busy machine may hold it back. Within this bound, in milliseconds, the interval is counted from the
 * answer, so the service never sees two too close.
 */
const arrivalBound = 1_000;

/** Most queries under way at once, over all tasks. */
const maxInFlight = 8;

/** Milliseconds between the starts of two queries when few tasks are watched. */
const widestGap = 50;

/** Share of the interval over which all tasks are spread. The rest is for catching up. */
const spread = 0.8;

/** Milliseconds of starts that may be caught up at once: timers are no finer than one millisecond. */
const catchUp = 20;

/**
 * Queries that may start at once after a busy machine held them back: this share of all tasks, and at most this many.
 * Without it, a pause of a tenth of a second made queries late for seconds.
 */
const heldBack = { part: 0.1, most: 100 } as const;

/** After this many milliseconds without a start, the computer slept or nothing was due, and no burst is allowed. */
const longHalt = 1_000;

/** Milliseconds after which a query that threw an error is tried again. */
const afterBreak = 60_000;

export interface PollScheduleDeps {
  readonly clock: Clock;
  /** Queries once. Resolves to the earliest monotonic time of the next query, or null if none is wanted. */
  readonly poll: (id: string, moments: QueryMoments) => Promise<number | null>;
}

export interface QueryMoments {
  /** The query is sent now. Time spent waiting before, such as for a key, is not part of the interval. */
  sent(): void;
  /** The answer is here and holds little memory. Further work on it, such as a commit, must not delay other queries. */
  answered(): void;
}

export interface PollSchedule {
  /** Requests a query of `id` at the monotonic time `due`, or as soon after as the rules allow. The earliest request counts. */
  request(id: string, lane: string, due: number): void;
  drop(id: string): void;
  close(): void;
}

interface Lane {
  busy: boolean;
  readyAt: number;
  readonly parked: Set<Entry>;
  entries: number;
}

interface Entry {
  readonly id: string;
  readonly lane: Lane;
  place: DuePlace<Entry> | null;
  busy: boolean;
  /** The query was due when it was requested, so nothing has held it back. */
  isImmediate: boolean;
  /** When the next query is due, if it was requested during this one. */
  requested: number | null;
}

/**
 * One schedule and one timer for the queries of all tasks. A *lane* is one task as the service sees it: in a lane there
 * is one query at a time, and never a next one sooner than the interval. A lane that is new counts as queried at the
 * schedule's opening, because nobody knows when the run before this one asked last. Starts are paced, so whatever makes
 * many tasks due at once (a start, a wake, a replaced key), they spread by themselves and stay spread.
 */
export function createPollSchedule({ clock, poll }: PollScheduleDeps): PollSchedule {
  const openedAt = clock.monotonic();
  const queue = new DueQueue<Entry>();
  const entries = new Map<string, Entry>();
  const lanes = new Map<string, Lane>();
  let inFlight = 0;
  let nextStart = openedAt;
  let lastStart = -Infinity;
  let timer: { readonly at: number; readonly cancel: () => void } | null = null;
  let pumping = false;
  let closed = false;

  const place = (entry: Entry, due: number): void => {
    entry.place = queue.add(entry, Math.max(due, entry.lane.readyAt));
  };

  const pump = (): void => {
    if (pumping || closed) return;
    pumping = true;
    while (inFlight < maxInFlight) {
      const first = queue.first();
      if (!first) break;
      const now = clock.monotonic();
      const startAt = Math.max(first.due, nextStart);
      if (now < startAt) {
        awaken(startAt, now);
        break;
      }
      queue.takeFirst();
      take(first.item, now);
    }
    pumping = false;
  };

  /** Keeps the timer if it is already set for this time. */
  const awaken = (at: number, now: number): void => {
    if (timer?.at === at) return;
    timer?.cancel();
    const cancel = clock.after(at - now, () => {
      timer = null;
      pump();
    });
    timer = { at, cancel };
  };

  const take = (entry: Entry, now: number): void => {
    const { lane } = entry;
    entry.place = null;
    if (lane.busy) {
      lane.parked.add(entry);
    } else if (now < lane.readyAt) {
      place(entry, lane.readyAt);
    } else {
      // Includes tasks that ended a moment ago. If hundreds end together, the gaps between the others do not widen.
      const watched = lanes.size;
      const gap = Math.min(widestGap, (spread * pollInterval) / watched);
      // A query that was requested just now was not held back, even if nothing started for a while.
      const isHeldBack = !entry.isImmediate && now - lastStart <= longHalt;
      const atOnce = isHeldBack ? gap * Math.min(heldBack.part * watched, heldBack.most) : 0;
      nextStart = Math.max(nextStart, now - Math.max(catchUp, atOnce)) + gap;
      lastStart = now;
      start(entry, now);
    }
  };

  const start = (entry: Entry, now: number): void => {
    const { lane } = entry;
    let sentAt = now;
    entry.isImmediate = false;
    entry.busy = true;
    lane.busy = true;
    inFlight += 1;
    let isAnswered = false;
    const answered = (): void => {
      if (isAnswered) return;
      isAnswered = true;
      inFlight -= 1;
      lane.readyAt = sentAt + pollInterval + Math.min(clock.monotonic() - sentAt, arrivalBound);
    };
    const finish = (next: number | null): void => {
      answered();
      finished(entry, next);
    };
    const moments: QueryMoments = {
      sent() {
        sentAt = clock.monotonic();
      },
      answered() {
        answered();
        // If a place was free before, nothing was waiting for this one.
        if (inFlight === maxInFlight - 1) pump();
      },
    };
    poll(entry.id, moments).then(finish, () => finish(clock.monotonic() + afterBreak));
  };

  const finished = (entry: Entry, next: number | null): void => {
    const { lane } = entry;
    entry.busy = false;
    lane.busy = false;
    // Before this entry takes a place again, so that entries in one lane take turns.
    for (const parked of lane.parked) place(parked, lane.readyAt);
    lane.parked.clear();
    if (entries.get(entry.id) === entry) {
      const due = Math.min(next ?? Infinity, entry.requested ?? Infinity);
      entry.requested = null;
      if (due < Infinity) place(entry, due);
      else forget(entry);
    }
    sweep();
    pump();
  };

  const forget = (entry: Entry): void => {
    entries.delete(entry.id);
    entry.lane.entries -= 1;
  };

  /** Lanes outlive their entries by one interval, and are deleted in bulk. */
  const sweep = (): void => {
    if (lanes.size < 2 * entries.size + 64) return;
    const now = clock.monotonic();
    for (const [name, lane] of lanes) if (lane.entries === 0 && !lane.busy && lane.readyAt <= now) lanes.delete(name);
  };

  const isForNow = (due: number): boolean => due <= clock.monotonic();

  const laneNamed = (name: string): Lane => {
    let lane = lanes.get(name);
    if (!lane) {
      lane = { busy: false, readyAt: openedAt + pollInterval, parked: new Set(), entries: 0 };
      lanes.set(name, lane);
    }
    return lane;
  };

  return {
    request(id, laneName, due) {
      if (closed) return;
      let entry = entries.get(id);
      if (!entry) {
        entry = { id, lane: laneNamed(laneName), place: null, busy: false, isImmediate: isForNow(due), requested: null };
        entry.lane.entries += 1;
        entries.set(id, entry);
        place(entry, due);
      } else if (entry.busy) {
        entry.requested = Math.min(entry.requested ?? Infinity, due);
      } else if (entry.place && entry.place.due > Math.max(due, entry.lane.readyAt)) {
        entry.place.dropped = true;
        entry.isImmediate = isForNow(due);
        place(entry, due);
      }
      pump();
    },
    drop(id) {
      const entry = entries.get(id);
      if (!entry) return;
      if (entry.place) entry.place.dropped = true;
      entry.lane.parked.delete(entry);
      forget(entry);
    },
    close() {
      closed = true;
      timer?.cancel();
      timer = null;
    },
  };
}
