import { oneWay, type Arrangement } from '../../../../shared/library/arrangement.ts';
import { likeness } from '../../../../shared/search/search-scope.ts';
import type { SearchQuery } from '../../../../shared/search/query.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { createColumn, numbersIn } from '../number-list.ts';
import { albumIn, albumOrder } from '../orders/album-order.ts';
import type { PictureOrder } from '../orders/picture-orders.ts';
import { similarities } from '../similar/similar-pictures.ts';
import { pixels } from './picture-sizes.ts';
import { costs, noValue, randoms, ratings, type Values } from './sort-values.ts';
import { positionsInOrder } from './radix-order.ts';
import { textTerms } from '../../../../shared/search/text/text-terms.ts';
import { spanOf } from '../search/bit-set.ts';
import { wordsMatch } from '../search/full-text-query.ts';

/** The highest key. Pictures without a value get it, so that they come last in both directions. */
const last = 0xffffffff;

/**
 * Sorts the positions of an order by time, newest first. Pictures with the same value keep the order by time. Null: every picture stays
 * where it is.
 */
export function sortedPositions(connection: Connection, order: PictureOrder, arrangement: Arrangement, query: SearchQuery): Int32Array | null {
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
  return positionsInOrder(keys);
}

function reversed(length: number): Int32Array {
  const positions = new Int32Array(length);
  for (let at = 0; at < length; at += 1) {
    positions[at] = length - 1 - at;
  }
  return positions;
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
      return like && similarities(connection, order.ids, like.subjects);
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

/** The most tasks to rank. FTS5 ranks a thousand rows in two to four milliseconds. If more tasks match, only the newest are ranked, and the others follow by time. */
const mostCompared = 20_000;

/** Milliseconds that one step should take. Each step counts again how frequent the words are, so a few long steps are better than many short ones. */
const [quick, slow] = [10, 25];
/** Row numbers of the first step. */
const firstRows = 10_000;

/** Makes every rank a positive whole number. FTS5 ranks are negative, and lower for better matches. */
const whole = 'CAST(1000000000 - 1000000 * bm25(task_words, 10.0, 2.0, 5.0) AS INTEGER)';

/**
 * How well the text of each picture's task matches the words of a search (bm25). Higher is better. A picture that was found only by its tags or its file
 * name has no value. Null if the search has no words.
 */
function relevance(connection: Connection, query: SearchQuery, { tasks }: PictureOrder): Values | null {
  const matches = textTerms(query)
    .filter(({ term, index }) => !term.negated && index === 'words')
    .map((lookup) => wordsMatch(connection, lookup))
    .filter((match) => match !== null);
  if (matches.length === 0) return null;
  const match = matches.map(({ text }) => `(${text})`).join(' OR ');
  const span = spanOf(tasks.subarray(0, mostCompared));
  const ranks = new Map<number, number>();
  // The limit keeps SQLite from moving the function out of the subquery.
  const statement = connection.sql(
    `SELECT group_concat(id) AS ids, group_concat(rank) AS ranks FROM
      (SELECT rowid AS id, ${whole} AS rank FROM task_words WHERE task_words MATCH ? AND rowid > CAST(? AS INTEGER) AND rowid <= CAST(? AS INTEGER) LIMIT -1)`,
  );
  for (let low = span.after, rows = firstRows; low < span.last; ) {
    const began = performance.now();
    const high = Math.min(low + rows, span.last);
    const row = statement.get(match, low, high);
    const found = numbersIn(row?.['ranks']);
    for (const [position, task] of numbersIn(row?.['ids']).entries()) ranks.set(task, found[position] ?? 0);
    const took = performance.now() - began;
    if (took < quick) rows *= 2;
    else if (took > slow) rows = Math.max(Math.floor(rows / 2), firstRows);
    low = high;
  }
  return Float64Array.from(tasks, (task) => ranks.get(task) ?? noValue);
}
