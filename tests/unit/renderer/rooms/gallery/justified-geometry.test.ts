import { describe, expect, test } from 'vitest';
import { cellPadding } from '../../../../../renderer/rooms/gallery/layout/grid-geometry.ts';
import type { Rows } from '../../../../../renderer/rooms/gallery/layout/justified-geometry.ts';
import { evenRows, expectedRows, justifiedRows, rowGap, shapeOf } from '../../../../../renderer/rooms/gallery/layout/justified-geometry.ts';
import { createRandom } from '../../../../bench/seed/random.ts';

const sizes = [[1024, 1024], [1536, 1024], [1024, 1536], [1792, 1024], [832, 1216], [2048, 858]] as const;

/** Aspect ratios as in a library. Every fiftieth is a panorama or a strip. */
function pictures(count: number, seed: number): Float32Array {
  const random = createRandom(seed);
  return Float32Array.from({ length: count }, (_, at) => {
    if (at % 50 === 49) return random.pick([0.1, 10]);
    const [width, height] = random.pick(sizes);
    return shapeOf(width, height);
  });
}

interface Row {
  readonly first: number;
  readonly end: number;
  readonly top: number;
  readonly height: number;
}

function rowsOf({ starts, tops }: Rows): readonly Row[] {
  return Array.from({ length: starts.length - 1 }, (_, row) => {
    const [top, next] = [tops[row] ?? 0, tops[row + 1] ?? 0];
    return { first: starts[row] ?? 0, end: starts[row + 1] ?? 0, top, height: next - top - rowGap };
  });
}

/** Every cell is in one row, beside the one before it at the same distance. */
function expectInOrder(laid: Rows, count: number): void {
  const rows = rowsOf(laid);
  expect(rows.flatMap(({ first, end }) => Array.from({ length: end - first }, (_, at) => first + at))).toEqual(Array.from({ length: count }, (_, at) => at));
  for (const { first, end } of rows) {
    expect(end).toBeGreaterThan(first);
    expect(laid.lefts[first]).toBe(0);
    for (let at = first + 1; at < end; at += 1) expect(laid.lefts[at]).toBe((laid.lefts[at - 1] ?? 0) + (laid.widths[at - 1] ?? 0) + rowGap);
  }
}

const rightOf = ({ lefts, widths }: Rows, { end }: Row): number => (lefts[end - 1] ?? 0) + (widths[end - 1] ?? 0);

describe.each([[320, 112], [893, 208], [1280, 208], [1280, 400], [2540, 112]])('rows %i wide, wanted %i high', (width, wanted) => {
  const shapes = pictures(256, width + wanted);
  const laid = justifiedRows(shapes, { width, wanted }, false);
  const rows = rowsOf(laid);

  test('contain every picture once, in order, at equal distances', () => expectInOrder(laid, 256));

  test('are all as wide as the sheet', () => {
    for (const row of rows) expect(rightOf(laid, row)).toBe(width);
  });

  test('keep the aspect ratio of every picture, except for a pixel of rounding', () => {
    for (const { first, end, height } of rows) {
      for (let at = first; at < end; at += 1) {
        const shape = shapes[at] ?? 0;
        const [itsWidth, itsHeight] = [(laid.widths[at] ?? 0) - 2 * cellPadding, height - 2 * cellPadding];
        // The height is rounded by half a pixel at most, each edge by half of one.
        expect(Math.abs(itsWidth - itsHeight * shape)).toBeLessThanOrEqual(0.5 * shape + 1.001);
      }
    }
  });

  test('have about the wanted height: only a panorama may make one lower', () => {
    const heights = rows.filter(({ first, end }) => end - first > 1).map(({ height }) => height);
    const mean = heights.reduce((sum, height) => sum + height, 0) / heights.length;
    expect(mean / wanted).toBeGreaterThan(0.75);
    expect(mean / wanted).toBeLessThan(1.35);
  });
});

test('the very last row keeps the wanted height and ends where its pictures end', () => {
  const laid = justifiedRows(pictures(259, 3), { width: 1280, wanted: 208 }, true);
  expectInOrder(laid, 259);
  const rows = rowsOf(laid);
  for (const row of rows.slice(0, -1)) expect(rightOf(laid, row)).toBe(1280);
  const one = justifiedRows([1.5], { width: 1280, wanted: 208 }, true);
  expect(rowsOf(one)).toEqual([{ first: 0, end: 1, top: 0, height: 208 }]);
  expect(one.widths[0]).toBe(198 * 1.5 + 2 * cellPadding);
  // A picture that is wider than the sheet is scaled to fit.
  const panorama = justifiedRows([10], { width: 510, wanted: 208 }, true);
  expect(panorama.widths[0]).toBe(510);
  expect(rowsOf(panorama)[0]?.height).toBe(50 + 2 * cellPadding);
});

test('rows are broken where all of them together fit best, not where the first is full', () => {
  // A greedy layout would put four in the first row, and the panorama with one more in the second.
  const heights = rowsOf(justifiedRows([1, 1, 1, 1, 4, 1, 1, 1, 1], { width: 840, wanted: 210 }, false)).map(({ height }) => height);
  for (const height of heights) expect(Math.abs(height - 210)).toBeLessThan(25);
  expect(heights).toHaveLength(3);
});

test('extreme aspect ratios are limited to what a row can show', () => {
  expect(shapeOf(100, 100)).toBe(1);
  expect(shapeOf(1, 1000)).toBe(0.1);
  expect(shapeOf(20_000, 10)).toBe(10);
  expect(shapeOf(0, 0)).toBe(0.1);
});

test('rows without a width do no harm', () => {
  const laid = justifiedRows(pictures(40, 9), { width: 0, wanted: 112 }, false);
  expectInOrder(laid, 40);
});

test('unknown rows have the stated number and height', () => {
  const laid = evenRows(256, 60, 12_600, 893);
  expectInOrder(laid, 256);
  const rows = rowsOf(laid);
  expect(rows).toHaveLength(60);
  expect(laid.tops.at(-1)).toBe(12_600);
  for (const row of rows) expect(rightOf(laid, row)).toBe(893);
});

test('the number of rows is estimated well', () => {
  for (const [width, wanted] of [[893, 208], [1280, 112], [2540, 400]] as const) {
    const shapes = pictures(256, width);
    const mean = shapes.reduce((sum, shape) => sum + shape, 0) / 256;
    const rows = justifiedRows(shapes, { width, wanted }, false).starts.length - 1;
    expect(Math.abs(expectedRows(256, mean, { width, wanted }) / rows - 1)).toBeLessThan(0.12);
  }
  expect(expectedRows(3, 1, { width: 0, wanted: 112 })).toBe(3);
});
