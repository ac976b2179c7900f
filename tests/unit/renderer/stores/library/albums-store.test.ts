import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeMain } from '../../fake-main.ts';

let main: FakeMain;
beforeEach(() => {
  main = new FakeMain();
  main.install();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => void vi.useRealTimers());

test('a change is counted at once, and changes just after it share one count', async () => {
  const { countSoon } = await import('../../../../../renderer/stores/library/albums-store.ts');
  const counted = (): number => main.inputsOf('albumsCounts').length;
  vi.advanceTimersByTime(10_000);
  countSoon();
  vi.advanceTimersByTime(1);
  expect(counted()).toBe(1);
  for (let change = 0; change < 5; change += 1) countSoon();
  vi.advanceTimersByTime(200);
  expect(counted()).toBe(1);
  vi.advanceTimersByTime(200);
  expect(counted()).toBe(2);
});

test('an album that an import has created is listed as soon as the pictures are counted', async () => {
  const { countSoon, useAlbums } = await import('../../../../../renderer/stores/library/albums-store.ts');
  main.albums = [{ id: 'a', name: 'Covers', place: 1, pinned: false, takesNew: false, createdAt: 0 }];
  vi.advanceTimersByTime(10_000);
  countSoon();
  vi.advanceTimersByTime(1);
  await vi.waitFor(() => expect(useAlbums.getState().counts.get('a')).toBe(1));
  expect(useAlbums.getState().albums).toEqual(main.albums);
  vi.advanceTimersByTime(10_000);
  countSoon();
  vi.advanceTimersByTime(1);
  await vi.waitFor(() => expect(main.inputsOf('albumsCounts')).toHaveLength(2));
  expect(main.inputsOf('albumsList')).toHaveLength(1);
});
