import { beforeEach, describe, expect, test, vi } from 'vitest';
import { bandSegments, cellCount, entryAt, indexAfter, indexBeside, indexOfImage } from '../../../../../renderer/stores/gallery/cells.ts';
import type { GalleryState } from '../../../../../renderer/stores/gallery/gallery-store.ts';
import * as store from '../../../../../renderer/stores/gallery/gallery-store.ts';
import { openGallery, takenUp, useGallery, viewOpened } from '../../../../../renderer/stores/gallery/gallery-store.ts';
import { pictureView } from '../../../../../renderer/stores/gallery/picture-view.ts';
import { columns } from '../../fake-main.ts';
import { keptImage } from '../../sample-tasks.ts';

// The stores call main through the window, which no test here uses.
vi.hoisted(() => vi.stubGlobal('window', { api: {} }));

const viewOf = (token: number, ids: readonly number[], search = '') => pictureView({ token, first: columns(ids), total: ids.length }, search);
const looks = (state: GalleryState): (number | null)[] =>
  Array.from({ length: cellCount(state) }, (_, at) => {
    const entry = entryAt(state, at);
    return entry?.kind === 'image' ? entry.imageId : null;
  });
const arrived = (id: number, taskId: string, index = 0) => (state: GalleryState) => store.imageArrived(state, keptImage(id, taskId, index), 9);
const taken = (taskId: string, above = false) => (state: GalleryState) => takenUp(state, new Set([taskId]), above);
const apply = (...steps: ((state: GalleryState) => GalleryState)[]): GalleryState => {
  for (const step of steps) useGallery.setState(step(useGallery.getState()));
  return useGallery.getState();
};

beforeEach(() => openGallery(viewOf(1, [9, 8, 7])));

test('a new picture is shown once, before all others, when its task is due', () => {
  expect(looks(apply(arrived(10, 'a'), arrived(10, 'a')))).toEqual([9, 8, 7]);
  expect(looks(apply(taken('a')))).toEqual([10, 9, 8, 7]);
  expect(looks(apply(arrived(10, 'a'), taken('a')))).toEqual([10, 9, 8, 7]);
});

test('the pictures of a task are adjacent and in order, whatever arrives in between', () => {
  const after = apply(arrived(12, 'a', 2), arrived(11, 'b'), arrived(10, 'a', 0), taken('b'), taken('a'));
  expect(looks(after)).toEqual([10, 12, 11, 9, 8, 7]);
  expect(looks(apply(arrived(14, 'c'), taken('c'), arrived(13, 'a', 1), taken('a')))).toEqual([14, 10, 13, 12, 11, 9, 8, 7]);
});

test('a picture that the view has already is not shown twice', () => {
  expect(looks(apply(arrived(9, 'a'), taken('a')))).toEqual([9, 8, 7]);
  apply(arrived(10, 'a'));
  expect(looks(apply((state) => viewOpened(state, viewOf(2, [10, 9, 8, 7]), 5, false), taken('a')))).toEqual([10, 9, 8, 7]);
});

describe('another view', () => {
  test('of the same search has its new pictures in the band, and later ones before it', () => {
    apply(arrived(10, 'a'), taken('a'));
    apply((state) => store.imageArrived(state, keptImage(11, 'b'), 12), taken('b'));
    const after = apply((state) => viewOpened(state, viewOf(2, [10, 9, 8, 7]), 10, false));
    expect(looks(after)).toEqual([11, 10, 9, 8, 7]);
    expect(bandSegments(after)).toEqual([2]);
  });

  test('keeps the band if pictures behind it are gone, and if there is nothing else', () => {
    apply(arrived(10, 'a'), taken('a'));
    expect(bandSegments(apply((state) => viewOpened(state, viewOf(2, [10, 7]), 10, false)))).toEqual([1]);
    openGallery(viewOf(1, []));
    expect(bandSegments(apply((state) => viewOpened(state, viewOf(2, [3, 2]), 10, false)))).toEqual([2]);
  });

  test('of another search has no band', () => {
    apply(arrived(10, 'a'), taken('a'));
    expect(bandSegments(apply((state) => viewOpened(state, viewOf(2, [10, 8], 'fox'), 10, false)))).toEqual([0]);
  });

  test('leaves a held top row alone', () => {
    apply((state) => viewOpened(state, viewOf(2, [10, 9, 8, 7]), 10, false));
    expect(bandSegments(apply((state) => viewOpened(state, viewOf(3, [12, 11, 10, 9, 8, 7]), 11, true)))).toEqual([2, 1]);
  });
});

test('nothing joins a held top row', () => {
  apply(arrived(10, 'a'), taken('a', true), arrived(11, 'b'), taken('b', true), arrived(12, 'c'), taken('c'));
  expect(bandSegments(useGallery.getState())).toEqual([2, 1]);
});

test('every picture is found and has its neighbours, up to both ends', () => {
  const before = useGallery.getState();
  const after = apply(arrived(10, 'a'), taken('a'));
  expect([indexAfter(before, after, 0), indexAfter(before, after, 2)]).toEqual([1, 3]);
  expect([indexOfImage(after, 10), indexOfImage(after, 8), indexOfImage(after, 99)]).toEqual([0, 2, -1]);
  expect([indexBeside(after, 0, -1), indexBeside(after, 0, 1), indexBeside(after, 3, 1)]).toEqual([null, 1, null]);
});
