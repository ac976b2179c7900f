import { describe, expect, it } from 'vitest';
import type { TaskEvent } from '../../../../electron/core/engine/task-events.ts';
import { transition } from '../../../../electron/core/engine/task-machine.ts';
import { noFacts, type Task, type TaskState } from '../../../../shared/task.ts';
import { answer, events, now, picture, polled, remoteId, states, taskIn } from './machine-samples.ts';

/** What only the person knows: what a task cost, and its id if no answer came. */

describe('what a person says that a task cost', () => {
  const settled = (state: TaskState, event: TaskEvent, cost: string, more: Partial<Task> = {}): string | null => transition({ ...taskIn(state), ...more, settled: cost }, event, now).task.settled;
  const empty: TaskState = { status: 'completed', remoteId, imageCount: 0 };

  it('is taken of each task that was sent and has ended, and of no other', () => {
    const all: Readonly<Record<string, TaskState>> = { ...states, 'completed without pictures': empty };
    const taken = Object.entries(all).filter(([, state]) => transition(taskIn(state), { kind: 'settle', cost: '3' }, now).applies);
    expect(taken.map(([name]) => name)).toEqual(['unknown', 'missing', 'completed', 'failed', 'completed without pictures']);
    for (const [, state] of taken) {
      const step = transition(taskIn(state), { kind: 'settle', cost: '3' }, now);
      expect(step).toMatchObject({ task: { settled: '3', state }, write: { kind: 'task', keep: false }, effects: [] });
      expect(transition(step.task, { kind: 'settle', cost: '3' }, now).applies).toBe(false);
      expect(transition(step.task, { kind: 'settle', cost: null }, now).task.settled).toBeNull();
    }
  });

  const pictures = (count: number): TaskEvent => polled({ kind: 'completed', images: Array.from({ length: count }, () => picture), listed: count, facts: noFacts, answer });
  /** Whether "not charged" still stands. */
  const cases: readonly (readonly [string, TaskState, TaskEvent, boolean])[] = [
    ['an id that comes late', states.unknown, events.accepted, false],
    ['an id that a person entered', states.unknown, events.attach, false],
    ['pictures instead of an id', states.unknown, events.delivered, false],
    ['a late refusal', states.unknown, events.rejected, false],
    ['a lost task that is in progress after all', states.missing, events['polled processing'], false],
    ['one that was asked for again and is in progress', states.processing, events['polled processing'], false],
    ['pictures of a lost task', states.missing, pictures(1), false],
    ['pictures of a failed task', states.failed, pictures(1), false],
    ['pictures of a task that had none', empty, pictures(1), false],
    ['a refund of pictures that were there before', states.completed, pictures(1), true],
    ['a lost task that is still not found', states.missing, events['polled not-found'], true],
    ['a lost task that has failed', states.missing, events['polled failed'], true],
    ['a lost task that has no picture', states.processing, pictures(0), true],
    ['a check', states.missing, events.check, true],
    ['hiding it', states.unknown, events.dismiss, true],
  ];
  it.each(cases)('“not charged” and %s', (_, state, event, stands) => {
    expect(settled(state, event, '0')).toBe(stands ? '0' : null);
    // What a bill says stays, whatever comes, unless the service says for certain that there was no charge.
    expect(settled(state, event, '3')).toBe(event.kind === 'rejected' ? null : '3');
  });

  it('is on disk with what contradicts it', () => {
    for (const state of [states.processing, states.missing, states['paused by limit']]) {
      expect(transition({ ...taskIn(state), settled: '0' }, events['polled processing'], now).write.kind).toBe('task');
    }
  });
});

describe('an id that a person entered', () => {
  const by = (state: TaskState, more: Partial<Task> = {}): Task => ({ ...taskIn(state), byHand: 'server-error', acceptedAt: 7, settled: '0', facts: { ...noFacts, credits: '9' }, ...more });
  const open = ['processing', 'missed twice', 'paused by limit', 'paused by user', 'missing', 'failed'] as const;

  it('is remembered with the reason of the unknown outcome', () => {
    expect(transition(taskIn(states.unknown), events.attach, now).task).toMatchObject({ byHand: 'connection-lost', state: { status: 'processing', remoteId: 'pasted' } });
  });

  it('can be taken back, whatever the service said of it, until there is a picture', () => {
    for (const state of [...open.map((name) => states[name]), { status: 'completed', remoteId, imageCount: 0 } as const]) {
      const step = transition(by(state), events.detach, now);
      const unknown = { byHand: null, acceptedAt: null, endedAt: null, settled: null, facts: noFacts, state: { status: 'unknown', reason: 'server-error' } };
      expect(step).toMatchObject({ task: unknown, write: { kind: 'task', keep: false }, effects: [{ kind: 'unwatch' }] });
      expect(transition(by(state), events.detach, now, true).applies).toBe(false);
    }
    expect(transition(by(states.completed), events.detach, now).applies).toBe(false);
  });

  it('can be replaced by another one in the same cases', () => {
    for (const state of open) {
      const step = transition(by(states[state]), events.attach, now);
      expect(step).toMatchObject({ task: { byHand: 'server-error', facts: noFacts, state: { status: 'processing', remoteId: 'pasted', misses: 0 } }, effects: [{ kind: 'unwatch' }, { kind: 'watch' }] });
      expect(transition(by(states[state]), events.attach, now, true).applies).toBe(false);
      // So can the id of a task that was added by its id. It was never unknown.
      expect(transition(by(states[state], { byHand: null, adopted: true }), events.attach, now).task).toMatchObject({ byHand: null, adopted: true, state: { remoteId: 'pasted' } });
      expect(transition(by(states[state], { byHand: null, adopted: true }), events.detach, now).applies).toBe(false);
    }
  });

  it('that came by itself can be neither taken back nor replaced', () => {
    for (const state of Object.values(states)) {
      if (state.status !== 'unknown') expect(transition(taskIn(state), events.attach, now).applies).toBe(false);
      expect(transition(taskIn(state), events.detach, now).applies).toBe(false);
    }
  });

  it('takes no answer about the id before it', () => {
    for (const event of [events['polled completed'], events['polled failed'], events['polled not-found'], events['polled processing']]) {
      const corrected = transition(by(states.processing), events.attach, now).task;
      expect(transition(corrected, event, now)).toEqual({ applies: false, task: corrected, write: { kind: 'none' }, effects: [] });
      const taken = transition(by(states.processing), events.detach, now).task;
      expect(transition(taken, event, now).applies).toBe(false);
    }
  });
});
