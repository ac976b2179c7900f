import type { Range, ViewFacts } from '../../../shared/library/view.ts';
import { joinedIds } from '../../core/util/joined-ids.ts';
import type { RowSpans } from './search/row-sets.ts';
import { satisfies, type ClauseRows } from './search/clauses.ts';
import { firstBefore, monthsOf } from './orders/months.ts';
import { createColumn } from './number-list.ts';
import type { PictureOrder } from './orders/picture-orders.ts';

/** The pictures of a view, by position. */
export interface GalleryView {
  readonly facts: ViewFacts;
  /** Row numbers of the pictures at these positions, fewer at the end of the view. */
  ids(range: Range): Int32Array;
  /** Position of a picture, or -1. */
  locate(id: number): number;
  /** Position of the first picture before a time in seconds since the epoch. */
  at(time: number): number;
}

/** Pictures in the order of a view. */
export type Matches = Pick<PictureOrder, 'ids' | 'times'>;

export function galleryView({ ids, times }: Matches): GalleryView {
  const timeAt = (position: number): number => times[position] ?? 0;
  return {
    facts: { total: ids.length, ...monthsOf(ids.length, timeAt) },
    ids: ([first, end]) => ids.slice(first, end),
    locate: (id) => ids.indexOf(id),
    at: (time) => firstBefore(time, 0, ids.length, timeAt),
  };
}

const rowsPerStep = 10_000;

/** The pictures of an order that satisfy a search. Leaves out pictures that were added after the search was looked up. */
export function* matching({ ids, tasks, times }: PictureOrder, clauses: ClauseRows, { image }: RowSpans): Generator<void, Matches> {
  const found = { ids: createColumn(0), times: createColumn(0) };
  for (const [at, id] of ids.entries()) {
    if (id <= image.last && satisfies(clauses, id, tasks[at] ?? 0)) {
      found.ids.push(id);
      found.times.push(times[at] ?? 0);
    }
    if (at % rowsPerStep === 0) yield;
  }
  return { ids: found.ids.take(), times: found.times.take() };
}

/** A view that begins with the pictures of the first answer, although others may match by now. */
export function continued(first: Matches, all: Matches): Matches {
  const places = following(first.ids, all.ids);
  if (places === null) return all;
  return {
    ids: joinedIds([first.ids, places.map((place) => all.ids[place] ?? 0)]),
    times: joinedIds([first.times, places.map((place) => all.times[place] ?? 0)]),
  };
}

/** The places in `all` of the rows that follow `first`. Null if `all` begins with `first`. */
export function following(first: Int32Array, all: Int32Array): Int32Array | null {
  if (first.every((row, at) => row === all[at])) return null;
  let last = -1;
  for (let at = first.length - 1; at >= 0 && last < 0; at -= 1) last = all.indexOf(first[at] ?? 0);
  const known = new Set(first);
  const places = createColumn(all.length);
  for (let at = last + 1; at < all.length; at += 1) if (!known.has(all[at] ?? 0)) places.push(at);
  return places.take();
}
