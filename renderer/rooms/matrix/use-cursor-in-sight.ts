import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { MatrixPlace } from '../../stores/matrix/matrix-table.ts';
import { scrolledTo, type MatrixLayout } from './matrix-layout.ts';

/** How far the grid is scrolled, in pixels. */
export interface TopLeft {
  readonly left: number;
  readonly top: number;
}

/** What decides which cells are in sight. */
interface Sight {
  readonly layout: MatrixLayout;
  readonly box: { readonly width: number; readonly height: number };
}

/** Where the grid scrolls so that a cell or header is in sight. */
function topLeftFor({ layout: { cell, side, head }, box }: Sight, { row, column }: MatrixPlace, from: TopLeft): TopLeft {
  return {
    left: column < 0 ? from.left : scrolledTo(column, cell.width, from.left, box.width - side),
    top: row < 0 ? from.top : scrolledTo(row, cell.height, from.top, box.height - head),
  };
}

/** Scrolls to the cell that keys act on when it changes. If it was in sight, it also stays there when the window or the cells get another size. */
export function useCursorInSight(grid: RefObject<HTMLDivElement | null>, sight: Sight, { row, column }: MatrixPlace, from: TopLeft): void {
  const { layout, box } = sight;
  const before = useRef<(Sight & MatrixPlace & { readonly from: TopLeft }) | null>(null);
  useLayoutEffect(() => {
    const was = before.current;
    before.current = { layout, box, row, column, from };
    const element = grid.current;
    if (!element || (was?.layout === layout && was.box === box && was.row === row && was.column === column)) return;
    const place = { row, column };
    if (was?.row === row && was.column === column) {
      const wanted = topLeftFor(was, place, was.from);
      if (wanted.left !== was.from.left || wanted.top !== was.from.top) return;
    }
    element.scrollTo(topLeftFor({ layout, box: { width: element.clientWidth, height: element.clientHeight } }, place, { left: element.scrollLeft, top: element.scrollTop }));
  }, [grid, layout, box, row, column, from]);
}
