import type { ScrolledList } from '../../../ui/scrolling/scroll-anchor.ts';
import type { QueueRow } from './queue-rows.ts';

/** Heights in CSS pixels. The style sheets of the rows use the same values. */
const heights: Readonly<Record<QueueRow['kind'], number>> = { batch: 100, task: 40, ended: 44 };
/** Space below the last row. */
const foot = 16;

/** The positions of the rows. Batches are taller than tasks. */
export function rowLayout(rows: readonly QueueRow[]): ScrolledList {
  const count = rows.length;
  /** Upper edges, and the lower edge of the last row. */
  const edges = new Float64Array(count + 1);
  for (const [at, row] of rows.entries()) edges[at + 1] = (edges[at] ?? 0) + heights[row.kind];
  const edge = (at: number): number => edges[Math.min(Math.max(at, 0), count)] ?? 0;
  /** The row at a vertical position. */
  const rowAt = (y: number): number => {
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (edge(middle) <= y) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  return {
    count,
    height: edge(count) + foot,
    placeOf: (index) => ({ y: edge(index), height: edge(index + 1) - edge(index) }),
    rowOf: (index) => ({ first: index, end: index + 1 }),
    cellsBetween: (top, bottom) => ({ first: rowAt(Math.max(top, 0)), end: bottom <= 0 ? 0 : Math.min(rowAt(bottom) + 1, count) }),
  };
}
