import { beforeEach, expect, test, vi } from 'vitest';
import type { Splice } from '../../../../../shared/library/view.ts';
import { indexOfImage, openGallery, pictureView, useGallery, viewAdvanced, type GalleryState } from '../../../../../renderer/stores/gallery/gallery-store.ts';
import { advanced } from '../../../../../renderer/stores/windowed/windowed-view.ts';
import { columns } from '../../fake-main.ts';

// The stores call main through the window, which no test here uses.
vi.hoisted(() => vi.stubGlobal('window', { api: {} }));

const viewOf = (ids: readonly number[], token = 1) => pictureView({ token, first: columns(ids), total: ids.length, byHand: null }, '');

/** Moves the view on. `flows`: no cell in sight has to stay where it is. */
function advance(splices: readonly Splice[], flows = false): GalleryState {
  const { view } = useGallery.getState();
  const total = splices.reduce((length, { removed, inserted }) => length + inserted - removed, view.length);
  const next = advanced(view, { revision: view.revision + 1, splices, located: [], total, months: new Int32Array(), starts: new Int32Array() });
  useGallery.setState((state) => viewAdvanced(state, next, flows));
  return useGallery.getState();
}

const ahead = (inserted: number): Splice => ({ at: 0, removed: 0, inserted });

beforeEach(() => openGallery(viewOf([9, 8, 7])));

test('pictures that come to the front take their place in the flow of rows if nothing has to stay', () => {
  expect(advance([ahead(2)], true).origin).toBe(0);
});

test('or else come before the origin, until nothing has to stay or another view is opened', () => {
  expect(advance([ahead(2)]).origin).toBe(2);
  expect(advance([ahead(1)]).origin).toBe(3);
  expect(advance([ahead(1)], true).origin).toBe(0);
  advance([ahead(1)]);
  openGallery(viewOf([9, 8]));
  expect(useGallery.getState().origin).toBe(0);
});

test('the origin stays at its picture, whatever comes and goes before and behind it', () => {
  advance([ahead(2)]);
  expect(advance([{ at: 1, removed: 0, inserted: 1 }]).origin).toBe(3);
  expect(advance([{ at: 4, removed: 0, inserted: 1 }]).origin).toBe(3);
  expect(advance([{ at: 4, removed: 2, inserted: 0 }]).origin).toBe(3);
  expect(advance([{ at: 0, removed: 2, inserted: 0 }]).origin).toBe(1);
});

test('every picture is found, up to both ends', () => {
  const after = advance([ahead(1), { at: 2, removed: 1, inserted: 0 }]);
  expect([indexOfImage(after, 9), indexOfImage(after, 8), indexOfImage(after, 7)]).toEqual([1, 2, -1]);
});
