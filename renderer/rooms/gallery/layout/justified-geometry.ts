import { lastAtMost } from '../../../ui/scrolling/binary-search.ts';
import { cellPadding, type RowMeasure } from './grid-geometry.ts';
import type { Section } from './grid-layout.ts';

/** Rows of pictures in their own shapes. The pictures of a row have one height, and every row is as wide as the sheet. All values are CSS pixels. */
export interface Rows {
  /** First cell of each row, and one past the last cell of all. */
  readonly starts: Int32Array;
  /** Upper edge of each row, relative to the first, and that of a next row after the last one. */
  readonly tops: Int32Array;
  /** Where each cell begins in its row, and its width. */
  readonly lefts: Int32Array;
  readonly widths: Int32Array;
}

/** Space between cells, in addition to their padding. Pictures of different shapes need less space than squares. */
export const rowGap = 2;

/** The narrowest and widest shape (width by height) of a cell. A picture beyond them is shown whole in the nearest one. */
const [leanest, widest] = [0.1, 10];

export function shapeOf(width: number, height: number): number {
  return Math.min(Math.max(width / Math.max(height, 1), leanest), widest);
}

/**
 * Breaks pictures into rows so that their heights are, all in all, nearest to the preferred one, as a paragraph is broken into lines.
 * @param shapes width by height of each picture
 * @param isLast no pictures follow, so the last row keeps the preferred height and need not fill the width
 */
export function justifiedRows(shapes: ArrayLike<number>, measure: RowMeasure, isLast: boolean): Rows {
  const starts = breakRows(shapes, measure, isLast);
  return placeRows(shapes, starts, measure, isLast ? starts.length - 2 : -1);
}

/**
 * Breaks pictures into rows, beginning at their end, so that pictures added at the front never change a row that is full. The first row keeps
 * the preferred height until it is full.
 */
export function rowsFromEnd(shapes: ArrayLike<number>, measure: RowMeasure): Rows {
  const ideal = pictureHeight(measure);
  const starts = [shapes.length];
  for (let end = shapes.length; end > 0; end = starts.at(-1) ?? 0) {
    let first = end;
    let sum = 0;
    for (let height = Infinity; first > 0 && height > ideal; first -= 1) {
      const next = sum + (shapes[first - 1] ?? 1);
      const lower = fillingHeight(next, end - first + 1, measure.width);
      // Without this picture, the height of the row is nearer to the preferred one.
      if (first < end && lower < ideal && ideal / lower > height / ideal) break;
      height = lower;
      sum = next;
    }
    starts.push(first);
  }
  return placeRows(shapes, Int32Array.from(starts.reverse()), measure, 0);
}

/** These rows as a section of the sheet. */
export function sectionOf({ starts, tops, lefts, widths }: Rows): Section {
  const rows = starts.length - 1;
  const topOf = (row: number): number => tops[row] ?? 0;
  const startOf = (row: number): number => starts[row] ?? 0;
  return {
    count: lefts.length,
    rows,
    columns: starts.reduce((most, start, row) => Math.max(most, (starts[row + 1] ?? start) - start), 0),
    height: topOf(rows),
    known: true,
    rowOf: (index) => lastAtMost(starts, index, rows),
    rowAt: (y) => lastAtMost(tops, y, rows),
    startOf,
    boxOf: (index, row) => ({ x: lefts[index] ?? 0, y: topOf(row), width: widths[index] ?? 0, height: topOf(row + 1) - topOf(row) - rowGap }),
  };
}

