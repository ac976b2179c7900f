/** Where the cells of the contact sheet stand, whatever their shape. All lengths are CSS pixels from the sheet's upper left corner. */
export interface SheetLayout {
  readonly count: number;
  readonly rows: number;
  /** Cells of the longest row. */
  readonly columns: number;
  readonly height: number;
  /** Rows, columns and height are no estimates. */
  readonly known: boolean;
  placeOf(index: number): Place;
  /** The cells of the row that a cell stands in. */
  rowOf(index: number): CellRange;
  /** The cells of the rows between two heights. */
  cellsBetween(top: number, bottom: number): CellRange;
}

/** Indices of cells from `first` up to, not including, `end`. */
export interface CellRange {
  readonly first: number;
  readonly end: number;
}

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly row: number;
  readonly column: number;
}

/** What the eye holds on to: a cell, and how far below the upper edge of what is seen it begins. */
export interface Hold {
  readonly index: number;
  readonly offset: number;
  /** The cell was gone to, or is the last of all at the end of the sheet: whatever size it gets, it stays in sight as a whole. */
  readonly whole: boolean;
}

/** Free space above and below a cell that is brought into sight. */
const air = 11;

/** The first cell of the first row that is at least half in sight; null at the very top, where nothing is to be held. */
export function holdAt(layout: SheetLayout, top: number): Hold | null {
  if (top <= air || layout.count === 0) return null;
  const last = layout.count - 1;
  const first = Math.min(layout.cellsBetween(top, top + 1).first, last);
  const { y, height } = layout.placeOf(first);
  return holdOn(layout, y + height / 2 >= top ? first : Math.min(layout.rowOf(first).end, last), top);
}

/** A cell as it stands when the sheet is seen from `top` on. */
export function holdOn(layout: SheetLayout, index: number, top: number, whole = false): Hold {
  return { index, offset: layout.placeOf(index).y - top, whole };
}

/** The upper edge at which a held cell is where it was. */
export function topFor(layout: SheetLayout, { index, offset, whole }: Hold, viewport: number): number {
  const at = Math.min(index, layout.count - 1);
  const top = Math.max(0, layout.placeOf(at).y - offset);
  return whole ? topToShow(layout, at, top, viewport) : top;
}

/** The upper edge nearest to `top` at which a cell is fully in sight. */
export function topToShow(layout: SheetLayout, index: number, top: number, viewport: number): number {
  const { y, height } = layout.placeOf(index);
  if (y - air < top || height + 2 * air > viewport) return Math.max(0, y - air);
  return Math.max(top, y + height + air - viewport);
}
