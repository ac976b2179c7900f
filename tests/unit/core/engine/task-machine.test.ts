import { describe, expect, it } from 'vitest';
import type { TaskEvent, Transition } from '../../../../electron/core/engine/task-events.ts';
import { transition } from '../../../../electron/core/engine/task-machine.ts';
import { noFacts, remoteIdOf, type Task } from '../../../../shared/task.ts';
import { createDice } from '../../../support/dice.ts';
import { answer, events, now, picture, polled, remoteId, said, states, taskIn, type EventName, type StateName } from './machine-samples.ts';

const pairs = Object.keys(events).flatMap((event) => Object.keys(states).map((state) => [state as StateName, event as EventName] as const));
const stepFrom = (state: StateName, event: EventName): Transition => transition(taskIn(states[state]), events[event], now);
const effectsOf = ({ effects }: Transition): readonly string[] => effects.map(({ kind }) => kind);

const queried = ['processing', 'missed twice', 'paused by limit', 'paused by user', 'missing'] as const;
const ended = ['unknown', 'rejected', 'withdrawn', 'missing', 'completed', 'failed'] as const;
const withoutId = ['queued', 'held', 'submitting', 'unknown', 'rejected', 'withdrawn'] as const;

describe('whatever the state', () => {
  it('an event that does not apply returns the same task without effects', () => {
    for (const [state, event] of pairs) {
      const before = taskIn(states[state]);
      const step = transition(before, events[event], now);
      if (!step.applies) expect(step).toEqual({ applies: false, task: before, write: { kind: 'none' }, effects: [] });
      if (!step.applies) expect(step.task).toBe(before);
    }
  });

  it('an id that arrives is kept, even if the disk is full, and watched', () => {
    for (const state of withoutId) {
      const step = stepFrom(state, 'accepted');
      expect(step).toMatchObject({ task: { state: { status: 'processing', remoteId } }, write: { kind: 'task', keep: true } });
      expect(effectsOf(step)).toEqual(['watch']);
    }
  });

  it('a second id becomes a task of its own', () => {
    for (const state of [...queried, 'completed', 'failed'] as const) {
      expect(effectsOf(stepFrom(state, 'accepted'))).toEqual([]);
      expect(stepFrom(state, 'accepted with another id')).toMatchObject({ task: { state: states[state] }, further: [{ retryOf: taskIn(states[state]).id, state: { status: 'processing', remoteId: 'remote-2' } }] });
    }
    // The pictures came without an id.
    const delivered = transition(taskIn({ status: 'completed', remoteId: '', imageCount: 1 }), events.accepted, now);
    expect(delivered).toMatchObject({ task: { state: { status: 'completed', remoteId: '' } }, further: [{ state: { remoteId } }] });
  });

  it('several ids of one answer are as many tasks, and cost what one submission costs', () => {
    for (const state of ['submitting', 'unknown'] as const) {
      const { task, further, write, effects } = transition({ ...taskIn(states[state]), estimate: '4' }, events['accepted with several ids'], now);
      expect(task).toMatchObject({ estimate: '4', facts: { credits: '2' }, state: { status: 'processing', remoteId } });
      const others = ['remote-3', 'remote-4'].map((id) => ({ estimate: '0', retryOf: null, createdAt: task.createdAt, facts: { credits: null }, state: { status: 'processing', remoteId: id } }));
      expect(further).toMatchObject(others);
      expect(write).toMatchObject({ kind: 'task', keep: true });
      expect(effects).toEqual([{ kind: 'watch', first: 'after-interval' }]);
    }
  });

  const silent = { ...events['accepted with several ids'], facts: noFacts } as const;
  it.each<[string, Partial<Task>, readonly (string | null)[]]>([
    ['as was unknown', { state: states.unknown }, ['0.333333334', '0.333333333', '0.333333333']],
    ['as has no price', { state: states.unknown, estimate: null }, [null, '0', '0']],
    ['as has one of them by hand', { state: { status: 'missing', remoteId: 'remote-3', said }, byHand: 'no-answer-in-time' }, ['0.333333333', '0.333333334', '0.333333333']],
    ['as has another id by hand, which may be charged too', { state: { status: 'missing', remoteId: 'wrong', said }, byHand: 'no-answer-in-time' }, ['1', '0.333333334', '0.333333333', '0.333333333']],
    ['as has one of them already', { state: { status: 'processing', remoteId, misses: 0 }, estimate: '0.333333334', facts: { ...noFacts, ids: 3 } }, ['0.333333334', '0.111111111', '0.111111111']],
  ])('the price of a submission that is answered with several ids is shared by them, of a task such %s', (_, more, estimates) => {
    const { task, further } = transition({ ...taskIn(states.unknown), estimate: '1', ...more }, silent, now);
    expect([task.estimate, ...(further ?? []).map(({ estimate }) => estimate)]).toEqual(estimates);
    expect(further?.every(({ facts }) => facts.ids === 3)).toBe(true);
    const later = transition(task, { kind: 'polled', remoteId: 'remoteId' in task.state ? task.state.remoteId : '', outcome: { kind: 'processing', facts: { ...noFacts, credits: '2' }, answer }, retryAt: null }, now);
    expect(later.task.facts).toMatchObject({ credits: '2', ...(task.facts.ids !== undefined && { ids: 3 }) });
  });

  it('pictures that the POST is answered with are the task’s, with or without an id', () => {
    for (const state of ['submitting', 'unknown'] as const) expect(stepFrom(state, 'delivered').task).toMatchObject({ acceptedAt: now, endedAt: now, state: { status: 'completed', remoteId: '', imageCount: 1 } });
    expect(stepFrom('processing', 'delivered').task.state).toEqual({ status: 'completed', remoteId, imageCount: 1 });
    expect(stepFrom('submitting', 'delivered').effects).toContainEqual({ kind: 'fetch-images', images: [{ ...picture, isOnly: true }] });
  });

  it('a refusal counts in time and late', () => {
    for (const state of ['submitting', 'unknown'] as const) expect(stepFrom(state, 'rejected').task).toMatchObject({ endedAt: now, state: { status: 'rejected', said } });
  });

  it('a final status ends the queries, and pictures are accepted even from a task that had failed', () => {
    for (const state of queried) expect([stepFrom(state, 'polled failed').task.state.status, effectsOf(stepFrom(state, 'polled failed'))]).toEqual(['failed', ['unwatch', 'no-fresh-address']]);
    for (const state of [...queried, 'failed'] as const) {
      const step = stepFrom(state, 'polled completed');
      expect(step).toMatchObject({ task: { state: { status: 'completed', imageCount: 1 } }, write: { kind: 'completion' } });
      expect(effectsOf(step)).toEqual(['unwatch', 'fetch-images']);
    }
  });

  it('an ended task does not change, whatever a later answer says', () => {
    for (const event of ['polled processing', 'polled completed without pictures', 'polled failed', 'polled not-found', 'polled trouble', 'polled key-refused'] as const) {
      for (const state of ['completed', 'failed'] as const) expect(stepFrom(state, event).task.state).toEqual(states[state]);
      for (const state of ['queued', 'submitting', 'unknown', 'rejected', 'withdrawn'] as const) expect(stepFrom(state, event).applies).toBe(false);
    }
  });

  it('a start watches open tasks, fetches missing pictures, and never sends a task that may have been sent', () => {
    for (const state of ['processing', 'missed twice', 'paused by limit'] as const) expect(effectsOf(stepFrom(state, 'start'))).toEqual(['watch', 'resume-images']);
    expect(effectsOf(stepFrom('completed', 'start'))).toEqual(['resume-images']);
    expect(stepFrom('submitting', 'start')).toMatchObject({ task: { state: { status: 'unknown', reason: 'stopped-while-sending' } }, effects: [] });
    for (const state of ['held', 'unknown', 'rejected', 'withdrawn', 'paused by user', 'missing', 'failed'] as const) expect(stepFrom(state, 'start').applies).toBe(false);
  });

  it('a person cancels only what was not sent, hides only what has ended, and stops only what is watched', () => {
    const applying = (event: EventName): readonly StateName[] => pairs.filter(([state, other]) => other === event && stepFrom(state, event).applies).map(([state]) => state);
    expect(applying('withdraw')).toEqual(['queued', 'held']);
    expect(applying('release')).toEqual(['held']);
    expect(applying('requeue')).toEqual(['withdrawn']);
    expect(applying('attach')).toEqual(['unknown']);
    expect(applying('dismiss')).toEqual(ended);
    expect(applying('stop')).toEqual(queried.filter((state) => state !== 'missing'));
    expect(applying('check')).toEqual([...queried, 'completed', 'failed']);
    for (const event of ['withdraw', 'release', 'requeue', 'dismiss'] as const) for (const state of applying(event)) expect(stepFrom(state, event).write).toMatchObject({ kind: 'task', keep: false });
  });

  it('leads to `submitting`, and to a POST, from `queued` alone', () => {
    for (const [state, event] of pairs) {
      const { task, effects } = transition(taskIn(states[state]), events[event], now);
      if (effects.some(({ kind }) => kind === 'submit')) expect([state, event]).toEqual(['queued', 'submission-started']);
      if (task.state.status === 'submitting' && state !== 'submitting') expect(state).toBe('queued');
      if (task.state.status === 'queued' && state !== 'queued' && state !== 'held') expect(['submitting not-sent', 'withdrawn requeue', 'withdrawn requeue of a refused submission']).toContain(`${state} ${event}`);
    }
  });

  it('shows a hidden task again, whatever its state', () => {
    for (const state of Object.values(states)) {
      const before = { ...taskIn(state), dismissedAt: 7 };
      expect(transition(before, { kind: 'undismiss' }, now)).toMatchObject({ applies: true, task: { ...before, dismissedAt: null }, effects: [] });
    }
  });

  it('never gives up an id that is known', () => {
    for (const [state, event] of pairs) {
      const before = taskIn(states[state]);
      if (!('remoteId' in before.state)) continue;
      expect(transition(before, events[event], now).task.state).toHaveProperty('remoteId', remoteId);
    }
  });

  it('changes nothing of the request, the account or the origin, but for an edit of the request', () => {
    for (const [state, event] of pairs.filter(([, name]) => name !== 'edit')) {
      const before = taskIn(states[state]);
      const { id, accountId, request, retryOf, adopted, createdAt } = transition(before, events[event], now).task;
      expect({ id, accountId, request, retryOf, adopted, createdAt }).toEqual({
        id: before.id,
        accountId: before.accountId,
        request: before.request,
        retryOf: before.retryOf,
        adopted: before.adopted,
        createdAt: before.createdAt,
      });
    }
  });
});

