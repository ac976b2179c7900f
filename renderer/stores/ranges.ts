import type { Range } from '../../shared/library/view.ts';
import { beyondAnyView } from '../../shared/library/view.ts';

/**
 * A selection over the positions of a view: ranges in ascending order, none empty, none touching another. All of a million rows
 * are one range. Where a view ends may not be known yet: a range up to its end then ends at `Infinity`.
 */
export type Ranges = readonly Range[];

export const nothing: Ranges = [];

/** Positions `from` to `to`, both included, in whichever order. */
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

/** Within a view of `length`; Infinity: it is not known yet. */
export function within(ranges: Ranges, length: number): Ranges {
  return withoutRange(ranges, [length, Infinity]);
}

/** The position within them that is nearest to another; null: there is none. */
export function nearestIn(ranges: Ranges, position: number): number | null {
  const nearest = ranges.map(([first, end]) => Math.min(Math.max(position, first), end - 1));
  return nearest.reduce<number | null>((best, at) => (best === null || Math.abs(at - position) < Math.abs(best - position) ? at : best), null);
}

/** All of a view that is still counted. */
export function isAllUncounted(ranges: Ranges): boolean {
  return ranges.length === 1 && includes(ranges, 0) && countOf(ranges) === Infinity;
}

/** As they travel to main, which waits until it knows where the view ends. */
export function rangesInput(ranges: Ranges): [first: number, end: number][] {
  return ranges.map(([first, end]) => [first, Math.min(end, beyondAnyView)]);
}

/** In when it was out, and the other way round. */
export function toggled(ranges: Ranges, position: number): Ranges {
  const one: Range = [position, position + 1];
  return includes(ranges, position) ? withoutRange(ranges, one) : withRange(ranges, one);
}
