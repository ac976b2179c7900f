import type { AccountOptions } from '../../../shared/account.ts';
import { AppFailure } from '../../../shared/errors.ts';
import { assertNever } from '../../../shared/result.ts';
import type { ServiceTask } from '../../../shared/service-task.ts';
import { newTask, type AccountId, type BatchId, type GenerationRequest, type ServiceSaid, type Task, type TaskId, type TaskWithImages } from '../../../shared/task.ts';
import { createAccountKeys } from './account-keys.ts';
import { createTaskDownloads } from './downloads/task-downloads.ts';
import type { ImageDownloads } from './downloads/download-outcome.ts';
import type { QueryOutcome, ServiceClient } from '../service/outcomes.ts';
import { pollInterval } from './polling/poll-schedule.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Clock } from '../util/clock.ts';
import type { Random } from '../util/backoff.ts';
import type { AccountStore } from '../accounts/account-store.ts';
import type { QueueMove, TaskStore } from './task-store.ts';
import { createSubmissionSender } from './submission/submission-sender.ts';
import type { Effect, EngineEvents, TaskEvent } from './task-events.ts';
import { candidatesFor } from './fitting-tasks.ts';
import { createTaskLedger } from './ledger/task-ledger.ts';
import { createBatchBook } from './ledger/batch-book.ts';
import type { BatchStore } from './batch-store.ts';
import { createBudgetGuard } from '../money/budget-guard.ts';
import type { PriceBook } from '../money/price-book.ts';
import type { PriceStore } from '../money/price-store.ts';
import type { Batch, BatchHold } from '../../../shared/batch.ts';
import type { Amount } from '../../../shared/money/amount.ts';
import type { Budget } from '../../../shared/money/budget.ts';
import type { Admission } from './submission/admission.ts';
import type { AttachReferences } from './submission/attached-references.ts';
import { createTaskPoller } from './polling/task-poller.ts';
import type { StoredAnswer } from '../service/stored-answer.ts';
import { applyInBatches } from '../util/apply-in-batches.ts';
import { createSequencer } from '../util/sequencer.ts';

export interface TaskEngineDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly repository: TaskStore & AccountStore & BatchStore & Pick<PriceStore, 'spent'>;
  readonly client: Pick<ServiceClient, 'submit' | 'query' | 'list' | 'test'>;
  readonly downloads: ImageDownloads;
  readonly accounts: Accounts;
  readonly prices: Pick<PriceBook, 'price'>;
  readonly budget: (accountId: AccountId) => Budget;
  readonly attach: AttachReferences;
  /** Absent: this computer alone sends the accounts' tasks. */
  readonly admission?: Admission;
  /** For how long the account's service honours an `Idempotency-Key`; null: it does not. */
  readonly repeats: (accountId: AccountId) => AccountOptions['repeats'];
  readonly events: EngineEvents;
  /** False only where this computer certainly has no network. */
  readonly isOnline: () => boolean;
  /** Called at each use, so that a change applies at once. */
  readonly settings: () => { readonly watchLimitMinutes: number; readonly concurrentSubmissions: number; readonly queueStopped: boolean };
}

export interface NewTask {
  readonly id: TaskId;
  readonly accountId: AccountId;
  readonly request: GenerationRequest;
  readonly retryOf: TaskId | null;
  /** Nothing is sent before the person says so. */
  readonly held?: boolean;
}

