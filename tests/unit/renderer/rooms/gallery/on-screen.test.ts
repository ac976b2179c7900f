import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeMain } from '../../fake-main.ts';

let main: FakeMain;
/** Pictures on screen. */
let ids: readonly number[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  main = new FakeMain();
  main.install();
});
afterEach(() => vi.useRealTimers());

async function load() {
  const { createOnScreen } = await import('../../../../../renderer/rooms/gallery/grid/on-screen.ts');
  const atRest = vi.fn<() => boolean>(() => true);
  const onScreen = createOnScreen(() => ids, atRest);
  const show = (...now: number[]): void => {
    const came = now.filter((id) => !ids.includes(id));
    ids = now;
    onScreen.came(came);
  };
  return { show, atRest, onScreen };
}
beforeEach(() => {
  ids = [];
});

test('describes the pictures on screen once the sheet rests, and not those that are scrolled past', async () => {
  const { show, atRest } = await load();
  for (const first of [1, 2, 3, 4]) {
    show(first, first + 1);
    await vi.advanceTimersByTimeAsync(90);
  }
  expect(main.inputsOf('imagesDescribe')).toEqual([]);
  expect(atRest).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(500);
  expect(main.inputsOf('imagesDescribe')).toEqual([{ imageIds: [4, 5] }]);
  expect(main.inputsOf('imagesAbsent')).toEqual([{ imageIds: [4, 5] }]);
  expect(atRest).toHaveBeenCalledTimes(1);
});

test('asks again whether all is done at rest', async () => {
  const { show, atRest } = await load();
  atRest.mockReturnValueOnce(false);
  show(1);
  await vi.advanceTimersByTimeAsync(2000);
  expect(atRest).toHaveBeenCalledTimes(2);
});

test('names every picture that left, also one that came and left between two calls, and no picture that came back', async () => {
  const { show } = await load();
  show(1, 2);
  await vi.advanceTimersByTimeAsync(300);
  show(2, 3);
  show(3, 4);
  show(1, 4);
  await vi.advanceTimersByTimeAsync(300);
  expect(main.inputsOf('thumbnailsInSight')).toEqual([{ imageIds: [], left: [2, 3] }]);
});

test('asks about nothing after it is closed, and tells main that all pictures left', async () => {
  const { show, onScreen } = await load();
  show(1, 2);
  onScreen.close();
  await vi.advanceTimersByTimeAsync(500);
  expect(main.inputsOf('imagesDescribe')).toEqual([]);
  expect(main.inputsOf('thumbnailsInSight')).toEqual([{ imageIds: [], left: [1, 2] }]);
});
