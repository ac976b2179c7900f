import type { Range } from '../../../../shared/library/view.ts';
import { withoutRange, withRange, type Ranges } from '../../../stores/selection/position-ranges.ts';
import type { GridLayout } from '../layout/grid-layout.ts';

/** `x`: from where lines begin. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle of the sheet, in its pixels. */
export interface Rectangle {
  readonly start: number;
  readonly top: number;
  readonly end: number;
  readonly bottom: number;
}

export function rectangleBetween(one: Point, other: Point): Rectangle {
  return { start: Math.min(one.x, other.x), top: Math.min(one.y, other.y), end: Math.max(one.x, other.x), bottom: Math.max(one.y, other.y) };
}

/** Indices of the cells that a rectangle touches: in each row, one stretch. */
export function cellsTouched(layout: GridLayout, { start, top, end, bottom }: Rectangle): Ranges {
  const { first, end: last } = layout.cellsBetween(top, bottom);
  const touches = (index: number): boolean => {
    const { x, y, width, height } = layout.placeOf(index);
    return x < end && x + width > start && y < bottom && y + height > top;
  };
  let touched: Ranges = [];
  for (let index = first; index < Math.min(last, layout.count); index = layout.rowOf(index).end) {
    const row = layout.rowOf(index);
    const cells = Array.from({ length: row.end - row.first }, (_, at) => row.first + at).filter(touches);
    const [from, to] = [cells[0], cells.at(-1)];
    if (from !== undefined && to !== undefined) touched = withRange(touched, [from, to + 1]);
  }
  return touched;
}

export type SelectionMode = 'replace' | 'add' | 'toggle';

/** What is selected when these are touched, and those were selected before. */
export function together(before: Ranges, touched: Ranges, way: SelectionMode): Ranges {
  if (way === 'replace') return touched;
  const without = (from: Ranges, what: Ranges): Ranges => what.reduce((left: Ranges, range: Range) => withoutRange(left, range), from);
  const added = way === 'add' ? touched : without(touched, before);
  return added.reduce((all: Ranges, range: Range) => withRange(all, range), way === 'add' ? before : without(before, touched));
}
