import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeMain } from '../../fake-main.ts';

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
