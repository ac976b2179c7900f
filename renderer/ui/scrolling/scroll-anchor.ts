/** Items at vertical positions, in CSS pixels from the upper edge of the list. One row has one or more items. */
export interface ScrolledList {
  readonly count: number;
  readonly height: number;
  /** Height of the header that stays at the upper edge of the viewport and covers what scrolls under it. */
  readonly cover?: number;
  /** `head`: height of the header above its row. */
  placeOf(index: number): { readonly y: number; readonly height: number; readonly head?: number };
  /** The items of the row that an item is in. */
  rowOf(index: number): ItemRange;
  /** The items of the rows between two vertical positions. */
  cellsBetween(top: number, bottom: number): ItemRange;
}

/** Indices of items from `first` up to, not including, `end`. */
export interface ItemRange {
  readonly first: number;
  readonly end: number;
}

/** An item that stays where it is on the screen, and its distance from the upper edge of the viewport. */
export interface Fixed {
  readonly index: number;
  readonly offset: number;
  /** Whether all of the item stays in sight, whatever its size. True if the person went to it, or if it is the last item at the end of the list. */
  readonly whole: boolean;
}

/** Space above and below an item that is brought into sight. */
const padding = 11;

/** The first item of the first row that is at least half in sight. Null at the very top, where no item is kept in place. */
export function fixedAt(list: ScrolledList, top: number): Fixed | null {
  if (top <= padding || list.count === 0) return null;
  const last = list.count - 1;
  const edge = top + (list.cover ?? 0);
  const first = Math.min(list.cellsBetween(edge, edge + 1).first, last);
  const { y, height } = list.placeOf(first);
  return fixedOn(list, y + height / 2 >= edge ? first : Math.min(list.rowOf(first).end, last), top);
}

/** The first item of the first row that is at least half in sight. */
export function firstSeen(list: ScrolledList, top: number): number {
  return fixedAt(list, top)?.index ?? 0;
}

/** An item where it is when the list is scrolled to `top`. */
export function fixedOn(list: ScrolledList, index: number, top: number, whole = false): Fixed {
  return { index, offset: list.placeOf(index).y - top, whole };
}

/** The scroll position at which an item is where it was. */
export function topFor(list: ScrolledList, { index, offset, whole }: Fixed, viewport: number): number {
  const at = Math.min(index, list.count - 1);
  const top = Math.max(0, list.placeOf(at).y - offset);
  return whole ? topToShow(list, at, top, viewport) : top;
}

/** The scroll position nearest to `top` at which an item is fully in sight. */
export function topToShow(list: ScrolledList, index: number, top: number, viewport: number): number {
  const { y, height, head = 0 } = list.placeOf(index);
  const above = Math.max(head, list.cover ?? 0) + padding;
  if (y - above < top || height + above + padding > viewport) return Math.max(0, y - above);
  return Math.max(top, y + height + padding - viewport);
}
