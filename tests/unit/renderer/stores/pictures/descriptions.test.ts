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

test('asks once about all cells that stay on screen, and not about those that are scrolled past', async () => {
  const { watchDescription, descriptionOf } = await load();
  const info = { image: { id: 2 }, task: { id: 'a' } };
  main.descriptions = [info];
  for (const id of [1, 2, 2]) watchDescription(id);
  watchDescription(3)();
  await vi.advanceTimersByTimeAsync(100);
  expect(asked()).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(asked()).toEqual([{ imageIds: [1, 2] }]);
  expect(descriptionOf(2)).toBe(info);
});

test('does not ask again about known pictures, and asks at once about the picture that is shown', async () => {
  const { watchDescription, describe } = await load();
  main.descriptions = [{ image: { id: 1 }, task: { id: 'a' } }];
  watchDescription(1);
  await vi.advanceTimersByTimeAsync(300);
  watchDescription(1);
  watchDescription(2);
  describe([4]);
  await vi.advanceTimersByTimeAsync(10);
  expect(asked().slice(1)).toEqual([{ imageIds: [4] }]);
  await vi.advanceTimersByTimeAsync(300);
  expect(asked().slice(2)).toEqual([{ imageIds: [2] }]);
});
