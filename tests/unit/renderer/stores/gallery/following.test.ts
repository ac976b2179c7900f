import { beforeEach, describe, expect, test, vi } from 'vitest';
import { rowAt } from '../../../../../renderer/stores/windowed/blocks.ts';
import type { Input } from '../../../../../shared/ipc/schemas.ts';
import type { ImageId } from '../../../../../shared/task.ts';
import { FakeMain } from '../../fake-main.ts';
import { keptImage } from '../../sample-tasks.ts';

let main: FakeMain;
let sequence: number;

/** Milliseconds after which changes in the library are applied. */
const calm = 500;

async function searched(search: string) {
  const [{ connect }, selection, { useGallery }, library, view] = await Promise.all([
    import('../../../../../renderer/stores/sync.ts'),
    import('../../../../../renderer/stores/selection/selection-store.ts'),
    import('../../../../../renderer/stores/gallery/gallery-store.ts'),
    import('../../../../../renderer/stores/gallery/library-view.ts'),
    import('../../../../../renderer/stores/windows/view-store.ts'),
  ]);
  await connect();
  library.setLibrarySearch(search);
  await vi.advanceTimersByTimeAsync(0);
  library.wantPictures('sheet', [0, 10]);
  const shown = (): ImageId[] => Array.from({ length: useGallery.getState().view.length }, (_, at) => rowAt(useGallery.getState().view.blocks, at)?.imageId ?? 0);
  expect(shown()).toEqual([5, 4, 3, 2, 1]);
  return { ...selection, ...library, ...view, shown, at: () => selection.useSelection.getState().selection };
}

const image = (imageId: ImageId): object => ({ kind: 'image', imageId });
const advances = (): number => main.inputsOf('libraryAdvance').length;
const openings = (): number => main.inputsOf('libraryOpenGallery').length;
const pass = (milliseconds = calm): Promise<unknown> => vi.advanceTimersByTimeAsync(milliseconds);

function kept(...ids: readonly ImageId[]): void {
  sequence += 1;
  main.send(sequence, ...ids.map((id) => ({ kind: 'image-kept', image: keptImage(id, `task ${id}`), savedAt: 1 }) as const));
}

function marked(imageIds: readonly ImageId[] | null): void {
  sequence += 1;
  main.send(sequence, { kind: 'marks', round: sequence, imageIds, moved: false });
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  sequence = 10;
  main = new FakeMain();
  main.viewOf = () => [5, 4, 3, 2, 1];
  main.install();
  return () => vi.useRealTimers();
});

describe('pictures that are kept', () => {
  test('appear in the search that is shown, many at once, and the selection stays', async () => {
    const { selectIndex, shown, useSelection } = await searched('fox');
    selectIndex(1);
    main.viewOf = () => [7, 6, 5, 4, 3, 2, 1];
    kept(6, 7);
    await pass(0);
    expect(shown()).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(useSelection.getState()).toMatchObject({ selection: image(4), index: 3 });
    expect([advances(), openings()]).toEqual([1, 2]);
    await pass(10 * calm);
    expect(advances()).toBe(1);
  });

  test('appear soon after others that came a moment before', async () => {
    await searched('fox');
    kept(6);
    await pass(0);
    expect(advances()).toBe(1);
    kept(7);
    await pass(100);
    expect(advances()).toBe(2);
  });

  test('are soon shown at most twice a second, however fast they arrive', async () => {
    await searched('fox');
    for (let at = 0; at < 100; at += 1) {
      kept(100 + at);
      await pass(20);
    }
    await pass();
    expect(advances()).toBeGreaterThan(1);
    expect(advances()).toBeLessThanOrEqual(2000 / calm + 3);
  });

  test('move several selected pictures, and none of the new ones is selected', async () => {
    const { selectIndex, extendTo, selectionTarget, useSelection } = await searched('fox');
    selectIndex(1);
    extendTo(3);
    main.viewOf = () => [8, 7, 5, 4, 6, 3, 2, 1];
    kept(6, 7, 8);
    await pass();
    expect(selectionTarget()).toEqual({ token: 2, revision: 1, ranges: [[3, 4], [5, 7]], imageIds: [] });
    expect(useSelection.getState()).toMatchObject({ index: 6, pivot: 3, selection: image(2) });
  });

  test('in one search do not delay another, which has them from its beginning', async () => {
    const { setLibrarySearch, shown } = await searched('fox');
    main.viewOf = () => [6, 5];
    main.viewSequence = 20;
    kept(6);
    setLibrarySearch('fox cub');
    await pass();
    expect(shown()).toEqual([6, 5]);
    main.viewOf = () => [7, 6, 5];
    sequence = 20;
    kept(7);
    await pass();
    expect(shown()).toEqual([7, 6, 5]);
  });

  test('appear once main can read again', async () => {
    const { shown } = await searched('fox');
    main.viewOf = () => [6, 5, 4, 3, 2, 1];
    main.fails = { code: 'database-failed' };
    kept(6);
    await pass();
    expect(shown()).toHaveLength(5);
    main.fails = null;
    await pass(20 * calm);
    expect(shown()).toHaveLength(6);
  });

  test('do not appear twice if the view is gone, because it is opened again', async () => {
    const { shown } = await searched('fox');
    main.viewOf = () => [6, 5, 4, 3, 2, 1];
    main.forgetView();
    kept(6);
    await pass();
    expect(shown()).toEqual([6, 5, 4, 3, 2, 1]);
    expect(openings()).toBe(3);
  });
});

