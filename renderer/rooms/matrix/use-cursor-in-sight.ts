import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { MatrixPlace } from '../../stores/matrix/matrix-table.ts';
import { toRight } from '../../ui/direction.ts';
import { scrolledTo, type MatrixLayout } from './matrix-layout.ts';

/** How far the grid is scrolled, in pixels: along its rows and down. */
export interface Scrolled {
  readonly along: number;
  readonly top: number;
}

export const scrolledFrom = ({ scrollLeft, scrollTop }: Element): Scrolled => ({ along: toRight(scrollLeft), top: scrollTop });

/** What decides which cells are in sight. */
interface Sight {
  readonly layout: MatrixLayout;
  readonly box: { readonly width: number; readonly height: number };
}

/** Where the grid scrolls so that a cell or header is in sight. */
function scrolledTowards({ layout: { cell, side, head }, box }: Sight, { row, column }: MatrixPlace, from: Scrolled): Scrolled {
  return {
    along: column < 0 ? from.along : scrolledTo(column, cell.width, from.along, box.width - side),
    top: row < 0 ? from.top : scrolledTo(row, cell.height, from.top, box.height - head),
  };
}

/** Scrolls to the cell that keys act on when it changes. If it was in sight, it also stays there when the window or the cells get another size. */
export function useCursorInSight(grid: RefObject<HTMLDivElement | null>, sight: Sight, { row, column }: MatrixPlace, from: Scrolled): void {
  const { layout, box } = sight;
  const before = useRef<(Sight & MatrixPlace & { readonly from: Scrolled }) | null>(null);
  useLayoutEffect(() => {
    const was = before.current;
    before.current = { layout, box, row, column, from };
    const element = grid.current;
    if (!element || (was?.layout === layout && was.box === box && was.row === row && was.column === column)) return;
    const place = { row, column };
    if (was?.row === row && was.column === column) {
      const wanted = scrolledTowards(was, place, was.from);
      if (wanted.along !== was.from.along || wanted.top !== was.from.top) return;
    }
    const { along, top } = scrolledTowards({ layout, box: { width: element.clientWidth, height: element.clientHeight } }, place, scrolledFrom(element));
    element.scrollTo({ left: toRight(along), top });
  }, [grid, layout, box, row, column, from]);
}
