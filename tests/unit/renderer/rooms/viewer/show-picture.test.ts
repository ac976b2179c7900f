import { beforeEach, describe, expect, test } from 'vitest';
import { FakeMain } from '../../fake-main.ts';

/** How the viewer moves to other pictures, also to those that are not loaded yet. */

let main: FakeMain;
const total = 5000;

/** A search whose fourth picture is in the viewer, and of which only the beginning is known. */
async function searched() {
  const [{ connect }, { entryAt, useGallery }, library, view, selection, pictures] = await Promise.all([
    import('../../../../../renderer/stores/sync.ts'),
    import('../../../../../renderer/stores/gallery/gallery-store.ts'),
    import('../../../../../renderer/stores/gallery/library-view.ts'),
    import('../../../../../renderer/stores/windows/view-store.ts'),
    import('../../../../../renderer/stores/selection/selection-store.ts'),
    import('../../../../../renderer/rooms/viewer/sequence/show-picture.ts'),
  ]);
  await connect();
  const { promise, resolve } = Promise.withResolvers<void>();
  main.counting = promise;
  library.setLibrarySearch('fox');
  await expect.poll(() => useGallery.getState().view).toMatchObject({ search: 'fox', length: 200, counted: false });
  const close = pictures.showWhenLoaded();
  pictures.showIndex(3);
  const shown = (): number | null => view.useView.getState().viewer;
  expect(shown()).toBe(total - 3);
  return {
    ...view,
    ...pictures,
    ...selection,
    close,
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
  const { showLast, wantPictures, shown, count } = await searched();
  showLast();
  expect(shown()).toBe(total - 3);
  await count();
  wantPictures('viewer', [total - 50, total]);
  await expect.poll(shown).toBe(1);
});

test('a picture that has to load is shown as soon as it is here', async () => {
  const { showIndex, wantPictures, shown, count } = await searched();
  await count();
  showIndex(3000);
  expect(shown()).toBe(total - 3);
  wantPictures('viewer', [2950, 3050]);
  await expect.poll(shown).toBe(total - 3000);
});

test('a person who goes elsewhere meanwhile stays there, and a closed viewer is not opened again', async () => {
  const { showLast, showIndex, wantPictures, close, closeViewer, here, shown, count } = await searched();
  showLast();
  showIndex(5);
  await count();
  expect(shown()).toBe(total - 5);
  showIndex(3000);
  close();
  closeViewer();
  wantPictures('viewer', [2950, 3050]);
  await expect.poll(() => here(3000)).toBe('image');
  expect(shown()).toBeNull();
});

test('a last picture that the sheet waits for is not shown in a viewer that is opened meanwhile', async () => {
  const { awaitLast, showWhenLoaded, wantPictures, here, shown, count } = await searched();
  awaitLast('one');
  showWhenLoaded();
  await count();
  wantPictures('viewer', [total - 50, total]);
  await expect.poll(() => here(total - 1)).toBe('image');
  expect(shown()).toBe(total - 3);
});

describe('after a picture was moved to the trash slowly in the viewer,', () => {
  test('its neighbour is shown; without one the viewer closes', async () => {
    const { showImage, leaveImage, shown } = await searched();
    showImage(7);
    leaveImage(7, 6, showImage);
    expect(shown()).toBe(6);
    leaveImage(6, null, showImage);
    expect(shown()).toBeNull();
  });

  test('a viewer that was closed meanwhile stays closed', async () => {
    const { showImage, closeViewer, leaveImage, shown } = await searched();
    showImage(7);
    closeViewer();
    leaveImage(7, 6, showImage);
    expect(shown()).toBeNull();
  });

  test('a viewer with another picture keeps showing it', async () => {
    const { showImage, leaveImage, shown } = await searched();
    showImage(7);
    showImage(8);
    leaveImage(7, 6, showImage);
    expect(shown()).toBe(8);
    leaveImage(7, null, showImage);
    expect(shown()).toBe(8);
  });
});
