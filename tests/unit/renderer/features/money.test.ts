import { expect, test } from 'vitest';
import { isOutcomeUnknown, moneyOf, mostAtStake } from '../../../../renderer/features/tasks/money.ts';
import type { TaskState } from '../../../../shared/task.ts';
import { completed, keptImage, processing, said, sampleTask, waiting, withImages } from '../sample-tasks.ts';

const states: readonly (readonly [ReturnType<typeof moneyOf>, TaskState])[] = [
  ['nothing', { status: 'queued', waitingFor: 'turn' }],
  ['nothing', { status: 'withdrawn' }],
  ['nothing', { status: 'rejected', said }],
  ['maybe', { status: 'submitting' }],
  ['maybe', processing],
  ['maybe', { status: 'paused', remoteId: 'r', by: 'user' }],
  ['maybe', { status: 'failed', remoteId: 'r', said }],
  ['maybe', completed(0)],
  ['unknown', { status: 'unknown', reason: 'connection-lost', said }],
  ['unknown', { status: 'missing', remoteId: 'r', said }],
];

test.each(states)('%s: %j', (money, state) => {
  const task = sampleTask(state);
  expect(moneyOf(withImages(task))).toBe(money);
  expect(isOutcomeUnknown(task)).toBe(money === 'unknown');
});

test('a picture that came was charged', () => {
  const task = sampleTask(completed(2));
  const late = { id: 2, taskId: task.id, index: 1, state: waiting };
  expect(moneyOf(withImages(task, keptImage(1, task.id), late))).toBe('charged');
  expect(moneyOf(withImages(task, late))).toBe('maybe');
});

test('where the service speaks of the money of a task without a picture, Latent does not guess', () => {
  const failed = (message: string) => sampleTask({ status: 'failed', remoteId: 'r', said: { ...said, message } });
  expect(moneyOf(withImages(failed('Stopped by the safety system. No credits were taken.')))).toBe('said');
  expect(moneyOf(withImages(failed('Stopped by the safety system.')))).toBe('maybe');
  const empty = sampleTask(completed(0));
  expect(moneyOf(withImages({ ...empty, facts: { ...empty.facts, credits: 1 } }))).toBe('said');
});

test('of several, what weighs most', () => {
  const all = states.map(([, state]) => withImages(sampleTask(state)));
  expect(mostAtStake(all)).toBe('unknown');
  expect(mostAtStake(all.slice(0, 4))).toBe('maybe');
  expect(mostAtStake(all.slice(0, 3))).toBe('nothing');
});
