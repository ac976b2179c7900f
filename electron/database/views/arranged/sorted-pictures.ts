import { oneWay, type Arrangement } from '../../../../shared/library/arrangement.ts';
import { likeness } from '../../../../shared/search/search-scope.ts';
import type { SearchQuery } from '../../../../shared/search/query.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { createColumn } from '../number-list.ts';
import { albumIn, albumOrder } from '../orders/album-order.ts';
import type { PictureOrder } from '../orders/picture-orders.ts';
import { similarities } from '../similar/similar-pictures.ts';
import { pixels } from './picture-sizes.ts';
import { costs, noValue, randoms, ratings, type Values } from './sort-values.ts';
import { placesInOrder } from './radix-order.ts';
import { relevance } from './relevance.ts';

/** The highest key. Pictures without a value get it, so that they come last in both directions. */
const last = 0xffffffff;

/**
 * Sorts the places of an order by time, newest first. Pictures with the same value keep the order by time. Null: every picture stays in its
 * place.
 */
export function sortedPlaces(connection: Connection, order: PictureOrder, arrangement: Arrangement, query: SearchQuery): Int32Array | null {
  const { by, descending } = arrangement;
  if (by === 'time') return descending ? null : reversed(order.ids.length);
  const values = valuesOf(connection, order, arrangement, query);
  if (values === null) return null;
  // With few distinct keys, this sort takes half the time.
  let highest = 0;
  for (let at = 0; at < values.length; at += 1) if ((values[at] ?? 0) > highest) highest = values[at] ?? 0;
  const least = Math.min(highest, last - 1);
  const keys = new Uint32Array(values.length);
  const falls = descending || oneWay.includes(by);
  for (let at = 0; at < values.length; at += 1) {
    const value = Math.min(values[at] ?? noValue, least);
    keys[at] = value === noValue ? least + 1 : falls ? least - value : value;
  }
  return placesInOrder(keys);
}

function reversed(length: number): Int32Array {
  const places = new Int32Array(length);
  for (let at = 0; at < length; at += 1) {
    places[at] = length - 1 - at;
  }
  return places;
}

function valuesOf(connection: Connection, order: PictureOrder, { by, seed }: Arrangement, query: SearchQuery): Values | null {
  switch (by) {
    case 'rating':
      return ratings(connection, order);
    case 'size':
      return pixels(connection, order);
    case 'cost':
      return costs(connection, order);
    case 'random':
      return randoms(order, seed);
    case 'relevance':
      return relevance(connection, query, order);
    case 'similarity': {
      const like = likeness(query);
      return like && (similarities(connection, order.ids, like.subjects));
    }
    case 'hand':
      return albumRanks(connection, order, query);
    case 'time':
      return null;
  }
}

/** Higher for pictures that are nearer to the beginning of the album of a search. Null: the search is not for one album. */
function albumRanks(connection: Connection, order: PictureOrder, query: SearchQuery): Values | null {
  const album = albumIn(connection, query);
  if (album === null) return null;
  const found = createColumn(0);
  albumOrder(connection, album.row, found, { library: order });
  const ids = found.take();
  const ranks = new Map<number, number>();
  for (let at = 0; at < ids.length; at += 1) ranks.set(ids[at] ?? 0, ids.length - at);
  return Float64Array.from(order.ids, (id) => ranks.get(id) ?? noValue);
}
