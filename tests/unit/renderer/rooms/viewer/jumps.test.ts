import { beforeEach, expect, test } from 'vitest';
import { FakeMain } from '../../fake-main.ts';

/** How the viewer moves to pictures that are not loaded yet. */

let main: FakeMain;
const total = 5000;

/** A search whose fourth picture is in the viewer, and of which only the beginning is known. */
async function searched() {
  const [{ connect }, { useGallery }, { entryAt }, library, view, jumps] = await Promise.all([
    import('../../../../../renderer/stores/sync.ts'),
    import('../../../../../renderer/stores/gallery/gallery-store.ts'),
    import('../../../../../renderer/stores/gallery/cells.ts'),
    import('../../../../../renderer/stores/gallery/library-view.ts'),
    import('../../../../../renderer/stores/view-store.ts'),
    import('../../../../../renderer/rooms/viewer/sequence/jumps.ts'),
  ]);
  await connect();
  const { promise, resolve } = Promise.withResolvers<void>();
  main.counting = promise;
  library.setLibrarySearch('fox');
  await expect.poll(() => useGallery.getState().view).toMatchObject({ search: 'fox', length: 200, counted: false });
  jumps.showIndex(3);
  const shown = (): number | null => view.useView.getState().viewer;
  expect(shown()).toBe(total - 3);
  return {
    ...view,
    ...jumps,
    ...library,
    here: (index: number) => entryAt(useGallery.getState(), index)?.kind,
    shown,
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

test('the last picture is shown once it is known', async () => {
  const { showLast, shown, count } = await searched();
  showLast();
  expect(shown()).toBe(total - 3);
  await count();
  await expect.poll(shown).toBe(1);
});

test('a person who goes elsewhere meanwhile stays there, and a closed viewer is not opened again', async () => {
  const { showLast, showIndex, closeViewer, here, shown, count } = await searched();
  showLast();
  showIndex(5);
  await count();
  expect(shown()).toBe(total - 5);
  showIndex(3000);
  closeViewer();
  await expect.poll(() => here(3000)).toBe('image');
  expect(shown()).toBeNull();
});
