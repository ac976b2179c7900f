import { beforeEach, expect, test, vi } from 'vitest';
import type { Splice } from '../../../../../shared/library/view.ts';
import { bandSegments, indexOfImage, openGallery, pictureView, useGallery, viewAdvanced, type GalleryState } from '../../../../../renderer/stores/gallery/gallery-store.ts';
import { advanced } from '../../../../../renderer/stores/windowed/windowed-view.ts';
import { columns } from '../../fake-main.ts';

// The stores call main through the window, which no test here uses.
vi.hoisted(() => vi.stubGlobal('window', { api: {} }));

const viewOf = (ids: readonly number[], token = 1) => pictureView({ token, first: columns(ids), total: ids.length, byHand: null }, '');

/** Moves the view on. `above`: its top row is held. */
function advance(splices: readonly Splice[], above = false): GalleryState {
  const { view } = useGallery.getState();
  const total = splices.reduce((length, { removed, inserted }) => length + inserted - removed, view.length);
  const next = advanced(view, { revision: view.revision + 1, splices, located: [], total, months: new Int32Array(), starts: new Int32Array() });
  useGallery.setState((state) => viewAdvanced(state, next, above));
  return useGallery.getState();
}

const ahead = (inserted: number): Splice => ({ at: 0, removed: 0, inserted });

beforeEach(() => openGallery(viewOf([9, 8, 7])));

test('pictures that come to the front form the band, and later ones join it', () => {
  expect(bandSegments(advance([ahead(2)]))).toEqual([2]);
  expect(bandSegments(advance([ahead(1)]))).toEqual([3]);
  openGallery(viewOf([9, 8]));
  expect(bandSegments(useGallery.getState())).toEqual([0]);
});

test('a picture that comes between others of the band joins it, and those behind it do not', () => {
  advance([ahead(2)]);
  expect(bandSegments(advance([{ at: 1, removed: 0, inserted: 1 }]))).toEqual([3]);
  expect(bandSegments(advance([{ at: 4, removed: 0, inserted: 1 }]))).toEqual([3]);
});

test('the band stays if pictures behind it are removed, and if there is nothing else', () => {
  advance([ahead(1)]);
  expect(bandSegments(advance([{ at: 1, removed: 2, inserted: 0 }]))).toEqual([1]);
  openGallery(viewOf([]));
  expect(bandSegments(advance([ahead(2)]))).toEqual([2]);
});

test('nothing joins a held top row: new pictures begin a row above it, and it stays one row', () => {
  advance([ahead(1)]);
  advance([ahead(2)], true);
  expect(bandSegments(advance([ahead(1)]))).toEqual([3, 1]);
  expect(bandSegments(advance([{ at: 0, removed: 3, inserted: 0 }]))).toEqual([1]);
});

test('every picture is found, up to both ends', () => {
  const after = advance([ahead(1), { at: 2, removed: 1, inserted: 0 }]);
  expect([indexOfImage(after, 9), indexOfImage(after, 8), indexOfImage(after, 7)]).toEqual([1, 2, -1]);
});
