import { beforeEach, describe, expect, test } from 'vitest';
import { rowAt } from '../../../../../renderer/stores/windowed/blocks.ts';
import { FakeMain } from '../../fake-main.ts';

let main: FakeMain;
const total = 412_803;
const all = Array.from({ length: total }, (_, at) => total - at);

async function load() {
  const [{ connect }, selection, gallery, library] = await Promise.all([
    import('../../../../../renderer/stores/sync.ts'),
    import('../../../../../renderer/stores/selection/selection-store.ts'),
    import('../../../../../renderer/stores/gallery/gallery-store.ts'),
    import('../../../../../renderer/stores/gallery/library-view.ts'),
  ]);
  await connect();
  const { useSelection, isSelectedAt } = selection;
  const selected = (count: number): number[] =>
    Array.from({ length: count }, (_, at) => at).filter((at) => isSelectedAt(useSelection.getState(), at));
  return { ...selection, ...gallery, ...library, selected };
}

beforeEach(() => {
  main = new FakeMain();
  main.viewOf = () => all;
  main.install();
});

test('all matches are one range, however many are loaded', async () => {
  const { selectAll, selectionTarget, useGallery } = await load();
  selectAll();
  expect(selectionTarget()).toEqual({ token: 1, revision: 0, ranges: [[0, total]], imageIds: [] });
  expect(main.inputsOf('libraryPictures')).toEqual([]);
  expect(rowAt(useGallery.getState().view.blocks, total - 1)).toBeNull();
});

