import { DueQueue, type QueuedItem } from './due-queue.ts';
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

interface RemoteTask {
  readonly share: Share;
  /** The entry whose query is under way. */
  queried: Entry | null;
  readyAt: number;
  readonly parked: Set<Entry>;
  entries: number;
}

interface Entry {
  readonly id: string;
  readonly remote: RemoteTask;
  queued: QueuedItem<Entry> | null;
  /** The query was due when it was requested, so nothing has delayed it. */
  isImmediate: boolean;
  /** When the next query is due, if it was requested during this one. */
  requested: number | null;
}

/**
 * One schedule and one timer for the queries of all tasks. A *remote task* is one as the service sees it: it has one query at a time, and the interval
 * passes before the next. Several local tasks may have the same id, and take turns. A new remote task counts as queried when the schedule opened, because the
 * previous run of the app may have queried it just before. Each account has a *share* of the queries under way. Starts are paced: if many tasks become due at
 * once (a start, a wake, a replaced key), they spread and stay spread.
 */
export function createPollSchedule({ clock, poll }: PollScheduleDeps): PollSchedule {
  const openedAt = clock.monotonic();
  const entries = new Map<string, Entry>();
  const remoteTasks = new Map<string, RemoteTask>();
  const shares = new Map<string, Share>();
  const pacer = createPollPacer(openedAt, pollInterval);
  let timer: { readonly at: number; readonly cancel: () => void } | null = null;
  let pumping = false;
  let closed = false;

  const enqueue = (entry: Entry, due: number): void => {
    entry.queued = entry.remote.share.queue.add(entry, Math.max(due, entry.remote.readyAt));
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
    const { remote } = entry;
    entry.queued = null;
    if (remote.queried !== null) {
      remote.parked.add(entry);
    } else if (now < remote.readyAt) {
      enqueue(entry, remote.readyAt);
    } else {
      // Remote tasks include tasks that ended a moment ago, so that the gaps between the others do not widen if hundreds end together.
      pacer.started(now, remoteTasks.size, entry.isImmediate);
      start(entry);
    }
  };

  const start = (entry: Entry): void => {
    const { remote } = entry;
    entry.isImmediate = false;
    remote.queried = entry;
    remote.share.inFlight += 1;
    let isAnswered = false;
    const answered = (): void => {
      if (isAnswered) return;
      isAnswered = true;
      remote.share.inFlight -= 1;
      remote.readyAt = clock.monotonic() + pollInterval;
    };
    const finish = (next: number | null): void => {
      answered();
      finished(entry, next);
    };
    const answeredEarly = (): void => {
      answered();
      // If the share was not used up, nothing waited for the end of this query.
      if (remote.share.inFlight === maxInFlight - 1) pump();
    };
    poll(entry.id, answeredEarly).then(finish, () => finish(clock.monotonic() + retryDelay));
  };

  const finished = (entry: Entry, next: number | null): void => {
    const { remote } = entry;
    remote.queried = null;
    // Parked entries go first, so that the entries of a remote task alternate.
    for (const parked of remote.parked) enqueue(parked, remote.readyAt);
    remote.parked.clear();
    if (entries.get(entry.id) === entry) {
      const due = Math.min(next ?? Infinity, entry.requested ?? Infinity);
      entry.requested = null;
      if (due < Infinity) enqueue(entry, due);
      else forget(entry);
    }
    sweep();
    pump();
  };

  const forget = (entry: Entry): void => {
    entries.delete(entry.id);
    entry.remote.entries -= 1;
  };

  /** Remote tasks outlive their entries by one interval, and are deleted in bulk. */
  const sweep = (): void => {
    if (remoteTasks.size < 2 * entries.size + 64) return;
    const now = clock.monotonic();
    for (const [name, remote] of remoteTasks) if (remote.entries === 0 && remote.queried === null && remote.readyAt <= now) remoteTasks.delete(name);
  };

  const isForNow = (due: number): boolean => due <= clock.monotonic();

  const shareOf = (account: string): Share => {
    const share = shares.get(account) ?? { queue: new DueQueue<Entry>(), inFlight: 0 };
    shares.set(account, share);
    return share;
  };

  const remoteTaskOf = (account: string, remoteId: string): RemoteTask => {
    const name = `${account} ${remoteId}`;
    let remote = remoteTasks.get(name);
    if (!remote) {
      remote = { share: shareOf(account), queried: null, readyAt: openedAt + pollInterval, parked: new Set(), entries: 0 };
      remoteTasks.set(name, remote);
    }
    return remote;
  };

  return {
    request(id, account, remoteId, due) {
      if (closed) return;
      let entry = entries.get(id);
      if (!entry) {
        entry = { id, remote: remoteTaskOf(account, remoteId), queued: null, isImmediate: isForNow(due), requested: null };
        entry.remote.entries += 1;
        entries.set(id, entry);
        enqueue(entry, due);
      } else if (entry.remote.queried === entry) {
        entry.requested = Math.min(entry.requested ?? Infinity, due);
      } else if (entry.queued && entry.queued.due > Math.max(due, entry.remote.readyAt)) {
        entry.queued.dropped = true;
        entry.isImmediate = isForNow(due);
        enqueue(entry, due);
      }
      pump();
    },
    drop(id) {
      const entry = entries.get(id);
      if (!entry) return;
      if (entry.queued) entry.queued.dropped = true;
      entry.remote.parked.delete(entry);
      forget(entry);
    },
    close() {
      closed = true;
      timer?.cancel();
      timer = null;
    },
  };
}
