import { describe, expect, test } from 'vitest';
import { gap, margin, squareBand, squares } from '../../../../../renderer/rooms/gallery/layout/grid-geometry.ts';
import { bandRows, rowGap, sectionOf } from '../../../../../renderer/rooms/gallery/layout/justified-geometry.ts';
import type { Place, SheetLayout } from '../../../../../renderer/rooms/gallery/layout/sheet-layout.ts';
import { sectionLayout } from '../../../../../renderer/rooms/gallery/layout/section-layout.ts';
import { createRandom } from '../../../../bench/seed/random.ts';

const measure = { width: 893, wanted: 208 };
const random = createRandom(7);
const shapes = Array.from({ length: 60 }, () => random.pick([1, 1.5, 0.67, 1.78, 2.4]));

/** The band after `count` pictures have arrived, with a row break before the last `broken`. */
const kinds: readonly [string, (count: number, broken?: number) => SheetLayout][] = [
  ['squares', (count, broken = 0) => sectionLayout([count - broken, broken].flatMap((part) => squareBand(part, measure)), gap)],
  ['justified rows', (count, broken = 0) => sectionLayout([shapes.slice(shapes.length - count, shapes.length - broken), shapes.slice(shapes.length - broken)].map((part) => sectionOf(bandRows(part, measure))), rowGap)],
];
const all = (layout: SheetLayout): Place[] => Array.from({ length: layout.count }, (_, index) => layout.placeOf(index));

describe.each(kinds)('a band of %s', (_, band) => {
  test('has a place for every cell, finds each cell at its place, and has no overlapping rows', () => {
    const layout = band(37, 9);
    let bottom = 0;
    for (const [index, { x, y, width, height, row, column }] of all(layout).entries()) {
      expect(x + width).toBeLessThanOrEqual(margin + measure.width);
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
    expect(layout.cellsBetween(0, layout.height)).toEqual({ first: 0, end: 37 });
  });

  test('changes only its top row when a picture arrives', () => {
    for (let count = 1; count < shapes.length; count += 1) {
      const [before, after] = [band(count), band(count + 1)];
      const down = after.height - before.height;
      for (let index = before.rowOf(0).end; index < count; index += 1) {
        const [was, is] = [before.placeOf(index), after.placeOf(index + 1)];
        expect(is).toMatchObject({ x: was.x, y: was.y + down, width: was.width, height: was.height });
      }
    }
  });

  test('does not change a held top row', () => {
    const [before, after] = [band(2), band(3, 2)];
    for (const index of [0, 1]) {
      const { x, width, height } = before.placeOf(index);
      expect(after.placeOf(index + 1)).toMatchObject({ x, width, height, row: 1, column: index });
    }
  });
});

test('rows below a band are laid out as without it', () => {
  const rest = sectionLayout([squares(10, measure)], gap);
  const layout = sectionLayout([...squareBand(6, measure), squares(10, measure)], gap);
  const down = layout.height - rest.height;
  for (let index = 0; index < 10; index += 1) expect(layout.placeOf(6 + index)).toMatchObject({ x: rest.placeOf(index).x, y: rest.placeOf(index).y + down });
  expect(layout.rows).toBe(2 + rest.rows);
});

test('no sections have no height', () => {
  expect(sectionLayout([], rowGap)).toMatchObject({ count: 0, rows: 0, height: 0 });
});
