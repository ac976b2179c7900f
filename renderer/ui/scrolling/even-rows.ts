import type { ScrolledList } from './scroll-anchor.ts';

/** A list of rows of the same height. `below`: space below the last one. All in CSS pixels. */
export function evenRows(count: number, rowHeight: number, below = 0): ScrolledList {
  const within = (index: number): number => Math.min(Math.max(index, 0), count);
  return {
    count,
    height: count * rowHeight + below,
    placeOf: (index) => ({ y: index * rowHeight, height: rowHeight }),
    rowOf: (index) => ({ first: index, end: index + 1 }),
    cellsBetween: (top, bottom) => ({ first: within(Math.floor(top / rowHeight)), end: within(Math.ceil(bottom / rowHeight)) }),
  };
}
