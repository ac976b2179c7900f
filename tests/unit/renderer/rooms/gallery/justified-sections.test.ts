import { describe, expect, test } from 'vitest';
import { margin } from '../../../../../renderer/rooms/gallery/layout/grid-geometry.ts';
import { noRowMemory } from '../../../../../renderer/rooms/gallery/layout/justified-sections.ts';
import { rowGap } from '../../../../../renderer/rooms/gallery/layout/justified-geometry.ts';
import type { GridLayout } from '../../../../../renderer/rooms/gallery/layout/grid-layout.ts';
import { fixedOn, topFor } from '../../../../../renderer/ui/scrolling/scroll-anchor.ts';
import { moveFrom, type Move } from '../../../../../renderer/rooms/gallery/grid/grid-moves.ts';
import { createRandom } from '../../../../bench/seed/random.ts';
import { blockSize, justifiedSheet, measure } from './laid-out-sheet.ts';

const shapes = Float32Array.from({ length: 60_000 }, (_, at) => createRandom(at + 1).pick([1, 1.5, 0.67, 1.78, 2.4]));

/** A view of which only some blocks are loaded. Each new picture comes before the same older ones. */
const lay = (length: number, here: (block: number) => boolean, memory = noRowMemory(), origin = 0): GridLayout =>
  justifiedSheet({ length, origin }, { here, memory, shapeAt: (at) => shapes[(at - origin + shapes.length) % shapes.length] ?? 1 });

describe.each([
  ['all of it here', lay(1_000, () => true)],
  ['none of it here', lay(1_000, () => false)],
  ['a part of it here', lay(1_000, (block) => block % 2 === 0)],
])('a view with %s', (_, layout) => {
  const all = Array.from({ length: layout.count }, (_cell, index) => index);

  test('has a place for every cell, and no overlaps', () => {
    let [right, bottom, row] = [0, 0, 0];
    for (const index of all) {
      const place = layout.placeOf(index);
      expect(place.width).toBeGreaterThan(0);
      if (index > 0 && place.row === row) {
        expect(place.x).toBe(right + rowGap);
        expect(place.column).toBe(layout.placeOf(index - 1).column + 1);
      } else {
        expect(place.x).toBe(margin);
        expect(place.column).toBe(0);
        expect(place.row).toBe(index === 0 ? 0 : row + 1);
        expect(place.y).toBe(index === 0 ? margin : bottom + rowGap);
      }
      [right, bottom, row] = [place.x + place.width, place.y + place.height, place.row];
      expect(right).toBeLessThanOrEqual(margin + measure.width);
    }
    expect(layout.rows).toBe(row + 1);
    expect(layout.height).toBe(bottom + margin);
  });

  test('finds every cell at its place, and no row out of sight', () => {
    for (const index of all) {
      const { y, height, row, column } = layout.placeOf(index);
      const range = layout.rowOf(index);
      expect(index - range.first).toBe(column);
      expect(layout.placeOf(range.end - 1).row).toBe(row);
      expect(layout.cellsBetween(y, y + 1)).toEqual(range);
      expect(layout.cellsBetween(y + height - 1, y + height)).toEqual(range);
      expect(column).toBeLessThan(layout.columns);
    }
    expect(layout.cellsBetween(-500, margin)).toEqual({ first: 0, end: 0 });
    expect(layout.cellsBetween(0, layout.height)).toEqual({ first: 0, end: layout.count });
  });
});

test('an empty view has no height', () => {
  expect(lay(0, () => true)).toMatchObject({ count: 0, rows: 0, height: 0, known: true });
  expect(lay(100, () => false).known).toBe(false);
});

