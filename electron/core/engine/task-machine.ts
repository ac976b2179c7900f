import { assertNever } from '../../../shared/result.ts';
import { noAmount, splitAmount } from '../../../shared/money/amount.ts';
import { canBeSettled, isIdCorrectable, isUnclear, noFacts, remoteIdOf, saidNothing, type EpochMs, type Task, type TaskState } from '../../../shared/task.ts';
import { afterPoll, charged, completed, failed, newest, onceListed } from './polling/poll-transitions.ts';
import { ignored, saved, shown, type Effect, type StateOf, type TaskEvent, type Transition } from './task-events.ts';

type Waiting = Extract<TaskEvent, { kind: 'wait' | 'not-sent' }>;

/**
 * What an event makes of a task: the next task, how it is written, and the effects once it is on disk. Pure. `now` is wall-clock time and only
 * stored. `hasImages`: the service has named pictures of the task.
 *
 * Two rules hold everywhere:
 * - What may have been sent is sent again only with its `Idempotency-Key`. Without one, only `queued` leads to `submitting`.
 * - An id of the service's is never given up, in whatever state the task is (service-interface §3.1).
 */
export function transition(task: Task, event: TaskEvent, now: EpochMs, hasImages = false): Transition {
  // An imported picture is no submission.
  if (task.imported !== null) return ignored(task);
  switch (event.kind) {
    case 'start':
      return started(task);
    case 'wait':
      if (!waitsToBeSent(task.state)) return ignored(task);
      return waits(task, task.state, event);
    case 'submission-started':
      if (!waitsToBeSent(task.state)) return ignored(task);
      // It was edited while its price was compared with the budget. The edit put it into the queue again.
      if (task.request !== event.request) return ignored(task);
      return saved({ ...task, submittedAt: now, estimate: event.estimate, idempotencyKey: event.idempotencyKey, state: { status: 'submitting' } }, 'refuse', [{ kind: 'submit' }]);
    case 'not-sent':
      // Of a repeated task, nobody knows what became of the first POST.
      if (task.state.status !== 'submitting' || task.repeated > 0) return ignored(task);
      return saved({ ...task, submittedAt: null, estimate: null, idempotencyKey: null, state: queuedFor(event) }, 'keep', [{ kind: 'enqueue' }], event.answer);
    case 'accepted':
      return accepted(task, event, now);
    case 'delivered':
      return delivered(task, event, now);
    case 'rejected':
      // A late refusal is as certain as one in time. But that of one POST says nothing about another one of the same task.
      if ((task.state.status !== 'submitting' && task.state.status !== 'unknown') || task.repeated > 0) return ignored(task);
      return saved({ ...task, endedAt: now, settled: null, state: { status: 'rejected', said: event.said } }, 'keep', [], event.answer);
    case 'outcome-unknown':
      if (task.state.status !== 'submitting') return ignored(task);
      return saved({ ...task, state: { status: 'unknown', reason: event.reason, said: event.said } }, 'keep', [], event.answer);
    case 'repetition-planned':
      return planned(task, event.at);
    case 'key-given-up':
      return keyGivenUp(task);
    case 'repetition-started':
      if (!mayRepeat(task)) return ignored(task);
      return saved({ ...task, repeated: task.repeated + 1, state: { status: 'submitting' } }, 'refuse', [{ kind: 'submit' }]);
    case 'repetition-ended':
      if (task.state.status !== 'submitting' || task.repeated === 0) return ignored(task);
      return saved({ ...task, repeated: task.repeated - (event.counts ? 0 : 1), state: { status: 'unknown', reason: event.reason, said: event.said } }, 'keep', [], event.answer);
    case 'polled':
      return afterPoll(task, event, now);
    case 'watch-limit-passed':
      if (task.state.status !== 'processing') return ignored(task);
      return watchedLongEnough(task, task.state, now);
    case 'withdraw':
      if (task.state.status !== 'queued') return ignored(task);
      return saved({ ...task, endedAt: now, state: { status: 'withdrawn' } }, 'refuse', [{ kind: 'dequeue' }]);
    case 'requeue':
      // A withdrawn task was never sent.
      if (task.state.status !== 'withdrawn') return ignored(task);
      if (!event.held) return saved({ ...task, endedAt: null, state: { status: 'queued', waitingFor: 'turn' } }, 'refuse', [{ kind: 'enqueue' }]);
      return saved({ ...task, endedAt: null, state: { status: 'queued', waitingFor: 'held', ...(event.said && { otherSaid: event.said }) } }, 'refuse');
    case 'hold':
      if (!waitsToBeSent(task.state)) return ignored(task);
      return saved({ ...task, state: { status: 'queued', waitingFor: 'held', otherSaid: event.said } }, 'keep', [{ kind: 'dequeue' }]);
    case 'release':
      if (task.state.status !== 'queued' || task.state.waitingFor !== 'held') return ignored(task);
      return saved({ ...task, state: { status: 'queued', waitingFor: 'turn' } }, 'refuse', [{ kind: 'enqueue' }]);
    case 'edit':
      if (task.state.status !== 'queued') return ignored(task);
      return saved({ ...task, request: event.request }, 'refuse', reentering(task));
    case 'move':
      if (task.state.status !== 'queued') return ignored(task);
      return saved({ ...task, place: event.place }, 'refuse', reentering(task));
    case 'settle':
      if (!canBeSettled(task) || task.settled === event.cost) return ignored(task);
      return saved({ ...task, settled: event.cost }, 'refuse');
    case 'stop':
      return stopped(task);
    case 'check':
      return checked(task);
    case 'attach':
      return attached(task, event, now, hasImages);
    case 'detach':
      return detached(task, event, hasImages);
    case 'dismiss':
      return dismissed(task, now);
    case 'undismiss':
      if (task.dismissedAt === null) return ignored(task);
      return saved({ ...task, dismissedAt: null }, 'refuse');
    default:
      return assertNever(event);
  }
}

