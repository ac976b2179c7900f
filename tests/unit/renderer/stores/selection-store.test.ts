import { beforeEach, describe, expect, test } from 'vitest';
import { FakeMain, snapshot } from '../fake-main.ts';
import { keptImage, processing, sampleTask, withImages } from '../sample-tasks.ts';
import { ok } from '../../../../shared/result.ts';

let main: FakeMain;
const total = 412_803;

async function load() {
  const [{ connect }, selection, { useGallery }, cells, library] = await Promise.all([
    import('../../../../renderer/stores/sync.ts'),
    import('../../../../renderer/stores/selection-store.ts'),
    import('../../../../renderer/stores/gallery-store.ts'),
    import('../../../../renderer/stores/cells.ts'),
    import('../../../../renderer/stores/library-view.ts'),
  ]);
  await connect();
  const { useSelection, isSelectedAt } = selection;
  const selected = (count: number): number[] =>
    Array.from({ length: count }, (_, at) => at).filter((at) => isSelectedAt(useSelection.getState(), useGallery.getState(), at));
  return { ...selection, ...cells, ...library, useGallery, selected };
}

beforeEach(() => {
  main = new FakeMain();
  main.viewOf = () => Array.from({ length: total }, (_, at) => total - at);
  main.install();
});

test('all that match are one range, whatever is here of them', async () => {
  const { selectAll, selectionTarget, useGallery } = await load();
  selectAll();
  expect(selectionTarget()).toEqual({ token: 1, ranges: [[0, total]], imageIds: [] });
  expect(main.inputsOf('libraryPictures')).toEqual([]);
  expect(useGallery.getState().view.blocks.at(total - 1)).toBeNull();
});

test('a click is one, Control takes one more or less, Shift all between', async () => {
  const { selectIndex, toggleIndex, extendTo, clearMarked, selected, selectionTarget } = await load();
  selectIndex(3);
  expect(selected(10)).toEqual([3]);
  toggleIndex(5);
  expect(selected(10)).toEqual([3, 5]);
  toggleIndex(3);
  expect(selected(10)).toEqual([5]);
  selectIndex(7);
  extendTo(4);
  expect(selected(10)).toEqual([4, 5, 6, 7]);
  extendTo(9);
  expect(selected(10)).toEqual([7, 8, 9]);
  clearMarked();
  expect(selected(10)).toEqual([9]);
  expect(selectionTarget().ranges).toEqual([[9, 10]]);
});

test('the keyboard comes to one of several, and all of them stay selected', async () => {
  const { selectIndex, extendTo, focusIndex, selected, useSelection } = await load();
  selectIndex(3);
  extendTo(6);
  focusIndex(4);
  expect(selected(10)).toEqual([3, 4, 5, 6]);
  expect(useSelection.getState().index).toBe(4);
  focusIndex(8);
  expect(selected(10)).toEqual([8]);
});

describe('with a head', () => {
  const task = sampleTask(processing);
  beforeEach(() => {
    main.snapshot = ok({ ...snapshot, head: [withImages(task)] });
  });

  test('tiles are no pictures, and positions hold when tiles come before them', async () => {
    const { selectIndex, extendTo, selected, selectionTarget, useSelection } = await load();
    selectIndex(0);
    extendTo(2);
    expect(selectionTarget()).toMatchObject({ ranges: [[0, 2]], imageIds: [] });
    main.send(6, { kind: 'task', task: withImages(sampleTask(processing)) });
    expect(selected(5)).toEqual([1, 2, 3]);
    expect(useSelection.getState().index).toBe(3);
  });

  test('a picture that came since is named by its id', async () => {
    const { selectAll, selectionTarget } = await load();
    main.send(6, { kind: 'image-kept', image: keptImage(900_000, 'other'), savedAt: 1 });
    selectAll();
    expect(selectionTarget()).toMatchObject({ ranges: [[0, total]], imageIds: [900_000] });
  });
});

test('End is selected before its picture is here, and becomes it', async () => {
  const { selectIndex, useSelection, wantPictures } = await load();
  selectIndex(total - 1);
  expect(useSelection.getState().selection).toEqual({ kind: 'blank' });
  wantPictures('sheet', [total - 10, total]);
  await expect.poll(() => useSelection.getState().selection).toEqual({ kind: 'image', imageId: 1 });
});

test('another view keeps the picture and forgets what was marked', async () => {
  const { selectIndex, extendTo, setLibrarySearch, useSelection, selectionTarget } = await load();
  selectIndex(1000);
  selectIndex(2);
  extendTo(4);
  const { selection } = useSelection.getState();
  main.viewOf = () => [total, total - 4, 1];
  setLibrarySearch('fox');
  await expect.poll(() => selectionTarget()).toEqual({ token: 2, ranges: [[1, 2]], imageIds: [] });
  expect(useSelection.getState().selection).toEqual(selection);
  main.viewOf = () => [7];
  setLibrarySearch('fox cub');
  await expect.poll(() => useSelection.getState().selection).toBeNull();
});
