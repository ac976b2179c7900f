import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeMain } from '../../fake-main.ts';

let main: FakeMain;
beforeEach(() => {
  main = new FakeMain();
  main.viewOf = () => [5, 4, 3, 2, 1];
  main.install();
  vi.stubGlobal('document', { activeElement: null });
});
afterEach(() => vi.unstubAllGlobals());

async function load() {
  const [{ connect }, { enterResults }, selection, library, { useGallery }] = await Promise.all([
    import('../../../../../renderer/stores/sync.ts'),
    import('../../../../../renderer/stores/selection/enter-results.ts'),
    import('../../../../../renderer/stores/selection/selection-store.ts'),
    import('../../../../../renderer/stores/gallery/library-view.ts'),
    import('../../../../../renderer/stores/gallery/gallery-store.ts'),
  ]);
  await connect();
  const { useSelection } = selection;
  return { enterResults, ...selection, ...library, useGallery, at: () => useSelection.getState().selection, requests: () => useSelection.getState().focusRequests };
}

test('the focus waits for the results, then moves to the first picture', async () => {
  const { enterResults, setLibrarySearch, selectIndex, useGallery, at, requests } = await load();
  selectIndex(0);
  main.viewOf = () => [3, 2];
  setLibrarySearch('fox');
  enterResults();
  expect(requests()).toBe(0);
  await expect.poll(() => useGallery.getState().view.search).toBe('fox');
  await expect.poll(requests).toBe(1);
  expect(at()).toEqual({ kind: 'image', imageId: 3 });
});

test('the focus does not move if another search is started meanwhile', async () => {
  const { enterResults, setLibrarySearch, useGallery, requests } = await load();
  setLibrarySearch('fox');
  enterResults();
  setLibrarySearch('fox cub');
  await expect.poll(() => useGallery.getState().view.search).toBe('fox cub');
  expect(requests()).toBe(0);
});

test('the focus moves to the selected picture', async () => {
  const { enterResults, selectIndex, at, requests } = await load();
  selectIndex(2);
  enterResults();
  expect([at(), requests()]).toEqual([{ kind: 'image', imageId: 3 }, 1]);
});

test('the focus does not move if the person moved it meanwhile', async () => {
  const { enterResults, setLibrarySearch, useGallery, requests } = await load();
  setLibrarySearch('fox');
  enterResults();
  vi.stubGlobal('document', { activeElement: { closest: () => null } });
  await expect.poll(() => useGallery.getState().view.search).toBe('fox');
  // The focus would be requested in the same turn.
  await Promise.resolve();
  expect(requests()).toBe(0);
});
