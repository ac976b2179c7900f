import { describe, expect, test } from 'vitest';
import { margin } from '../../../../../renderer/rooms/gallery/layout/grid-geometry.ts';
import { groupedSquares, headerHeight, headerTop, spanOfGroup } from '../../../../../renderer/rooms/gallery/layout/grouped-layout.ts';
import { justifiedGroups, noGroupedMemory } from '../../../../../renderer/rooms/gallery/layout/justified-groups.ts';
import type { Place, SheetLayout } from '../../../../../renderer/rooms/gallery/layout/sheet-layout.ts';
import { moveFrom } from '../../../../../renderer/rooms/gallery/sheet/sheet-moves.ts';
import { topToShow } from '../../../../../renderer/ui/scrolling/scroll-anchor.ts';
import { createRandom } from '../../../../bench/seed/random.ts';

const measure = { width: 893, wanted: 208 };
const random = createRandom(7);
const shapes = Array.from({ length: 900 }, () => random.pick([1, 1.5, 0.67, 1.78, 2.4]));
const blocks = new Map(Array.from({ length: 20 }, (_, number) => [number, {}]));

type Grouped = (length: number, starts: readonly number[], band?: readonly number[]) => SheetLayout;
const kinds: readonly [string, Grouped][] = [
  ['squares', (length, starts, band = []) => groupedSquares(length, Int32Array.from(starts), band, measure)],
  ['justified rows', (length, starts, band = []) => justifiedGroups({ length, starts: Int32Array.from(starts), band, blockSize: 256, blocks, shapeAt: (at) => shapes[shapes.length - length + at] ?? 1 }, measure, noGroupedMemory())],
];
const all = (layout: SheetLayout): Place[] => Array.from({ length: layout.count }, (_, index) => layout.placeOf(index));

describe.each(kinds)('groups of %s', (_, grouped) => {
  test('begin with a header and a row, and have a place for every cell', () => {
    const starts = [0, 3, 4, 40, 700];
    const layout = grouped(900, starts);
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
    const layout = grouped(9, [0, 2, 3]);
    expect(moveFrom(layout, 1, 'right', 400)).toBe(2);
    expect(moveFrom(layout, 2, 'down', 400)).toBe(3);
    expect(moveFrom(layout, 0, 'down', 400)).toBe(2);
    expect(moveFrom(layout, 3, 'up', 400)).toBe(2);
    expect(topToShow(layout, 3, layout.height, 400)).toBe(layout.placeOf(3).y - headerHeight - margin);
  });

  test('change only the top row of the first group when a picture arrives in it', () => {
    for (let arrived = 1; arrived < 12; arrived += 1) {
      const [before, after] = [grouped(400 + arrived, [0, 30 + arrived], [arrived]), grouped(401 + arrived, [0, 31 + arrived], [arrived + 1])];
      const down = after.height - before.height;
      for (let index = before.rowOf(0).end; index < before.count; index += 1) {
        const [was, is] = [before.placeOf(index), after.placeOf(index + 1)];
        expect(is).toMatchObject({ x: was.x, y: was.y + down, width: was.width, height: was.height });
      }
    }
  });

  test('do not move when a picture arrives in a group of its own', () => {
    const [before, after] = [grouped(60, [0, 30], [0]), grouped(61, [0, 1, 31], [1])];
    const down = after.height - before.height;
    for (let index = 0; index < 60; index += 1) {
      const [was, is] = [before.placeOf(index), after.placeOf(index + 1)];
      expect(is).toMatchObject({ x: was.x, y: was.y + down, head: was.head });
    }
  });
});

test('rows that are not loaded are estimated, and loading them moves none above', () => {
  const loaded = new Map([[0, {}]]);
  const layouts = [loaded, new Map([...loaded, [2, {}]])].map((parts) =>
    justifiedGroups({ length: 900, starts: Int32Array.from([0, 3, 300, 700]), band: [], blockSize: 256, blocks: parts, shapeAt: (at) => (parts.has(Math.floor(at / 256)) ? (shapes[at] ?? 0) : 0) }, measure, noGroupedMemory()),
  );
  const [before, after] = [layouts[0] ?? expect.fail(), layouts[1] ?? expect.fail()];
  expect([before.known, after.known]).toEqual([false, false]);
  for (let index = 0; index < 256; index += 1) expect(after.placeOf(index)).toEqual(before.placeOf(index));
});

test.each(kinds)('a header of %s stays at the upper edge until the next one pushes it away, and covers no row that is shown', (_, grouped) => {
  const starts = [0, 30];
  const layout = grouped(60, starts);
  const next = spanOfGroup(layout, starts, 1).top;
  expect(spanOfGroup(layout, starts, 0)).toEqual({ top: margin, bottom: next, row: 0 });
  expect(headerTop(layout, starts, 0, 0)).toBe(margin);
  expect(headerTop(layout, starts, 0, 200)).toBe(194);
  expect(headerTop(layout, starts, 0, next - 10)).toBe(next - 38);
  const second = layout.rowOf(0).end;
  expect(topToShow(layout, second, layout.height, 600)).toBe(layout.placeOf(second).y - 32 - margin);
});
