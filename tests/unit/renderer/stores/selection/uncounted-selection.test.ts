import { beforeEach, describe, expect, test } from 'vitest';
import { inputSchemas } from '../../../../../shared/ipc/schemas.ts';
import { FakeMain } from '../../fake-main.ts';

let main: FakeMain;
const total = 412_803;
const here = 200;

/** A search of which only the beginning is known until `count` is called. */
async function searched() {
  const [{ connect }, selection, { useGallery }, library, { countOf }, { targetInput, sheetTarget }] = await Promise.all([
    import('../../../../../renderer/stores/sync.ts'),
    import('../../../../../renderer/stores/selection/selection-store.ts'),
    import('../../../../../renderer/stores/gallery/gallery-store.ts'),
    import('../../../../../renderer/stores/gallery/library-view.ts'),
    import('../../../../../renderer/stores/selection/position-ranges.ts'),
    import('../../../../../renderer/stores/selection/mark-target.ts'),
  ]);
  await connect();
  const { promise, resolve } = Promise.withResolvers<void>();
  main.counting = promise;
  library.setLibrarySearch('fox');
  await expect.poll(() => useGallery.getState().view).toMatchObject({ search: 'fox', length: here, counted: false });
  selection.selectIndex(3);
  return {
    ...selection,
    ...library,
    useGallery,
    /** What a key for a mark would send to main now. */
    sent: () => inputSchemas['marks:set'].parse({ target: targetInput(sheetTarget()), mark: { kind: 'trash' } }).target,
    together: (): number => countOf(selection.useSelection.getState().marked),
    at: (): number => selection.useSelection.getState().index,
    count: async (): Promise<void> => {
      resolve();
      await expect.poll(() => useGallery.getState().view.counted).toBe(true);
    },
  };
}

beforeEach(() => {
  main = new FakeMain();
  main.viewOf = () => Array.from({ length: total }, (_, at) => total - at);
  main.install();
});

describe('selecting all', () => {
  test('selects all matches, before and after their number is known', async () => {
    const { selectAll, selectionTarget, sent, together, useSelection, count } = await searched();
    selectAll();
    const { choices } = useSelection.getState();
    expect(together()).toBe(Infinity);
    const [range] = sent().ranges;
    expect(range?.[0]).toBe(0);
    expect(range?.[1]).toBeGreaterThan(total);
    await count();
    expect(together()).toBe(total);
    expect(selectionTarget()).toEqual({ token: 2, revision: 0, ranges: [[0, total]], imageIds: [] });
    // A pending request for a tag still covers the selection.
    expect(useSelection.getState().choices).toBe(choices);
  });

  test('and then clicking one selects all others', async () => {
    const { selectAll, toggleIndex, sent, selectionTarget, together, count } = await searched();
    selectAll();
    toggleIndex(5);
    expect(together()).toBe(Infinity);
    expect(sent().ranges).toEqual([[0, 5], [6, expect.any(Number)]]);
    await count();
    expect(selectionTarget().ranges).toEqual([[0, 5], [6, total]]);
    expect(together()).toBe(total - 1);
  });

  test('ends with Escape or a click, even once the number is known', async () => {
    const { selectAll, clearMarked, selectIndex, selectionTarget, count } = await searched();
    selectAll();
    clearMarked();
    expect(selectionTarget().ranges).toEqual([[3, 4]]);
    selectAll();
    selectIndex(7);
    await count();
    expect(selectionTarget().ranges).toEqual([[7, 8]]);
  });

  test('selects nothing of another search', async () => {
    const { selectAll, setLibrarySearch, useGallery, together, count } = await searched();
    selectAll();
    setLibrarySearch('fox cub');
    await expect.poll(() => useGallery.getState().view.search).toBe('fox cub');
    expect(together()).toBe(0);
    await count();
    expect(together()).toBe(0);
  });

  test('applies to the view that is opened again if its thread was started again, and to no later one', async () => {
    const { selectAll, setLibrarySearch, useGallery, sent, together, count } = await searched();
    selectAll();
    main.doubted = 2;
    main.counting = null;
    main.viewOf = () => [9, 8, 7];
    await count();
    expect(useGallery.getState().view.token).toBe(3);
    expect(sent()).toMatchObject({ token: 3, ranges: [[0, 3]], imageIds: [] });
    setLibrarySearch('fox cub');
    await expect.poll(() => useGallery.getState().view.token).toBe(4);
    expect(together()).toBe(0);
  });

  test('and then removing one selects nothing if the first rows were wrong, and no key acts on that one', async () => {
    const { selectAll, toggleIndex, useSelection, sent, together, count } = await searched();
    selectAll();
    toggleIndex(5);
    main.doubted = 2;
    main.counting = null;
    main.viewOf = () => Array.from({ length: 300 }, (_, at) => total - at);
    await count();
    expect(together()).toBe(0);
    expect(useSelection.getState().selection).toBeNull();
    expect(sent()).toMatchObject({ ranges: [], imageIds: [] });
  });
});

