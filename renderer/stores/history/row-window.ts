/** Rows of one height in a scrolling viewport. All lengths are CSS pixels. */
export const rowHeight = 40;

export interface RowView {
  /** Position of the upper edge of the viewport among the rows. */
  readonly contentTop: number;
  /** Height of the viewport. */
  readonly viewport: number;
}

/** The rows to render, `first` up to, not including, `end`: those in sight and `spare` on either side. */
export function rowWindow(count: number, { contentTop, viewport }: RowView, spare = 8): { readonly first: number; readonly end: number } {
  const first = Math.floor(contentTop / rowHeight) - spare;
  const end = Math.ceil((contentTop + viewport) / rowHeight) + spare;
  return { first: Math.min(Math.max(first, 0), count), end: Math.max(Math.min(end, count), 0) };
}

/** The nearest scroll position that shows the whole row. */
export function shownAt(index: number, { contentTop, viewport }: RowView): number {
  const top = index * rowHeight;
  if (top < contentTop) return top;
  return Math.max(contentTop, top + rowHeight - viewport);
}
