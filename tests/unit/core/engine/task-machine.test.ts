import { describe, expect, it } from 'vitest';
import type { QueryOutcome } from '../../../../electron/core/service/outcomes.ts';
import type { StoredAnswer } from '../../../../electron/core/service/stored-answer.ts';
import type { TaskEvent, Transition } from '../../../../electron/core/engine/task-events.ts';
import { transition } from '../../../../electron/core/engine/task-machine.ts';
import { noFacts, saidNothing, type Task, type TaskState } from '../../../../shared/task.ts';

const now = 5_000_000;
const answer: StoredAnswer = { at: now, httpStatus: 200, body: '{}', truncated: false };
const said = { httpStatus: 404, code: 'gone', message: 'No such task' };
const remoteId = 'remote-1';

const states = {
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

type StateName = keyof typeof states;

const polled = (outcome: QueryOutcome, retryAt: number | null = null): TaskEvent => ({ kind: 'polled', outcome, retryAt });
const picture = { kind: 'url', url: 'https://pictures.test/1.png' } as const;

const events = {
  start: { kind: 'start' },
  wait: { kind: 'wait', waitingFor: 'network', retryAt: null },
  'turn-came': { kind: 'turn-came' },
  'not-sent': { kind: 'not-sent', waitingFor: 'network', retryAt: null },
  accepted: { kind: 'accepted', remoteId, facts: noFacts, answer },
  'accepted with another id': { kind: 'accepted', remoteId: 'remote-2', facts: noFacts, answer },
  rejected: { kind: 'rejected', said, answer },
  'outcome-unknown': { kind: 'outcome-unknown', reason: 'no-answer-in-time', said: saidNothing, answer: null },
  'polled processing': polled({ kind: 'processing', facts: noFacts, answer }),
  'polled completed': polled({ kind: 'completed', images: [picture], facts: noFacts, answer }),
  'polled completed without pictures': polled({ kind: 'completed', images: [], facts: noFacts, answer }),
  'polled failed': polled({ kind: 'failed', said, facts: noFacts, answer }),
  'polled not-found': polled({ kind: 'not-found', said, answer }, now + 4_000),
  'polled trouble': polled({ kind: 'trouble', trouble: 'rate-limited', said, retryAfterMs: 9_000, answer }, now + 9_000),
  'polled key-refused': polled({ kind: 'key-refused', said, answer }),
  'watch-limit-passed': { kind: 'watch-limit-passed' },
  withdraw: { kind: 'withdraw' },
  stop: { kind: 'stop' },
  ask: { kind: 'ask' },
  attach: { kind: 'attach', remoteId: 'pasted' },
  dismiss: { kind: 'dismiss' },
  'bring-back': { kind: 'bring-back' },
  requeue: { kind: 'requeue', held: false },
  'requeue of a refused submission': { kind: 'requeue', held: true },
  release: { kind: 'release' },
  hold: { kind: 'hold' },
} satisfies Record<string, TaskEvent>;

type EventName = keyof typeof events;

/**
 * What each event makes of each state: next state, how it is written, effects. A pair that is not listed means nothing:
 * the task stays the very same and nothing follows.
 */
const table: Record<EventName, Partial<Record<StateName, string>>> = {
  start: {
    queued: 'queued:turn · none · enqueue',
    submitting: 'unknown:stopped-while-sending · keep',
    processing: 'processing:0 · none · watch soon',
    'missed twice': 'processing:2 · none · watch soon',
    'paused by limit': 'paused:watch-limit · none · watch soon',
    completed: 'completed:1 · none · resume-images',
  },
  wait: { queued: 'queued:network · keep' },
  'turn-came': { queued: 'submitting · task · submit' },
  'not-sent': { submitting: 'queued:network · keep · enqueue' },
  accepted: {
    held: 'processing:0 · keep · watch after-interval',
    queued: 'processing:0 · keep · watch after-interval',
    submitting: 'processing:0 · keep · watch after-interval',
    unknown: 'processing:0 · keep · watch after-interval',
    rejected: 'processing:0 · keep · watch after-interval',
    withdrawn: 'processing:0 · keep · watch after-interval',
  },
  'accepted with another id': {
    held: 'processing:0 · keep · watch after-interval',
    queued: 'processing:0 · keep · watch after-interval',
    submitting: 'processing:0 · keep · watch after-interval',
    unknown: 'processing:0 · keep · watch after-interval',
    rejected: 'processing:0 · keep · watch after-interval',
    withdrawn: 'processing:0 · keep · watch after-interval',
    processing: 'processing:0 · none · keep-second-id remote-2',
    'missed twice': 'processing:2 · none · keep-second-id remote-2',
    'paused by limit': 'paused:watch-limit · none · keep-second-id remote-2',
    'paused by user': 'paused:user · none · keep-second-id remote-2',
    missing: 'missing · none · keep-second-id remote-2',
    completed: 'completed:1 · none · keep-second-id remote-2',
    failed: 'failed · none · keep-second-id remote-2',
  },
  rejected: { submitting: 'rejected · keep' },
  'outcome-unknown': { submitting: 'unknown:no-answer-in-time · keep' },
  'polled processing': {
    processing: 'processing:0 · facts',
    'missed twice': 'processing:0 · facts',
    'paused by limit': 'paused:watch-limit · facts',
    'paused by user': 'paused:user · facts',
    missing: 'processing:0 · task · watch soon',
    completed: 'completed:1 · task · no-fresh-address',
    failed: 'failed · task',
  },
  'polled completed': {
    processing: 'completed:1 · completion · unwatch, fetch-images 1',
    'missed twice': 'completed:1 · completion · unwatch, fetch-images 1',
    'paused by limit': 'completed:1 · completion · unwatch, fetch-images 1',
    'paused by user': 'completed:1 · completion · unwatch, fetch-images 1',
    missing: 'completed:1 · completion · unwatch, fetch-images 1',
    completed: 'completed:1 · completion · fetch-images 1',
    failed: 'completed:1 · completion · unwatch, fetch-images 1',
  },
  'polled completed without pictures': {
    processing: 'completed:0 · completion · unwatch, fetch-images 0',
    'missed twice': 'completed:0 · completion · unwatch, fetch-images 0',
    'paused by limit': 'completed:0 · completion · unwatch, fetch-images 0',
    'paused by user': 'completed:0 · completion · unwatch, fetch-images 0',
    missing: 'completed:0 · completion · unwatch, fetch-images 0',
    completed: 'completed:1 · task · no-fresh-address',
    failed: 'failed · task',
  },
  'polled failed': {
    processing: 'failed · task · unwatch',
    'missed twice': 'failed · task · unwatch',
    'paused by limit': 'failed · task · unwatch',
    'paused by user': 'failed · task · unwatch',
    missing: 'failed · task · unwatch',
    completed: 'completed:1 · task · no-fresh-address',
    failed: 'failed · task',
  },
  'polled not-found': {
    processing: 'processing:1 · facts',
    'missed twice': 'missing · task · unwatch',
    'paused by limit': 'processing:1 · facts',
    'paused by user': 'paused:user · task',
    missing: 'missing · task',
    completed: 'completed:1 · task · no-fresh-address',
    failed: 'failed · task',
  },
  'polled trouble': {
    processing: 'processing:0 · facts',
    'missed twice': 'processing:2 · facts',
    'paused by limit': 'paused:watch-limit · facts',
    'paused by user': 'paused:user · facts',
    missing: 'missing · facts',
    completed: 'completed:1 · task',
    failed: 'failed · task',
  },
  'polled key-refused': {
    processing: 'processing:0 · facts',
    'missed twice': 'processing:2 · facts',
    'paused by limit': 'paused:watch-limit · facts',
    'paused by user': 'paused:user · facts',
    missing: 'missing · facts',
    completed: 'completed:1 · task',
    failed: 'failed · task',
  },
  'watch-limit-passed': { processing: 'paused:watch-limit · task', 'missed twice': 'paused:watch-limit · task' },
  withdraw: { queued: 'withdrawn · task', held: 'withdrawn · task' },
  stop: {
    processing: 'paused:user · task · unwatch',
    'missed twice': 'paused:user · task · unwatch',
    'paused by limit': 'paused:user · task · unwatch',
    'paused by user': 'paused:user · none',
  },
  ask: {
    processing: 'processing:0 · none · watch soon',
    'missed twice': 'processing:2 · none · watch soon',
    'paused by limit': 'processing:0 · task · watch soon',
    'paused by user': 'processing:0 · task · watch soon',
    missing: 'processing:0 · task · watch soon',
    completed: 'completed:1 · none · refresh-images, watch soon',
    failed: 'failed · none · watch soon',
  },
  attach: { unknown: 'processing:0 · task · watch soon' },
  // None of these was put away.
  'bring-back': {},
  requeue: { withdrawn: 'queued:turn · task · enqueue' },
  'requeue of a refused submission': { withdrawn: 'queued:held · task' },
  hold: { queued: 'queued:held · keep' },
  release: { held: 'queued:turn · task · enqueue' },
  dismiss: {
    unknown: 'unknown:connection-lost · task',
    rejected: 'rejected · task',
    withdrawn: 'withdrawn · task',
    missing: 'missing · task',
    completed: 'completed:1 · task',
    failed: 'failed · task',
  },
};

const pairs = Object.keys(table).flatMap((event) => Object.keys(states).map((state) => [state as StateName, event as EventName] as const));

describe('every state × every event', () => {
  it.each(pairs)('%s × %s', (state, event) => {
    const before = taskIn(states[state]);
    const step = transition(before, events[event], now);
    const expected = table[event][state];
    if (expected === undefined) {
      expect(step).toEqual({ applies: false, task: before, write: { kind: 'none' }, effects: [] });
      expect(step.task).toBe(before);
    } else {
      expect(step.applies).toBe(true);
      expect(describeStep(step)).toBe(expected);
    }
  });

  it('leads to `submitting`, and to a POST, from `queued` alone', () => {
    for (const [state, event] of pairs) {
      const { task, effects } = transition(taskIn(states[state]), events[event], now);
      if (effects.some(({ kind }) => kind === 'submit')) expect([state, event]).toEqual(['queued', 'turn-came']);
      if (task.state.status === 'submitting' && state !== 'submitting') expect(state).toBe('queued');
      if (task.state.status === 'queued' && state !== 'queued' && state !== 'held') expect(['submitting not-sent', 'withdrawn requeue', 'withdrawn requeue of a refused submission']).toContain(`${state} ${event}`);
    }
  });

  it('brings back what was put away, whatever its state', () => {
    for (const state of Object.values(states)) {
      const before = { ...taskIn(state), dismissedAt: 7 };
      expect(transition(before, { kind: 'bring-back' }, now)).toMatchObject({ applies: true, task: { ...before, dismissedAt: null }, effects: [] });
    }
  });

  it('never gives up an id that is known', () => {
    for (const [state, event] of pairs) {
      const before = taskIn(states[state]);
      if (!('remoteId' in before.state)) continue;
      expect(transition(before, events[event], now).task.state).toHaveProperty('remoteId', remoteId);
    }
  });

  it('changes nothing of the request, the account or the origin', () => {
    for (const [state, event] of pairs) {
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

describe('1,000 lives of 60 events in any order', () => {
  it('are sent once for each time that it was certain that nothing was sent, keep their id, and stay ended', () => {
    const random = seeded(20_250_906);
    const names = Object.keys(events) as readonly EventName[];
    const seen = new Set<string>();
    for (let life = 0; life < 1_000; life += 1) {
      let task = taskIn(states.queued);
      let posts = 0;
      let certainlyUnsent = 0;
      for (let i = 0; i < 60; i += 1) {
        const event = names[Math.floor(random() * names.length)] ?? 'start';
        const step = transition(task, events[event], now + i);
        if (event === 'not-sent' && step.applies) certainlyUnsent += 1;
        posts += step.effects.filter(({ kind }) => kind === 'submit').length;
        if ('remoteId' in task.state) expect(step.task.state).toHaveProperty('remoteId', task.state.remoteId);
        if (task.state.status === 'completed') expect(step.task.state.status).toBe('completed');
        if (task.state.status === 'failed') expect(['failed', 'completed']).toContain(step.task.state.status);
        if (step.task.state.status === 'submitting' && task.state.status !== 'submitting') expect(task.state.status).toBe('queued');
        ({ task } = step);
        seen.add(task.state.status);
      }
      expect(posts).toBeLessThanOrEqual(1 + certainlyUnsent);
    }
    expect(seen.size).toBe(10);
  });
});

describe('what is noted besides the state', () => {
  const step = (state: StateName, event: TaskEvent, more: Partial<Task> = {}): Task => transition({ ...taskIn(states[state]), ...more }, event, now).task;

  it('times', () => {
    expect(step('queued', events['turn-came']).submittedAt).toBe(now);
    expect(step('submitting', events['not-sent'], { submittedAt: 1 }).submittedAt).toBeNull();
    expect(step('submitting', events.accepted).acceptedAt).toBe(now);
    expect(step('submitting', events.rejected).endedAt).toBe(now);
    expect(step('submitting', events['outcome-unknown']).endedAt).toBeNull();
    for (const end of ['polled completed', 'polled failed'] as const) expect(step('processing', events[end]).endedAt).toBe(now);
    expect(step('missed twice', events['polled not-found']).endedAt).toBe(now);
    expect(step('missing', events.ask, { endedAt: 1 }).endedAt).toBeNull();
  });

  it('shows a tile again whose id came to light, and keeps when it was first put away', () => {
    expect(step('unknown', events.accepted, { dismissedAt: 1 }).dismissedAt).toBeNull();
    expect(step('unknown', events.attach, { dismissedAt: 1 }).dismissedAt).toBeNull();
    expect(step('failed', events.dismiss).dismissedAt).toBe(now);
    expect(step('failed', events.dismiss, { dismissedAt: 1 }).dismissedAt).toBe(1);
  });

  it('counts polls, and keeps facts that an answer leaves out', () => {
    const known = { ...noFacts, estimatedSeconds: 40, credits: 2 };
    const told = polled({ kind: 'processing', facts: { ...noFacts, statusWord: 'running', credits: 3 }, answer });
    const next = step('processing', told, { polls: 7, facts: known });
    expect(next).toMatchObject({ polls: 8, lastPollAt: now, facts: { statusWord: 'running', estimatedSeconds: 40, credits: 3 } });
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
    expect(transition(task, { kind: 'attach', remoteId }, now)).toEqual({ applies: true, task, write: { kind: 'none' }, effects: [] });
  });

  it('adds up pictures that a later answer names', () => {
    const more = polled({ kind: 'completed', images: [picture, picture, picture], facts: noFacts, answer });
    expect(step('completed', more).state).toMatchObject({ imageCount: 3 });
    expect(transition(step('completed', more), events['polled completed'], now).task.state).toMatchObject({ imageCount: 3 });
  });
});

/** Numbers in [0, 1), the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function taskIn(state: TaskState): Task {
  return {
    id: 'local-1',
    accountId: 'account-1',
    request: { model: 'm', prompt: 'a fox', size: '64x64', quality: 'low' },
    retryOf: null,
    adopted: false,
    imported: null,
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

function describeStep({ task, write, effects }: Transition): string {
  const { state } = task;
  const detail =
    'waitingFor' in state ? state.waitingFor : 'reason' in state ? state.reason : 'misses' in state ? state.misses : 'by' in state ? state.by : 'imageCount' in state ? state.imageCount : null;
  const shownEffects = effects.map((effect) => {
    switch (effect.kind) {
      case 'watch':
        return `watch ${effect.first}`;
      case 'fetch-images':
        return `fetch-images ${effect.images.length}`;
      case 'keep-second-id':
        return `keep-second-id ${effect.remoteId}`;
      default:
        return effect.kind;
    }
  });
  const how = write.kind === 'task' && write.keep ? 'keep' : write.kind;
  return [detail === null ? state.status : `${state.status}:${detail}`, how, ...(shownEffects.length > 0 ? [shownEffects.join(', ')] : [])].join(' · ');
}