test('nothing is selected if the search does not contain the picture, even if the first rows were wrong', async () => {
  const { selectIndex, setLibrarySearch, useGallery, useSelection } = await searched();
  main.counting = null;
  setLibrarySearch('');
  await expect.poll(() => useGallery.getState().view.token).toBe(3);
  selectIndex(0);
  main.viewOf = () => [9, 8, 7];
  main.counting = Promise.resolve();
  main.doubted = 4;
  setLibrarySearch('fox');
  await expect.poll(() => useGallery.getState().view.token).toBe(5);
  expect(useSelection.getState().selection).toBeNull();
});

describe('the End key', () => {
  test('leads to the last picture once it is known', async () => {
    const { awaitLast, useSelection, at, count } = await searched();
    awaitLast('one');
    expect(at()).toBe(3);
    const { focusRequests } = useSelection.getState();
    await count();
    expect(useSelection.getState()).toMatchObject({ index: total - 1, pivot: total - 1, awaitsLast: null, focusRequests: focusRequests + 1 });
  });

  test('with Shift selects up to the last picture at once, and moves the focus later', async () => {
    const { awaitLast, sent, selectionTarget, together, at, count } = await searched();
    awaitLast('range');
    expect(together()).toBe(Infinity);
    expect(sent().ranges).toEqual([[3, expect.any(Number)]]);
    await count();
    expect(selectionTarget().ranges).toEqual([[3, total]]);
    expect(at()).toBe(total - 1);
  });

  test('ends a selection of several, as it does if the end is known', async () => {
    const { extendTo, awaitLast, selectionTarget } = await searched();
    extendTo(9);
    awaitLast('one');
    expect(selectionTarget().ranges).toEqual([[9, 10]]);
  });

  test.each([
    ['another key', ({ selectIndex }) => selectIndex(4)],
    ['a key that leads nowhere', ({ selectIndex }) => selectIndex(3)],
    ['a stretch', ({ extendTo }) => extendTo(4)],
    ['one more', ({ toggleIndex }) => toggleIndex(4)],
    ['everything', ({ selectAll }) => selectAll()],
    ['Escape', ({ clearMarked }) => clearMarked()],
    ['a picture that is shown', ({ selectImage }) => selectImage(total - 4)],
    ['the keyboard elsewhere', ({ forgetLast }) => forgetLast()],
  ] satisfies [string, (loaded: Awaited<ReturnType<typeof searched>>) => void][])('is forgotten after %s', async (_what, act) => {
    const loaded = await searched();
    loaded.awaitLast('one');
    act(loaded);
    const before = loaded.at();
    await loaded.count();
    expect(loaded.at()).toBe(before);
  });

  test('does not apply to another search', async () => {
    const { awaitLast, setLibrarySearch, useGallery, at, count } = await searched();
    awaitLast('one');
    setLibrarySearch('fox cub');
    await expect.poll(() => useGallery.getState().view.search).toBe('fox cub');
    await count();
    expect(at()).toBe(3);
  });

  test('leads to the last picture of the reopened view if the first rows were wrong', async () => {
    const { awaitLast, useSelection, selectionTarget, count } = await searched();
    awaitLast('range');
    main.doubted = 2;
    main.counting = null;
    main.viewOf = () => [900_000, ...Array.from({ length: 300 }, (_, at) => total - at)];
    await count();
    expect(useSelection.getState()).toMatchObject({ index: 300, awaitsLast: null });
    expect(selectionTarget()).toEqual({ token: 3, revision: 0, ranges: [[4, 301]], imageIds: [] });
  });
});
