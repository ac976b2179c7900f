import { assertNever } from '../../../../shared/result.ts';
import { firstFoundIndex, isNotCharged, remoteIdOf, type EpochMs, type GenerationRequest, type PollTrouble, type ServiceFacts, type ServiceSaid, type Task } from '../../../../shared/task.ts';
import type { QueryOutcome } from '../../service/outcomes.ts';
import type { NamedImage } from '../../service/answers/answered-image.ts';
import type { StoredAnswer } from '../../service/stored-answer.ts';
import { ignored, saved, type Effect, type PollEvent, type StateOf, type Transition } from '../task-events.ts';

/** A task counts as missing after this many "not found" answers in a row. */
const missesUntilMissing = 3;

/**
 * Answers in a row that say that the task is completed, and name no picture or fewer than they list, before that is believed: some services list the
 * pictures seconds later.
 */
const shortUntilCompleted = 5;

type Watchable = StateOf<'processing' | 'paused' | 'missing'>;
type Outcome<K extends QueryOutcome['kind']> = Extract<QueryOutcome, { kind: K }>;
type Completion = Omit<Outcome<'completed'>, 'kind'>;

/** What one query's outcome makes of a task (service-interface §3). End states stay, whatever a later answer says. */
export function afterPoll(before: Task, { remoteId, outcome, retryAt }: PollEvent, now: EpochMs): Transition {
  // The person entered another id meanwhile.
  if (remoteId !== remoteIdOf(before)) return ignored(before);
  const task: Task = { ...before, polls: before.polls + 1, lastPollAt: now };
  const { state } = task;
  switch (state.status) {
    case 'processing':
    case 'paused':
    case 'missing':
      return whileOpen(task, state, outcome, retryAt, now);
    case 'completed':
      return onceCompleted(task, state, outcome);
    case 'failed':
      // Take pictures that were paid for even if the service changes its mind.
      if (outcome.kind === 'completed' && outcome.images.length > 0) return completed(task, state.remoteId, outcome, now);
      return counted(task, outcome.answer, isClear(outcome) ? [{ kind: 'no-fresh-address' }] : []);
    case 'queued':
    case 'submitting':
    case 'unknown':
    case 'rejected':
    case 'withdrawn':
      return ignored(before);
    default:
      return assertNever(state);
  }
}

function whileOpen(task: Task, state: Watchable, outcome: QueryOutcome, retryAt: EpochMs | null, now: EpochMs): Transition {
  switch (outcome.kind) {
    case 'processing':
      if (isReportedAgain(task, state, outcome)) return failed({ ...task, facts: newest(task.facts, outcome.facts) }, state.remoteId, outcome.reported, outcome.answer, now);
      return withImages(stillProcessing(task, state, outcome), outcome.found ?? [], outcome.answer);
    case 'completed':
      return onceListed(task, state, outcome, now);
    case 'failed':
      return failed({ ...task, facts: newest(task.facts, outcome.facts) }, state.remoteId, outcome.said, outcome.answer, now);
    case 'not-found':
      return notFound(task, state, outcome, retryAt, now);
    case 'key-refused':
      return facts({ ...task, trouble: trouble(state, 'key-refused', outcome.said, null) }, outcome.answer);
    case 'trouble':
      return facts({ ...task, trouble: trouble(state, outcome.trouble, outcome.said, retryAt) }, outcome.answer);
    default:
      return assertNever(outcome);
  }
}

/** At the slow pace, the watch limit has passed already, so an error that comes twice in a row ends the task. */
function isReportedAgain({ trouble: last }: Task, state: Watchable, outcome: Outcome<'processing'>): outcome is Outcome<'processing'> & { readonly reported: ServiceSaid } {
  return state.status === 'paused' && state.by === 'watch-limit' && last?.kind === 'reported' && outcome.reported !== undefined;
}

