import { describe, expect, test } from 'vitest';
import { margin } from '../../../../../renderer/rooms/gallery/layout/grid-geometry.ts';
import { headerHeight, headerTop, spanOfGroup } from '../../../../../renderer/rooms/gallery/layout/section-layout.ts';
import type { Place, GridLayout } from '../../../../../renderer/rooms/gallery/layout/grid-layout.ts';
import { moveFrom } from '../../../../../renderer/rooms/gallery/grid/grid-moves.ts';
import { topToShow } from '../../../../../renderer/ui/scrolling/scroll-anchor.ts';
import { createRandom } from '../../../../bench/seed/random.ts';
import { justifiedSheet, measure, squareSheet, type Cells } from './laid-out-sheet.ts';

const random = createRandom(7);
const shapes = Array.from({ length: 900 }, () => random.pick([1, 1.5, 0.67, 1.78, 2.4]));

/** Sheets of which the last cells are always the same pictures. */
const kinds: readonly [string, (cells: Cells) => GridLayout][] = [
  ['squares', squareSheet],
  ['justified rows', (cells) => justifiedSheet(cells, { shapeAt: (at) => shapes[shapes.length - cells.length + at] ?? 1 })],
];
const all = (layout: GridLayout): Place[] => Array.from({ length: layout.count }, (_, index) => layout.placeOf(index));

/** All cells from `first` on are where they were, by `arrived` more cells and further down. */
function expectSame(before: GridLayout, after: GridLayout, first: number, arrived: number): void {
  const down = after.height - before.height;
  for (let index = first; index < before.count; index += 1) {
    const [was, is] = [before.placeOf(index), after.placeOf(index + arrived)];
    expect(is).toMatchObject({ x: was.x, y: was.y + down, width: was.width, height: was.height, head: was.head });
  }
}

describe.each(kinds)('%s before the origin', (_, sheet) => {
  test('have a place for every cell, are found there, and do not overlap', () => {
    const layout = sheet({ length: 137, origin: 37 });
    let bottom = 0;
    for (const [index, { x, y, width, height, row, column, head }] of all(layout).entries()) {
      expect(x + width).toBeLessThanOrEqual(margin + measure.width);
      expect(head).toBe(0);
      if (column === 0) {
        expect(x).toBe(margin);
        expect(y).toBeGreaterThan(bottom);
      }
      bottom = y + height;
      expect(layout.rowOf(index).first).toBe(index - column);
      expect(layout.placeOf(layout.rowOf(index).end - 1).row).toBe(row);
      expect(layout.cellsBetween(y + 1, y + height - 1)).toEqual(layout.rowOf(index));
    }
    expect(layout.height).toBe(bottom + margin);
    expect(layout.cellsBetween(0, layout.height)).toEqual({ first: 0, end: 137 });
  });

  test('change only in their first row when a picture arrives, and nothing behind the origin ever does', () => {
    const rest = sheet({ length: 600 });
    for (let origin = 1; origin < 60; origin += 1) {
      const [before, after] = [sheet({ length: 600 + origin, origin }), sheet({ length: 601 + origin, origin: origin + 1 })];
      expectSame(before, after, before.rowOf(0).end, 1);
      expectSame(rest, after, 0, origin + 1);
    }
  });

  test('take their place in the flow once the origin is the first cell', () => {
    const layout = sheet({ length: 620 });
    const rows = Array.from({ length: layout.rows - 1 }, (_row, at) => at);
    const ends = rows.reduce<number[]>((found, row) => [...found, layout.rowOf(row === 0 ? 0 : (found.at(-1) ?? 0)).end], []);
    // Every row is full but for the last one.
    for (const end of ends) {
      const { x, width } = layout.placeOf(end - 1);
      expect(margin + measure.width - x - width).toBeLessThan(layout.columns);
    }
  });
});

describe.each(kinds)('groups of %s', (_, grouped) => {
  test('begin with a header and a row, and have a place for every cell', () => {
    const starts = [0, 3, 4, 40, 700];
    const layout = grouped({ length: 900, starts });
    let bottom = margin;
    for (const [index, { y, height, row, column, head }] of all(layout).entries()) {
      if (column === 0) {
        expect(head).toBe(starts.includes(index) ? headerHeight : 0);
        expect(y - head).toBeGreaterThanOrEqual(bottom);
      }
      if (starts.includes(index)) {
        expect(column).toBe(0);
        // A header in sight means its row.
        expect(layout.cellsBetween(y - head + 1, y - head + 2).first).toBe(index);
      }
      bottom = y + height;
      expect(layout.rowOf(index).first).toBe(index - column);
      expect(layout.placeOf(layout.rowOf(index).end - 1).row).toBe(row);
      expect(layout.cellsBetween(y + 1, y + height - 1)).toEqual(layout.rowOf(index));
    }
    expect(layout.height).toBe(bottom + margin);
    expect(layout.rows).toBe(layout.placeOf(899).row + 1);
    expect(layout.known).toBe(true);
  });

  test('are crossed by the arrow keys, and the header is brought into sight with its row', () => {
    const layout = grouped({ length: 9, starts: [0, 2, 3] });
    expect(moveFrom(layout, 1, 'next', 400)).toBe(2);
    expect(moveFrom(layout, 2, 'down', 400)).toBe(3);
    expect(moveFrom(layout, 0, 'down', 400)).toBe(2);
    expect(moveFrom(layout, 3, 'up', 400)).toBe(2);
    expect(topToShow(layout, 3, layout.height, 400)).toBe(layout.placeOf(3).y - headerHeight - margin);
  });

  test('change only the top row of the first group when a picture arrives in it', () => {
    for (let arrived = 1; arrived < 12; arrived += 1) {
      const [before, after] = [grouped({ length: 400 + arrived, starts: [0, 30 + arrived], origin: arrived }), grouped({ length: 401 + arrived, starts: [0, 31 + arrived], origin: arrived + 1 })];
      expectSame(before, after, before.rowOf(0).end, 1);
    }
  });

  test('do not move when a picture arrives in a group of its own', () => {
    expectSame(grouped({ length: 60, starts: [0, 30] }), grouped({ length: 61, starts: [0, 1, 31], origin: 1 }), 0, 1);
  });
});

test('rows that are not loaded are estimated, and loading them moves none above', () => {
  const layouts = [[0], [0, 2]].map((loaded) => justifiedSheet({ length: 900, starts: [0, 3, 300, 700] }, { here: (block) => loaded.includes(block), shapeAt: (at) => shapes[at] ?? 1 }));
  const [before, after] = [layouts[0] ?? expect.fail(), layouts[1] ?? expect.fail()];
  expect([before.known, after.known]).toEqual([false, false]);
  for (let index = 0; index < 256; index += 1) expect(after.placeOf(index)).toEqual(before.placeOf(index));
});

test.each(kinds)('a header of %s stays at the upper edge until the next one pushes it away, and covers no row that is shown', (_, grouped) => {
  const starts = [0, 30];
  const layout = grouped({ length: 60, starts });
  const next = spanOfGroup(layout, starts, 1).top;
  expect(spanOfGroup(layout, starts, 0)).toEqual({ top: margin, bottom: next, row: 0 });
  expect(headerTop(layout, starts, 0, 0)).toBe(margin);
  expect(headerTop(layout, starts, 0, 200)).toBe(194);
  expect(headerTop(layout, starts, 0, next - 10)).toBe(next - 38);
  const second = layout.rowOf(0).end;
  expect(topToShow(layout, second, layout.height, 600)).toBe(layout.placeOf(second).y - 32 - margin);
});