describe('a block that is loaded', () => {
  const memory = noRowMemory();
  const before = lay(10_000, (block) => block === 0, memory);
  const after = lay(10_000, (block) => block === 0 || block === 12, memory);

  test('changes no other block, but moves those below it', () => {
    for (const index of [0, 255, 256, 3_071]) expect(after.placeOf(index)).toEqual(before.placeOf(index));
    const [was, is] = [before.placeOf(13 * 256), after.placeOf(13 * 256)];
    expect(is.y - was.y).toBe(after.height - before.height);
    for (const index of [3_400, 9_999]) expect(after.placeOf(index).y - before.placeOf(index).y).toBe(is.y - was.y);
    expect([before.known, after.known]).toEqual([false, false]);
  });

  test('does not move the held cell', () => {
    const fixed = fixedOn(before, 5_000, before.placeOf(5_000).y - 40);
    expect(after.placeOf(5_000).y - topFor(after, fixed, 700)).toBe(40);
  });

  test('keeps its height when it is dropped', () => {
    const again = lay(10_000, (block) => block === 0, memory);
    expect(again.height).toBe(after.height);
    expect(again.rows).toBe(after.rows);
    expect(again.placeOf(13 * 256)).toEqual(after.placeOf(13 * 256));
  });

  test('is not laid out twice', () => {
    const places = lay(10_000, (block) => block === 0 || block === 12, memory);
    expect(places.placeOf(3_100)).toEqual(after.placeOf(3_100));
    expect(memory.sections.size).toBe(2);
  });
});

test('pictures that come before the origin leave the known heights of all others, also of those that were dropped', () => {
  const memory = noRowMemory();
  lay(10_000, (block) => block === 0 || block === 12, memory);
  const before = lay(10_000, (block) => block === 0, memory);
  for (const arrived of [1, 40, 300]) {
    const after = lay(10_000 + arrived, (block) => block <= Math.floor(arrived / blockSize), memory, arrived);
    const down = after.placeOf(arrived).y - before.placeOf(0).y;
    for (const index of [0, 100, 255, 3_000, 13 * 256, 9_999]) expect(after.placeOf(index + arrived)).toMatchObject({ x: before.placeOf(index).x, y: before.placeOf(index).y + down });
  }
});

test('the height of missing blocks is estimated well from loaded ones', () => {
  const guessed = lay(50_000, (block) => block < 2);
  const all = lay(50_000, () => true);
  expect(Math.abs(guessed.height / all.height - 1)).toBeLessThan(0.05);
  expect(all.known).toBe(true);
});

test('a million pictures are shown anywhere by laying out only the loaded blocks', () => {
  for (const around of [0, 1_953, 3_905]) {
    const memory = noRowMemory();
    const layout = lay(1_000_000, (block) => Math.abs(block - around) < 2, memory);
    // The first block, with the cells before the view, is always loaded.
    expect(memory.sections.size).toBeLessThanOrEqual(4);
    const index = Math.min(around * blockSize + 100, 999_999);
    const { y } = layout.placeOf(index);
    const { first, end } = layout.cellsBetween(y - 300, y + 700);
    expect(first <= index && index < end && end - first < 60).toBe(true);
  }
});

describe('a key', () => {
  const layout = lay(700, (block) => block !== 1);
  const middle = (index: number): number => layout.placeOf(index).x + layout.placeOf(index).width / 2;
  const go = (index: number, move: Move): number => moveFrom(layout, index, move, 650);

  test('leads up and down to the nearest cell of the next row, even in another block', () => {
    for (let index = 0; index < layout.count; index += 1) {
      for (const [move, by] of [['up', -1], ['down', 1]] as const) {
        const there = go(index, move);
        const row = layout.placeOf(index).row + by;
        if (row < 0 || row >= layout.rows) expect(there).toBe(index);
        else {
          expect(layout.placeOf(there).row).toBe(row);
          const { first, end } = layout.rowOf(there);
          for (let other = first; other < end; other += 1) {
            expect(Math.abs(middle(there) - middle(index))).toBeLessThanOrEqual(Math.abs(middle(other) - middle(index)));
          }
        }
      }
    }
  });

  test('leads a page down and up, and to both ends', () => {
    const down = go(300, 'page-down');
    const distance = layout.placeOf(down).y - layout.placeOf(300).y;
    expect(distance).toBeGreaterThan(300);
    expect(distance).toBeLessThan(900);
    expect(layout.placeOf(go(down, 'page-up')).row).toBe(layout.placeOf(300).row);
    expect([go(0, 'page-up'), go(5, 'first'), go(5, 'last'), go(699, 'next'), go(0, 'previous')]).toEqual([0, 0, 699, 699, 0]);
    expect(layout.placeOf(go(698, 'page-down')).row).toBe(layout.rows - 1);
  });
});
