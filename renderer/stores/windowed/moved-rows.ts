import type { Splice } from '../../../shared/library/view.ts';
import type { Ranges } from '../selection/position-ranges.ts';

/** Where rows of a view are after it has changed. */

/** The position of a row after a change. Null: it was removed. */
export function positionAfter(splices: readonly Splice[], position: number): number | null {
  const { at, gone } = moved(splices, position);
  return gone ? null : at;
}

/** The same. If the row was removed, the position of the next one that stays, which may be the end of the view. */
export function nextAfter(splices: readonly Splice[], position: number): number {
  return moved(splices, position).at;
}

function moved(splices: readonly Splice[], position: number): { readonly at: number; readonly gone: boolean } {
  let by = 0;
  for (const { at, removed, inserted } of splices) {
    if (position < at) break;
    by += inserted;
    if (position < at + removed) return { at: at + by, gone: true };
    by -= removed;
  }
  return { at: position + by, gone: false };
}

/** The same rows after a change, without those that were removed and those that came between them. */
export function rangesAfter(splices: readonly Splice[], ranges: Ranges): Ranges {
  if (splices.length === 0 || ranges.length === 0) return ranges;
  const joined: [first: number, end: number][] = [];
  for (const [first, end] of ranges.flatMap((range) => unbroken(splices, range))) {
    const last = joined.at(-1);
    if (last?.[1] === first) last[1] = end;
    else joined.push([first, end]);
  }
  return joined;
}

/** The new positions of the parts of a range that stay together. */
function unbroken(splices: readonly Splice[], [first, end]: Ranges[number]): Ranges {
  const parts: [number, number][] = [];
  let from = first;
  for (const { at, removed } of splices) {
    if (at >= end) break;
    if (at > from) parts.push([from, at]);
    from = Math.max(from, at + removed);
  }
  if (from < end) parts.push([from, end]);
  return parts.map(([start, until]) => [nextAfter(splices, start), nextAfter(splices, until - 1) + 1]);
}
