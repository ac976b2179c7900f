import { beyondAnyView, type Range } from '../../../shared/library/view.ts';

/**
 * A selection of positions in a view: ranges in ascending order, none empty, none touching another. A selection of a million rows
 * is one range. If the end of the view is not known yet, a range up to it ends at `Infinity`.
 */
export type Ranges = readonly Range[];

export const nothing: Ranges = [];

/** Positions `from` to `to`, both included, in either order. */
export function span(from: number, to: number): Range {
  return from <= to ? [from, to + 1] : [to, from + 1];
}

export function countOf(ranges: Ranges): number {
  return ranges.reduce((sum, [first, end]) => sum + end - first, 0);
}

export function includes(ranges: Ranges, position: number): boolean {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranges[middle]?.[1] ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return (ranges[low]?.[0] ?? Infinity) <= position;
}

export function withRange(ranges: Ranges, [first, end]: Range): Ranges {
  if (end <= first) return ranges;
  const before = ranges.filter(([, itsEnd]) => itsEnd < first);
  const after = ranges.filter(([itsFirst]) => itsFirst > end);
  const joined = ranges.slice(before.length, ranges.length - after.length);
  return [...before, [Math.min(first, joined[0]?.[0] ?? first), Math.max(end, joined.at(-1)?.[1] ?? end)], ...after];
}

export function withoutRange(ranges: Ranges, [first, end]: Range): Ranges {
  return ranges.flatMap(([itsFirst, itsEnd]): Ranges => {
    const left: Range = [itsFirst, Math.min(itsEnd, first)];
    const right: Range = [Math.max(itsFirst, end), itsEnd];
    if (end <= first) return [[itsFirst, itsEnd]];
    return [left, right].filter(([from, to]) => from < to);
  });
}

/** The part within a view of `length`. Infinity: not known yet. */
export function within(ranges: Ranges, length: number): Ranges {
  return withoutRange(ranges, [length, Infinity]);
}

/** The position in the ranges that is nearest to `position`. Null if they are empty. */
export function nearestIn(ranges: Ranges, position: number): number | null {
  const nearest = ranges.map(([first, end]) => Math.min(Math.max(position, first), end - 1));
  return nearest.reduce<number | null>((best, at) => (best === null || Math.abs(at - position) < Math.abs(best - position) ? at : best), null);
}

/** Whether everything is selected in a view that main still counts. */
export function isAllUncounted(ranges: Ranges): boolean {
  return ranges.length === 1 && includes(ranges, 0) && countOf(ranges) === Infinity;
}

/** Ranges for a call to main. `Infinity` becomes `beyondAnyView`, for which main waits until it knows the end of the view. */
export function rangesInput(ranges: Ranges): [first: number, end: number][] {
  return ranges.map(([first, end]) => [first, Math.min(end, beyondAnyView)]);
}

/** Adds positions, or removes them if all are in the ranges. */
export function toggled(ranges: Ranges, those: Ranges): Ranges {
  const isIn = ([first, end]: Range): boolean => ranges.some(([itsFirst, itsEnd]) => itsFirst <= first && itsEnd >= end);
  return those.reduce(those.every(isIn) ? withoutRange : withRange, ranges);
}
