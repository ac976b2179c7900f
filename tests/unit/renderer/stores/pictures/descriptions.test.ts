import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeMain } from '../../fake-main.ts';
import { completed, processing, sampleTask } from '../../sample-tasks.ts';

let main: FakeMain;
beforeEach(() => {
  vi.useFakeTimers();
  main = new FakeMain();
  main.install();
});
afterEach(() => vi.useRealTimers());

const load = () => import('../../../../../renderer/stores/pictures/descriptions.ts');
const asked = (): unknown[] => main.inputsOf('imagesDescribe');

test('asks at once about all pictures that are wanted in one turn, but not about known ones', async () => {
  const { describe, descriptionOf } = await load();
  const info = { image: { id: 1 }, task: { id: 'a' } };
  main.descriptions = [info];
  describe([1, 2]);
  describe([2]);
  await vi.advanceTimersByTimeAsync(10);
  expect(asked()).toEqual([{ imageIds: [1, 2] }]);
  expect(descriptionOf(1)).toBe(info);
  describe([1, 4]);
  await vi.advanceTimersByTimeAsync(10);
  expect(asked().slice(1)).toEqual([{ imageIds: [4] }]);
});

test('a task that changes while a description is being read is not overwritten by its older state', async () => {
  const { describe, describeTasksChanged, descriptionOf } = await load();
  const task = sampleTask(processing);
  main.descriptions = [{ image: { id: 1 }, task }];
  let read = (): void => undefined;
  main.described = new Promise<void>((resolve) => (read = resolve));
  describe([1]);
  await vi.advanceTimersByTimeAsync(10);
  const newer = { ...task, state: completed(1) };
  describeTasksChanged([newer]);
  read();
  await vi.advanceTimersByTimeAsync(10);
  expect(descriptionOf(1)?.task).toEqual(newer);
});
