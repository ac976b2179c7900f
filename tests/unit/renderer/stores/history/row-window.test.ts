import { expect, test } from 'vitest';
import { rowList, shownAt, topAfter } from '../../../../../renderer/stores/history/row-window.ts';

test('the rows in a stretch are all that are at least partly in it', () => {
  for (let top = 0; top < 400; top += 7) {
    const { first, end } = rowList(500).cellsBetween(top, top + 600);
    expect([first * 40 <= top, (first + 1) * 40 > top, end * 40 >= top + 600, (end - 1) * 40 < top + 600]).toEqual([true, true, true, true]);
  }
});

test('the rows end where the list ends', () => {
  expect(rowList(3).cellsBetween(-320, 900)).toEqual({ first: 0, end: 3 });
  expect(rowList(0).cellsBetween(0, 600)).toEqual({ first: 0, end: 0 });
  // There are fewer rows than before, and the scroller does not know yet.
  expect(rowList(5).cellsBetween(4000, 4600)).toEqual({ first: 5, end: 5 });
});

test('a row is scrolled into sight by the least movement', () => {
  expect(shownAt(105, 4000, 600)).toBe(4000);
  expect(shownAt(99, 4000, 600)).toBe(3960);
  expect(shownAt(115, 4000, 600)).toBe(4040);
});

test('rows that come or go above do not move those in sight, except at the top', () => {
  const two = [{ at: 0, removed: 0, inserted: 2 }];
  expect(topAfter(two, 500 * 40 + 13)).toBe(502 * 40 + 13);
  expect(topAfter([{ at: 3, removed: 1, inserted: 0 }], 500 * 40)).toBe(499 * 40);
  expect(topAfter([{ at: 600, removed: 0, inserted: 9 }], 500 * 40)).toBe(500 * 40);
  expect(topAfter(two, 0)).toBe(0);
});
