import { beforeEach, describe, expect, test, vi } from 'vitest';
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
    import('../../../../../renderer/stores/view-store.ts'),
  ]);
  await connect();
  library.setLibrarySearch(search);
  await vi.advanceTimersByTimeAsync(0);
  const shown = (): ImageId[] => Array.from({ length: useGallery.getState().view.length }, (_, at) => useGallery.getState().view.blocks.at(at)?.imageId ?? 0);
  expect(shown()).toEqual([5, 4, 3, 2, 1]);
  return { ...selection, ...library, ...view, shown, at: () => selection.useSelection.getState().selection };
}

const image = (imageId: ImageId): object => ({ kind: 'image', imageId });
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
    kept(6);
    await pass(calm - 100);
    kept(7);
    kept(8, 9);
    expect(openings()).toBe(2);
    await pass(100);
    expect(shown()).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(openings()).toBe(3);
    expect(useSelection.getState()).toMatchObject({ selection: image(4), index: 3 });
    kept(10);
    await pass();
    expect(openings()).toBe(4);
    await pass(10 * calm);
    expect(openings()).toBe(4);
  });

  test('reopen the search at most twice a second, however fast they arrive', async () => {
    await searched('fox');
    for (let at = 0; at < 100; at += 1) {
      kept(100 + at);
      await pass(20);
    }
    await pass();
    expect(openings()).toBeLessThanOrEqual(2 + 2000 / calm + 1);
  });

  test('wait while several are selected, because their positions would mean others', async () => {
    const { selectAll, clearMarked, selectionTarget } = await searched('fox');
    selectAll();
    kept(6);
    await pass(10 * calm);
    expect(openings()).toBe(2);
    expect(selectionTarget()).toMatchObject({ token: 2, ranges: [[0, 5]] });
    clearMarked();
    await pass();
    expect(openings()).toBe(3);
  });

  test.each(['', '  ', 'in:trash', 'is:favourite'])('do not reopen "%s", because they do not match it or are shown as fresh pictures', async (search) => {
    await searched(search);
    const before = openings();
    kept(6);
    await pass(10 * calm);
    expect(openings()).toBe(before);
  });

  test('do not reopen a search that another has replaced, and reopen the other one only for later pictures', async () => {
    const { setLibrarySearch } = await searched('fox');
    kept(6);
    setLibrarySearch('fox cub');
    await pass();
    expect(openings()).toBe(3);
    kept(7);
    setLibrarySearch('fox cubs');
    kept(8);
    await pass();
    expect(openings()).toBe(5);
  });
});

describe('marks', () => {
  test('of a picture while the search is being reopened leave it selected', async () => {
    const { selectIndex, wantPictures, shown, at } = await searched('is:unrated');
    wantPictures('sheet', [0, 5]);
    selectIndex(1);
    marked([4]);
    selectIndex(2);
    const { promise, resolve } = Promise.withResolvers<readonly number[]>();
    main.viewOf = () => promise;
    await pass();
    expect(openings()).toBe(3);
    marked([3]);
    resolve([5, 2, 1]);
    await pass(0);
    wantPictures('sheet', [0, 4]);
    await pass(0);
    expect(at()).toEqual(image(3));
    expect(shown()).toEqual([5, 4, 3, 2, 1]);
    await pass(10 * calm);
    expect(openings()).toBe(3);
    main.viewOf = () => [5, 2, 1];
    selectIndex(3);
    await pass();
    expect(shown()).toEqual([5, 2, 1]);
    expect(at()).toEqual(image(2));
  });

  test('in one search do not delay the reopening of another', async () => {
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
    expect([shown().length, openings()]).toEqual([5, 2]);
    expect(at()).toEqual(image(4));
    selectIndex(2);
    await pass();
    expect(shown()).toEqual([5, 3, 2, 1]);
    expect(at()).toEqual(image(3));
    await pass(10 * calm);
    expect(openings()).toBe(3);
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
    expect(openings()).toBe(2);
    closeViewer();
    await pass();
    expect(openings()).toBe(3);
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
    expect(openings()).toBe(2);
    selectIndex(3);
    await pass();
    expect(openings()).toBe(3);
  });

  test('too many to name leave only the picture that keys act on', async () => {
    const { selectIndex } = await searched('tag:none');
    selectIndex(0);
    marked(null);
    await pass(10 * calm);
    expect(openings()).toBe(2);
    selectIndex(1);
    await pass();
    expect(openings()).toBe(3);
  });

  test('of other pictures, as after an undo, are shown at once', async () => {
    const { selectIndex, shown } = await searched('is:unrated');
    selectIndex(1);
    main.viewOf = () => [6, 5, 4, 3, 2, 1];
    marked([6]);
    await pass();
    expect(shown()).toEqual([6, 5, 4, 3, 2, 1]);
  });

  test.each(['', 'fox', 'model:x'])('do not reopen "%s", because it does not depend on them', async (search) => {
    await searched(search);
    const before = openings();
    marked([4]);
    await pass(10 * calm);
    expect(openings()).toBe(before);
  });
});