test('a click selects one, Control adds or removes one, Shift selects all between', async () => {
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

test('the focus moves to one of several, and all of them stay selected', async () => {
  const { selectIndex, extendTo, focusIndex, selected, useSelection } = await load();
  selectIndex(3);
  extendTo(6);
  focusIndex(4);
  expect(selected(10)).toEqual([3, 4, 5, 6]);
  expect(useSelection.getState().index).toBe(4);
  focusIndex(8);
  expect(selected(10)).toEqual([8]);
});

describe('pictures that come to the front', () => {
  test('do not change the selection, even if everything was selected', async () => {
    const { selectIndex, extendTo, selectAll, followNow, selected, selectionTarget, useSelection } = await load();
    selectIndex(0);
    extendTo(2);
    main.viewOf = () => [900_000, ...all];
    await followNow();
    expect(selected(5)).toEqual([1, 2, 3]);
    expect(useSelection.getState()).toMatchObject({ index: 3, pivot: 1 });
    selectAll();
    main.viewOf = () => [900_001, 900_000, ...all];
    await followNow();
    expect(selectionTarget()).toEqual({ token: 1, revision: 2, ranges: [[1, total + 2]], imageIds: [] });
  });
});

test('End is selected before its picture is loaded, and becomes that picture', async () => {
  const { selectIndex, useSelection, wantPictures } = await load();
  selectIndex(total - 1);
  expect(useSelection.getState().selection).toEqual({ kind: 'blank' });
  wantPictures('sheet', [total - 10, total]);
  await expect.poll(() => useSelection.getState().selection).toEqual({ kind: 'image', imageId: 1 });
});

test('another view keeps the selected picture and forgets the others', async () => {
  const { selectIndex, extendTo, setLibrarySearch, useSelection, selectionTarget } = await load();
  selectIndex(1000);
  selectIndex(2);
  extendTo(4);
  const { selection } = useSelection.getState();
  main.viewOf = () => [total, total - 4, 1];
  setLibrarySearch('fox');
  await expect.poll(() => selectionTarget()).toEqual({ token: 2, revision: 0, ranges: [[1, 2]], imageIds: [] });
  expect(useSelection.getState().selection).toEqual(selection);
  main.viewOf = () => [7];
  setLibrarySearch('fox cub');
  await expect.poll(() => useSelection.getState().selection).toBeNull();
});

test('a filter that cannot be understood is ignored while it is typed, and searched again when the caret leaves it', async () => {
  const { setLibrarySearch, useGallery } = await load();
  const asked = (): readonly unknown[] => main.inputsOf('libraryOpenGallery').slice(1);
  const text = 'rating:4+';
  setLibrarySearch(text, text.length);
  setLibrarySearch(text, text.length - 1);
  expect(asked()).toEqual([{ search: text, halfTyped: true }]);
  main.viewOf = () => [];
  setLibrarySearch(text, null);
  expect(asked()).toHaveLength(2);
  expect(asked()[1]).toEqual({ search: text });
  await expect.poll(() => useGallery.getState().view.length).toBe(0);
  setLibrarySearch('rating:4', 8);
  setLibrarySearch('rating:4', null);
  expect(asked().slice(2)).toEqual([{ search: 'rating:4' }]);
});

describe('the view in its next revision', () => {
  const without = (...gone: readonly number[]): readonly number[] => all.filter((id) => !gone.includes(id));
  /** The picture at a position of the library of `beforeEach`. */
  const at = (position: number): number => total - position;

  test('leaves the selection deep in it on the picture, at once and with all that is in sight', async () => {
    const { selectIndex, wantPictures, followNow, useSelection, useGallery } = await load();
    wantPictures('sheet', [300_000, 300_020]);
    selectIndex(300_010);
    await expect.poll(() => useSelection.getState().selection).toEqual({ kind: 'image', imageId: at(300_010) });
    const seen: unknown[] = [];
    useGallery.subscribe(({ view }) => seen.push([view.revision, view.length, rowAt(view.blocks, 300_020)?.imageId, rowAt(view.blocks, 300_000)?.imageId, useSelection.getState().index]));
    main.viewOf = () => [900_000, 900_001, ...all];
    await followNow();
    expect(seen).toEqual([[1, total + 2, at(300_018), at(299_998), 300_012]]);
  });

  test('without the selected picture selects what stands in its place, and at the end the last', async () => {
    const { selectIndex, followNow, useSelection } = await load();
    selectIndex(150);
    main.viewOf = () => without(at(150));
    await followNow();
    expect(useSelection.getState()).toMatchObject({ selection: { kind: 'image', imageId: at(151) }, index: 150, pivot: 150 });
    main.viewOf = () => [at(1), at(0)];
    await followNow();
    expect(useSelection.getState()).toMatchObject({ index: 1 });
    main.viewOf = () => [];
    await followNow();
    expect(useSelection.getState()).toMatchObject({ selection: null, index: -1 });
  });

  test('without several that were selected together selects what followed the first of them', async () => {
    const { selectIndex, extendTo, followNow, useSelection, selectionTarget } = await load();
    selectIndex(10);
    extendTo(13);
    main.viewOf = () => without(at(10), at(11), at(12), at(13));
    await followNow();
    expect(useSelection.getState().selection).toEqual({ kind: 'image', imageId: at(14) });
    expect(selectionTarget().ranges).toEqual([[10, 11]]);
  });

  test('without some that were selected together leaves the others selected', async () => {
    const { selectIndex, extendTo, followNow, selectionTarget } = await load();
    selectIndex(10);
    extendTo(13);
    main.viewOf = () => without(at(11), at(13));
    await followNow();
    expect(selectionTarget().ranges).toEqual([[10, 12]]);
  });

  test('has the pictures of an import, even while everything is selected', async () => {
    const { selectAll, useGallery, selectionTarget } = await load();
    selectAll();
    main.viewOf = () => [900_000, ...all];
    main.send(6, { kind: 'imports', imports: { latest: null, round: 1, byHand: 0 } });
    await expect.poll(() => useGallery.getState().view.length).toBe(total + 1);
    expect(selectionTarget()).toEqual({ token: 1, revision: 1, ranges: [[1, total + 1]], imageIds: [] });
  });
});
