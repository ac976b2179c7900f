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

test('a new album is the last one before main has answered, and what is added to it waits for that answer', async () => {
  const { lastAlbum, useAlbums } = await import('../../../../../renderer/stores/library/albums-store.ts');
  const { addToLastAlbum, addToNewAlbum } = await import('../../../../../renderer/parts/marks/album-actions.ts');
  const { onePicture } = await import('../../../../../renderer/stores/selection/mark-target.ts');
  const answered = Promise.withResolvers<null>();
  main.albumPut = answered.promise;
  addToNewAlbum('Sea', onePicture(1));
  expect(lastAlbum()?.name).toBe('Sea');
  addToLastAlbum(onePicture(2));
  expect(main.inputsOf('marksSet')).toEqual([]);
  answered.resolve(null);
  await vi.waitFor(() => expect(main.inputsOf('marksSet')).toHaveLength(2));
  const album = useAlbums.getState().albums[0]?.id;
  expect(main.inputsOf('marksSet')).toMatchObject([1, 2].map((id) => ({ target: { imageIds: [id] }, mark: { kind: 'album', album } })));
});

test('an album that could not be created is gone, and nothing is added to it', async () => {
  const { lastAlbum, useAlbums } = await import('../../../../../renderer/stores/library/albums-store.ts');
  const { addToNewAlbum } = await import('../../../../../renderer/parts/marks/album-actions.ts');
  const { onePicture } = await import('../../../../../renderer/stores/selection/mark-target.ts');
  main.albumPut = Promise.resolve({ code: 'internal' });
  addToNewAlbum('Sea', onePicture(1));
  await vi.waitFor(() => expect(useAlbums.getState().albums).toEqual([]));
  expect(lastAlbum()).toBeNull();
  expect(main.inputsOf('marksSet')).toEqual([]);
});
