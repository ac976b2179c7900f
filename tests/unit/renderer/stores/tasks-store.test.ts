import { beforeEach, expect, test, vi } from 'vitest';
import { expectTasks, forgetTasks, openTasks, useTasks, useThrottledTasks, withKeptImage, withTasks } from '../../../../renderer/stores/tasks-store.ts';
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

test('what looks at all tasks sees a few at once, and of thousands every change within a quarter of a second', () => {
  vi.useFakeTimers();
  const unsent = (): number => useThrottledTasks.getState().waiting;
  const some = (count: number) => Array.from({ length: count }, () => sampleTask({ status: 'queued', waitingFor: 'turn' }));
  expectTasks(some(3));
  expectTasks(some(2));
  expect(unsent()).toBe(5);
  vi.advanceTimersByTime(250);
  expectTasks(some(2000));
  expect(unsent()).toBe(2005);
  expectTasks(some(1));
  expectTasks(some(1));
  expect(unsent()).toBe(2005);
  vi.advanceTimersByTime(250);
  expect(unsent()).toBe(2007);
  openTasks([]);
  expect(unsent()).toBe(0);
  vi.useRealTimers();
});