/** @param loose number of the row that is never higher than preferred, even if it does not fill the width. -1: none */
function placeRows(shapes: ArrayLike<number>, starts: Int32Array, measure: RowMeasure, loose: number): Rows {
  const count = shapes.length;
  const tops = new Int32Array(starts.length);
  const lefts = new Int32Array(count);
  const widths = new Int32Array(count);
  for (let row = 0; row + 1 < starts.length; row += 1) {
    const [first, end] = [starts[row] ?? 0, starts[row + 1] ?? 0];
    let sum = 0;
    for (let at = first; at < end; at += 1) sum += shapes[at] ?? 1;
    const filling = fillingHeight(sum, end - first, measure.width);
    const height = row === loose ? Math.min(filling, pictureHeight(measure)) : filling;
    let left = 0;
    for (let at = first; at < end; at += 1) {
      const width = (shapes[at] ?? 1) * height + 2 * cellPadding;
      // Round both edges instead of the width, so that rounding errors do not add up in a row.
      lefts[at] = Math.round(left);
      widths[at] = Math.round(left + width) - Math.round(left);
      left += width + rowGap;
    }
    tops[row + 1] = (tops[row] ?? 0) + Math.max(Math.round(height), 1) + 2 * cellPadding + rowGap;
  }
  return { starts, tops, lefts, widths };
}

/** Placeholder for rows that are not loaded: the same number and total height, with equal cells. */
export function evenRows(count: number, rows: number, height: number, width: number): Rows {
  const starts = Int32Array.from({ length: rows + 1 }, (_, row) => Math.ceil((row * count) / rows));
  const tops = Int32Array.from({ length: rows + 1 }, (_, row) => Math.round((row * height) / rows));
  const lefts = new Int32Array(count);
  const widths = new Int32Array(count);
  for (let row = 0; row < rows; row += 1) {
    const [first, end] = [starts[row] ?? 0, starts[row + 1] ?? 0];
    const pitch = (width + rowGap) / (end - first);
    for (let at = first; at < end; at += 1) {
      lefts[at] = Math.round((at - first) * pitch);
      widths[at] = Math.round((at - first + 1) * pitch) - (lefts[at] ?? 0) - rowGap;
    }
  }
  return { starts, tops, lefts, widths };
}

/** Estimates the number of rows from the number of pictures and their mean shape. */
export function expectedRows(count: number, shape: number, measure: RowMeasure): number {
  const inRow = (measure.width + rowGap) / (shape * pictureHeight(measure) + 2 * cellPadding + rowGap);
  return Math.min(Math.max(Math.round(count / Math.max(inRow, 1)), 1), count);
}

/** The height of a picture in a row of the preferred height. */
function pictureHeight({ wanted }: RowMeasure): number {
  return Math.max(wanted - 2 * cellPadding, 1);
}

/** The height at which pictures whose shapes add up to `sum` fill a row. */
function fillingHeight(sum: number, count: number, width: number): number {
  return Math.max(width - count * 2 * cellPadding - (count - 1) * rowGap, 1) / sum;
}

/** Rows lower than this part of the preferred height are not tried, unless they have only one picture. */
const lowest = 0.4;

/** Starts of the rows with the smallest sum of squared errors in height. For each picture, tries all rows that may end with it. */
function breakRows(shapes: ArrayLike<number>, measure: RowMeasure, isLast: boolean): Int32Array {
  const count = shapes.length;
  const ideal = pictureHeight(measure);
  const costs = new Float64Array(count + 1);
  const before = new Int32Array(count + 1);
  for (let end = 1; end <= count; end += 1) {
    let sum = 0;
    let least = Infinity;
    for (let first = end - 1; first >= 0; first -= 1) {
      sum += shapes[first] ?? 1;
      const height = fillingHeight(sum, end - first, measure.width);
      if (height < ideal * lowest && end - first > 1) break;
      const wrong = height < ideal ? ideal / height - 1 : isLast && end === count ? 0 : height / ideal - 1;
      const cost = (costs[first] ?? 0) + wrong * wrong;
      if (cost >= least) continue;
      least = cost;
      before[end] = first;
    }
    costs[end] = least;
  }
  const starts = [count];
  for (let end = count; end > 0; end = before[end] ?? 0) starts.push(before[end] ?? 0);
  return Int32Array.from(starts.reverse());
}
