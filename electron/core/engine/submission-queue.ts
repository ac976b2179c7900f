import { connectionTrouble, unlessOffline } from '../../../shared/connection-trouble.ts';
import { assertNever } from '../../../shared/result.ts';
import { saidNothing, type AccountId, type EpochMs, type QueueReason, type Task, type TaskId } from '../../../shared/task.ts';
import type { AccountKeys } from './account-keys.ts';
import { backoff, type Random } from '../util/backoff.ts';
import { settledWithin } from '../util/settled-within.ts';
import type { ServiceClient, Submission, SubmitOutcome } from '../service/outcomes.ts';
import type { Clock } from '../util/clock.ts';
import type { Credentials } from '../accounts/credentials.ts';
import { createSubmissionGroups, submissionKey, type SubmissionGroups } from './submission-groups.ts';
import type { TaskLedger } from './task-ledger.ts';

/** Milliseconds that closing waits for everything but POSTs: tasks about to be sent, and late ids of submissions that are already unknown. */
const closingLimit = 2_000;

export interface SubmissionQueueDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly client: Pick<ServiceClient, 'submit'>;
  readonly keys: AccountKeys;
  readonly ledger: Pick<TaskLedger, 'dispatch' | 'refuse'>;
  readonly settings: () => { readonly concurrentSubmissions: number };
  /** False only if this computer certainly has no network. */
  readonly isOnline: () => boolean;
}

export interface SubmissionQueue {
  /** Adds a queued task. One that comes back unsent gets its earlier place. */
  enqueue(task: Task): void;
  /** POSTs a task that is committed as `submitting`. Called once for each time that it is. */
  post(task: Task): void;
  accountReady(accountId: AccountId): void;
  /** The network, or room on the disk, may be back. */
  wake(): void;
  /** Whether a POST is under way, or its outcome is not on the disk yet. */
  isSubmitting(): boolean;
  /** Starts nothing more. Resolves when the outcome of every POST under way is on the disk. The client limits how long a POST takes. */
  close(): Promise<void>;
}

type PauseReason = Exclude<QueueReason, 'turn' | 'held'>;

interface Waiting {
  readonly id: TaskId;
  /** Ascending in the order in which tasks first came. */
  readonly place: number;
  /** See `submissionKey`. */
  readonly key: string;
}

/** The queue of one account. */
interface AccountQueue {
  readonly accountId: AccountId;
  /** By place. */
  waiting: Waiting[];
  readonly groups: SubmissionGroups;
  /** Tasks that are being prepared or sent. */
  active: number;
  /** What all waiting tasks wait for; `turn`: only for each other. */
  reason: 'turn' | PauseReason;
  /** When the next attempt starts by itself; null if no time is set. */
  retryAt: EpochMs | null;
  /** Nothing starts until the timer, a key or `wake` ends the pause. After it, one task tries whether the reason is gone. */
  isPaused: boolean;
  failures: number;
  cancelTimer: (() => void) | null;
  /** Counts how often the account's key became usable, so that a key that arrives while it is read is not missed. */
  keyRevision: number;
}

