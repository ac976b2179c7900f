import type { AccountId, TaskId } from '../../../shared/task.ts';
import type { QueryOutcome, ServiceClient } from '../outcomes.ts';
import type { Clock, Credentials } from '../ports.ts';
import { createPollSchedule, type QueryMoments } from './poll-schedule.ts';
import type { NextQuery, Permit, QueriedTask, QueryDesk, TaskQueries } from './task-queries.ts';

export interface QueryLoopDeps {
  readonly clock: Clock;
  readonly client: Pick<ServiceClient, 'query'>;
  readonly desk: QueryDesk;
  /** The monotonic moment at which every task counts as queried (`createPollSchedule`); default: now. */
  readonly openedAt?: number;
}

interface Entry {
  task: QueriedTask;
  /** The last answer, if it may come again without a word. */
  repeats: QueryOutcome | null;
}

/** Queries tasks in the thread that it is called in. */
export function createQueryLoop({ clock, client, desk, openedAt = clock.monotonic() }: QueryLoopDeps): TaskQueries {
  const entries = new Map<TaskId, Entry>();
  const granted = new Map<AccountId, Credentials>();
  const closing = new AbortController();
  let forgotten = 0;

  const poll = async (id: TaskId, moments: QueryMoments): Promise<number | null> => {
    const entry = entries.get(id);
    if (entry === undefined) return null;
    const { wish } = entry.task;
    const delay = await pollOnce(entry, moments);
    if (delay !== null) return clock.monotonic() + delay;
    if (entries.get(id) === entry && entry.task.wish === wish) entries.delete(id);
    return null;
  };

  /** Milliseconds until the next query is wanted; null: none is. */
  const pollOnce = async (entry: Entry, moments: QueryMoments): Promise<number | null> => {
    const { task } = entry;
    const { id, accountId, remoteId, wish } = task;
    const permit = await permitFor(task);
    if (permit.kind === 'not-now') return permit.delay;
    // Dropped while a key was waited for.
    if (entries.get(id) !== entry) return null;
    const { credentials } = permit;
    moments.sent();
    const outcome = await client.query(credentials, remoteId, closing.signal);
    // Pictures within an answer are held in memory: it keeps its place among the few that may be under way.
    if (!holdsPictures(outcome)) moments.answered();
    if (closing.signal.aborted) return null;
    if (entry.repeats !== null && isRepeated(entry.repeats, outcome)) {
      desk.unchanged(id, wish, outcome.answer?.at ?? clock.now());
      return 0;
    }
    // Where no answer came perhaps none is there any more: the practice service comes back at another address.
    if (outcome.kind === 'key-refused' || outcome.answer === null) granted.delete(accountId);
    entry.repeats = null;
    // Not waited for here: the pictures that an answer may have within it are held until this has returned.
    return delayAfter(entry, outcome.kind === 'processing' ? outcome : null, desk.answered({ id, accountId, wish, outcome, credentials }));
  };

  const delayAfter = async (entry: Entry, outcome: QueryOutcome | null, reply: Promise<NextQuery | null>): Promise<number | null> => {
    const next = await reply;
    if (next?.mayRepeat === true) entry.repeats = outcome;
    return next === null ? null : next.delay;
  };

  const permitFor = async (task: QueriedTask): Promise<Permit> => {
    const known = granted.get(task.accountId);
    if (known !== undefined) return { kind: 'granted', credentials: known };
    for (;;) {
      const before = forgotten;
      const permit = await desk.credentials(task);
      if (permit.kind === 'not-now') return permit;
      // What changed while it was asked for is asked for again.
      if (forgotten !== before) continue;
      granted.set(task.accountId, permit.credentials);
      return permit;
    }
  };

  const schedule = createPollSchedule({ clock, openedAt, poll });

  return {
    want(task, delay) {
      if (closing.signal.aborted) return;
      const entry = entries.get(task.id);
      if (entry === undefined) entries.set(task.id, { task, repeats: null });
      else entry.task = task;
      schedule.want(task.id, `${task.accountId} ${task.remoteId}`, clock.monotonic() + delay);
    },
    drop(id) {
      entries.delete(id);
      schedule.drop(id);
    },
    forget() {
      forgotten += 1;
      granted.clear();
    },
    close() {
      closing.abort();
      schedule.close();
      return Promise.resolve();
    },
  };
}

/** Nothing else is new than when it came. A body that was cut may differ where it was. */
function isRepeated(before: QueryOutcome, now: QueryOutcome): boolean {
  if (before.kind !== 'processing' || now.kind !== 'processing') return false;
  const [a, b] = [before.answer, now.answer];
  return a.httpStatus === b.httpStatus && a.body === b.body && !a.truncated && !b.truncated;
}

export function holdsPictures(outcome: QueryOutcome): boolean {
  return outcome.kind === 'completed' && outcome.images.some(({ kind }) => kind === 'inline');
}