describe('1,000 tasks with 60 events in any order', () => {
  it('are sent again only after a certain failure to send, keep their id, and stay ended', () => {
    const dice = createDice(20_250_906);
    const names = Object.keys(events) as readonly EventName[];
    const seen = new Set<string>();
    for (let life = 0; life < 1_000; life += 1) {
      let task = taskIn(states.queued);
      let posts = 0;
      let certainlyUnsent = 0;
      for (let i = 0; i < 60; i += 1) {
        const event = dice.pick(names);
        const given: TaskEvent = events[event];
        const step = transition(task, given.kind === 'polled' ? { ...given, remoteId: remoteIdOf(task) ?? remoteId } : given, now + i);
        if (event === 'not-sent' && step.applies) certainlyUnsent += 1;
        posts += step.effects.filter(({ kind }) => kind === 'submit').length;
        // Only the person who entered an id can take it back or correct it, and only as long as it has no pictures.
        const mayLeave = task.byHand !== null && (event === 'detach' || event === 'attach') && !(task.state.status === 'completed' && task.state.imageCount > 0);
        if ('remoteId' in task.state && !mayLeave) expect(step.task.state).toHaveProperty('remoteId', task.state.remoteId);
        if (task.state.status === 'completed' && !mayLeave) expect(step.task.state.status).toBe('completed');
        if (task.state.status === 'failed' && !mayLeave) expect(['failed', 'completed']).toContain(step.task.state.status);
        if (step.task.state.status === 'submitting' && task.state.status !== 'submitting') expect(task.state.status).toBe('queued');
        ({ task } = step);
        seen.add(task.state.status);
      }
      expect(posts).toBeLessThanOrEqual(1 + certainlyUnsent);
    }
    expect(seen.size).toBe(10);
  });
});

