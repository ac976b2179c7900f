import { beforeEach, describe, expect, test, vi } from 'vitest';
import { flowIfFree, isShortRowInUse, maySheetFlow, pointAt, pointerUsed, setSheetSight } from '../../../../../renderer/stores/gallery/cells-in-use.ts';
import { openGallery, pictureView, useGallery } from '../../../../../renderer/stores/gallery/gallery-store.ts';
import { select, selectIndex, selectTogether } from '../../../../../renderer/stores/selection/selection-store.ts';
import { columns } from '../../fake-main.ts';

// The stores call main through the window, which no test here uses.
vi.hoisted(() => vi.stubGlobal('window', { api: {} }));

/** Twenty pictures with the ids 100 to 119, of which the first ten are in sight. Three are in a row that is not full. */
function draw(atTop: boolean): void {
  setSheetSight(() => ({ atTop, cells: [0, 10], inShortRow: 3 }));
}

beforeEach(() => {
  const ids = Array.from({ length: 20 }, (_, at) => 100 + at);
  openGallery(pictureView({ token: 1, first: columns(ids), total: 20, byHand: null }, ''));
  select(null, -1);
  pointAt(null);
  draw(true);
});

describe('new pictures may move the others', () => {
  test.each([
    ['at the top with nothing selected and no pointer over a picture', () => undefined, true],
    ['below the top', () => draw(false), false],
    ['with a selected cell in sight', () => selectIndex(4), false],
    ['with a selected cell out of sight', () => selectIndex(14), true],
    ['with several selected cells of which one is in sight', () => selectTogether([[9, 12]], 12), false],
    ['with the pointer over a cell in sight', () => pointAt(103), false],
    ['with the pointer over a cell, and a key pressed since', () => (pointAt(103), pointerUsed(false)), true],
    ['in a sheet that is not drawn', () => (selectIndex(4), setSheetSight(() => null)), true],
  ])('%s: %s', (_, act, flows) => {
    pointerUsed(true);
    act();
    expect(maySheetFlow()).toBe(flows);
  });
});

test.each([
  ['selected', () => selectIndex(2), true],
  ['selected in another row', () => selectIndex(3), false],
  ['under the pointer', () => (pointerUsed(true), pointAt(100)), true],
])('a cell in a row that new pictures would join is in use: %s', (_, act, isInUse) => {
  act();
  expect(isShortRowInUse()).toBe(isInUse);
});

describe('pictures that came while a cell was in use', () => {
  const origin = (): number => useGallery.getState().origin;

  test('take their place in the flow once it no longer is', () => {
    selectIndex(4);
    useGallery.setState({ origin: 3 });
    selectIndex(5);
    expect(origin()).toBe(3);
    select(null, -1);
    expect(origin()).toBe(0);
  });

  test('do so only at the top', () => {
    draw(false);
    useGallery.setState({ origin: 3 });
    select(null, -1);
    expect(origin()).toBe(3);
    draw(true);
    flowIfFree();
    expect(origin()).toBe(0);
  });
});