/** One queue per account. Each has a limited number of POSTs under way at once. */
export function createSubmissionQueue({ clock, random, client, keys, ledger, settings, isOnline }: SubmissionQueueDeps): SubmissionQueue {
  const queues = new Map<AccountId, AccountQueue>();
  const places = new Map<TaskId, number>();
  /** POSTs whose outcome is not on the disk yet. */
  const posts = new Set<Promise<void>>();
  /** Everything else that closing waits for. */
  const otherWork = new Set<Promise<void>>();
  let lastPlace = 0;
  let isClosing = false;

  const queueOf = (accountId: AccountId): AccountQueue => {
    let queue = queues.get(accountId);
    if (!queue) {
      queue = { accountId, waiting: [], groups: createSubmissionGroups(), active: 0, reason: 'turn', retryAt: null, isPaused: false, failures: 0, cancelTimer: null, keyRevision: 0 };
      queues.set(accountId, queue);
    }
    return queue;
  };

  /** Shows a task what it waits for. The queue does not depend on it, so failures are ignored. */
  const showReason = ({ reason, retryAt }: AccountQueue, id: TaskId): void => {
    ledger.dispatch(id, { kind: 'wait', waitingFor: reason, retryAt }).catch(() => undefined);
  };

  const setReason = (queue: AccountQueue, reason: AccountQueue['reason'], retryAt: EpochMs | null): void => {
    if (queue.reason === reason && queue.retryAt === retryAt) return;
    queue.reason = reason;
    queue.retryAt = retryAt;
    for (const { id } of queue.waiting) showReason(queue, id);
  };

  const endPause = (queue: AccountQueue): void => {
    queue.cancelTimer?.();
    queue.cancelTimer = null;
    queue.isPaused = false;
  };

  /** With the reason `key`, waits for the account to be ready; otherwise tries again with backoff. */
  const pause = (queue: AccountQueue, reason: PauseReason): void => {
    // Several POSTs that fail together count as one failure, and without a key the network does not matter.
    if (queue.isPaused && (queue.reason === reason || queue.reason === 'key')) return;
    endPause(queue);
    queue.isPaused = true;
    if (reason === 'key' || isClosing) return setReason(queue, reason, null);
    queue.failures += 1;
    const delay = backoff(queue.failures, random);
    setReason(queue, reason, clock.now() + delay);
    queue.cancelTimer = clock.after(delay, () => {
      endPause(queue);
      startNext(queue);
    });
  };

  const resume = (queue: AccountQueue): void => {
    endPause(queue);
    setReason(queue, 'turn', null);
  };

  /** The service has answered. */
  const recovered = (queue: AccountQueue): void => {
    queue.failures = 0;
    if (queue.isPaused || queue.reason !== 'turn') resume(queue);
  };

  const startNext = (queue: AccountQueue): void => {
    // After a pause, one task goes ahead alone.
    const limit = queue.reason === 'turn' ? settings().concurrentSubmissions : 1;
    while (!isClosing && !queue.isPaused && queue.active < limit) {
      const at = queue.waiting.findIndex(({ key }) => queue.groups.mayStart(key));
      const [next] = at === -1 ? [] : queue.waiting.splice(at, 1);
      if (next === undefined) return;
      queue.active += 1;
      queue.groups.started(next.key);
      track(otherWork, prepare(queue, next).catch(() => putBack(queue, next, 'disk')));
    }
  };

  /** Commits the task as `submitting`; the ledger then calls `post`. */
  const prepare = async (queue: AccountQueue, next: Waiting): Promise<void> => {
    const { keyRevision } = queue;
    const credentials = await keys.usable(queue.accountId).catch(() => 'unreachable' as const);
    if (credentials === 'unreachable') return putBack(queue, next, 'unreachable');
    if (credentials === null) return keyRevision === queue.keyRevision ? putBack(queue, next, 'key') : prepare(queue, next);
    const { applies } = await ledger.dispatch(next.id, { kind: 'turn-came' });
    // If it does not apply, the task was cancelled or is held.
    if (!applies) finish(queue, next.id, next.key);
  };

  const insert = (queue: AccountQueue, id: TaskId, key: string): void => {
    if (queue.waiting.some((other) => other.id === id)) return;
    const place = places.get(id) ?? ++lastPlace;
    places.set(id, place);
    const behind = queue.waiting.findIndex((other) => other.place > place);
    queue.waiting.splice(behind === -1 ? queue.waiting.length : behind, 0, { id, place, key });
  };

  const putBack = (queue: AccountQueue, { id, key }: Waiting, reason: PauseReason): void => {
    insert(queue, id, key);
    deactivate(queue, key);
    pause(queue, reason);
    showReason(queue, id);
  };

  const deactivate = (queue: AccountQueue, key: string): void => {
    queue.active -= 1;
    queue.groups.ended(key, queue.waiting.some((other) => other.key === key));
  };

  const finish = (queue: AccountQueue, id: TaskId, key: string): void => {
    places.delete(id);
    deactivate(queue, key);
    startNext(queue);
  };

  const send = async (queue: AccountQueue, task: Task): Promise<void> => {
    const { keyRevision } = queue;
    // While closing, the task returns to the queue at once: it must not remain stored as `submitting`.
    const credentials = isClosing ? null : await keys.usable(queue.accountId).catch(() => null);
    if (credentials === null || isClosing) {
      deactivate(queue, submissionKey(task));
      if (!isClosing && keyRevision === queue.keyRevision) pause(queue, 'key');
      await ledger.dispatch(task.id, { kind: 'not-sent', waitingFor: isClosing ? 'turn' : 'key', retryAt: null });
      return;
    }
    const submission = submitOnce(client, credentials, task);
    const outcome = await submission.outcome;
    if (outcome.kind === 'unknown') track(otherWork, saveLateId(task.id, submission).catch(() => undefined));
    await takeOutcome(queue, task, outcome, credentials);
  };

  const takeOutcome = async (queue: AccountQueue, task: Task, outcome: SubmitOutcome, credentials: Credentials): Promise<void> => {
    const { id } = task;
    const key = submissionKey(task);
    switch (outcome.kind) {
      case 'not-sent': {
        const waitingFor = unlessOffline(connectionTrouble(outcome.code), isOnline);
        deactivate(queue, key);
        pause(queue, waitingFor);
        await ledger.dispatch(id, { kind: 'not-sent', waitingFor, retryAt: queue.retryAt });
        return;
      }
      case 'accepted':
        await ledger.dispatch(id, outcome);
        break;
      case 'rejected':
        // Closed before the refusal is written, so that no other task of the group starts meanwhile.
        queue.groups.outcome(key, true);
        // Without a key, all tasks of the account wait, and continue when there is one.
        await (outcome.keyRefused ? ledger.dispatch(id, outcome) : ledger.refuse(id, outcome));
        if (outcome.keyRefused) await keys.refuse(queue.accountId, credentials.key);
        break;
      case 'unknown':
        await ledger.dispatch(id, { ...outcome, kind: 'outcome-unknown' });
        break;
      default:
        assertNever(outcome);
    }
    if (outcome.kind !== 'rejected') queue.groups.outcome(key, false);
    recovered(queue);
    finish(queue, id, key);
  };

  const saveLateId = async (id: TaskId, submission: Submission): Promise<void> => {
    const late = await submission.late;
    if (late !== null) await ledger.dispatch(id, late);
  };

  const track = (works: Set<Promise<void>>, work: Promise<void>): void => {
    works.add(work);
    const done = (): boolean => works.delete(work);
    work.then(done, done);
  };

  return {
    enqueue(task) {
      const queue = queueOf(task.accountId);
      insert(queue, task.id, submissionKey(task));
      if (queue.reason !== 'turn') showReason(queue, task.id);
      startNext(queue);
    },
    post(task) {
      track(posts, send(queueOf(task.accountId), task).catch(() => undefined));
    },
    accountReady(accountId) {
      const queue = queueOf(accountId);
      queue.keyRevision += 1;
      if (queue.reason !== 'key') return;
      resume(queue);
      startNext(queue);
    },
    wake() {
      for (const queue of queues.values()) {
        if (queue.reason === 'turn' || queue.reason === 'key') continue;
        endPause(queue);
        queue.failures = 0;
        startNext(queue);
      }
    },
    isSubmitting: () => posts.size > 0,
    async close() {
      isClosing = true;
      for (const queue of queues.values()) queue.cancelTimer?.();
      await settledWithin(clock, closingLimit, allSettled(otherWork));
      await allSettled(posts);
    },
  };
}

/** Waits until the set is empty, because one promise may add another. */
async function allSettled(works: ReadonlySet<Promise<void>>): Promise<void> {
  while (works.size > 0) await Promise.all(works);
}

/** If the client throws, the request may have been sent: the outcome is unknown, and nothing is sent again. */
function submitOnce(client: Pick<ServiceClient, 'submit'>, credentials: Credentials, task: Task): Submission {
  const lost: SubmitOutcome = { kind: 'unknown', reason: 'connection-lost', said: saidNothing, answer: null };
  try {
    const { outcome, late } = client.submit(credentials, task.request);
    return { outcome: outcome.catch(() => lost), late: late.catch(() => null) };
  } catch {
    return { outcome: Promise.resolve(lost), late: Promise.resolve(null) };
  }
}
