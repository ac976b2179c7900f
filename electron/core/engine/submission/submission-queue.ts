import type { AccountOptions } from '../../../../shared/account.ts';
import { hasReferences } from '../../../../shared/request/reference-checks.ts';
import type { AccountId, EpochMs, GenerationRequest, QueueReason, Task, TaskId } from '../../../../shared/task.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Credentials, LongField } from '../../service/outcomes.ts';
import type { Random } from '../../util/backoff.ts';
import type { Clock } from '../../util/clock.ts';
import type { BudgetGuard } from '../../money/budget-guard.ts';
import type { Admission } from './admission.ts';
import type { AttachReferences } from './attached-references.ts';
import type { AccountKeys } from '../account-keys.ts';
import type { BatchBook } from '../ledger/batch-book.ts';
import { newRepeatKey } from './repeat-key.ts';
import { createSubmissionBrake } from './submission-brake.ts';
import { createSubmissionGroups, submissionKey } from './submission-groups.ts';
import { createSubmissionPause, type PauseReason } from './submission-pause.ts';
import type { TaskLedger } from '../ledger/task-ledger.ts';
import { createPostponedTasks } from './postponed-tasks.ts';
import { createWaitingTasks, waitingTask, type WaitingTask } from './waiting-tasks.ts';

export interface SubmissionQueueDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly accounts: Pick<Accounts, 'isSendingStopped'>;
  readonly keys: Pick<AccountKeys, 'usable'>;
  readonly ledger: Pick<TaskLedger, 'dispatch' | 'read'>;
  readonly batches: Pick<BatchBook, 'isOnHold' | 'place'>;
  readonly guard: BudgetGuard;
  readonly attach: AttachReferences;
  /** Null: this computer alone sends the account's tasks. */
  readonly admission: Admission | null;
  /** Not null: the account's service honours an `Idempotency-Key`. */
  readonly repeats: (accountId: AccountId) => AccountOptions['repeats'];
  /** `queueStopped`: the person has put the whole queue on hold. */
  readonly settings: () => { readonly concurrentSubmissions: number; readonly queueStopped: boolean };
  /** Aborted when the app quits. Then nothing more starts. */
  readonly closing: AbortSignal;
  /** Called with work that closing must wait for. */
  readonly track: (work: Promise<void>) => void;
}

/** The tasks of one account that wait to be sent. A few are active at a time: about to be sent, or sent and without an outcome. */
export interface SubmissionQueue {
  /** Adds a queued task at its place. */
  add(task: Task): void;
  /** A task that waits no longer. */
  remove(id: TaskId): void;
  /** The account's key. If none is usable now, the queue waits, and the answer says for what. */
  credentials(): Promise<Credentials | PauseReason>;
  /** The references of a task that is committed as `submitting` at this moment. */
  attached(id: TaskId): LongField | null;
  /** The active task was not sent: no connection was made. Returns the time of the next attempt. */
  notSent(task: Task, reason: PauseReason): EpochMs | null;
  /**
   * The service takes no more tasks at the moment, so the active task waits in the queue again, not before `until`. Returns the time of the next
   * attempt, null if none is set. `too-often`: the service has said so too often, so it counts as a refusal, and the task is still active.
   */
  busy(task: Task, until: EpochMs | null): EpochMs | null | 'too-often';
  /** The active task is no longer active, and nothing was sent. */
  release(task: Task): void;
  /** The service refused the active task. Returns whether the others that were sent together with it must not start. */
  refused(task: Task): boolean;
  /** Nobody knows whether the service accepted the active task. Returns whether the account must stop sending. */
  unclear(task: Task): boolean;
  /** It is known after all what became of a task of unknown outcome. */
  cleared(id: TaskId): void;
  /** The active task has an outcome. */
  finished(task: Task, outcome: 'accepted' | 'rejected' | 'unknown'): void;
  /** A batch has moved, a hold of a batch or of the whole queue has begun or ended, or the account has stopped sending. */
  changed(): void;
  /** The person says that sending with this account goes on. */
  goOn(): void;
  /** The account's prices or budget have changed. */
  moneyChanged(): void;
  /** Copies of reference pictures may be there again. */
  referencesChanged(): void;
  /** Less may count as spent than before: a task may have cost less than its estimate. */
  spendingChanged(): void;
  /** There is a key (again). */
  keyReady(): void;
  /** The network, or space on the disk, may be back. */
  wake(): void;
  close(): void;
}

/** After so many, a task counts as refused: the service may mean something that waiting does not change. */
const mostBusyPauses = 10;

