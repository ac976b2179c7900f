import { beforeEach, expect, test } from 'vitest';
import { expectTasks, forgetTasks, openTasks, useTasks, withKeptImage, withTasks } from '../../../../renderer/stores/tasks-store.ts';
import { completed, keptImage, processing, sampleTask, waiting, withImages } from '../sample-tasks.ts';

const ids = (): string[] => [...useTasks.getState().tasks.keys()];

beforeEach(() => openTasks([]));

test('tasks are shown at the click and removed if main does not accept them', () => {
  const [one, two] = [sampleTask({ status: 'queued', waitingFor: 'turn' }), sampleTask({ status: 'queued', waitingFor: 'turn' })];
  expectTasks([one, two]);
  expect(ids()).toEqual([one.id, two.id]);
  forgetTasks([one.id, two.id]);
  expect(ids()).toEqual([]);
});

test('an expected task does not overwrite one that main has reported', () => {
  const real = sampleTask(processing);
  openTasks([withImages(real)]);
  expectTasks([{ ...real, state: { status: 'queued', waitingFor: 'turn' } }]);
  expect(useTasks.getState().tasks.get(real.id)?.task.state).toEqual(processing);
});

test('a task is removed when all its pictures are kept, whichever change says so, and when it is hidden', () => {
  const task = sampleTask(completed(2));
  const half = withImages(task, keptImage(1, task.id), { ...keptImage(2, task.id, 1), state: waiting });
  const before = withTasks(new Map(), [half]);
  expect(before.size).toBe(1);
  expect(withKeptImage(before, keptImage(2, task.id, 1)).size).toBe(0);
  expect(withTasks(before, [withImages(task, keptImage(1, task.id), keptImage(2, task.id, 1))]).size).toBe(0);
  expect(withTasks(before, [withImages({ ...task, dismissedAt: 1 }, ...half.images)]).size).toBe(0);
});
