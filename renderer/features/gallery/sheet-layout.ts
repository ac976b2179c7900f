/** Where the cells of the contact sheet stand, whatever their shape. All lengths are CSS pixels from the sheet's upper left corner. */
export interface SheetLayout {
  readonly count: number;
  /** As near as it is known. */
  readonly rows: number;
  readonly columns: number;
  readonly height: number;
  placeOf(index: number): Place;
  /** The cells (first, and one past the last) of the rows between two heights. */
  cellsBetween(top: number, bottom: number): { readonly first: number; readonly end: number };
  /** The cell that a key leads to. */
  moveFrom(index: number, move: Move, viewport: number): number;
}

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly row: number;
  readonly column: number;
}

export type Move = 'left' | 'right' | 'up' | 'down' | 'first' | 'last' | 'page-up' | 'page-down';

/** What the eye holds on to: a cell, and how far below the upper edge of what is seen it begins. */
export interface Hold {
  readonly index: number;
  readonly offset: number;
}

/** Free space above and below a cell that is brought into sight. */
const air = 11;

/** The first cell of the first row that is at least half in sight; null at the very top, where nothing is to be held. */
export function holdAt(layout: SheetLayout, top: number): Hold | null {
  if (top <= air || layout.count === 0) return null;
  const last = layout.count - 1;
  const { first } = layout.cellsBetween(top, top + 1);
  const place = layout.placeOf(Math.min(first, last));
  if (place.y + place.height / 2 >= top) return { index: Math.min(first, last), offset: place.y - top };
  const next = layout.cellsBetween(place.y + place.height + air, place.y + place.height + air + 1).first;
  const index = Math.min(Math.max(next, first), last);
  return { index, offset: layout.placeOf(index).y - top };
}

/** The upper edge at which a held cell is where it was. */
export function topFor(layout: SheetLayout, { index, offset }: Hold): number {
  return Math.max(0, layout.placeOf(Math.min(index, layout.count - 1)).y - offset);
}

/** The upper edge nearest to `top` at which a cell is fully in sight. */
export function topToShow(layout: SheetLayout, index: number, top: number, viewport: number): number {
  const { y, height } = layout.placeOf(index);
  if (y - air < top) return Math.max(0, y - air);
  return Math.max(top, y + height + air - viewport);
}
