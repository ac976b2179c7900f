import type { AccountOptions } from '../../../../shared/account.ts';
import { hasReferences } from '../../../../shared/request/reference-checks.ts';
import { assertNever } from '../../../../shared/result.ts';
import { saidNothing, type AccountId, type ServiceSaid, type Task, type TaskId } from '../../../../shared/task.ts';
import type { AttachReferences } from './attached-references.ts';
import type { Credentials, LongField, Submission, SubmitOutcome } from '../../service/outcomes.ts';
import type { Clock } from '../../util/clock.ts';
import type { AccountKeys } from '../account-keys.ts';
import type { BatchBook } from '../ledger/batch-book.ts';
import type { TaskEvent } from '../task-events.ts';
import type { TaskLedger } from '../ledger/task-ledger.ts';
import { mayRepeat } from '../task-machine.ts';
import { isMadeFor } from './repeat-key.ts';

/**
 * Milliseconds before each repetition, by the number of those before it. Most troubles are over soon; a long one needs hours, in which each further
 * repetition is a risk if the service does not honour the key.
 */
const pauses = [5_000, 30_000, 120_000, 600_000, 3_600_000] as const;

/** Milliseconds before the next attempt if no connection could be made, or the service said that it is busy. */
const shortPause = 60_000;

/** Milliseconds that a repetition may take to arrive. It must not arrive when the service has just forgotten the key. */
const margin = 120_000;

export interface SubmissionRepeaterDeps {
  readonly clock: Clock;
  readonly keys: Pick<AccountKeys, 'usable' | 'isRefused'>;
  readonly ledger: Pick<TaskLedger, 'dispatch'>;
  readonly batches: Pick<BatchBook, 'isOnHold'>;
  readonly attach: AttachReferences;
  readonly repeats: (accountId: AccountId) => AccountOptions['repeats'];
  readonly settings: () => { readonly queueStopped: boolean };
  readonly closing: AbortSignal;
  readonly submit: (credentials: Credentials, task: Task, references: LongField | null) => Submission;
  /** Saves what was accepted or delivered. */
  readonly received: (id: TaskId, outcome: Extract<SubmitOutcome, { kind: 'accepted' | 'delivered' }>) => Promise<void>;
  /** The outcome is unknown, and an answer may still come. */
  readonly awaitLate: (task: Task, submission: Submission) => void;
  /** A task whose outcome was unknown has one now. */
  readonly cleared: (task: Task) => void;
  readonly track: (work: Promise<void>) => void;
}

/**
 * Sends tasks of unknown outcome again that have an `Idempotency-Key`: while the account has the option, within the hours for which its service
 * remembers a key, with the same body and credentials, and as long as the person has decided nothing. One at a time for each account, and never while
 * an earlier POST of the task may still be answered.
 *
 * The hours are counted so that a clock that is set ahead or back never makes them longer. If the clock shows a time before
 * the POST or after the hours, the key is given up for good, because the clock can no longer be trusted. The person decides then.
 */
export interface SubmissionRepeater {
  /** Call with each change of a task that has a key, from its first POST on, and with those found at the start. */
  consider(task: Task): void;
  /** The person has decided to send the task as a new one. Nothing more is sent for it from the call on. Resolves when that is on the disk. */
  giveUp(id: TaskId): Promise<void>;
  /** An answer to the task's POST may come until `late` resolves. It never rejects. Call before the task is saved as `unknown`. */
  waitFor(id: TaskId, late: Promise<void>): void;
  /** POSTs a task that is committed as `submitting` again. */
  post(task: Task): Promise<void>;
  /** The options, the key, a hold of the queue or of a batch, or the copies of references have changed. */
  changed(accountId?: AccountId): void;
  /** The network may be back. */
  wake(): void;
  close(): void;
}

/** `time`: for `at`. `connection`: for `at` or a network. `change`: for something that a person or the disk must do. */
interface Plan {
  /** In the repeater's own time (`elapsedTime`), so that a clock that is set back makes no plan wait for years. */
  readonly at: number;
  readonly waitsFor: 'time' | 'connection' | 'change';
}

interface Prepared {
  /** As it was before. */
  readonly task: Task;
  readonly credentials: Credentials;
  readonly references: LongField | null;
  readonly posted: PromiseWithResolvers<void>;
}

