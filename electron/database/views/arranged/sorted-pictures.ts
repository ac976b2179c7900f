import { oneWay, type Arrangement } from '../../../../shared/library/arrangement.ts';
import type { SearchQuery } from '../../../../shared/search/query.ts';
import type { Connection } from '../../sqlite/statements.ts';
import type { PictureOrder } from '../orders/picture-orders.ts';
import { picked } from '../number-list.ts';
import { costs, noValue, pixels, randoms, ratings, type Values } from './picture-values.ts';
import { placesInOrder } from './radix-order.ts';
import { relevance } from './relevance.ts';

/** The highest key. Pictures without a value have it, because they come last in both directions. */
const last = 0xffffffff;

/** The pictures of an order by time in another order. Those with the same value stay in the order by time, newest first. */
export function* sortedPictures(connection: Connection, order: PictureOrder, arrangement: Arrangement, query: SearchQuery): Generator<void, PictureOrder> {
  const { by, descending } = arrangement;
  if (by === 'time') return descending ? order : { ids: order.ids.toReversed(), tasks: order.tasks.toReversed(), times: order.times.toReversed() };
  const values = yield* valuesOf(connection, order, arrangement, query);
  if (values === null) return order;
  const keys = new Uint32Array(values.length);
  const falling = descending || oneWay.includes(by);
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? noValue;
    keys[at] = value === noValue ? last : falling ? last - 1 - Math.min(value, last - 1) : Math.min(value, last - 1);
  }
  yield;
  return picked(order, yield* placesInOrder(keys));
}

function* valuesOf(connection: Connection, order: PictureOrder, { by, seed }: Arrangement, query: SearchQuery): Generator<void, Values | null> {
  switch (by) {
    case 'rating':
      return yield* ratings(connection, order);
    case 'size':
      return yield* pixels(connection, order);
    case 'cost':
      return yield* costs(connection, order);
    case 'random':
      return randoms(order, seed);
    case 'relevance':
      return yield* relevance(connection, query, order);
    case 'time':
      return null;
  }
}