/**
 * How often a task is sent again. If the service does not honour its key after all, each repetition may be charged, so the number is small. It holds
 * over all starts of the app.
 */
export const mostRepetitions = 5;

/** Whether a task may be sent again: its outcome is unknown, it has a key, and the person has decided nothing about it. */
export function mayRepeat({ state, idempotencyKey, repeated, settled, dismissedAt }: Task): boolean {
  return state.status === 'unknown' && idempotencyKey !== null && repeated < mostRepetitions && settled === null && dismissedAt === null;
}

function planned(task: Task, at: EpochMs | null | undefined): Transition {
  if (task.state.status !== 'unknown' || task.state.repeatAt === at) return ignored(task);
  const { repeatAt: _, ...state } = task.state;
  return shown({ ...task, state: at === undefined ? state : { ...state, repeatAt: at } });
}

/** For good. Once the person has sent it as a new one, a repetition would be a second picture that the person did not ask for. */
function keyGivenUp(task: Task): Transition {
  const { state } = task;
  if (task.idempotencyKey === null || (state.status !== 'unknown' && state.status !== 'submitting')) return ignored(task);
  if (state.status === 'submitting') return saved({ ...task, idempotencyKey: null }, 'keep');
  const { repeatAt: _, ...rest } = state;
  return saved({ ...task, idempotencyKey: null, state: rest }, 'keep');
}

/** A task on hold waits for the person, whatever else it would wait for. */
function waitsToBeSent(state: TaskState): state is StateOf<'queued'> {
  return state.status === 'queued' && state.waitingFor !== 'held';
}

function waits(task: Task, state: StateOf<'queued'>, event: Waiting): Transition {
  const next = { ...task, state: queuedFor(event) };
  // Not stored for a batch: thousands of its tasks may begin to wait for the same thing, and the next start determines it again.
  if (state.waitingFor !== event.waitingFor && task.batchId === null) return saved(next, 'keep');
  // The time of the next attempt is shown, but not stored.
  return state.waitingFor === event.waitingFor && (state.retryAt ?? null) === event.retryAt ? ignored(task) : shown(next);
}

/** A queued task enters the queue again, at its place and with what is known of it now. */
function reentering({ state }: Task): readonly Effect[] {
  return waitsToBeSent(state) ? [{ kind: 'dequeue' }, { kind: 'enqueue' }] : [];
}

function queuedFor({ waitingFor, retryAt }: Waiting): StateOf<'queued'> {
  return retryAt === null ? { status: 'queued', waitingFor } : { status: 'queued', waitingFor, retryAt };
}

