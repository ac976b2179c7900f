import { describe, expect, test } from 'vitest';
import { fit, margin } from '../../../../../renderer/rooms/gallery/layout/grid-geometry.ts';
import type { GridLayout } from '../../../../../renderer/rooms/gallery/layout/grid-layout.ts';
import { squares } from '../../../../../renderer/rooms/gallery/layout/square-sections.ts';
import { fixedAt, fixedOn, topFor, topToShow } from '../../../../../renderer/ui/scrolling/scroll-anchor.ts';
import { moveFrom } from '../../../../../renderer/rooms/gallery/grid/grid-moves.ts';
import { placeAt, scrolledTo, scrollRange } from '../../../../../renderer/ui/scrolling/scroll-range.ts';
import { squareSheet } from './laid-out-sheet.ts';

interface Measure {
  readonly count: number;
  readonly width: number;
  readonly wanted: number;
}

const squareLayout = ({ count, width, wanted }: Measure): GridLayout => squareSheet({ length: count }, { width: width - margin, wanted });
const sheet = squareLayout({ count: 100, width: 829, wanted: 200 });

describe('squares', () => {
  test('fill the width with whole pixels', () => {
    expect(sheet).toMatchObject({ columns: 4, rows: 25 });
    expect(sheet.placeOf(5)).toEqual({ x: margin + 206, y: margin + 206, width: 200, height: 200, row: 1, column: 1, head: 0 });
    for (let width = 120; width < 2600; width += 37) {
      const { columns, boxOf } = squares(9, { width, wanted: 208 });
      const { x, width: cell } = boxOf(columns - 1, 0);
      expect(Number.isInteger(cell)).toBe(true);
      expect(x + cell).toBeLessThanOrEqual(width);
      expect(width - x - cell).toBeLessThan(columns);
    }
  });

  test('have at least one column, however narrow the window', () => {
    const narrow = squareLayout({ count: 3, width: 0, wanted: 208 });
    expect(narrow).toMatchObject({ columns: 1, rows: 3 });
    expect(narrow.placeOf(0).width).toBe(1);
  });

  test('have no height without cells', () => {
    expect(squareLayout({ count: 0, width: 900, wanted: 208 })).toMatchObject({ rows: 0, height: 0 });
  });

  test('end below their last row', () => {
    expect(sheet.height).toBe(sheet.placeOf(99).y + 200 + margin);
  });
});

describe('cells in sight', () => {
  test('are whole rows, and no more than fit', () => {
    expect(sheet.cellsBetween(0, 400)).toEqual({ first: 0, end: 8 });
    expect(sheet.cellsBetween(margin + 206 * 3 + 10, margin + 206 * 3 + 410)).toEqual({ first: 12, end: 20 });
  });

  test('stop at the last cell', () => {
    const odd = squareLayout({ count: 97, width: 829, wanted: 200 });
    expect(odd.cellsBetween(odd.height - 400, odd.height + 600).end).toBe(97);
  });

  test('are all that intersect the viewport, at any position', () => {
    for (let top = 0; top < sheet.height; top += 61) {
      const { first, end } = sheet.cellsBetween(top, top + 333);
      for (let index = 0; index < sheet.count; index += 1) {
        const { y, height } = sheet.placeOf(index);
        if (y < top + 333 && y + height > top) expect(index >= first && index < end).toBe(true);
      }
    }
  });
});

describe('moveFrom', () => {
  const short = squareLayout({ count: 10, width: 829, wanted: 200 });
  test.each([
    ['previous', 0, 0],
    ['previous', 4, 3],
    ['next', 3, 4],
    ['next', 9, 9],
    ['up', 2, 2],
    ['up', 6, 2],
    ['down', 1, 5],
    ['down', 5, 9],
    // The last row is short, so the last cell is the nearest.
    ['down', 7, 9],
    ['down', 9, 9],
    ['first', 7, 0],
    ['last', 0, 9],
  ] as const)('%s from %i leads to %i', (move, from, to) => {
    expect(moveFrom(short, from, move, 400)).toBe(to);
  });

  test('a page is as many rows as fit', () => {
    expect(moveFrom(sheet, 1, 'page-down', 650)).toBe(1 + 3 * 4);
    expect(moveFrom(sheet, 50, 'page-up', 650)).toBe(50 - 3 * 4);
    expect(moveFrom(sheet, 0, 'page-down', 10)).toBe(4);
  });
});