export function createSubmissionQueue(accountId: AccountId, { clock, random, accounts, keys, ledger, batches, guard, attach, admission, repeats, settings, closing, track }: SubmissionQueueDeps): SubmissionQueue {
  const groups = createSubmissionGroups();
  const isSendingStopped = (): boolean => accounts.isSendingStopped(accountId);
  const brake = createSubmissionBrake(isSendingStopped);
  const waiting = createWaitingTasks(batches.place);
  /** Tasks for which the key and the budget are being read. A task that leaves the queue meanwhile leaves this set too. */
  const preparing = new Set<TaskId>();
  const postponed = createPostponedTasks({ clock, waiting, tryReferences: () => tryReferences() });
  const attachedTo = new Map<TaskId, LongField>();
  let active = 0;
  /** Pauses in a row because the service takes no more tasks. */
  let busyPauses = 0;
  /** The task for which the budget is too small. A cheaper task may fit. */
  let overBudget: WaitingTask | null = null;
  /** How often these have changed, so that a change that comes while a task is prepared is not missed. */
  const changes = { key: 0, references: 0, money: 0 };

  /** What this task waits for, which may be something else than what the whole account waits for. */
  const reasonOf = (task: WaitingTask, lacksPrice: (request: GenerationRequest) => boolean): QueueReason => {
    if (isOnHold(task)) return 'batch-held';
    if (settings().queueStopped) return 'stopped';
    if (isSendingStopped()) return 'unclear';
    if (postponed.why(task.id) === 'references') return 'references';
    // A larger budget does not help a task without a price.
    const reason = pause.reason();
    const mayLackPrice = reason === 'budget' || (reason === 'turn' && postponed.why(task.id) !== undefined);
    return mayLackPrice && lacksPrice(task.request) ? 'price' : reason;
  };

  /** Shows what these tasks wait for. The queue does not depend on it, so failures are ignored. */
  const showReasons = (tasks: Iterable<WaitingTask> = waiting): void => {
    const lacksPrice = guard.lackingPrice(accountId);
    for (const task of tasks) {
      const waitingFor = reasonOf(task, lacksPrice);
      ledger.dispatch(task.id, { kind: 'wait', waitingFor, retryAt: waitingFor === pause.reason() ? pause.retryAt() : null }).catch(() => undefined);
    }
  };

  const pause = createSubmissionPause({ clock, random, closing, changed: () => showReasons(), retry: () => startNext() });

  const startNext = (): void => {
    // After a pause, one task goes ahead alone.
    const limit = pause.reason() === 'turn' ? settings().concurrentSubmissions : 1;
    while (!closing.aborted && !pause.isOn() && !settings().queueStopped && active < limit && brake.mayStart(active)) {
      const next = waiting.first(mayStart);
      if (next === undefined) break;
      remove(next.id);
      preparing.add(next.id);
      active += 1;
      groups.started(next.key);
      track(prepare(next).catch(() => putBack(next, 'disk')));
    }
    if (active === 0) brake.idle();
  };

  const isOnHold = ({ batchId }: WaitingTask): boolean => batchId !== null && batches.isOnHold(batchId);
  const mayStart = (task: WaitingTask): boolean => groups.mayStart(task.key) && postponed.why(task.id) === undefined && !isOnHold(task);

  /** The budget may be large enough now. The tasks show the budget as their reason until the first of them was sent. */
  const tryBudget = (): void => {
    if (pause.reason() === 'budget') pause.end();
    startNext();
  };

  /** Another task may be the first now, and the budget may be large enough for that one. */
  const orderChanged = (): void => {
    if (pause.reason() === 'budget' && pause.isOn() && (overBudget === null || waiting.first(mayStart)?.id !== overBudget.id)) tryBudget();
  };

  /** Commits the task as `submitting`. That makes the ledger send it. */
  const prepare = async (next: WaitingTask): Promise<void> => {
    const found = await credentials();
    if (typeof found === 'string') return putBack(next, found);
    const { request } = await ledger.read(next.id);
    const before = { ...changes };
    // Before the commit, because the task must not be sent without them.
    const attached = hasReferences(request) ? await attach(accountId, request).catch(() => null) : null;
    // While closing, the copies can no longer be read. The next start tries again.
    if (attached === null && hasReferences(request)) return postpone(next, closing.aborted || changes.references !== before.references ? null : 'references');
    if (attached !== null) showReasons(postponed.takeSame(request));
    // An unknown outcome may have come since it was begun together with others.
    const isStopped = (): boolean => isOnHold(next) || settings().queueStopped || !brake.mayStart(active - 1);
    // Asked at the last moment, because the key and the budget may have taken long.
    const started = await guard.admit(accountId, request, async (estimate) => {
      if (isStopped() || attached?.isCurrent() === false) return null;
      if (admission !== null) {
        const answer = await admission(next.id, closing);
        if (answer !== 'granted') return answer;
        // It may have waited long. The permission stays.
        if (isStopped() || attached?.isCurrent() === false) return null;
      }
      if (attached !== null) attachedTo.set(next.id, attached.field);
      return ledger.dispatch(next.id, { kind: 'submission-started', request, estimate, idempotencyKey: repeats(accountId) === null ? null : newRepeatKey(accountId, found) }).finally(() => attachedTo.delete(next.id));
    });
    if (started === 'elsewhere') {
      await ledger.dispatch(next.id, { kind: 'withdraw' });
      preparing.delete(next.id);
      return leave(next.key);
    }
    if (started === null || started === 'closing') return postpone(next, null);
    if ('applies' in started) {
      preparing.delete(next.id);
      // It was moved meanwhile, which put it into the queue again.
      if (started.applies) remove(next.id);
      // It was cancelled, is on hold, or was edited and is in the queue again.
      else leave(next.key);
      return;
    }
    const isCurrent = changes.money === before.money;
    if (started.waitingFor === 'budget' && isCurrent && !isStopped()) return putBack(next, started.waitingFor, started.until);
    postpone(next, started.waitingFor === 'price' && isCurrent ? 'price' : null);
  };

  /** Puts the task back and goes on with the others. With this one too, if `why` is null. */
  const postpone = (task: WaitingTask, why: 'price' | 'references' | null): void => {
    const others = why !== null && preparing.has(task.id) ? postponed.put(task, why) : [];
    if (enterAgain(task)) showReasons([task, ...others]);
    leave(task.key);
  };

  const tryReferences = (): void => {
    postponed.takeFirsts((task) => !isOnHold(task));
    startNext();
  };

  /** Copies of references may be there again. */
  const referencesChanged = (): void => {
    changes.references += 1;
    tryReferences();
  };

  /** Puts a task back that was being prepared. Returns false for one that has left the queue meanwhile: if it entered the queue again, it is there already. */
  const enterAgain = (task: WaitingTask): boolean => {
    if (!preparing.delete(task.id)) return false;
    waiting.insert(task);
    return true;
  };

  const credentials = async (): Promise<Credentials | PauseReason> => {
    const before = changes.key;
    const found = await keys.usable(accountId).catch(() => 'unreachable' as const);
    if (found !== null && found !== 'unreachable') return found;
    if (found === null && before !== changes.key) return credentials();
    const why = found ?? 'key';
    pause.begin(why);
    return why;
  };

  const remove = (id: TaskId): void => {
    if (waiting.remove(id)) postponed.remove(id);
  };

  const putBack = (task: WaitingTask, why: PauseReason, until: EpochMs | null = null): void => {
    if (!enterAgain(task)) return leave(task.key);
    deactivate(task.key);
    if (why === 'budget') overBudget = task;
    pause.begin(why, until);
    showReasons([task]);
  };

  const deactivate = (key: string): void => {
    active -= 1;
    groups.ended(key, waiting.first((other) => other.key === key) !== undefined);
  };

  const leave = (key: string): void => {
    deactivate(key);
    startNext();
  };

  return {
    add(task) {
      const added = waitingTask(task);
      waiting.insert(added);
      if (pause.reason() !== 'turn' || settings().queueStopped || isSendingStopped() || isOnHold(added)) showReasons([added]);
      // Thousands are added one by one, so this must not search the queue for each. No other task may start because of this one.
      if (mayStart(added)) startNext();
      if (overBudget === null || waiting.compare(added, overBudget) < 0) orderChanged();
    },
    remove(id) {
      remove(id);
      preparing.delete(id);
      if (overBudget?.id === id) overBudget = null;
      // An edited task leaves the queue and enters it again at once.
      queueMicrotask(orderChanged);
    },
    credentials,
    attached: (id) => attachedTo.get(id) ?? null,
    notSent(task, why) {
      deactivate(submissionKey(task));
      pause.begin(why);
      return pause.retryAt();
    },
    busy(task, until) {
      // Several tasks that are refused together are one pause.
      if (!pause.isOn() || pause.reason() !== 'busy') busyPauses += 1;
      if (busyPauses >= mostBusyPauses) return 'too-often';
      deactivate(submissionKey(task));
      pause.begin('busy', until);
      return pause.retryAt();
    },
    release: (task) => deactivate(submissionKey(task)),
    refused: (task) => groups.refused(submissionKey(task), task.batchId !== null),
    unclear: (task) => brake.unclear(task.id),
    cleared: brake.cleared,
    finished(task, outcome) {
      const key = submissionKey(task);
      busyPauses = 0;
      if (outcome === 'accepted') {
        groups.accepted(key);
        brake.accepted();
      }
      // Whatever the outcome is, the service was reached.
      pause.forgetFailures();
      if (pause.isOn() || pause.reason() !== 'turn') pause.clear();
      leave(key);
    },
    changed() {
      waiting.sort();
      showReasons();
      orderChanged();
      startNext();
    },
    goOn() {
      brake.goOn();
      showReasons();
      startNext();
    },
    moneyChanged() {
      changes.money += 1;
      showReasons(postponed.takePriced());
      referencesChanged();
      if (pause.reason() === 'budget') showReasons();
      tryBudget();
    },
    referencesChanged,
    spendingChanged() {
      changes.money += 1;
      if (pause.reason() === 'budget') tryBudget();
    },
    keyReady() {
      changes.key += 1;
      if (pause.reason() !== 'key') return;
      pause.clear();
      startNext();
    },
    wake() {
      // The network does not make a busy service take tasks sooner than it said.
      const isTooEarly = pause.reason() === 'busy' && (pause.retryAt() ?? 0) > clock.now();
      if (pause.reason() !== 'turn' && pause.reason() !== 'key' && !isTooEarly) {
        pause.end();
        pause.forgetFailures();
      }
      referencesChanged();
    },
    close() {
      pause.close();
      postponed.close();
    },
  };
}
