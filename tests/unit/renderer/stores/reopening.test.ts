import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ImageId } from '../../../../shared/task.ts';
import { FakeMain } from '../fake-main.ts';
import { keptImage } from '../sample-tasks.ts';

let main: FakeMain;
let sequence: number;

/** Milliseconds after which what happened in the library is taken up. */
const calm = 500;

async function searched(search: string) {
  const [{ connect }, selection, { useGallery }, library, view] = await Promise.all([
    import('../../../../renderer/stores/sync.ts'),
    import('../../../../renderer/stores/selection-store.ts'),
    import('../../../../renderer/stores/gallery-store.ts'),
    import('../../../../renderer/stores/library-view.ts'),
    import('../../../../renderer/stores/view-store.ts'),
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
  test('are seen in the search that is shown, many at once, and what is selected stays', async () => {
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

  test('are taken up twice a second, however fast they come', async () => {
    await searched('fox');
    for (let at = 0; at < 100; at += 1) {
      kept(100 + at);
      await pass(20);
    }
    await pass();
    expect(openings()).toBeLessThanOrEqual(2 + 2000 / calm + 1);
  });

  test('wait while several are selected, for their positions would mean others', async () => {
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

  test.each(['', '  ', 'in:trash', 'is:favourite'])('open "%s" not anew: they are in none, or in slots', async (search) => {
    await searched(search);
    const before = openings();
    kept(6);
    await pass(10 * calm);
    expect(openings()).toBe(before);
  });

  test('open not the search anew that another took the place of, and that other one only for what came since', async () => {
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
  test('of a picture while the search is opened anew leave it to the keys', async () => {
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

  test('in one search keep nothing out of another', async () => {
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

  test('of a picture that keys are about leave it there until the person goes on, who then stays where they went', async () => {
    const { selectIndex, shown, at } = await searched('is:unrated');
    selectIndex(1);
    main.viewOf = () => [5, 3, 2, 1];
    marked([4]);
    // Nor does anything else take it away.
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

  test('of one after another take none away before its mark can be set right', async () => {
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

  test('leave the picture in the viewer there too', async () => {
    const { openViewer, closeViewer } = await searched('rating:0');
    openViewer(2);
    marked([2]);
    await pass(10 * calm);
    expect(openings()).toBe(2);
    closeViewer();
    await pass();
    expect(openings()).toBe(3);
  });

  test('of several that are selected together leave them until another is selected', async () => {
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

  test('too many to name leave what keys are about, and no more', async () => {
    const { selectIndex } = await searched('tag:none');
    selectIndex(0);
    marked(null);
    await pass(10 * calm);
    expect(openings()).toBe(2);
    selectIndex(1);
    await pass();
    expect(openings()).toBe(3);
  });

  test('of others, as when one is taken back, are seen at once', async () => {
    const { selectIndex, shown } = await searched('is:unrated');
    selectIndex(1);
    main.viewOf = () => [6, 5, 4, 3, 2, 1];
    marked([6]);
    await pass();
    expect(shown()).toEqual([6, 5, 4, 3, 2, 1]);
  });

  test.each(['', 'fox', 'model:x'])('open "%s" not anew: it does not look at them', async (search) => {
    await searched(search);
    const before = openings();
    marked([4]);
    await pass(10 * calm);
    expect(openings()).toBe(before);
  });
});
