import type { Range, ViewFacts } from '../../../shared/library/view.ts';
import { satisfies, type ClauseRows } from './search/clauses.ts';
import { firstBefore, monthsOf } from './orders/months.ts';
import { createColumn } from './number-list.ts';
import type { PictureOrder } from './orders/picture-orders.ts';

/** The pictures of a view, by position. */
export interface GalleryView {
  readonly facts: ViewFacts;
  /** Row numbers of the pictures at these positions; shorter where the view ends. */
  ids(range: Range): Int32Array;
  /** Position of a picture, or -1. */
  locate(id: number): number;
  /** Position of the first picture before a time in seconds since the epoch. */
  at(time: number): number;
}

/** An order from the picture on that was told of as its newest: what stands before it came since, and is told of by itself. */
export function orderFrom(newest: number | undefined, order: PictureOrder): PictureOrder {
  const first = newest === undefined ? 0 : Math.max(order.ids.indexOf(newest), 0);
  if (first === 0) return order;
  return { ids: order.ids.subarray(first), tasks: order.tasks.subarray(first), times: order.times.subarray(first) };
}

/** All of an order. */
export function wholeView({ ids, times }: Pick<PictureOrder, 'ids' | 'times'>): GalleryView {
  const timeAt = (position: number): number => times[position] ?? 0;
  return {
    facts: { total: ids.length, ...monthsOf(ids.length, timeAt) },
    ids: ([first, end]) => ids.slice(first, end),
    locate: (id) => ids.indexOf(id),
    at: (time) => firstBefore(time, 0, ids.length, timeAt),
  };
}

const rowsPerStep = 10_000;

/** What of an order satisfies a search: 4 bytes a picture. */
export function* matchingView(order: PictureOrder, clauses: ClauseRows): Generator<void, GalleryView> {
  const { ids, tasks, times } = order;
  const found = createColumn(0);
  for (let at = 0; at < ids.length; at += 1) {
    if (satisfies(clauses, ids[at] ?? 0, tasks[at] ?? 0)) found.push(at);
    if (at % rowsPerStep === 0) yield;
  }
  const places = found.take();
  const timeAt = (position: number): number => times[places[position] ?? 0] ?? 0;
  return {
    facts: { total: places.length, ...monthsOf(places.length, timeAt) },
    ids: ([first, end]) => places.slice(first, end).map((place) => ids[place] ?? 0),
    locate: (id) => indexIn(places, ids.indexOf(id)),
    at: (time) => firstBefore(time, 0, places.length, timeAt),
  };
}

/** Where a value stands in an ascending list, or -1. */
function indexIn(places: Int32Array, place: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return places[low] === place ? low : -1;
}
