import { gap, layOut, margin, squareLayout, type GridMeasure } from './grid-geometry.ts';
import { bandRows, rowGap, type RowMeasure } from './justified-rows.ts';
import type { CellRange, SheetLayout } from './sheet-layout.ts';
import { stacked } from './stacked-layout.ts';

/**
 * The band: pictures that came to the front while the sheet is open. Its rows are filled from its end, so that only its top row
 * changes when a picture comes. It consists of segments, each with a top row of its own.
 */

export function squareBand(segments: readonly number[], measure: Omit<GridMeasure, 'count'>): SheetLayout {
  const { columns } = layOut({ ...measure, count: 1 });
  const rows = segments.flatMap((count) => [count % columns, count - (count % columns)]);
  return stacked(rows.map((count) => squareLayout({ ...measure, count })), gap);
}

/** @param shapes width by height of all pictures of the band */
export function justifiedBand(shapes: readonly number[], segments: readonly number[], { width, wanted }: RowMeasure): SheetLayout {
  let first = 0;
  const layouts = segments.map((count) => {
    const own = shapes.slice(first, first + count);
    first += count;
    return bandSegment(own, { width: Math.max(width - margin, 1), wanted });
  });
  return stacked(layouts, rowGap);
}

function bandSegment(shapes: readonly number[], measure: RowMeasure): SheetLayout {
  const { starts, tops, lefts, widths } = bandRows(shapes, measure);
  const rows = starts.length - 1;
  const rowOf = (index: number): number => Math.max(starts.findLastIndex((start, row) => row < rows && start <= index), 0);
  const rowAt = (y: number): number => Math.max(tops.findLastIndex((top, row) => row < rows && top <= y - margin), 0);
  const range = (row: number): CellRange => ({ first: starts[row] ?? 0, end: starts[row + 1] ?? 0 });
  return {
    count: shapes.length,
    rows,
    columns: starts.reduce((most, start, row) => Math.max(most, (starts[row + 1] ?? start) - start), 0),
    height: rows === 0 ? 0 : 2 * margin + (tops[rows] ?? 0) - rowGap,
    known: true,
    placeOf: (index) => {
      const row = rowOf(index);
      const top = tops[row] ?? 0;
      return { x: margin + (lefts[index] ?? 0), y: margin + top, width: widths[index] ?? 0, height: (tops[row + 1] ?? 0) - top - rowGap, row, column: index - (starts[row] ?? 0) };
    },
    rowOf: (index) => range(rowOf(index)),
    cellsBetween: (top, bottom) => (bottom <= margin ? { first: 0, end: 0 } : { first: range(rowAt(top)).first, end: range(rowAt(Math.ceil(bottom) - 1)).end }),
  };
}
