/** Measures of the sheet, in CSS pixels. */

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
export const cellPadding = 5;
/** Free space above, below and before the cells. After them is the scroll bar. */
export const margin = 11;

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
