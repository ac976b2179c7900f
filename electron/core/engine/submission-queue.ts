import type { AccountId, EpochMs, QueueReason, Task, TaskId } from '../../../shared/task.ts';
import type { Credentials } from '../accounts/credentials.ts';
import { backoff, type Random } from '../util/backoff.ts';
import type { Clock } from '../util/clock.ts';
import type { AccountKeys } from './account-keys.ts';
import { createSubmissionGroups, submissionKey } from './submission-groups.ts';
import type { TaskLedger } from './task-ledger.ts';

export type PauseReason = Exclude<QueueReason, 'turn' | 'held'>;

export interface SubmissionQueueDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly keys: Pick<AccountKeys, 'usable'>;
  readonly ledger: Pick<TaskLedger, 'dispatch'>;
  readonly settings: () => { readonly concurrentSubmissions: number };
  /** Aborted when the app quits. Then nothing more starts. */
  readonly closing: AbortSignal;
  /** Is given the work that closing waits for. */
  readonly track: (work: Promise<void>) => void;
}

/** The tasks of one account that wait to be sent. A few are active at a time: about to be sent, or sent and without an outcome. */
export interface SubmissionQueue {
  /** Adds a queued task. One that comes back unsent gets its earlier place. */
  add(task: Task): void;
  /** The account's key. If none is usable now, the queue waits, and the answer says for what. */
  credentials(): Promise<Credentials | PauseReason>;
  /** The active task was not sent: no connection was made. Returns the time of the next attempt. */
  notSent(task: Task, reason: PauseReason): EpochMs | null;
  /** The active task is no longer active, and nothing was sent. */
  release(task: Task): void;
  /** The service refused the active task, so the others that were sent together with it must not start. */
  refused(task: Task): void;
  /** The active task has an outcome. */
  finished(task: Task, isRefused: boolean): void;
  /** There is a key (again). */
  keyReady(): void;
  /** The network, or room on the disk, may be back. */
  wake(): void;
  close(): void;
}

interface Waiting {
  readonly id: TaskId;
  /** Ascending in the order in which tasks first came. */
  readonly place: number;
  /** See `submissionKey`. */
  readonly key: string;
}

export function createSubmissionQueue(accountId: AccountId, { clock, random, keys, ledger, settings, closing, track }: SubmissionQueueDeps): SubmissionQueue {
  const groups = createSubmissionGroups();
  /** By place. */
  const waiting: Waiting[] = [];
  const places = new Map<TaskId, number>();
  let lastPlace = 0;
  let active = 0;
  /** What all waiting tasks wait for; `turn`: only for each other. */
  let reason: 'turn' | PauseReason = 'turn';
  /** When the next attempt starts by itself; null if no time is set. */
  let retryAt: EpochMs | null = null;
  /** Nothing starts until the timer, a key or `wake` ends the pause. After it, one task tries whether the reason is gone. */
  let isPaused = false;
  let failures = 0;
  let cancelTimer: (() => void) | null = null;
  /** Counts how often the account's key became usable, so that a key that arrives while it is read is not missed. */
  let keyRevision = 0;

  /** Shows a task what it waits for. The queue does not depend on it, so failures are ignored. */
  const showReason = (id: TaskId): void => {
    ledger.dispatch(id, { kind: 'wait', waitingFor: reason, retryAt }).catch(() => undefined);
  };

  const setReason = (next: typeof reason, at: EpochMs | null): void => {
    if (reason === next && retryAt === at) return;
    reason = next;
    retryAt = at;
    for (const { id } of waiting) showReason(id);
  };

  const endPause = (): void => {
    cancelTimer?.();
    cancelTimer = null;
    isPaused = false;
  };

  /** With the reason `key`, waits for the account to be ready; otherwise tries again with backoff. */
  const pause = (why: PauseReason): void => {
    // Several POSTs that fail together count as one failure, and without a key the network does not matter.
    if (isPaused && (reason === why || reason === 'key')) return;
    endPause();
    isPaused = true;
    if (why === 'key' || closing.aborted) return setReason(why, null);
    failures += 1;
    const delay = backoff(failures, random);
    setReason(why, clock.now() + delay);
    cancelTimer = clock.after(delay, () => {
      endPause();
      startNext();
    });
  };

  const resume = (): void => {
    endPause();
    setReason('turn', null);
  };

  const startNext = (): void => {
    // After a pause, one task goes ahead alone.
    const limit = reason === 'turn' ? settings().concurrentSubmissions : 1;
    while (!closing.aborted && !isPaused && active < limit) {
      const at = waiting.findIndex(({ key }) => groups.mayStart(key));
      const [next] = at === -1 ? [] : waiting.splice(at, 1);
      if (next === undefined) return;
      active += 1;
      groups.started(next.key);
      track(prepare(next).catch(() => putBack(next, 'disk')));
    }
  };

  /** Commits the task as `submitting`. That makes the ledger send it. */
  const prepare = async (next: Waiting): Promise<void> => {
    const found = await credentials();
    if (typeof found === 'string') return putBack(next, found);
    const { applies } = await ledger.dispatch(next.id, { kind: 'submission-started' });
    // If it does not apply, the task was cancelled or is held.
    if (!applies) leave(next.id, next.key);
  };

  const credentials = async (): Promise<Credentials | PauseReason> => {
    const before = keyRevision;
    const found = await keys.usable(accountId).catch(() => 'unreachable' as const);
    if (found !== null && found !== 'unreachable') return found;
    if (found === null && before !== keyRevision) return credentials();
    const why = found ?? 'key';
    pause(why);
    return why;
  };

  const insert = (id: TaskId, key: string): void => {
    if (waiting.some((other) => other.id === id)) return;
    const place = places.get(id) ?? ++lastPlace;
    places.set(id, place);
    const behind = waiting.findIndex((other) => other.place > place);
    waiting.splice(behind === -1 ? waiting.length : behind, 0, { id, place, key });
  };

  const putBack = ({ id, key }: Waiting, why: PauseReason): void => {
    insert(id, key);
    deactivate(key);
    pause(why);
    showReason(id);
  };

  const deactivate = (key: string): void => {
    active -= 1;
    groups.ended(key, waiting.some((other) => other.key === key));
  };

  const leave = (id: TaskId, key: string): void => {
    places.delete(id);
    deactivate(key);
    startNext();
  };

  return {
    add(task) {
      insert(task.id, submissionKey(task));
      if (reason !== 'turn') showReason(task.id);
      startNext();
    },
    credentials,
    notSent(task, why) {
      deactivate(submissionKey(task));
      pause(why);
      return retryAt;
    },
    release: (task) => deactivate(submissionKey(task)),
    refused: (task) => groups.outcome(submissionKey(task), true),
    finished(task, isRefused) {
      const key = submissionKey(task);
      if (!isRefused) groups.outcome(key, false);
      // Whatever the outcome is, the service was reached.
      failures = 0;
      if (isPaused || reason !== 'turn') resume();
      leave(task.id, key);
    },
    keyReady() {
      keyRevision += 1;
      if (reason !== 'key') return;
      resume();
      startNext();
    },
    wake() {
      if (reason === 'turn' || reason === 'key') return;
      endPause();
      failures = 0;
      startNext();
    },
    close: () => cancelTimer?.(),
  };
}
