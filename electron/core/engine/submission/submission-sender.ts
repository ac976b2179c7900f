import { connectionTrouble, unlessOffline } from '../../../../shared/network/connection-trouble.ts';
import { hasReferences } from '../../../../shared/request/reference-checks.ts';
import { assertNever } from '../../../../shared/result.ts';
import type { BatchHold } from '../../../../shared/batch.ts';
import { saidNothing, type AccountId, type BatchId, type Task, type TaskId } from '../../../../shared/task.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Credentials, LongField, ServiceClient, Submission, SubmitOutcome } from '../../service/outcomes.ts';
import { backoff } from '../../util/backoff.ts';
import { settledWithin } from '../../util/settled-within.ts';
import type { AccountKeys } from '../account-keys.ts';
import type { BatchBook } from '../ledger/batch-book.ts';
import { isMadeFor } from './repeat-key.ts';
import { createSubmissionRepeater } from './submission-repeater.ts';
import { createSubmissionQueue, type SubmissionQueue, type SubmissionQueueDeps } from './submission-queue.ts';
import type { TaskLedger } from '../ledger/task-ledger.ts';

/** Milliseconds that closing waits for everything but POSTs: tasks about to be sent, and late answers to submissions that are already unknown. */
const closingLimit = 2_000;

export interface SubmissionSenderDeps extends Omit<SubmissionQueueDeps, 'closing' | 'track'> {
  readonly client: Pick<ServiceClient, 'submit'>;
  readonly accounts: Pick<Accounts, 'isSendingStopped' | 'stopSending'>;
  readonly keys: AccountKeys;
  readonly ledger: Pick<TaskLedger, 'dispatch' | 'read' | 'refuse' | 'holdOthers'>;
  readonly batches: Pick<BatchBook, 'isOnHold' | 'place' | 'hold'>;
  /** False only if this computer certainly has no network. */
  readonly isOnline: () => boolean;
}

/** Sends tasks, each once, but for those that may be repeated (submission-repeater.ts). Every account has a queue of its own (submission-queue.ts). */
export interface SubmissionSender {
  /** Adds a queued task at its place. */
  enqueue(task: Task): void;
  /** A task that waits no longer. */
  dequeue(task: Task): void;
  /** POSTs a task that is committed as `submitting`. Called once for each time that it is. */
  post(task: Task): void;
  /** Call with each change of a task that has an `idempotencyKey`, and with those found at the start. */
  considerRepeating(task: Task): void;
  /** The person sends these as new tasks. Resolves when it is on the disk that they are not repeated. */
  sentAnew(ids: readonly TaskId[]): Promise<void>;
  accountReady(accountId: AccountId): void;
  /** A batch has moved, or a hold of a batch or of the whole queue has begun or ended. */
  queueChanged(): void;
  /** The person says that sending with this account goes on. */
  goOn(accountId: AccountId): void;
  /** The account's prices, or its options, have changed. */
  moneyChanged(accountId: AccountId): void;
  /** Copies of reference pictures may be there again. */
  referencesChanged(): void;
  /** Less may count as spent than before: a task may have cost less than its estimate. */
  spendingChanged(accountId: AccountId): void;
  /** The network, or space on the disk, may be back. */
  wake(): void;
  /** Whether a POST is under way, or its outcome is not on the disk yet. */
  isSubmitting(): boolean;
  /** Starts nothing more. Resolves when the outcome of every POST under way is on the disk. The client limits how long a POST takes. */
  close(): Promise<void>;
}