describe('marks', () => {
  test('of a picture while main reads the view again leave it selected', async () => {
    const { selectIndex, shown, at } = await searched('is:unrated');
    selectIndex(1);
    marked([4]);
    selectIndex(2);
    const { promise, resolve } = Promise.withResolvers<readonly number[]>();
    main.viewOf = () => promise;
    await pass();
    expect(advances()).toBe(1);
    marked([3]);
    resolve([5, 2, 1]);
    await pass(0);
    expect(at()).toEqual(image(3));
    expect(shown()).toEqual([5, 4, 3, 2, 1]);
    await pass(10 * calm);
    expect(advances()).toBe(1);
    main.viewOf = () => [5, 2, 1];
    selectIndex(3);
    await pass();
    expect(shown()).toEqual([5, 2, 1]);
    expect(at()).toEqual(image(2));
  });

  test('in one search do not delay another', async () => {
    const { selectIndex, setLibrarySearch, shown } = await searched('is:unrated');
    selectIndex(1);
    marked([4]);
    await pass();
    setLibrarySearch('fox');
    await pass();
    main.viewOf = () => [6, 5, 4, 3, 2, 1];
    kept(6);
    await pass(10 * calm);
    expect(shown()).toEqual([6, 5, 4, 3, 2, 1]);
  });

  test('of the picture that keys act on leave it there until the person goes to another, which then stays selected', async () => {
    const { selectIndex, shown, at } = await searched('is:unrated');
    selectIndex(1);
    main.viewOf = () => [5, 3, 2, 1];
    marked([4]);
    // Nothing else removes it either.
    kept(6);
    await pass(10 * calm);
    expect([shown().length, advances()]).toEqual([5, 0]);
    expect(at()).toEqual(image(4));
    selectIndex(2);
    await pass();
    expect(shown()).toEqual([5, 3, 2, 1]);
    expect(at()).toEqual(image(3));
    await pass(10 * calm);
    expect(advances()).toBe(1);
  });

  test('of one after another remove none before its mark can be corrected', async () => {
    const { selectIndex, shown, at } = await searched('is:unrated');
    for (const [index, id] of [5, 4, 3].entries()) {
      selectIndex(index);
      marked([id]);
      await pass(calm - 50);
      expect(at()).toEqual(image(id));
    }
    await pass(10 * calm);
    expect(shown()).toHaveLength(5);
    main.viewOf = () => [2, 1];
    selectIndex(3);
    await pass();
    expect(shown()).toEqual([2, 1]);
    expect(at()).toEqual(image(2));
  });

  test('also leave the picture in the viewer there', async () => {
    const { openViewer, closeViewer } = await searched('rating:0');
    openViewer(2);
    marked([2]);
    await pass(10 * calm);
    expect(advances()).toBe(0);
    closeViewer();
    await pass();
    expect(advances()).toBe(1);
  });

  test('of several selected pictures leave them until another is selected', async () => {
    const { selectIndex, extendTo, clearMarked } = await searched('tag:none');
    selectIndex(0);
    extendTo(2);
    marked([5, 4, 3]);
    await pass(10 * calm);
    clearMarked();
    selectIndex(1);
    await pass(10 * calm);
    expect(advances()).toBe(0);
    selectIndex(3);
    await pass();
    expect(advances()).toBe(1);
  });

  test('too many to name leave only the picture that keys act on', async () => {
    const { selectIndex } = await searched('tag:none');
    selectIndex(0);
    marked(null);
    await pass(10 * calm);
    expect(advances()).toBe(0);
    selectIndex(1);
    await pass();
    expect(advances()).toBe(1);
  });

  test('of other pictures, as after an undo, are shown at once', async () => {
    const { selectIndex, shown } = await searched('is:unrated');
    selectIndex(1);
    main.viewOf = () => [6, 5, 4, 3, 2, 1];
    marked([6]);
    await pass();
    expect(shown()).toEqual([6, 5, 4, 3, 2, 1]);
  });

  test.each(['', 'fox', 'model:x'])('do not change "%s", because it does not depend on them', async (search) => {
    await searched(search);
    marked([4]);
    await pass(10 * calm);
    expect(advances()).toBe(0);
  });
});

test('what the scroll bar passes while it is dragged is not read; what it rests at is', async () => {
  const { wantPictures } = await searched('fox');
  main.viewOf = () => Array.from({ length: 5_000 }, (_, at) => 5_000 - at);
  kept(5_000);
  await pass(0);
  const reads = (): number[] => main.inputsOf('libraryPictures').map((input) => (input as Input<'library:pictures'>).range[0]);
  const before = reads().length;
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  wantPictures('sheet', [1_024, 1_100]);
  await pass(0);
  // A single jump is not a drag.
  expect(reads().slice(before)).toEqual([1_024]);
  wantPictures('sheet', [2_048, 2_100]);
  wantPictures('sheet', [3_072, 3_100]);
  await pass(0);
  expect(reads().slice(before)).toEqual([1_024]);
  await pass(60);
  expect(reads().slice(before)).toEqual([1_024, 3_072]);
  vi.restoreAllMocks();
});