function started(task: Task): Transition {
  const { state } = task;
  switch (state.status) {
    case 'queued':
      if (state.waitingFor === 'held') return ignored(task);
      return shown(state.waitingFor === 'turn' ? task : { ...task, state: { status: 'queued', waitingFor: 'turn' } }, [{ kind: 'enqueue' }]);
    case 'submitting':
      // The process ended between this commit and the next: the POST may or may not have left.
      return saved({ ...task, state: { status: 'unknown', reason: 'stopped-while-sending', said: saidNothing } }, 'keep');
    case 'processing':
      return shown(task, [{ kind: 'watch', first: 'soon' }, { kind: 'resume-images' }]);
    case 'paused':
      // It stays paused: queried once soon, then at the slow pace.
      return state.by === 'user' ? ignored(task) : shown(task, [{ kind: 'watch', first: 'soon' }, { kind: 'resume-images' }]);
    case 'completed':
      return shown(task, [{ kind: 'resume-images' }]);
    case 'unknown':
    case 'rejected':
    case 'withdrawn':
    case 'missing':
    case 'failed':
      return ignored(task);
    default:
      return assertNever(state);
  }
}

function attached(task: Task, { remoteId, settled }: Extract<TaskEvent, { kind: 'attach' }>, now: EpochMs, hasImages: boolean): Transition {
  // The same id came by itself a moment earlier.
  if (remoteIdOf(task) === remoteId) return shown(task);
  if (isUnclear(task)) {
    const next = { ...withId(task, remoteId, now), byHand: task.state.status === 'unknown' ? task.state.reason : 'no-answer-in-time' } as const;
    return saved(settled === null ? next : { ...next, settled }, 'refuse', [{ kind: 'watch', first: 'soon' }]);
  }
  if (!isIdCorrectable(task, hasImages)) return ignored(task);
  // Nothing of what was said about the wrong id is about this one.
  const next = { ...withId(task, remoteId, now), settled, polls: 0, lastPollAt: null, facts: noFacts };
  return saved(next, 'refuse', [{ kind: 'unwatch' }, { kind: 'watch', first: 'soon' }]);
}

function detached(task: Task, { was }: Extract<TaskEvent, { kind: 'detach' }>, hasImages: boolean): Transition {
  if (task.byHand === null || !isIdCorrectable(task, hasImages)) return ignored(task);
  const state: TaskState = { status: 'unknown', reason: task.byHand, said: saidNothing };
  const before = { byHand: null, acceptedAt: null, endedAt: null, dismissedAt: null, settled: null, polls: 0, lastPollAt: null, trouble: null, facts: noFacts };
  return saved({ ...task, ...before, ...was, state }, 'refuse', [{ kind: 'unwatch' }]);
}

/** A task has one id. Every other id that the service gave the submission may have been charged too, so it becomes a task of its own. */
function accepted(task: Task, event: Extract<TaskEvent, { kind: 'accepted' }>, now: EpochMs): Transition {
  const { facts, answer } = event;
  // Empty: the pictures came without an id.
  const known = 'remoteId' in task.state ? task.state.remoteId : null;
  const ids = [event.remoteId, ...event.moreIds];
  const mine = known ?? event.remoteId;
  // One answer is one submission, so its price counts once: where the service says it, for the first id, and otherwise in equal parts, because each id may name its own cost later.
  const shares = task.estimate === null || facts.credits !== null ? null : splitAmount(task.estimate, ids.length);
  const shareOf = (remoteId: string): Pick<Task, 'estimate' | 'facts'> => ({
    estimate: shares?.[ids.indexOf(remoteId)] ?? (remoteId === event.remoteId ? task.estimate : noAmount),
    facts: { ...facts, ...(remoteId !== event.remoteId && { credits: null }), ...(ids.length > 1 && { ids: ids.length }) },
  });
  const { id: _, ...unnamed } = task;
  const another = { ...unnamed, adopted: false, byHand: null, settled: null, acceptedAt: now, endedAt: null, dismissedAt: null, polls: 0, lastPollAt: null, trouble: null };
  const further = ids
    .filter((remoteId) => remoteId !== mine)
    .map((remoteId): Omit<Task, 'id'> => ({ ...another, ...shareOf(remoteId), ...(known !== null && { retryOf: task.id, createdAt: now }), state: { status: 'processing', remoteId, misses: 0 } }));
  if (known !== null) {
    const isByHand = task.byHand !== null;
    const isItsOwn = ids.includes(known);
    if (further.length === 0 && !(isByHand && isItsOwn)) return ignored(task);
    const own = shareOf(known);
    // An id that the service named is not the person's to take back. If it named others, there is nothing to send again once the person takes back a wrong one.
    const next = !isByHand ? task : isItsOwn ? { ...task, ...own, facts: newest(own.facts, task.facts), byHand: null } : { ...task, idempotencyKey: null };
    return { ...saved(next, 'keep', [], answer), further };
  }
  const next = { ...withId(task, event.remoteId, now), ...shareOf(event.remoteId) };
  return { ...saved(next, 'keep', [{ kind: 'watch', first: 'after-interval' }], answer), further };
}

