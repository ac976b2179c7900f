import { connectionTrouble, unlessOffline } from '../../../shared/connection-trouble.ts';
import { assertNever } from '../../../shared/result.ts';
import { saidNothing, type AccountId, type Task, type TaskId } from '../../../shared/task.ts';
import type { Credentials } from '../accounts/credentials.ts';
import type { ServiceClient, Submission, SubmitOutcome } from '../service/outcomes.ts';
import { settledWithin } from '../util/settled-within.ts';
import type { AccountKeys } from './account-keys.ts';
import { createSubmissionQueue, type SubmissionQueue, type SubmissionQueueDeps } from './submission-queue.ts';
import type { TaskLedger } from './task-ledger.ts';

/** Milliseconds that closing waits for everything but POSTs: tasks about to be sent, and late ids of submissions that are already unknown. */
const closingLimit = 2_000;

export interface SubmissionSenderDeps extends Omit<SubmissionQueueDeps, 'closing' | 'track'> {
  readonly client: Pick<ServiceClient, 'submit'>;
  readonly keys: AccountKeys;
  readonly ledger: Pick<TaskLedger, 'dispatch' | 'refuse'>;
  /** False only if this computer certainly has no network. */
  readonly isOnline: () => boolean;
}

/** Sends tasks, each once. Every account has a queue of its own (submission-queue.ts). */
export interface SubmissionSender {
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

export function createSubmissionSender({ client, isOnline, ...deps }: SubmissionSenderDeps): SubmissionSender {
  const { clock, keys, ledger } = deps;
  const queues = new Map<AccountId, SubmissionQueue>();
  /** POSTs whose outcome is not on the disk yet. */
  const posts = new Set<Promise<void>>();
  /** Everything else that closing waits for. */
  const otherWork = new Set<Promise<void>>();
  const closing = new AbortController();

  const track = (works: Set<Promise<void>>, work: Promise<void>): void => {
    works.add(work);
    const done = (): boolean => works.delete(work);
    work.then(done, done);
  };

  const queueOf = (accountId: AccountId): SubmissionQueue => {
    let queue = queues.get(accountId);
    if (!queue) {
      queue = createSubmissionQueue(accountId, { ...deps, closing: closing.signal, track: (work) => track(otherWork, work) });
      queues.set(accountId, queue);
    }
    return queue;
  };

  const send = async (queue: SubmissionQueue, task: Task): Promise<void> => {
    // While closing, the task returns to the queue at once: it must not remain stored as `submitting`.
    const credentials = closing.signal.aborted ? 'turn' : await queue.credentials();
    if (typeof credentials === 'string' || closing.signal.aborted) {
      queue.release(task);
      await ledger.dispatch(task.id, { kind: 'not-sent', waitingFor: typeof credentials === 'string' ? credentials : 'turn', retryAt: null });
      return;
    }
    const submission = submitOnce(client, credentials, task);
    const outcome = await submission.outcome;
    if (outcome.kind === 'unknown') track(otherWork, saveLateId(task.id, submission).catch(() => undefined));
    await takeOutcome(queue, task, outcome, credentials);
  };

  const takeOutcome = async (queue: SubmissionQueue, task: Task, outcome: SubmitOutcome, credentials: Credentials): Promise<void> => {
    const { id } = task;
    switch (outcome.kind) {
      case 'not-sent': {
        const waitingFor = unlessOffline(connectionTrouble(outcome.code), isOnline);
        const retryAt = queue.notSent(task, waitingFor);
        await ledger.dispatch(id, { kind: 'not-sent', waitingFor, retryAt });
        return;
      }
      case 'accepted':
        await ledger.dispatch(id, outcome);
        break;
      case 'rejected':
        // Before the refusal is written, so that no other task of the group starts meanwhile.
        queue.refused(task);
        // Without a key, all tasks of the account wait, and continue when there is one.
        await (outcome.keyRefused ? ledger.dispatch(id, outcome) : ledger.refuse(id, outcome));
        if (outcome.keyRefused) await keys.refuse(task.accountId, credentials.key);
        break;
      case 'unknown':
        await ledger.dispatch(id, { ...outcome, kind: 'outcome-unknown' });
        break;
      default:
        assertNever(outcome);
    }
    queue.finished(task, outcome.kind === 'rejected');
  };

  const saveLateId = async (id: TaskId, submission: Submission): Promise<void> => {
    const late = await submission.late;
    if (late !== null) await ledger.dispatch(id, late);
  };

  return {
    enqueue: (task) => queueOf(task.accountId).add(task),
    post(task) {
      track(posts, send(queueOf(task.accountId), task).catch(() => undefined));
    },
    accountReady: (accountId) => queueOf(accountId).keyReady(),
    wake() {
      for (const queue of queues.values()) queue.wake();
    },
    isSubmitting: () => posts.size > 0,
    async close() {
      closing.abort();
      for (const queue of queues.values()) queue.close();
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
