import { rim } from './grid-geometry.ts';

/** Rows of pictures in their own shapes: one height a row, and every row as wide as the sheet. Pure arithmetic in CSS pixels. */
export interface Rows {
  /** First cell of each row, and one past the last cell of all. */
  readonly starts: Int32Array;
  /** Upper edge of each row below that of the first, and where the next row after all of them would begin. */
  readonly tops: Int32Array;
  /** Left edge and width of each cell. */
  readonly lefts: Int32Array;
  readonly widths: Int32Array;
}

export interface RowMeasure {
  /** That rows fill. */
  readonly width: number;
  /** Height of a cell that rows come as near to as they can. */
  readonly wanted: number;
}

/** Between cells, which have a rim of their own: pictures of different shapes need less air than squares. */
export const rowGap = 2;

/** Shapes (width by height) that a row is made for; a picture beyond them is shown whole in a cell of the nearest one. */
const [leanest, widest] = [0.1, 10];

export function shapeOf(width: number, height: number): number {
  return Math.min(Math.max(width / Math.max(height, 1), leanest), widest);
}

/**
 * Breaks a run of pictures into rows so that all of them together are nearest to the wanted height, as a paragraph is broken into lines.
 * @param shapes width by height of each picture
 * @param isLast nothing follows: the last row keeps the wanted height and ends where its pictures end
 */
export function justifiedRows(shapes: ArrayLike<number>, measure: RowMeasure, isLast: boolean): Rows {
  const starts = breakRows(shapes, measure, isLast);
  return placeRows(shapes, starts, measure, isLast ? starts.length - 2 : -1);
}

/**
 * Breaks a run of pictures into rows from its end. A row is never broken otherwise because pictures come before it. The first row keeps the
 * wanted height until it is full.
 */
export function bandRows(shapes: ArrayLike<number>, measure: RowMeasure): Rows {
  const ideal = pictureHeight(measure);
  const starts = [shapes.length];
  for (let end = shapes.length; end > 0; end = starts.at(-1) ?? 0) {
    let first = end;
    let sum = 0;
    for (let height = Infinity; first > 0 && height > ideal; first -= 1) {
      const next = sum + (shapes[first - 1] ?? 1);
      const lower = fillingHeight(next, end - first + 1, measure.width);
      // Without it the row is less wrong.
      if (first < end && lower < ideal && ideal / lower > height / ideal) break;
      height = lower;
      sum = next;
    }
    starts.push(first);
  }
  return placeRows(shapes, Int32Array.from(starts.reverse()), measure, 0);
}

/** @param loose number of the row that is never higher than wanted, whether it then fills the width or not; -1: none */
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
      const width = (shapes[at] ?? 1) * height + 2 * rim;
      // Both edges are rounded, not the width: what is lost by one cell is not lost to the row.
      lefts[at] = Math.round(left);
      widths[at] = Math.round(left + width) - Math.round(left);
      left += width + rowGap;
    }
    tops[row + 1] = (tops[row] ?? 0) + Math.max(Math.round(height), 1) + 2 * rim + rowGap;
  }
  return { starts, tops, lefts, widths };
}

/** Stands for rows that are not known yet, or no more: as many, as high together, their cells all alike. */
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

/** How many rows so many pictures will make whose shapes are so on average. */
export function expectedRows(count: number, shape: number, measure: RowMeasure): number {
  const inRow = (measure.width + rowGap) / (shape * pictureHeight(measure) + 2 * rim + rowGap);
  return Math.min(Math.max(Math.round(count / Math.max(inRow, 1)), 1), count);
}

/** Of a row of the wanted height. */
function pictureHeight({ wanted }: RowMeasure): number {
  return Math.max(wanted - 2 * rim, 1);
}

/** The height at which pictures whose shapes add up to `sum` fill a row. */
function fillingHeight(sum: number, count: number, width: number): number {
  return Math.max(width - count * 2 * rim - (count - 1) * rowGap, 1) / sum;
}

/** So much lower than wanted a row is not tried, unless one picture alone is. */
const lowest = 0.4;

/** Starts of the rows whose heights are least wrong, squared and added up. Each picture looks back over the rows that it may end. */
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