/** The pictures are the task's, whether or not the answer names an id, and whatever a person did meanwhile. They cannot be asked for again. */
function delivered(task: Task, { images, ...event }: Extract<TaskEvent, { kind: 'delivered' }>, now: EpochMs): Transition {
  const { state } = task;
  const paid = { ...task, acceptedAt: task.acceptedAt ?? now, dismissedAt: null };
  const outcome = { ...event, images: images.map((image) => ({ ...image, isOnly: true as const })) };
  switch (state.status) {
    case 'processing':
    case 'paused':
    case 'missing':
      // With an id, pictures that the answer does not name yet can be asked for.
      return onceListed(paid, state, outcome, now);
    case 'failed':
      return completed(paid, state.remoteId, outcome, now);
    case 'submitting':
    case 'unknown':
      return completed(paid, '', outcome, now);
    case 'completed':
    case 'queued':
    case 'rejected':
    case 'withdrawn':
      return ignored(task);
    default:
      return assertNever(state);
  }
}

/** A task of which the service has reported an error, and nothing else since, has failed in the service's own words. Any other is queried more slowly. */
function watchedLongEnough(task: Task, { remoteId }: StateOf<'processing'>, now: EpochMs): Transition {
  if (task.trouble?.kind === 'reported') return failed(task, remoteId, task.trouble.said, null, now);
  return saved({ ...task, state: { status: 'paused', remoteId, by: 'watch-limit' } }, 'refuse');
}

function stopped(task: Task): Transition {
  const { state } = task;
  if (state.status !== 'processing' && state.status !== 'paused') return ignored(task);
  if (state.status === 'paused' && state.by === 'user') return shown(task);
  return saved({ ...task, trouble: null, state: { status: 'paused', remoteId: state.remoteId, by: 'user' } }, 'refuse', [{ kind: 'unwatch' }]);
}

function checked(task: Task): Transition {
  const { state } = task;
  const soon: Effect = { kind: 'watch', first: 'soon' };
  switch (state.status) {
    case 'processing':
    case 'failed':
      return shown(task, [soon]);
    case 'paused':
    case 'missing':
      return saved(watched(task, state.remoteId), 'refuse', [soon]);
    case 'completed':
      return shown(task, [{ kind: 'refresh-images' }, soon]);
    case 'queued':
    case 'submitting':
    case 'unknown':
    case 'rejected':
    case 'withdrawn':
      return ignored(task);
    default:
      return assertNever(state);
  }
}

function dismissed(task: Task, now: EpochMs): Transition {
  const { status } = task.state;
  switch (status) {
    case 'submitting':
      // Once the repetition that is under way has ended without an outcome, the task is hidden.
      return isUnclear(task) ? saved({ ...task, dismissedAt: task.dismissedAt ?? now }, 'refuse') : ignored(task);
    case 'queued':
    case 'processing':
    case 'paused':
      return ignored(task);
    case 'unknown':
    case 'rejected':
    case 'withdrawn':
    case 'missing':
    case 'completed':
    case 'failed':
      return saved({ ...task, dismissedAt: task.dismissedAt ?? now }, 'refuse');
    default:
      return assertNever(status);
  }
}

/** A task that just got its id. If it was hidden, it is shown again. */
function withId(task: Task, remoteId: string, now: EpochMs): Task {
  return { ...watched(charged(task), remoteId), acceptedAt: now };
}

function watched(task: Task, remoteId: string): Task {
  const state: TaskState = { status: 'processing', remoteId, misses: 0 };
  return { ...task, state, endedAt: null, dismissedAt: null, trouble: null };
}