describe('a task with a key', () => {
  const key = 'b9a3d0c2-5d31-8e0f-9c55-0c8a6a1f2b3c';
  const keyed: Task = { ...taskIn(states.unknown), submittedAt: 7, idempotencyKey: key };

  it('gets it together with `submitting`, and another one after a certain failure to send', () => {
    const sent = transition(taskIn(states.queued), { ...events['submission-started'], idempotencyKey: key }, now).task;
    expect(sent).toMatchObject({ idempotencyKey: key, repeated: 0, state: { status: 'submitting' } });
    expect(transition(sent, events['not-sent'], now).task).toMatchObject({ idempotencyKey: null, state: { status: 'queued' } });
  });

  it('is sent again when its outcome is unknown, on disk before the POST, and keeps key and time', () => {
    const step = transition(keyed, events['repetition-started'], now);
    expect(step).toMatchObject({ write: { kind: 'task', keep: false }, effects: [{ kind: 'submit' }], task: { idempotencyKey: key, submittedAt: 7, repeated: 1, state: { status: 'submitting' } } });
    expect(transition(step.task, events['repetition-ended'], now).task).toMatchObject({ repeated: 1, endedAt: null, state: { status: 'unknown', reason: 'server-error', said } });
    expect(transition(step.task, { ...events['repetition-ended'], counts: false }, now).task).toMatchObject({ repeated: 0, state: { status: 'unknown' } });
    expect(transition(step.task, events.start, now).task).toMatchObject({ repeated: 1, state: { status: 'unknown', reason: 'stopped-while-sending' } });
  });

  it.each([
    ['it has no key', { idempotencyKey: null }],
    ['it was repeated five times', { repeated: 5 }],
    ['the person hid it', { dismissedAt: 8 }],
    ['the person says that it was not charged', { settled: '0' }],
    ['the person says what it cost', { settled: '3' }],
  ] satisfies readonly (readonly [string, Partial<Task>])[])('is not sent again if %s', (_, more) => {
    expect(transition({ ...keyed, ...more }, events['repetition-started'], now).applies).toBe(false);
  });

  it('that was sent again is neither refused nor in the queue again, whatever the answer to one of its POSTs says', () => {
    for (const state of ['submitting', 'unknown'] as const) {
      const repeated = { ...keyed, repeated: 1, state: states[state] };
      for (const event of ['rejected', 'not-sent'] as const) expect(transition(repeated, events[event], now).applies).toBe(false);
      expect(transition(repeated, events.accepted, now).task).toMatchObject({ idempotencyKey: key, state: { status: 'processing', remoteId } });
    }
  });

  it('shows when it is sent again, without a write', () => {
    const step = transition(keyed, events['repetition-planned'], now);
    expect(step).toMatchObject({ applies: true, write: { kind: 'none' }, task: { state: { repeatAt: now + 5_000 } } });
    expect(transition(step.task, { kind: 'repetition-planned', at: undefined }, now).task.state).toEqual(states.unknown);
  });

  it('is sent at most six times, in any order of events, unless a repetition certainly did not arrive', () => {
    const dice = createDice(20_261_126);
    const names = Object.keys(events) as readonly EventName[];
    let most = 0;
    for (let life = 0; life < 1_000; life += 1) {
      let task = keyed;
      let posts = 1;
      for (let i = 0; i < 60; i += 1) {
        const event = dice.chance(0.4) ? (dice.chance(0.5) ? 'repetition-started' : 'repetition-ended') : dice.pick(names);
        const step = transition(task, events[event], now + i);
        posts += step.effects.filter(({ kind }) => kind === 'submit').length;
        expect(step.task).toMatchObject({ submittedAt: 7 });
        expect([task.idempotencyKey, null], 'the same key, or given up for good').toContain(step.task.idempotencyKey);
        ({ task } = step);
      }
      most = Math.max(most, posts);
    }
    expect(most).toBe(6);
  });
});

