import type { Section } from './sheet-layout.ts';

/** Places of square cells, as pure arithmetic in CSS pixels: it costs the same for ten pictures and for a million. */

/** What rows fill, and how large cells should be. */
export interface RowMeasure {
  /** The width that rows fill. */
  readonly width: number;
  /** The preferred height of a cell. Cells come as near to it as they can. */
  readonly wanted: number;
}

/** Space between square cells. */
export const gap = 6;
/** Between a picture and the edge of its cell. */
export const rim = 5;
/** Free space above, below and left of the sheet; on its right the scroll bar stands. */
export const margin = 11;

export function squares(count: number, { width, wanted }: RowMeasure): Section {
  const columns = Math.max(1, Math.round((width + gap) / (wanted + gap)));
  // Whole pixels keep hairlines sharp; what is left over stays at the right.
  const cell = Math.max(1, Math.floor((width - (columns - 1) * gap) / columns));
  const pitch = cell + gap;
  const rows = Math.ceil(count / columns);
  return {
    count,
    rows,
    columns,
    height: rows * pitch,
    known: true,
    rowOf: (index) => Math.floor(index / columns),
    rowAt: (y) => Math.floor(y / pitch),
    startOf: (row) => Math.min(row * columns, count),
    boxOf: (index, row) => ({ x: (index - row * columns) * pitch, y: row * pitch, width: cell, height: cell }),
  };
}

/** Squares whose rows are filled from the end, so that only the top row changes when a picture comes to the front. */
export function squareBand(count: number, measure: RowMeasure): readonly Section[] {
  const { columns } = squares(0, measure);
  return [squares(count % columns, measure), squares(count - (count % columns), measure)];
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of a picture that fits a box, as large as it can be. It fills a box that was made for it and then rounded. */
export function fit(width: number, height: number, box: Size): Size {
  const scale = Math.min(box.width / Math.max(width, 1), box.height / Math.max(height, 1));
  const within = (side: number, room: number): number => (room - side < Math.max(2, room / 50) ? Math.max(1, Math.round(room)) : Math.max(1, Math.round(side)));
  return { width: within(width * scale, box.width), height: within(height * scale, box.height) };
}