/** The engine as the rest of main sees it. Every call resolves after its change is on disk; rejects with AppFailure. */
export interface TaskEngine {
  /** Reads the unfinished tasks and resumes each as task-machine.ts says: `submitting` becomes `unknown`, ids are queried, files are downloaded. */
  start(): Promise<void>;
  /** Tasks that were read from the disk, as they are now. */
  latest(found: readonly TaskWithImages[]): readonly TaskWithImages[];
  /** The service's latest answer about the task. */
  answer(id: TaskId): Promise<StoredAnswer | null>;
  /** Writes the intents and queues them. Returns the ids that are new: a replay is ignored. */
  submit(tasks: readonly NewTask[]): Promise<readonly TaskId[]>;
  /**
   * Writes a batch and its tasks, all or none, and queues them. Returns the ids that are new: a replay is ignored. Rejects if the disk refuses and it is
   * certain that nothing of the batch will be sent.
   */
  submitBatch(batch: Omit<Batch, 'createdAt' | 'hold' | 'place'>, tasks: readonly Omit<NewTask, 'accountId'>[]): Promise<readonly TaskId[]>;
  /** Nothing more of the batch is sent until it is released (null). */
  holdBatch(id: BatchId, hold: BatchHold | null): Promise<void>;
  renameBatch(id: BatchId, name: string): Promise<void>;
  /** Another order in the queue: all of it, or none. Leaves out tasks that are no longer `queued`. Rejects with `wrong-state` if nothing is left. */
  move(moves: readonly QueueMove[]): Promise<void>;
  /** Changes the request of a task that is still `queued`. */
  edit(id: TaskId, request: GenerationRequest): Promise<void>;
  /** Sets what a task that was sent and has ended cost, as the person found out; null: not known. */
  settle(id: TaskId, cost: Amount | null): Promise<void>;
  /** The whole queue was put on hold or resumed. */
  queueChanged(): void;
  /** The person says that sending with this account goes on, and that is on the disk. */
  goOnSending(accountId: AccountId): void;
  /** The account's prices, or its options, have changed. */
  moneyChanged(accountId: AccountId): void;
  /** Copies of reference pictures may be there again. */
  referencesChanged(): void;
  /** Queries the task now, but not before 3 s after its last query, in any state with a remote id. */
  check(id: TaskId): Promise<void>;
  /** Stops querying the task. The service continues to work on it. */
  stop(id: TaskId): Promise<void>;
  /** Cancels a task that is still `queued`. */
  withdraw(id: TaskId): Promise<void>;
  /**
   * Undoes `withdraw`. `held`: the task comes back on hold, because the person was not asked whether to send it. `otherSaid`: what the service had said of
   * another, refused task, if this one was on hold because of it.
   */
  requeue(id: TaskId, held: boolean, otherSaid?: ServiceSaid): Promise<void>;
  /** Sends a task that is on hold because another one of its submission was refused. */
  release(id: TaskId): Promise<void>;
  /** Hides an ended or unknown task. */
  dismiss(id: TaskId): Promise<void>;
  undismiss(id: TaskId): Promise<void>;
  /** Asks the service what it has under an id, and changes nothing. Rejects with `id-known` if a task has this id already, or with `key-missing`. */
  lookUp(accountId: AccountId, remoteId: string): Promise<QueryOutcome>;
  /**
   * Gives a task of unknown outcome the id that the person found elsewhere, or replaces an id that a person entered before. Rejects with
   * `id-not-confirmed`, without a change, if the service does not show a task with this id, unless `anyway`. `settled`: what the person had noted of the cost
   * under this id, to undo that it was taken back.
   */
  attach(id: TaskId, remoteId: string, anyway: boolean, settled?: Amount | null): Promise<void>;
  /**
   * Takes back an id that a person entered, as long as no picture came of it. `was`: what the person had decided before, in the same commit, because a task about
   * which nothing is decided may be sent again with its key.
   */
  detach(id: TaskId, was?: Pick<Task, 'settled' | 'dismissedAt'>): Promise<void>;
  /** Watches a task that was submitted elsewhere. `anyway` as for `attach`. `asked`: what is known of its request. */
  addById(id: TaskId, accountId: AccountId, remoteId: string, asked: string | GenerationRequest, anyway: boolean): Promise<TaskId>;
  /**
   * What the account's service lists that may be this task, the best fit first, without ids that this computer knows. Rejects with `key-missing` or
   * `tasks-not-listed`.
   */
  candidates(id: TaskId): Promise<readonly ServiceTask[]>;
  /** The account has a usable key (again): its tasks continue. */
  accountReady(accountId: AccountId): void;
  /** The network is back, or the machine has woken. Tries what waited for it, spread over time. */
  wake(): void;
  /** The library folder was changed, or is reachable again. */
  libraryChanged(): void;
  /** Whether a POST is under way, or its outcome not on the disk yet. */
  isSubmitting(): boolean;
  /** Whether a task is in progress or waits. */
  hasWork(): boolean;
  /** Stops everything in flight except POSTs. Waits until the outcome of each POST is on the disk; the client's deadline limits that. */
  close(): Promise<void>;
}

