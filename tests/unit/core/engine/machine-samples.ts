import type { TaskEvent } from '../../../../electron/core/engine/task-events.ts';
import type { QueryOutcome } from '../../../../electron/core/service/outcomes.ts';
import type { StoredAnswer } from '../../../../electron/core/service/stored-answer.ts';
import { neverQueued, noFacts, saidNothing, type GenerationRequest, type Task, type TaskState } from '../../../../shared/task.ts';

/** States and events for tests of the task machine. */

export const now = 5_000_000;
export const answer: StoredAnswer = { at: now, httpStatus: 200, body: '{}', truncated: false };
export const said = { httpStatus: 404, code: 'gone', message: 'No such task' };
export const remoteId = 'remote-1';
const asked: GenerationRequest = { model: 'm', prompt: 'a fox', size: '64x64', quality: 'low' };

export const states = {
  queued: { status: 'queued', waitingFor: 'turn' },
  held: { status: 'queued', waitingFor: 'held' },
  submitting: { status: 'submitting' },
  unknown: { status: 'unknown', reason: 'connection-lost', said: saidNothing },
  rejected: { status: 'rejected', said },
  withdrawn: { status: 'withdrawn' },
  processing: { status: 'processing', remoteId, misses: 0 },
  'missed twice': { status: 'processing', remoteId, misses: 2 },
  'paused by limit': { status: 'paused', remoteId, by: 'watch-limit' },
  'paused by user': { status: 'paused', remoteId, by: 'user' },
  missing: { status: 'missing', remoteId, said },
  completed: { status: 'completed', remoteId, imageCount: 1 },
  failed: { status: 'failed', remoteId, said },
} satisfies Record<string, TaskState>;

export type StateName = keyof typeof states;

export const polled = (outcome: QueryOutcome, retryAt: number | null = null): TaskEvent => ({ kind: 'polled', remoteId, outcome, retryAt });
export const picture = { kind: 'url', url: 'https://pictures.test/1.png' } as const;

/** The types ask for an event of every kind. */
const ofEveryKind = <All extends Readonly<Record<string, TaskEvent>>>(all: All & (Exclude<TaskEvent['kind'], All[keyof All]['kind']> extends never ? unknown : never)): All => all;

export const events = ofEveryKind({
  start: { kind: 'start' },
  wait: { kind: 'wait', waitingFor: 'network', retryAt: null },
  'submission-started': { kind: 'submission-started', request: asked, estimate: '2', idempotencyKey: null },
  'not-sent': { kind: 'not-sent', waitingFor: 'network', retryAt: null },
  accepted: { kind: 'accepted', remoteId, moreIds: [], facts: noFacts, answer },
  'accepted with another id': { kind: 'accepted', remoteId: 'remote-2', moreIds: [], facts: noFacts, answer },
  'accepted with several ids': { kind: 'accepted', remoteId, moreIds: ['remote-3', 'remote-4'], facts: { ...noFacts, credits: '2' }, answer },
  delivered: { kind: 'delivered', listed: 1, images: [picture], facts: noFacts, answer },
  rejected: { kind: 'rejected', said, answer },
  'outcome-unknown': { kind: 'outcome-unknown', reason: 'no-answer-in-time', said: saidNothing, answer: null },
  'repetition-planned': { kind: 'repetition-planned', at: now + 5_000 },
  'repetition-started': { kind: 'repetition-started' },
  'repetition-ended': { kind: 'repetition-ended', reason: 'server-error', said, answer, counts: true },
  'polled processing': polled({ kind: 'processing', facts: noFacts, answer }),
  'polled completed': polled({ kind: 'completed', images: [picture], listed: 1, facts: noFacts, answer }),
  'polled completed without pictures': polled({ kind: 'completed', images: [], listed: 0, facts: noFacts, answer }),
  'polled failed': polled({ kind: 'failed', said, facts: noFacts, answer }),
  'polled not-found': polled({ kind: 'not-found', said, answer }, now + 4_000),
  'polled trouble': polled({ kind: 'trouble', trouble: 'rate-limited', said, retryAfterMs: 9_000, answer }, now + 9_000),
  'polled key-refused': polled({ kind: 'key-refused', said, answer }),
  'key-given-up': { kind: 'key-given-up' },
  'watch-limit-passed': { kind: 'watch-limit-passed' },
  withdraw: { kind: 'withdraw' },
  stop: { kind: 'stop' },
  check: { kind: 'check' },
  attach: { kind: 'attach', remoteId: 'pasted', settled: null },
  detach: { kind: 'detach' },
  edit: { kind: 'edit', request: { ...asked, prompt: 'a hare' } },
  move: { kind: 'move', place: 5 },
  'settle as not charged': { kind: 'settle', cost: '0' },
  'settle at a cost': { kind: 'settle', cost: '3' },
  'settle no more': { kind: 'settle', cost: null },
  dismiss: { kind: 'dismiss' },
  undismiss: { kind: 'undismiss' },
  requeue: { kind: 'requeue', held: false, said: null },
  'requeue of a refused submission': { kind: 'requeue', held: true, said },
  release: { kind: 'release' },
  hold: { kind: 'hold', said },
});

export type EventName = keyof typeof events;

export function taskIn(state: TaskState): Task {
  return {
    id: 'local-1',
    accountId: 'account-1',
    request: asked,
    retryOf: null,
    adopted: false,
    imported: null,
    ...neverQueued,
    createdAt: 1,
    submittedAt: null,
    acceptedAt: null,
    endedAt: null,
    dismissedAt: null,
    state,
    polls: 0,
    lastPollAt: null,
    trouble: null,
    facts: noFacts,
  };
}
