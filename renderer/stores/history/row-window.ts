import type { Splice } from '../../../shared/library/view.ts';
import { nextAfter } from '../windowed/moved-rows.ts';

/** Rows of one height in a scrolling viewport. All lengths are CSS pixels. */
export const rowHeight = 40;
/** Space below the last row. */
const foot = 16;

export interface RowList {
  readonly height: number;
  cellsBetween(top: number, bottom: number): { readonly first: number; readonly end: number };
}

export function rowList(count: number): RowList {
  const within = (index: number): number => Math.min(Math.max(index, 0), count);
  return {
    height: count * rowHeight + foot,
    cellsBetween: (top, bottom) => ({ first: within(Math.floor(top / rowHeight)), end: within(Math.ceil(bottom / rowHeight)) }),
  };
}

/** The nearest scroll position that shows the whole row. */
export function shownAt(index: number, contentTop: number, viewport: number): number {
  const top = index * rowHeight;
  return top < contentTop ? top : Math.max(contentTop, top + rowHeight - viewport);
}

/** The scroll position at which the rows in sight are where they were before a change. At the top, new rows come into sight. */
export function topAfter(splices: readonly Splice[], contentTop: number): number {
  const row = Math.floor(contentTop / rowHeight);
  return contentTop === 0 ? 0 : Math.max(contentTop + (nextAfter(splices, row) - row) * rowHeight, 0);
}