describe('besides the state', () => {
  const step = (state: StateName, event: TaskEvent, more: Partial<Task> = {}): Task => transition({ ...taskIn(states[state]), ...more }, event, now).task;

  it('times', () => {
    expect(step('queued', events['submission-started']).submittedAt).toBe(now);
    expect(step('submitting', events['not-sent'], { submittedAt: 1 }).submittedAt).toBeNull();
    expect(step('submitting', events.accepted).acceptedAt).toBe(now);
    expect(step('submitting', events.rejected).endedAt).toBe(now);
    expect(step('submitting', events['outcome-unknown']).endedAt).toBeNull();
    for (const end of ['polled completed', 'polled failed'] as const) expect(step('processing', events[end]).endedAt).toBe(now);
    expect(step('missed twice', events['polled not-found']).endedAt).toBe(now);
    expect(step('missing', events.check, { endedAt: 1 }).endedAt).toBeNull();
  });

  it('a hidden task that gets its id is shown again, and the time of the first hiding is kept', () => {
    expect(step('unknown', events.accepted, { dismissedAt: 1 }).dismissedAt).toBeNull();
    expect(step('unknown', events.attach, { dismissedAt: 1 }).dismissedAt).toBeNull();
    expect(step('failed', events.dismiss).dismissedAt).toBe(now);
    expect(step('failed', events.dismiss, { dismissedAt: 1 }).dismissedAt).toBe(1);
  });

  it('counts polls, and keeps facts that an answer leaves out', () => {
    const known = { ...noFacts, estimatedSeconds: 40, credits: '2' };
    const told = polled({ kind: 'processing', facts: { ...noFacts, statusWord: 'running', credits: '3' }, answer });
    const next = step('processing', told, { polls: 7, facts: known });
    expect(next).toMatchObject({ polls: 8, lastPollAt: now, facts: { statusWord: 'running', estimatedSeconds: 40, credits: '3' } });
  });

  it('says what is wrong until the next clean answer, but not of a task that nobody watches', () => {
    const troubled = step('processing', events['polled trouble']);
    expect(troubled.trouble).toEqual({ kind: 'rate-limited', said, retryAt: now + 9_000 });
    expect(transition(troubled, events['polled processing'], now).task.trouble).toBeNull();
    expect(step('processing', events['polled not-found']).trouble).toEqual({ kind: 'not-found', said, retryAt: now + 4_000 });
    expect(step('paused by user', events['polled trouble']).trouble).toBeNull();
  });

  it('takes an attached id that came by itself a moment earlier as attached', () => {
    const task = taskIn(states.processing);
    expect(transition(task, { kind: 'attach', remoteId, settled: null }, now)).toEqual({ applies: true, task, write: { kind: 'none' }, effects: [] });
  });

  it('adds up pictures that a later answer names', () => {
    const more = polled({ kind: 'completed', images: [picture, picture, picture], listed: 3, facts: noFacts, answer });
    expect(step('completed', more).state).toMatchObject({ imageCount: 3 });
    expect(transition(step('completed', more), events['polled completed'], now).task.state).toMatchObject({ imageCount: 3 });
  });
});
