import { expect, test, vi } from 'vitest';
import { noPictures } from '../../../../../shared/library/view.ts';
import { firstView, type ViewMemory } from '../../../../../shared/windows/view-memory.ts';

const memory: { -readonly [K in keyof ViewMemory]: ViewMemory[K] } = { ...firstView };
vi.mock('../../../../../renderer/stores/windows/remember-view.ts', () => ({ viewMemory: () => memory }));

/** The ids whose thumbnails are requested in a window of two by three cells. */
async function requested(): Promise<readonly number[]> {
  const ids: number[] = [];
  vi.stubGlobal('window', { innerWidth: 2 * memory.cellSize, innerHeight: 3 * memory.cellSize - 1, api: {} });
  vi.stubGlobal('Image', class {
    set src(address: string) {
      ids.push(Number(address.replace('latent://thumbnail/', '')));
    }
  });
  const { loadFirstThumbnails } = await import('../../../../../renderer/stores/gallery/library-view.ts');
  loadFirstThumbnails({ token: 1, byHand: null, total: 100, first: { ...noPictures, ids: Int32Array.from({ length: 20 }, (_, at) => 100 - at) } });
  return ids;
}

test('the thumbnails that fit into the window are requested with the first answer', async () => {
  expect(await requested()).toEqual([100, 99, 98, 97, 96, 95]);
});

test('they begin where the sheet was left', async () => {
  memory.anchor = { imageId: 92, position: 8, savedAt: 0, offset: 0 };
  expect(await requested()).toEqual([92, 91, 90, 89, 88, 87]);
});
