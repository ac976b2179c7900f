import { expect, test } from 'vitest';
import type { Log } from '../../../../electron/core/log/log.ts';
import { logEngineEvents } from '../../../../electron/core/engine/log-engine-events.ts';
import type { EngineEvents } from '../../../../electron/core/engine/task-events.ts';
import { saidNothing, type Task, type TaskState, type TaskWithImages } from '../../../../shared/task.ts';
import { makeFile, makeTask, taskStates } from '../../database/samples.ts';

const prompt = 'a very secret fox';

function rig() {
  const lines: string[] = [];
  const passed: string[] = [];
  const put =
    (level: string): Log['info'] =>
    (area, message, facts) =>
      lines.push([level, area, message, JSON.stringify(facts ?? {})].join(' '));
  const events: EngineEvents = {
    taskChanged: ({ task }) => passed.push(task.state.status),
    batchChanged: () => undefined,
          imageKept: ({ id }) => passed.push(`image ${id}`),
    notice: (code, subject) => passed.push(`${code} ${subject}`),
  };
  return { lines, passed, events: logEngineEvents({ info: put('info'), warn: put('warn'), error: put('error') }, events) };
}

function entry(base: Task, state: TaskState, changes: Partial<Task> = {}): TaskWithImages {
  return { task: { ...base, ...changes, state }, images: [] };
}

const base = makeTask({ request: { model: 'm', prompt, size: 's', quality: 'q' } });
const said = { httpStatus: 402, code: 'no_credits', message: `No credits for “${prompt}”` };

test('each step of a task is logged, but no poll without news', () => {
  const { events, lines, passed } = rig();
  events.taskChanged(entry(base, { status: 'queued', waitingFor: 'turn' }));
  events.taskChanged(entry(base, { status: 'submitting' }, { submittedAt: 1 }));
  for (let polls = 0; polls < 5; polls += 1) {
    events.taskChanged(entry(base, { status: 'processing', remoteId: 'task-1', misses: 0 }, { submittedAt: 1, polls }));
  }
  const trouble = { kind: 'rate-limited', said: { ...saidNothing, httpStatus: 429 }, retryAt: 1000 } as const;
  for (let polls = 5; polls < 8; polls += 1) {
    events.taskChanged(entry(base, { status: 'processing', remoteId: 'task-1', misses: 0 }, { submittedAt: 1, polls, trouble: { ...trouble, retryAt: polls } }));
  }
  events.taskChanged(entry(base, { status: 'processing', remoteId: 'task-1', misses: 0 }, { submittedAt: 1, polls: 9 }));
  events.taskChanged(entry(base, { status: 'completed', remoteId: 'task-1', imageCount: 0 }, { submittedAt: 1, polls: 10 }));
  expect(lines.map((line) => line.replace(/ \{.*/, ''))).toEqual([
    'info submission intent written',
    'info submission sending',
    'info submission accepted',
    'warn poll trouble',
    'info poll trouble over',
    'info poll completed',
  ]);
  expect(lines[2]).toContain('"remoteId":"task-1"');
  expect(lines[3]).toContain('"http":429');
  expect(passed).toHaveLength(12);
});

test('no line contains the prompt or the message of the service, which may repeat it', () => {
  const { events, lines } = rig();
  for (const state of taskStates) {
    const told = 'said' in state ? { ...state, said } : state;
    events.taskChanged(entry(makeTask({ request: base.request }), told, { trouble: { kind: 'refused', said, retryAt: null } }));
  }
  expect(lines.length).toBeGreaterThanOrEqual(taskStates.length);
  expect(lines.join('\n')).not.toContain('fox');
  expect(lines.filter((line) => line.startsWith('warn submission outcome unknown')).length).toBeGreaterThan(0);
  expect(lines.join('\n')).toContain('"code":"no_credits"');
});

test('a task that is found at the start is not logged as accepted again', () => {
  const { events, lines } = rig();
  events.taskChanged(entry(base, { status: 'processing', remoteId: 'task-1', misses: 0 }, { submittedAt: 1, polls: 4 }));
  expect(lines[0]).toContain('watched again');
});

test('a kept picture is logged with its size, not with its name', () => {
  const { events, lines, passed } = rig();
  events.imageKept({ id: 7, taskId: base.id, index: 0, state: { status: 'kept', file: makeFile({ path: `2026/${prompt}.png` }) } });
  expect(lines).toEqual([expect.stringContaining('info download picture kept')]);
  expect(lines[0]).toContain('"bytes":1234567');
  expect(lines[0]).not.toContain('fox');
  expect(passed).toEqual(['image 7']);
});

test('a notice is logged when it appears and when it is over', () => {
  const { events, lines, passed } = rig();
  for (const subject of ['ENOSPC', 'ENOSPC', null, null]) events.notice('library-full', subject);
  expect(lines.map((line) => line.replace(/ \{.*/, ''))).toEqual(['warn library library-full', 'info library over: library-full']);
  expect(passed).toHaveLength(4);
});
