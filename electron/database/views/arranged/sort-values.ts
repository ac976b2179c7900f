import type { NumberRange } from '../../../../shared/search/query.ts';
import { idLists } from '../../sqlite/id-lists.ts';
import type { Connection } from '../../sqlite/statements.ts';
import type { PictureOrder } from '../orders/picture-orders.ts';
import { highestRank } from '../orders/task-ranks.ts';
import { tasksByCost } from '../search/cost-rows.ts';
import { idsByNumber, idsByTime } from '../search/index-scan.ts';
import { picturesRated } from '../search/marked-rows.ts';
import { allRows } from '../search/table-scan.ts';

/** For each position of an order, a whole number or `noValue`. */
export type Values = Float64Array;

export const noValue = -1;

/** Up to this many pictures are looked up one by one. For more, the whole library is read. */
export const fewPictures = 4_000;

/** Evaluates an expression for each picture, looked up by id. */
export function lookedUp({ sql }: Connection, expression: string, ids: Int32Array): Values {
  const values = new Float64Array(ids.length);
  const statement = sql(
    `SELECT group_concat(ifnull(found, ${noValue})) AS found FROM
      (SELECT ${expression} AS found FROM json_each(?) LEFT JOIN images ON images.id = json_each.value LEFT JOIN tasks ON tasks.id = images.task ORDER BY json_each.key)`,
  );
  let at = 0;
  for (const some of idLists(ids)) {
    const found = String(statement.get(some)?.['found'] ?? '').split(',').map(Number);
    values.set(found, at);
    at += found.length;
  }
  return values;
}

/** Ratings from 1 to 5. Pictures without a rating have no value. */
export function ratings(connection: Connection, { ids }: PictureOrder): Values {
  if (ids.length <= fewPictures) return lookedUp(connection, 'nullif(rating, 0)', ids);
  const rated = new Uint8Array(allRows(connection).image.last + 1);
  for (let stars = 1; stars <= 5; stars += 1) {
    picturesRated(connection, stars, (id) => {
      if (id < rated.length) rated[id] = stars;
    });
  }
  return ofIds(ids, (id) => rated[id] || noValue);
}

/** The rank of a picture by its marks. */
export const score = 'ifnull((flag + 1) * 12 + rating * 2 + favourite, 0)';

/** Ranks each picture by its marks: first picked, then by rating, then favourites. Rejected pictures come last. */
export function scores(connection: Connection, { ids }: PictureOrder): Uint8Array {
  if (ids.length <= fewPictures) return Uint8Array.from(lookedUp(connection, score, ids));
  const found = new Uint8Array(allRows(connection).image.last + 1).fill(12);
  const add = (points: number) => (id: number): void => {
    if (id < found.length) found[id] = (found[id] ?? 0) + points;
  };
  for (let stars = 1; stars <= 5; stars += 1) picturesRated(connection, stars, add(2 * stars));
  idsByTime(connection, 'INDEXED BY images_favourite WHERE favourite = 1', add(1));
  for (const flag of [1, -1]) idsByNumber(connection, 'images INDEXED BY images_flagged WHERE flag <> 0 AND flag = ?', [flag], add(12 * flag));
  const of = new Uint8Array(ids.length);
  for (let at = 0; at < ids.length; at += 1) {
    of[at] = found[ids[at] ?? 0] ?? 0;
  }
  return of;
}

/** A cost as a value, in millionths of a unit. */
const inMillionths = (billionths: number): number => Math.min(Math.floor(billionths / 1000), highestRank);

/** All costs with the same value as one of them, in billionths. */
export function equalCosts(billionths: number): NumberRange {
  const value = inMillionths(billionths);
  return { min: 1000 * value, max: value === highestRank ? null : 1000 * value + 999 };
}

/** The cost of each picture's task, or its estimate. */
export function costs(connection: Connection, { ids, tasks }: PictureOrder): Values {
  if (ids.length <= fewPictures) return lookedUp(connection, 'counted_cost', ids).map((cost) => (cost === noValue ? noValue : inMillionths(cost)));
  const ranks = new Float64Array(allRows(connection).task.last + 1).fill(noValue);
  tasksByCost(connection, { min: null, max: null }, (task, cost) => {
    if (task < ranks.length) ranks[task] = inMillionths(cost);
  });
  return ofIds(tasks, (task) => ranks[task] ?? noValue);
}

export const highestRandom = 2 ** 31 - 1;

/** A number from 0 up to `highestRandom` that depends only on id and seed, so that new pictures do not move the others. */
export function randoms({ ids }: PictureOrder, seed: number): Values {
  return ofIds(ids, (id) => {
    let mixed = Math.imul(id ^ seed, 0x85ebca6b) ^ Math.imul(seed, 0xc2b2ae35);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0xc2b2ae35);
    return (mixed ^ (mixed >>> 15)) >>> 1;
  });
}

export function ofIds(ids: Int32Array, value: (id: number) => number): Values {
  const values = new Float64Array(ids.length);
  for (let at = 0; at < ids.length; at += 1) {
    values[at] = value(ids[at] ?? 0);
  }
  return values;
}