export function createSubmissionRepeater(deps: SubmissionRepeaterDeps): SubmissionRepeater {
  const { clock, keys, ledger, batches, attach, repeats, settings, closing, submit, received, awaitLate, cleared, track } = deps;
  const planned = new Map<TaskId, Plan & { readonly task: Task }>();
  /** When tasks are sent again whose repetition is ending. */
  const nextPlans = new Map<TaskId, Plan>();
  /** Not sent again in this run: the person generated them again, or the service refused their repetition. */
  const excluded = new Set<TaskId>();
  /** Tasks to whose last POST an answer may still come. */
  const unanswered = new Map<TaskId, Promise<void>>();
  const prepared = new Map<TaskId, Prepared>();
  const active = new Set<AccountId>();
  const timers = new Map<AccountId, () => void>();
  const time = elapsedTime(clock);
  /** How often something has changed for which a task may wait, so that a change that comes while a task is prepared is not missed. */
  let changes = 0;
  /** When the first POST with this key began, in the repeater's time. */
  const begun = new Map<TaskId, { readonly key: string | null; readonly at: number }>();

  const noteBegin = ({ id, idempotencyKey, submittedAt }: Task): void => {
    if (begun.get(id)?.key !== idempotencyKey) begun.set(id, { key: idempotencyKey, at: time() - (clock.now() - (submittedAt ?? -Infinity)) });
  };

  /** Whether the service may have forgotten the key then, or nobody knows. */
  const isTooLate = ({ id, accountId, submittedAt }: Task, at: number): boolean => {
    const option = repeats(accountId);
    if (submittedAt === null || clock.now() < submittedAt) return true;
    return option !== null && at - (begun.get(id)?.at ?? -Infinity) >= option.hours * 3_600_000 - margin;
  };

  const pauseOf = ({ repeated }: Task): number => pauses[Math.min(repeated, pauses.length - 1)] ?? shortPause;

  /** Whether the task may be sent again at this time, as far as is known without reading anything. */
  const mayRepeatAt = (task: Task, at: number): boolean => {
    const { accountId, batchId } = task;
    return repeats(accountId) !== null && !settings().queueStopped && !(batchId !== null && batches.isOnHold(batchId)) && !isTooLate(task, at);
  };

  const giveUp = async (id: TaskId): Promise<void> => {
    excluded.add(id);
    planned.delete(id);
    await ledger.dispatch(id, { kind: 'key-given-up' }).catch(() => undefined);
  };

  /** Plans the next repetition and shows when it is. */
  const plan = (task: Task, { at, waitsFor }: Plan): void => {
    if (isTooLate(task, time())) return void giveUp(task.id);
    const next = { task, at, waitsFor: mayRepeatAt(task, at) ? waitsFor : ('change' as const) };
    planned.set(task.id, next);
    const shown = next.waitsFor === 'change' ? undefined : unanswered.has(task.id) ? null : Math.round(clock.now() + at - time());
    ledger.dispatch(task.id, { kind: 'repetition-planned', at: shown }).catch(() => undefined);
    tick(task.accountId);
  };

  /** Starts what is due, or sets a timer for the next. */
  const tick = (accountId: AccountId): void => {
    timers.get(accountId)?.();
    timers.delete(accountId);
    if (closing.aborted || active.has(accountId)) return;
    const waiting = [...planned.values()].filter(({ task, waitsFor }) => task.accountId === accountId && waitsFor !== 'change' && !unanswered.has(task.id));
    const next = waiting.toSorted((one, other) => one.at - other.at)[0];
    if (next === undefined) return;
    const wait = next.at - time();
    if (wait > 0) return void timers.set(accountId, clock.after(wait, () => tick(accountId)));
    active.add(accountId);
    const work = repeat(next.task)
      // The disk refused it, and nothing was sent.
      .catch(() => planned.has(next.task.id) && plan(next.task, { at: time() + shortPause, waitsFor: 'connection' }))
      .then(() => {
        prepared.delete(next.task.id);
        active.delete(accountId);
        tick(accountId);
      });
    track(work);
  };

  /** Resolves when the outcome is on the disk. */
  const repeat = async (task: Task): Promise<void> => {
    const before = changes;
    const ready = await prepare(task);
    if (!planned.has(task.id) || closing.aborted) return;
    if (ready === 'change' && changes !== before) return plan(task, { at: time(), waitsFor: 'time' });
    if (typeof ready === 'string') return plan(task, { at: time() + shortPause, waitsFor: ready });
    prepared.set(task.id, ready);
    const { applies } = await ledger.dispatch(task.id, { kind: 'repetition-started' });
    if (applies) await ready.posted.promise;
    else planned.delete(task.id);
  };

  /** The very same request as the first time, or why it cannot be sent now. */
  const prepare = async (task: Task): Promise<Prepared | 'connection' | 'change'> => {
    const { accountId, request, idempotencyKey } = task;
    const credentials = await keys.usable(accountId).catch(() => 'unreachable' as const);
    if (credentials === 'unreachable') return 'connection';
    if (credentials === null || idempotencyKey === null || !isMadeFor(idempotencyKey, accountId, credentials)) return 'change';
    const attached = hasReferences(request) ? await attach(accountId, request).catch(() => null) : null;
    if (hasReferences(request) && attached?.isCurrent() !== true) return 'change';
    if (!mayRepeatAt(task, time())) return 'change';
    return { task, credentials, references: attached?.field ?? null, posted: Promise.withResolvers() };
  };

  const send = async (task: Task): Promise<void> => {
    const ready = prepared.get(task.id);
    const before = ready?.task.state.status === 'unknown' ? ready.task.state : { reason: 'stopped-while-sending' as const, said: saidNothing };
    const unsent: TaskEvent = { kind: 'repetition-ended', reason: before.reason, said: before.said, answer: null, counts: false };
    if (ready === undefined || closing.aborted || excluded.has(task.id)) return void (await ledger.dispatch(task.id, unsent));
    const submission = submit(ready.credentials, task, ready.references);
    const outcome = await submission.outcome;
    switch (outcome.kind) {
      case 'accepted':
      case 'delivered':
        await received(task.id, outcome);
        return cleared(task);
      case 'not-sent':
        nextPlans.set(task.id, { at: time() + shortPause, waitsFor: 'connection' });
        return void (await ledger.dispatch(task.id, unsent));
      case 'busy':
        nextPlans.set(task.id, { at: time() + Math.max(outcome.retryAfterMs ?? shortPause, pauseOf(task)), waitsFor: 'time' });
        return void (await ledger.dispatch(task.id, { ...unsent, said: outcome.said, answer: outcome.answer }));
      case 'rejected':
        // The service did not take this one. That says nothing about the first one, so the outcome stays unknown.
        if (outcome.keyRefused && (await keys.isRefused(task.accountId, ready.credentials))) nextPlans.set(task.id, { at: time(), waitsFor: 'change' });
        else if (!isInProgress(outcome.said)) excluded.add(task.id);
        return void (await ledger.dispatch(task.id, { ...unsent, said: outcome.said, answer: outcome.answer, counts: true }));
      case 'unknown':
        awaitLate(task, submission);
        return void (await ledger.dispatch(task.id, { ...outcome, kind: 'repetition-ended', counts: true }));
      default:
        assertNever(outcome);
    }
  };

  const changed = (accountId?: AccountId): void => {
    changes += 1;
    for (const { task, at, waitsFor } of planned.values()) {
      if (accountId !== undefined && task.accountId !== accountId) continue;
      if (waitsFor !== 'change' || isTooLate(task, time())) plan(task, { at, waitsFor });
      else if (mayRepeatAt(task, time())) {
        // Not shown, because nobody knows whether it was this that the task waited for.
        planned.set(task.id, { task, at: time(), waitsFor: 'time' });
        tick(task.accountId);
      }
    }
  };

  return {
    consider(task) {
      const { status } = task.state;
      if (status === 'submitting' || status === 'unknown') noteBegin(task);
      else begun.delete(task.id);
      if (!mayRepeat(task) || excluded.has(task.id)) {
        if (planned.delete(task.id)) tick(task.accountId);
        return;
      }
      if (planned.has(task.id)) return;
      const next = nextPlans.get(task.id) ?? { at: time() + pauseOf(task), waitsFor: 'time' };
      nextPlans.delete(task.id);
      plan(task, next);
    },
    giveUp,
    waitFor(id, late) {
      const ended = late.then(() => {
        if (unanswered.get(id) !== ended) return;
        unanswered.delete(id);
        const waiting = planned.get(id);
        if (waiting !== undefined) plan(waiting.task, { at: Math.max(waiting.at, time() + pauseOf(waiting.task)), waitsFor: waiting.waitsFor });
      });
      unanswered.set(id, ended);
    },
    post: (task) => send(task).finally(() => prepared.get(task.id)?.posted.resolve()),
    changed,
    wake() {
      for (const { task, waitsFor } of planned.values()) if (waitsFor === 'connection') plan(task, { at: time(), waitsFor });
      changed();
    },
    close() {
      for (const cancel of timers.values()) cancel();
      timers.clear();
    },
  };
}

/**
 * Returns a function that tells how many milliseconds have passed since this call, and rather too many than too few: it never goes back, counts the sleep of
 * the computer, which the monotonic clock leaves out, and ignores a wall clock that is set back. A wall clock that is set ahead counts as time that has
 * passed. Only a clock that is set back during a sleep goes unnoticed.
 */
function elapsedTime(clock: Pick<Clock, 'now' | 'monotonic'>): () => number {
  let [wall, monotonic, elapsed] = [clock.now(), clock.monotonic(), 0];
  return () => {
    const [nextWall, nextMonotonic] = [clock.now(), clock.monotonic()];
    elapsed += Math.max(nextWall - wall, nextMonotonic - monotonic, 0);
    [wall, monotonic] = [nextWall, nextMonotonic];
    return elapsed;
  };
}

/** Whether the service says that it still works on the first request with this key (draft-ietf-httpapi-idempotency-key-header). */
const isInProgress = ({ httpStatus, code }: ServiceSaid): boolean => httpStatus === 409 || code === '409';
