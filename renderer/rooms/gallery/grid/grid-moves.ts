import { gap } from '../layout/grid-geometry.ts';
import type { CellRange, GridLayout } from '../layout/grid-layout.ts';

export type Move = 'previous' | 'next' | 'up' | 'down' | 'first' | 'last' | 'page-up' | 'page-down';

/**
 * The cell that a key leads to. The arrow keys along the line go on in reading order; up and down go to the nearest cell of the next row, and stop
 * at the edges.
 */
export function moveFrom(layout: GridLayout, index: number, move: Move, viewport: number): number {
  const last = layout.count - 1;
  switch (move) {
    case 'previous':
      return Math.max(index - 1, 0);
    case 'next':
      return Math.min(index + 1, last);
    case 'up':
      return rowsAway(layout, index, 0, -1);
    case 'down':
      return rowsAway(layout, index, 0, 1);
    case 'page-up':
      return rowsAway(layout, index, viewport, -1);
    case 'page-down':
      return rowsAway(layout, index, viewport, 1);
    case 'first':
      return 0;
    default:
      return last;
  }
}

/** The nearest cell of the row that is as many whole rows away as fit into `pixels`, at least one. */
function rowsAway(layout: GridLayout, index: number, pixels: number, direction: 1 | -1): number {
  const { y, height } = layout.placeOf(index);
  const row = layout.rowOf(index);
  const pitch = height + gap;
  const middle = y + height / 2 + direction * Math.floor(pixels / pitch) * pitch;
  const there = layout.rowOf(Math.min(Math.max(layout.cellsBetween(middle, middle + 1).first, 0), layout.count - 1));
  if (there.first !== row.first) return nearest(layout, index, there);
  const beside = direction === 1 ? row.end : row.first - 1;
  return beside < 0 || beside >= layout.count ? index : nearest(layout, index, layout.rowOf(beside));
}

/** The cell of a row whose middle is nearest to that of a cell of another row. */
function nearest(layout: GridLayout, index: number, { first, end }: CellRange): number {
  const middleOf = (cell: number): number => {
    const { x, width } = layout.placeOf(cell);
    return x + width / 2;
  };
  const middle = middleOf(index);
  let best = first;
  for (let cell = first + 1; cell < end; cell += 1) {
    if (Math.abs(middleOf(cell) - middle) < Math.abs(middleOf(best) - middle)) best = cell;
  }
  return best;
}