function stillProcessing(task: Task, state: Watchable, outcome: Outcome<'processing'>): Transition {
  const reported = outcome.reported === undefined ? null : trouble(state, 'reported', outcome.reported, null);
  const next: Task = { ...charged(task), trouble: reported, facts: newest(task.facts, outcome.facts) };
  const uneventful = (after: Task): Transition => (next.settled === task.settled ? facts(after, outcome.answer) : saved(after, 'refuse', [], outcome.answer));
  switch (state.status) {
    case 'processing':
      return uneventful({ ...next, state: { status: 'processing', remoteId: state.remoteId, misses: 0 } });
    case 'paused':
      return uneventful(next);
    case 'missing': {
      const found: Task = { ...next, endedAt: null, dismissedAt: null, state: { status: 'processing', remoteId: state.remoteId, misses: 0 } };
      return saved(found, 'refuse', [{ kind: 'watch', first: 'soon' }], outcome.answer);
    }
    default:
      return assertNever(state);
  }
}

/** The pictures are fetched while the task is watched on. */
function withImages(step: Transition, images: readonly NamedImage[], answer: StoredAnswer): Transition {
  if (images.length === 0) return step;
  return { ...step, write: { kind: 'completion', images, answer }, effects: [...step.effects, { kind: 'fetch-images', images }] };
}

export function failed(task: Task, remoteId: string, said: ServiceSaid, answer: StoredAnswer | null, now: EpochMs): Transition {
  const ended: Task = { ...task, trouble: null, endedAt: now, state: { status: 'failed', remoteId, said } };
  // A picture that was found earlier may wait for a fresh address.
  return saved(ended, 'refuse', [{ kind: 'unwatch' }, { kind: 'no-fresh-address' }], answer);
}

/** The service says that the task is completed. */
export function onceListed(task: Task, state: Watchable, outcome: Completion, now: EpochMs): Transition {
  return lacksPictures(task.request, outcome) ? completedShort(task, state, outcome, now) : completed(task, state.remoteId, outcome, now);
}

/** The other pictures may be listed a little later. Until then the task is in progress, so that a restart goes on watching it. */
function completedShort(task: Task, state: Watchable, outcome: Completion, now: EpochMs): Transition {
  const { images, answer } = outcome;
  const short = (state.status === 'processing' ? (state.short ?? 0) : 0) + 1;
  if (short >= shortUntilCompleted) return completed(task, state.remoteId, outcome, now);
  const next: Task = { ...task, trouble: null, facts: newest(task.facts, outcome.facts), state: { status: 'processing', remoteId: state.remoteId, misses: 0, short } };
  if (state.status === 'processing') return withImages(facts(next, answer), images, answer);
  if (state.status === 'paused' && state.by === 'user') return withImages(facts({ ...next, state }, answer), images, answer);
  const again: Task = { ...next, endedAt: null, dismissedAt: null };
  return withImages(saved(again, 'refuse', [{ kind: 'watch', first: 'soon' }], answer), images, answer);
}

/** Fields of a request that say how many pictures it asks for. The interface names none (service-interface §2). */
const countFields = ['n', 'num_images', 'num_outputs', 'number_of_images', 'batch_size', 'samples'];

/** The service has accepted or made it after all, so a person who settled it as not charged was mistaken. An amount from a bill still holds. */
export const charged = (task: Task): Task => (isNotCharged(task) ? { ...task, settled: null } : task);

/** Whether the answer of a completed task names no picture, fewer than it lists, or fewer than the request asked for. */
function lacksPictures({ fields = {} }: GenerationRequest, { images, listed }: Pick<Outcome<'completed'>, 'images' | 'listed'>): boolean {
  const asked = countFields.map((name) => Number(fields[name] ?? 0)).filter((count) => count <= firstFoundIndex);
  return images.length < Math.max(1, listed, ...asked);
}