/** Distance between neighbours in the queue, so that many can be put between two of them. */
const placeStep = 1024;

/** Wires the ledger to what acts on its effects: the submission sender, the poller and the downloads of tasks. */
export function createTaskEngine(deps: TaskEngineDeps): TaskEngine {
  const { clock, random, repository, client, downloads, accounts, prices, budget, attach, admission = null, repeats, events, isOnline, settings } = deps;
  const keys = createAccountKeys({ clock, accounts, repository, client });
  const claims = createSequencer();

  const perform = (effect: Effect, entry: TaskWithImages): void => {
    const { task } = entry;
    switch (effect.kind) {
      case 'enqueue':
        return submissions.enqueue(task);
      case 'dequeue':
        return submissions.dequeue(task);
      case 'submit':
        return submissions.post(task);
      case 'watch':
        return poller.watch(task, effect.first === 'soon' ? 0 : pollInterval);
      case 'unwatch':
        return poller.unwatch(task.id);
      case 'fetch-images':
        return taskDownloads.named(entry, effect.images);
      case 'resume-images':
        return taskDownloads.resume(entry);
      case 'refresh-images':
        return taskDownloads.refresh(entry);
      case 'no-fresh-address':
        return taskDownloads.notNamed(task.id);
      default:
        assertNever(effect);
    }
  };

  const watched: EngineEvents = {
    ...events,
    taskChanged(entry) {
      events.taskChanged(entry);
      if (entry.task.idempotencyKey !== null) submissions.considerRepeating(entry.task);
      if (entry.task.endedAt !== null) submissions.spendingChanged(entry.task.accountId);
    },
  };
  const ledger = createTaskLedger({ clock, random, repository, events: watched, perform });
  const batches = createBatchBook({ repository, events });
  const guard = createBudgetGuard({ clock, repository, budget, price: prices.price });
  const submissions = createSubmissionSender({ clock, random, client, accounts, keys, ledger, batches, guard, attach, admission, repeats, settings, isOnline });
  const poller = createTaskPoller({ clock, random, client, keys, ledger, settings, isOnline, bytesTaken: (id) => taskDownloads.bytesTaken(id) });
  const taskDownloads = createTaskDownloads({ clock, random, downloads, keys, ledger, events, requery: poller.requery });

  /** The place of the latest task or batch in the queue. */
  let lastPlace = 0;
  const nextPlace = (): number => {
    lastPlace = Math.max(clock.now(), lastPlace + placeStep);
    return lastPlace;
  };

  /** A new intent is handled like one that was found at the start. Thousands are begun in portions, so that nothing else waits for long. */
  const begin = async (ids: readonly TaskId[]): Promise<readonly TaskId[]> => {
    await applyInBatches(ids, (id) => ledger.dispatch(id, { kind: 'start' }));
    return ids;
  };

  /** A person's action. Rejects with `wrong-state` if it does not apply. */
  const act = async (id: TaskId, event: TaskEvent): Promise<void> => {
    const { applies } = await ledger.dispatch(id, event);
    if (!applies) throw new AppFailure('wrong-state');
  };

  /** A remote id belongs to only one task. The check and the change are one step. */
  const claim = <T>(accountId: AccountId, remoteId: string, id: TaskId | null, take: (isNew: boolean) => Promise<T>): Promise<T> =>
    claims.run(`${accountId} ${remoteId}`, async () => {
      const owner = await ledger.findByRemoteId(accountId, remoteId);
      if (owner !== null && owner !== id) throw new AppFailure('id-known', owner);
      return take(owner === null);
    });

  /** Accounts and ids of tasks that the service has shown in this run. An id that was there stays a task's, so the person's decision needs no second query. */
  const shownIds = new Set<string>();
  const lookUp = async (accountId: AccountId, remoteId: string): Promise<QueryOutcome> => {
    const outcome = await poller.lookUp(accountId, remoteId);
    if (outcome === null) throw new AppFailure('key-missing');
    if (outcome.kind === 'processing' || outcome.kind === 'completed' || outcome.kind === 'failed') shownIds.add(`${accountId} ${remoteId}`);
    return outcome;
  };

  /** Nothing is written for an id that the service does not show, unless the person insists. */
  const confirm = async (accountId: AccountId, remoteId: string): Promise<void> => {
    const name = `${accountId} ${remoteId}`;
    if (!shownIds.has(name)) await lookUp(accountId, remoteId);
    if (!shownIds.has(name)) throw new AppFailure('id-not-confirmed');
  };

  return {
    async start() {
      await batches.start();
      const found = await repository.unfinishedTasks();
      const placeOf = ({ batchId, place }: Task): number => (batchId === null ? place : (batches.place(batchId) ?? place));
      for (const { task } of found) lastPlace = Math.max(lastPlace, placeOf(task));
      ledger.register(found);
      // In the order of the queue, because the first that enters it is sent at once.
      const inOrder = found.map(({ task }) => task).toSorted((a, b) => placeOf(a) - placeOf(b) || a.place - b.place);
      const unknown = await repository.tasksToRepeat();
      await Promise.all(inOrder.map(({ id }) => ledger.dispatch(id, { kind: 'start' })));
      for (const { task } of unknown) submissions.considerRepeating(task);
    },
    latest: ledger.latest,
    answer: async (id) => ledger.latestAnswer(id) ?? repository.answer(id),
    async submit(tasks) {
      await submissions.sentAnew(tasks.flatMap(({ retryOf }) => retryOf ?? []));
      const createdAt = clock.now();
      const added = await ledger.add(
        tasks.map(({ id, accountId, request, retryOf, held = false }) => ({
          ...newTask(id, accountId, request, retryOf, createdAt),
          place: nextPlace(),
          ...(held && { state: { status: 'queued', waitingFor: 'held' } as const }),
        })),
      );
      return begin(added);
    },
    async submitBatch(batch, tasks) {
      await submissions.sentAnew(tasks.flatMap(({ retryOf }) => retryOf ?? []));
      const whole: Batch = { ...batch, createdAt: clock.now(), hold: null, place: nextPlace() };
      const added = await ledger.addBatch(
        whole,
        tasks.map(({ id, request, retryOf }, index) => ({ ...newTask(id, batch.accountId, request, retryOf, whole.createdAt, batch.id), place: index * placeStep })),
      );
      if (added.length > 0) batches.add(whole);
      return begin(added);
    },
    async holdBatch(id, hold) {
      await batches.hold(id, hold);
      submissions.queueChanged();
    },
    renameBatch: batches.rename,
    async move(moves) {
      const ofBatches = moves.flatMap((move) => ('batchId' in move ? [move] : []));
      const ofTasks = moves.flatMap((move) => ('taskId' in move ? [move] : []));
      const moved = await ledger.move(ofTasks, ofBatches);
      if (moved.length + ofBatches.length === 0) throw new AppFailure('wrong-state');
      for (const { batchId, place } of moved) if (batchId === null) lastPlace = Math.max(lastPlace, place);
      for (const { place } of ofBatches) lastPlace = Math.max(lastPlace, place);
      if (ofBatches.length === 0) return;
      batches.moved(ofBatches);
      submissions.queueChanged();
    },
    edit: (id, request) => act(id, { kind: 'edit', request }),
    async settle(id, cost) {
      await act(id, { kind: 'settle', cost });
      submissions.spendingChanged((await ledger.read(id)).accountId);
    },
    queueChanged: submissions.queueChanged,
    goOnSending: submissions.goOn,
    moneyChanged: submissions.moneyChanged,
    referencesChanged: submissions.referencesChanged,
    check: (id) => act(id, { kind: 'check' }),
    stop: (id) => act(id, { kind: 'stop' }),
    withdraw: (id) => act(id, { kind: 'withdraw' }),
    // After a refusal, the person decides whether the rest is sent, so an undo must not send it. A batch is on hold as a whole.
    async requeue(id, held, otherSaid) {
      const refusal = (await ledger.read(id)).batchId === null ? await repository.refusedTogether(id) : null;
      await act(id, { kind: 'requeue', held: held || refusal !== null, said: otherSaid ?? refusal });
    },
    release: (id) => act(id, { kind: 'release' }),
    dismiss: (id) => act(id, { kind: 'dismiss' }),
    undismiss: (id) => act(id, { kind: 'undismiss' }),
    lookUp: (accountId, remoteId) => claim(accountId, remoteId, null, () => lookUp(accountId, remoteId)),
    async attach(id, remoteId, anyway, settled = null) {
      const { accountId } = await ledger.read(id);
      await claim(accountId, remoteId, id, async (isNew) => {
        if (isNew && !anyway) await confirm(accountId, remoteId);
        await act(id, { kind: 'attach', remoteId, settled });
      });
      submissions.spendingChanged(accountId);
    },
    async detach(id, was) {
      await act(id, was === undefined ? { kind: 'detach' } : { kind: 'detach', was });
      submissions.spendingChanged((await ledger.read(id)).accountId);
    },
    async candidates(id) {
      const task = await ledger.read(id);
      const credentials = await keys.usable(task.accountId).catch(() => null);
      if (credentials === null) throw new AppFailure('key-missing');
      const listed = await client.list(credentials);
      if (listed === null) throw new AppFailure('tasks-not-listed');
      const owners = await Promise.all(listed.map(({ remoteId }) => ledger.findByRemoteId(task.accountId, remoteId)));
      return candidatesFor(task, listed.filter((_, at) => (owners[at] ?? null) === null));
    },
    addById: (id, accountId, remoteId, asked, anyway) =>
      claim(accountId, remoteId, id, async (isNew) => {
        if (isNew && !anyway) await confirm(accountId, remoteId);
        const createdAt = clock.now();
        const intent = newTask(id, accountId, typeof asked === 'string' ? { model: '', prompt: asked, size: '', quality: '' } : asked, null, createdAt);
        const added = await ledger.add([{ ...intent, adopted: true, acceptedAt: createdAt, state: { status: 'processing', remoteId, misses: 0 } }]);
        await Promise.all(added.map((newId) => ledger.dispatch(newId, { kind: 'start' })));
        return id;
      }),
    accountReady(accountId) {
      keys.ready(accountId);
      submissions.accountReady(accountId);
      poller.accountReady(accountId);
    },
    wake() {
      submissions.wake();
      poller.wake();
      taskDownloads.wake();
      ledger.wake().catch(() => undefined);
    },
    libraryChanged() {
      submissions.referencesChanged();
      taskDownloads.libraryChanged();
    },
    isSubmitting: submissions.isSubmitting,
    hasWork: ledger.hasLive,
    async close() {
      poller.close();
      keys.close();
      await Promise.all([taskDownloads.close(), submissions.close()]);
      await ledger.close();
    },
  };
}