describe('the held row', () => {
  const down = margin + 206 * 7;

  test('is the first row that is at least half in sight, and none at the top', () => {
    expect(fixedAt(sheet, 0)).toBeNull();
    expect(fixedAt(sheet, down)).toEqual({ index: 28, offset: 0, whole: false });
    expect(fixedAt(sheet, down + 99)).toEqual({ index: 28, offset: -99, whole: false });
    expect(fixedAt(sheet, down + 101)).toEqual({ index: 32, offset: 105, whole: false });
    expect(fixedAt(squareLayout({ count: 0, width: 829, wanted: 200 }), 50)).toBeNull();
  });

  test('does not move when the cells change their size', () => {
    const larger = squareLayout({ count: 100, width: 829, wanted: 300 });
    for (let top = 50; top < sheet.height - 500; top += 83) {
      const fixed = fixedAt(sheet, top);
      if (!fixed) continue;
      expect(larger.placeOf(fixed.index).y - topFor(larger, fixed, 400)).toBe(sheet.placeOf(fixed.index).y - top);
    }
  });

  test('does not move when whole rows are added before it', () => {
    const fixed = fixedAt(sheet, down) ?? { index: -1, offset: 0, whole: false };
    expect(topFor(sheet, { ...fixed, index: fixed.index + 4 }, 400)).toBe(down + 206);
    expect(topFor(sheet, { ...fixed, index: fixed.index + 1 }, 400)).toBe(down);
  });

  test('stays wholly in sight after a move to it', () => {
    const larger = squareLayout({ count: 100, width: 829, wanted: 300 });
    const fixed = fixedOn(sheet, 40, sheet.placeOf(40).y - 250, true);
    const { y, height } = larger.placeOf(40);
    expect(topFor(larger, { ...fixed, whole: false }, 500)).toBe(y - 250);
    expect(topFor(larger, fixed, 500)).toBe(y + height + margin - 500);
  });

  test('is scrolled into sight by the least movement when it is chosen', () => {
    expect(topToShow(sheet, 0, 500, 400)).toBe(0);
    const { y, height } = sheet.placeOf(40);
    expect(topToShow(sheet, 40, 0, 400)).toBe(y + height + margin - 400);
    expect(topToShow(sheet, 40, y - 50, 400)).toBe(y - 50);
  });
});

describe.each([1_000_000, 10_000_000])('a sheet of %i', (count) => {
  const long = squareLayout({ count, width: 1280, wanted: 208 });
  const range = scrollRange(long.height, 700);

  test('is no higher than Chromium allows, even at a device pixel ratio of 2, and its last picture can be reached', () => {
    expect(range.height * 2).toBeLessThan(16_777_214);
    const { contentTop } = scrolledTo(range, { scrollTop: 0, contentTop: 0 }, range.height - 700);
    expect(long.cellsBetween(contentTop, contentTop + 700).end).toBe(count);
    const place = long.placeOf(count - 1);
    expect(place.y + place.height - contentTop).toBeLessThanOrEqual(700);
  });

  test('shows every requested picture, and never more cells than fit', () => {
    for (let index = 0; index < count; index += Math.floor(count / 97)) {
      const { contentTop } = placeAt(range, topToShow(long, index, 0, 700));
      const { first, end } = long.cellsBetween(contentTop, contentTop + 700);
      expect(index >= first && index < end).toBe(true);
      expect(end - first).toBeLessThan(60);
    }
  });

  test('is scrolled to its end by the wheel alone, pixel by pixel near the end', () => {
    let place = placeAt(range, long.height - 30_000);
    for (let turns = 0; turns < 300; turns += 1) place = scrolledTo(range, place, Math.min(place.scrollTop + 120, range.height - 700));
    expect(place.contentTop).toBe(long.height - 700);
  });
});

test('a picture fits its box and keeps its aspect ratio', () => {
  const box = { width: 300, height: 300 };
  expect(fit(1536, 1024, box)).toEqual({ width: 300, height: 200 });
  expect(fit(1024, 1536, box)).toEqual({ width: 200, height: 300 });
  expect(fit(1, 10_000, box)).toEqual({ width: 1, height: 300 });
  expect(fit(2000, 1000, { width: 400, height: 100 })).toEqual({ width: 200, height: 100 });
  // The box was computed for it, and rounded.
  expect(fit(1536, 1024, { width: 299, height: 200 })).toEqual({ width: 299, height: 200 });
  expect(fit(1536, 1024, { width: 301, height: 200 })).toEqual({ width: 301, height: 200 });
});