export function completed(task: Task, remoteId: string, outcome: Completion, now: EpochMs): Transition {
  const { images, answer } = outcome;
  const next: Task = {
    ...(images.length > 0 ? charged(task) : task),
    trouble: null,
    endedAt: now,
    facts: newest(task.facts, outcome.facts),
    state: { status: 'completed', remoteId, imageCount: images.length },
  };
  const effects: readonly Effect[] = [{ kind: 'unwatch' }, { kind: 'fetch-images', images }];
  return { applies: true, task: next, write: { kind: 'completion', images, answer }, effects };
}

function notFound(task: Task, state: Watchable, outcome: Outcome<'not-found'>, retryAt: EpochMs | null, now: EpochMs): Transition {
  const { remoteId } = state;
  const troubled: Task = { ...task, trouble: trouble(state, 'not-found', outcome.said, retryAt) };
  if (state.status === 'missing' || (state.status === 'paused' && state.by === 'user')) return counted(task, outcome.answer);
  const misses = state.status === 'processing' ? state.misses + 1 : 1;
  // A task at the slow pace returns to the usual pace until the miss is confirmed or disproved.
  if (misses < missesUntilMissing) return facts({ ...troubled, state: { status: 'processing', remoteId, misses } }, outcome.answer);
  const missing: Task = { ...task, trouble: null, endedAt: now, state: { status: 'missing', remoteId, said: outcome.said } };
  return saved(missing, 'refuse', [{ kind: 'unwatch' }], outcome.answer);
}

/** A completed task is queried only for fresh addresses of pictures that are not here yet. */
function onceCompleted(task: Task, state: StateOf<'completed'>, outcome: QueryOutcome): Transition {
  switch (outcome.kind) {
    case 'completed': {
      if (outcome.images.length === 0) return counted(task, outcome.answer, [{ kind: 'no-fresh-address' }]);
      const imageCount = Math.max(state.imageCount, outcome.images.length);
      // A refund of pictures that were there before stays noted.
      const known = state.imageCount > 0 ? task : charged(task);
      const next: Task = { ...known, facts: newest(task.facts, outcome.facts), state: { ...state, imageCount } };
      const effects: readonly Effect[] = [{ kind: 'fetch-images', images: outcome.images }];
      return { applies: true, task: next, write: { kind: 'completion', images: outcome.images, answer: outcome.answer }, effects };
    }
    case 'processing':
    case 'failed':
    case 'not-found':
      return counted(task, outcome.answer, [{ kind: 'no-fresh-address' }]);
    case 'key-refused':
    case 'trouble':
      return counted(task, outcome.answer);
    default:
      return assertNever(outcome);
  }
}

/** Whether the service has said what it has: otherwise the next query may bring an address. */
function isClear({ kind }: QueryOutcome): boolean {
  return kind !== 'key-refused' && kind !== 'trouble';
}

/** The state stays. The query is written at once, because such queries are rare. */
function counted(task: Task, answer: StoredAnswer | null, effects: readonly Effect[] = []): Transition {
  return saved(task, 'refuse', effects, answer);
}

function facts(task: Task, answer: StoredAnswer | null): Transition {
  return { applies: true, task, write: { kind: 'facts', answer }, effects: [] };
}

/** A task that the person stopped has no next query, so it shows no trouble. */
function trouble(state: Watchable, kind: PollTrouble['kind'], said: ServiceSaid, retryAt: EpochMs | null): PollTrouble | null {
  return state.status === 'paused' && state.by === 'user' ? null : { kind, said, retryAt };
}

/** A fact that an answer omits keeps its earlier value. */
export function newest(known: ServiceFacts, fresh: ServiceFacts): ServiceFacts {
  return {
    statusWord: fresh.statusWord ?? known.statusWord,
    // Some services count from 0 to 1. Only the end of that looks like one percent.
    progress: fresh.progress === 1 && (known.progress ?? 0) > 1 ? 100 : (fresh.progress ?? known.progress),
    estimatedSeconds: fresh.estimatedSeconds ?? known.estimatedSeconds,
    credits: fresh.credits ?? known.credits,
    model: fresh.model ?? known.model,
    ...(known.ids !== undefined && { ids: known.ids }),
  };
}
