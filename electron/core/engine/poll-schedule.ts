import { DueQueue, type DuePlace } from './due-queue.ts';
import type { Clock } from '../ports.ts';

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

/** Queries that wait for their answers at once, over all tasks. */
const maxInFlight = 8;

/** Milliseconds between the starts of two queries when few tasks are watched. */
const widestGap = 50;

/** Part of the interval over which all tasks are spread; the rest is room to catch up. */
const spread = 0.8;

/** Milliseconds of starts that may be caught up at once: timers are no finer than one millisecond. */
const catchUp = 20;

/**
 * Starts that may be caught up at once of those that a busy machine held back for a moment: so many of all tasks, and no more than that.
 * Without it a halt of a tenth of a second made queries late for seconds.
 */
const heldBack = { part: 0.1, most: 100 } as const;

/** Milliseconds without a start after which it was a sleep, or there was nothing to ask: that makes no burst. */
const longHalt = 1_000;

/** When a query that broke off unexpectedly is tried again. */
const afterBreak = 60_000;

export interface PollScheduleDeps {
  readonly clock: Clock;
  /** Queries once; resolves to the monotonic moment before which no next query is wanted, or null: no next one. */
  readonly poll: (id: string, moments: QueryMoments) => Promise<number | null>;
}

export interface QueryMoments {
  /** The query goes out now: what it waited for before, such as a key, is no part of the interval. */
  sent(): void;
  /** The answer is here and takes no room: what else is done about it, such as a commit that waits for the disk, holds up no other query. */
  answered(): void;
}

export interface PollSchedule {
  /** Asks for a query of `id` at the monotonic moment `due`, or as soon after as the rules allow. The earliest request counts. */
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
  /** It was requested for the same moment, so nothing held it back before. */
  isImmediate: boolean;
  /** When the next query is due by a request that came while this one was under way. */
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

  /** One that stands at the right moment is left alone. */
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
      // With those that were done a moment ago: when hundreds are done together, the others do not wait for wider and wider gaps.
      const watched = lanes.size;
      const gap = Math.min(widestGap, (spread * pollInterval) / watched);
      // A query that was only now requested was not held back, though nothing started before it.
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
        // With a place free before, nothing waited for this one.
        if (inFlight === maxInFlight - 1) pump();
      },
    };
    poll(entry.id, moments).then(finish, () => finish(clock.monotonic() + afterBreak));
  };

  const finished = (entry: Entry, next: number | null): void => {
    const { lane } = entry;
    entry.busy = false;
    lane.busy = false;
    // Before this one takes a place again, so that those who share a lane take turns.
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

  /** Lanes outlive their entries for the interval; they are cleared away in bulk. */
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