export function createSubmissionSender({ client, isOnline, ...deps }: SubmissionSenderDeps): SubmissionSender {
  const { clock, accounts, keys, ledger, batches } = deps;
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
    const references = queue.attached(task.id);
    // While closing, the task returns to the queue at once: it must not remain stored as `submitting`.
    const whyNot = (): 'turn' | 'unclear' | null => (closing.signal.aborted ? 'turn' : accounts.isSendingStopped(task.accountId) ? 'unclear' : null);
    const found = whyNot() ?? (references === null && hasReferences(task.request) ? 'references' : await queue.credentials());
    // A key that was made for other credentials says nothing here. The task gets one for these.
    const credentials = whyNot() ?? (typeof found !== 'string' && task.idempotencyKey !== null && !isMadeFor(task.idempotencyKey, task.accountId, found) ? 'turn' : found);
    if (typeof credentials === 'string') {
      queue.release(task);
      await ledger.dispatch(task.id, { kind: 'not-sent', waitingFor: credentials, retryAt: null });
      return;
    }
    const submission = submitOnce(client, credentials, task, references);
    const outcome = await submission.outcome;
    if (outcome.kind === 'unknown') awaitLate(task, submission);
    await takeOutcome(queue, task, outcome, credentials);
  };

  const awaitLate = (task: Task, submission: Submission): void => {
    const work = saveLate(queueOf(task.accountId), task.id, submission).catch(() => undefined);
    track(otherWork, work);
    repeater.waitFor(task.id, work);
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
      case 'busy': {
        const until = outcome.retryAfterMs === null ? null : clock.now() + outcome.retryAfterMs;
        const retryAt = queue.busy(task, until);
        if (retryAt === 'too-often') return takeOutcome(queue, task, { ...outcome, kind: 'rejected', keyRefused: false }, credentials);
        await ledger.dispatch(id, { kind: 'not-sent', waitingFor: 'busy', retryAt, answer: outcome.answer });
        return;
      }
      case 'accepted':
      case 'delivered':
        await received(id, outcome);
        break;
      case 'rejected':
        await refused(queue, task, outcome, credentials);
        break;
      case 'unknown':
        // First, so that nothing more starts meanwhile, and a process that ends here does not forget it.
        if (queue.unclear(task)) await stopSending(queue, task.accountId);
        await ledger.dispatch(id, { ...outcome, kind: 'outcome-unknown' });
        break;
      default:
        assertNever(outcome);
    }
    queue.finished(task, outcome.kind === 'delivered' ? 'accepted' : outcome.kind);
  };

  /** Stops from the call on. If the disk refuses, that is written later. */
  const stopSending = async (queue: SubmissionQueue, accountId: AccountId): Promise<void> => {
    const saved = accounts.stopSending(accountId);
    queue.changed();
    await saved.catch(() => {
      // Unless the person has said meanwhile that sending goes on.
      const again = untilSaved(async () => (accounts.isSendingStopped(accountId) ? accounts.stopSending(accountId) : undefined));
      track(otherWork, again.catch(() => undefined));
    });
  };

  /** An id first: it must be on disk before the pictures that came with it. */
  const received = async (id: TaskId, outcome: Extract<SubmitOutcome, { kind: 'accepted' | 'delivered' }>): Promise<void> => {
    if (outcome.kind === 'accepted') await ledger.dispatch(id, outcome);
    if (outcome.images.length > 0) await untilSaved(() => ledger.dispatch(id, { ...outcome, kind: 'delivered' }));
  };

  /** Repeats a change that must not be lost, such as pictures that cannot be asked for again, until the disk takes it or the app quits. */
  const untilSaved = async (save: () => Promise<unknown>): Promise<void> => {
    for (let failures = 1; ; failures += 1) {
      try {
        return void (await save());
      } catch (error) {
        if (closing.signal.aborted) throw error;
        await new Promise<void>((resolve) => {
          clock.after(backoff(failures, deps.random), resolve);
          // The last attempt.
          closing.signal.addEventListener('abort', () => resolve(), { once: true });
        });
      }
    }
  };

  const refused = async (queue: SubmissionQueue, task: Task, outcome: Extract<SubmitOutcome, { kind: 'rejected' }>, credentials: Credentials): Promise<void> => {
    const holds = queue.refused(task);
    if (outcome.keyRefused) {
      await ledger.dispatch(task.id, outcome);
      // Without a key, all tasks of the account wait anyway, and continue when there is one. If the app quits, the next start sends one of them alone.
      if ((await keys.isRefused(task.accountId, credentials)) || closing.signal.aborted) return;
      if (task.batchId === null) await ledger.holdOthers(task.id, outcome.said);
      else if (holds) await holdRest(queue, task.batchId, { by: 'refused', said: outcome.said });
      return;
    }
    if (task.batchId !== null && !holds) return void (await ledger.dispatch(task.id, outcome));
    if (task.batchId === null) return ledger.refuse(task.id, outcome);
    // If the process ends between the two, the first task of the rest goes ahead alone again.
    await holdRest(queue, task.batchId, { by: 'refused', said: outcome.said });
    await ledger.dispatch(task.id, outcome);
  };

  /** Shows at once on the waiting tasks of the batch that it is on hold. */
  const holdRest = async (queue: SubmissionQueue, batchId: BatchId, hold: BatchHold): Promise<void> => {
    await batches.hold(batchId, hold).catch(() => undefined);
    queue.changed();
  };

  /** What an answer says after the deadline is as certain as in time. Only nothing is sent again by itself: the person may have done so meanwhile. */
  const saveLate = async (queue: SubmissionQueue, id: TaskId, submission: Submission): Promise<void> => {
    const late = await submission.late;
    if (late === null) return;
    if (late.kind === 'accepted' || late.kind === 'delivered') {
      queue.cleared(id);
      await received(id, late);
    } else if ((await ledger.dispatch(id, { ...late, kind: 'rejected' })).applies) queue.cleared(id);
  };

  const repeater = createSubmissionRepeater({
    ...deps,
    closing: closing.signal,
    submit: (credentials, task, references) => submitOnce(client, credentials, task, references),
    received,
    awaitLate,
    cleared: (task) => queueOf(task.accountId).cleared(task.id),
    track: (work) => track(otherWork, work),
  });

  return {
    enqueue: (task) => queueOf(task.accountId).add(task),
    post(task) {
      track(posts, (task.repeated > 0 ? repeater.post(task) : send(queueOf(task.accountId), task)).catch(() => undefined));
    },
    considerRepeating: repeater.consider,
    async sentAnew(ids) {
      await Promise.all([...new Set(ids)].map(repeater.giveUp));
    },
    dequeue: (task) => queueOf(task.accountId).remove(task.id),
    accountReady(accountId) {
      queueOf(accountId).keyReady();
      repeater.changed(accountId);
    },
    queueChanged() {
      for (const queue of queues.values()) queue.changed();
      repeater.changed();
    },
    moneyChanged(accountId) {
      queueOf(accountId).moneyChanged();
      repeater.changed(accountId);
    },
    goOn: (accountId) => queueOf(accountId).goOn(),
    referencesChanged() {
      for (const queue of queues.values()) queue.referencesChanged();
      repeater.changed();
    },
    spendingChanged: (accountId) => queues.get(accountId)?.spendingChanged(),
    wake() {
      for (const queue of queues.values()) queue.wake();
      repeater.wake();
    },
    isSubmitting: () => posts.size > 0,
    async close() {
      closing.abort();
      for (const queue of queues.values()) queue.close();
      repeater.close();
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
function submitOnce(client: Pick<ServiceClient, 'submit'>, credentials: Credentials, task: Task, references: LongField | null): Submission {
  const lost: SubmitOutcome = { kind: 'unknown', reason: 'connection-lost', said: saidNothing, answer: null };
  try {
    const { outcome, late } = client.submit(credentials, task.request, references, task.idempotencyKey);
    return { outcome: outcome.catch(() => lost), late: late.catch(() => null) };
  } catch {
    return { outcome: Promise.resolve(lost), late: Promise.resolve(null) };
  }
}
