import { DueQueue, type DuePlace } from './due-queue.ts';
import type { Clock } from '../../util/clock.ts';
import { createPollPacer } from './poll-pacer.ts';

/**
 * Milliseconds from the answer to one query of a task to the next query (service-interface §8). A query reaches the service at some moment before its
 * answer, so the service never sees two queries too close. A few more than three seconds, because the clocks of two machines round differently.
 */
export const pollInterval = 3_010;

/** Queries of one account under way at once. Each account has its own, so that a service that never answers delays no other. */
const maxInFlight = 8;

/** Milliseconds after which a query that threw an error is tried again. */
const retryDelay = 60_000;

export interface PollScheduleDeps {
  readonly clock: Clock;
  /**
   * Queries once. Resolves to the earliest monotonic time of the next query, or null if none is wanted. It calls `answered` as soon as the answer is
   * here and holds little memory: further work on it, such as a commit, must not delay other queries.
   */
  readonly poll: (id: string, answered: () => void) => Promise<number | null>;
}

export interface PollSchedule {
  /**
   * Requests a query of `id` at the monotonic time `due`, or as soon after as the rules allow. The earliest request counts. `remoteId`: the task as the
   * account's service knows it.
   */
  request(id: string, account: string, remoteId: string, due: number): void;
  drop(id: string): void;
  close(): void;
}

interface Share {
  readonly queue: DueQueue<Entry>;
  inFlight: number;
}

interface Lane {
  readonly share: Share;
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
  /** The query was due when it was requested, so nothing has delayed it. */
  isImmediate: boolean;
  /** When the next query is due, if it was requested during this one. */
  requested: number | null;
}

/**
 * One schedule and one timer for the queries of all tasks. A *lane* is one task as the service sees it: it has one query at a time, and the
 * interval passes before the next. A new lane counts as queried when the schedule opened, because the previous run of the app may have queried
 * it just before. Each account has a *share* of the queries under way. Starts are paced: if many tasks become due at once (a start, a wake, a replaced
 * key), they spread and stay spread.
 */
export function createPollSchedule({ clock, poll }: PollScheduleDeps): PollSchedule {
  const openedAt = clock.monotonic();
  const entries = new Map<string, Entry>();
  const lanes = new Map<string, Lane>();
  const shares = new Map<string, Share>();
  const pacer = createPollPacer(openedAt, pollInterval);
  let timer: { readonly at: number; readonly cancel: () => void } | null = null;
  let pumping = false;
  let closed = false;

  const place = (entry: Entry, due: number): void => {
    entry.place = entry.lane.share.queue.add(entry, Math.max(due, entry.lane.readyAt));
  };

  const pump = (): void => {
    if (pumping || closed) return;
    pumping = true;
    for (let share = nextShare(); share !== null; share = nextShare()) {
      const first = share.queue.first();
      if (!first) break;
      const now = clock.monotonic();
      const startAt = Math.max(first.due, pacer.nextStart);
      if (now < startAt) {
        awaken(startAt, now);
        break;
      }
      share.queue.takeFirst();
      take(first.item, now);
    }
    pumping = false;
  };

  /** The account whose query is due first, of those that may have another one under way. */
  const nextShare = (): Share | null => {
    let next: Share | null = null;
    let earliest = Infinity;
    for (const share of shares.values()) {
      const due = share.inFlight < maxInFlight ? (share.queue.first()?.due ?? Infinity) : Infinity;
      if (due >= earliest) continue;
      next = share;
      earliest = due;
    }
    return next;
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
      // Lanes include tasks that ended a moment ago, so that the gaps between the others do not widen if hundreds end together.
      pacer.started(now, lanes.size, entry.isImmediate);
      start(entry);
    }
  };

  const start = (entry: Entry): void => {
    const { lane } = entry;
    entry.isImmediate = false;
    entry.busy = true;
    lane.busy = true;
    lane.share.inFlight += 1;
    let isAnswered = false;
    const answered = (): void => {
      if (isAnswered) return;
      isAnswered = true;
      lane.share.inFlight -= 1;
      lane.readyAt = clock.monotonic() + pollInterval;
    };
    const finish = (next: number | null): void => {
      answered();
      finished(entry, next);
    };
    const answeredEarly = (): void => {
      answered();
      // If a place was free before, nothing was waiting for this one.
      if (lane.share.inFlight === maxInFlight - 1) pump();
    };
    poll(entry.id, answeredEarly).then(finish, () => finish(clock.monotonic() + retryDelay));
  };

  const finished = (entry: Entry, next: number | null): void => {
    const { lane } = entry;
    entry.busy = false;
    lane.busy = false;
    // Parked entries go first, so that the entries of a lane alternate.
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

  const shareOf = (account: string): Share => {
    const share = shares.get(account) ?? { queue: new DueQueue<Entry>(), inFlight: 0 };
    shares.set(account, share);
    return share;
  };

  const laneOf = (account: string, remoteId: string): Lane => {
    const name = `${account} ${remoteId}`;
    let lane = lanes.get(name);
    if (!lane) {
      lane = { share: shareOf(account), busy: false, readyAt: openedAt + pollInterval, parked: new Set(), entries: 0 };
      lanes.set(name, lane);
    }
    return lane;
  };

  return {
    request(id, account, remoteId, due) {
      if (closed) return;
      let entry = entries.get(id);
      if (!entry) {
        entry = { id, lane: laneOf(account, remoteId), place: null, busy: false, isImmediate: isForNow(due), requested: null };
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
