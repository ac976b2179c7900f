/** The places of the cells of the contact sheet. All lengths are CSS pixels from the sheet's upper left corner. */
export interface SheetLayout {
  readonly count: number;
  readonly rows: number;
  /** Number of cells in the longest row. */
  readonly columns: number;
  readonly height: number;
  /** Whether rows, columns and height are exact and not estimated. */
  readonly known: boolean;
  placeOf(index: number): Place;
  /** The cells of the row that a cell is in. */
  rowOf(index: number): CellRange;
  /** The cells of the rows between two vertical positions. */
  cellsBetween(top: number, bottom: number): CellRange;
}

/** Indices of cells from `first` up to, not including, `end`. */
export interface CellRange {
  readonly first: number;
  readonly end: number;
}

/** A rectangle, from the left edge and the top of what it is in. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Place extends Box {
  readonly row: number;
  readonly column: number;
}

/** Rows of cells below each other. Cells, rows and pixels count from its own beginning. */
export interface Section {
  readonly count: number;
  readonly rows: number;
  /** Number of cells in the longest row. */
  readonly columns: number;
  /** Up to the row that follows it. */
  readonly height: number;
  /** Whether its pictures are loaded, or their shapes do not matter. */
  readonly known: boolean;
  /** The row that a cell is in. */
  rowOf(index: number): number;
  /** The row at a vertical position, if it is in the section. */
  rowAt(y: number): number;
  /** The first cell of a row. */
  startOf(row: number): number;
  boxOf(index: number, row: number): Box;
}

/** A cell that keeps its place on screen, and its distance from the upper edge of the viewport. */
export interface Hold {
  readonly index: number;
  readonly offset: number;
  /** Whether all of the cell stays in sight, whatever its size. True if the person went to it, or if it is the last cell at the end of the sheet. */
  readonly whole: boolean;
}

/** Space above and below a cell that is brought into sight. */
const padding = 11;

/** The first cell of the first row that is at least half in sight. Null at the very top, where no cell is held. */
export function holdAt(layout: SheetLayout, top: number): Hold | null {
  if (top <= padding || layout.count === 0) return null;
  const last = layout.count - 1;
  const first = Math.min(layout.cellsBetween(top, top + 1).first, last);
  const { y, height } = layout.placeOf(first);
  return holdOn(layout, y + height / 2 >= top ? first : Math.min(layout.rowOf(first).end, last), top);
}

/** The first cell of the first row that is at least half in sight. */
export function firstSeen(layout: SheetLayout, top: number): number {
  return holdAt(layout, top)?.index ?? 0;
}

/** Holds a cell where it is when the sheet is scrolled to `top`. */
export function holdOn(layout: SheetLayout, index: number, top: number, whole = false): Hold {
  return { index, offset: layout.placeOf(index).y - top, whole };
}

/** The scroll position at which a held cell is where it was. */
export function topFor(layout: SheetLayout, { index, offset, whole }: Hold, viewport: number): number {
  const at = Math.min(index, layout.count - 1);
  const top = Math.max(0, layout.placeOf(at).y - offset);
  return whole ? topToShow(layout, at, top, viewport) : top;
}

/** The scroll position nearest to `top` at which a cell is fully in sight. */
export function topToShow(layout: SheetLayout, index: number, top: number, viewport: number): number {
  const { y, height } = layout.placeOf(index);
  if (y - padding < top || height + 2 * padding > viewport) return Math.max(0, y - padding);
  return Math.max(top, y + height + padding - viewport);
}
