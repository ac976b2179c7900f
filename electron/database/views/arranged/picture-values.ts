import type { Connection } from '../../sqlite/statements.ts';
import { createColumn, numbersIn } from '../number-list.ts';
import type { PictureOrder } from '../orders/picture-orders.ts';
import { highestRank } from '../orders/task-ranks.ts';
import { tasksByCost } from '../search/cost-rows.ts';
import { allRows } from '../search/row-sets.ts';
import { createStride } from '../time-slices.ts';
import { loopSlice } from './radix-order.ts';

/** For each place of an order, a whole number or `noValue`. */
export type Values = Float64Array;

export const noValue = -1;

/** Up to this many pictures are looked up one by one. For more, the whole library is read. */
const fewPictures = 4_000;
const rowsPerStep = 500;

/** Evaluates an expression for each picture, looked up by id. */
function* lookedUp({ sql }: Connection, expression: string, ids: Int32Array): Generator<void, Values> {
  const values = new Float64Array(ids.length);
  const statement = sql(
    `SELECT group_concat(ifnull(found, ${noValue})) AS found FROM
      (SELECT ${expression} AS found FROM json_each(?) LEFT JOIN images ON images.id = json_each.value LEFT JOIN tasks ON tasks.id = images.task ORDER BY json_each.key)`,
  );
  for (let at = 0; at < ids.length; at += rowsPerStep) {
    const found = String(statement.get(`[${ids.subarray(at, at + rowsPerStep).join(',')}]`)?.['found'] ?? '');
    values.set(found.split(',').map(Number), at);
    yield;
  }
  return values;
}

/** Ratings from 1 to 5. Pictures without a rating have no value. */
export function* ratings(connection: Connection, { ids }: PictureOrder): Generator<void, Values> {
  if (ids.length <= fewPictures) return yield* lookedUp(connection, 'nullif(rating, 0)', ids);
  const rated = new Uint8Array(lastId(connection) + 1);
  for (let stars = 1; stars <= 5; stars += 1) {
    yield* idsOf(connection, `INDEXED BY images_rated WHERE rating > 0 AND rating = ${stars}`, (id) => {
      if (id < rated.length) rated[id] = stars;
    });
  }
  return yield* ofIds(ids, (id) => rated[id] || noValue);
}

/** Calls `found` with the ids that satisfy a condition on an index. The index also contains the time and the id, or only the id. */
function* idsOf({ sql }: Connection, from: string, found: (id: number) => void, by: 'time' | 'id' = 'time'): Generator<void, void> {
  const time = by === 'time' ? 'ifnull(saved_at, 0)' : '0';
  const beyond = by === 'time' ? '(saved_at, id) > (?, ?) ORDER BY saved_at, id' : '(? < 1 AND id > ?) ORDER BY id';
  const statement = sql(
    `SELECT group_concat(id) AS ids, count(*) AS n, max(at) AS last FROM (SELECT id, ${time} AS at FROM images ${from} AND ${beyond} LIMIT ?)`,
  );
  const stride = createStride();
  for (let above: readonly [at: number, id: number] | null = [-1, 0]; above !== null; ) {
    const start: readonly [at: number, id: number] = above;
    above = stride((rows) => {
      const row = statement.get(...start, rows);
      const ids = numbersIn(row?.['ids']);
      for (const id of ids) found(id);
      return ids.length < rows ? null : [Number(row?.['last']), ids.at(-1) ?? 0];
    });
    yield;
  }
}

/** Ranks each picture by its marks: first picked, then by rating, then favourites. Rejected pictures come last. */
export function* scores(connection: Connection, { ids }: PictureOrder): Generator<void, Uint8Array> {
  if (ids.length <= fewPictures) return Uint8Array.from(yield* lookedUp(connection, 'ifnull((flag + 1) * 12 + rating * 2 + favourite, 0)', ids));
  const found = new Uint8Array(lastId(connection) + 1).fill(12);
  const add = (points: number) => (id: number): void => {
    if (id < found.length) found[id] = (found[id] ?? 0) + points;
  };
  for (let stars = 1; stars <= 5; stars += 1) yield* idsOf(connection, `INDEXED BY images_rated WHERE rating > 0 AND rating = ${stars}`, add(2 * stars));
  yield* idsOf(connection, 'INDEXED BY images_favourite WHERE favourite = 1', add(1));
  yield* idsOf(connection, 'INDEXED BY images_flagged WHERE flag <> 0 AND flag = 1', add(12), 'id');
  yield* idsOf(connection, 'INDEXED BY images_flagged WHERE flag <> 0 AND flag = -1', add(-12), 'id');
  const of = new Uint8Array(ids.length);
  for (let at = 0; at < ids.length; at += 1) {
    of[at] = found[ids[at] ?? 0] ?? 0;
    if (at % loopSlice === 0) yield;
  }
  return of;
}

/** Width × height by picture id, as far as this connection has read it. 0: not read yet. The sizes never change. */
const heldPixels = new WeakMap<Connection, Float64Array>();

export function* pixels(connection: Connection, { ids }: PictureOrder): Generator<void, Values> {
  const last = lastId(connection);
  let held = heldPixels.get(connection) ?? new Float64Array();
  if (held.length <= last) {
    const longer = new Float64Array(Math.ceil((last + 1) * 1.1));
    longer.set(held);
    held = longer;
    heldPixels.set(connection, held);
  }
  const missing = createColumn(0);
  for (let at = 0; at < ids.length && missing.length <= fewPictures; at += 1) if (held[ids[at] ?? 0] === 0) missing.push(ids[at] ?? 0);
  if (missing.length > fewPictures) yield* readPixels(connection, held);
  else {
    const rest = missing.take();
    const values = yield* lookedUp(connection, 'width * height', rest);
    for (const [at, id] of rest.entries()) if (id < held.length) held[id] = values[at] ?? 0;
  }
  const known = held;
  return yield* ofIds(ids, (id) => known[id] || noValue);
}

/** Reads one size at a time, because each slice would otherwise search the index from the beginning of many equal sizes. */
function* readPixels(connection: Connection, into: Float64Array): Generator<void, void> {
  const next = connection.sql(`SELECT width, height FROM images INDEXED BY images_by_size WHERE status = 'kept' AND (width, height) > (?, ?) ORDER BY width, height LIMIT 1`);
  for (let size = next.get(-1, -1); size !== undefined; size = next.get(Number(size['width']), Number(size['height']))) {
    const [width, height] = [Number(size['width']), Number(size['height'])];
    const from = `INDEXED BY images_by_size WHERE status = 'kept' AND width = ${width} AND height = ${height}`;
    yield* idsOf(connection, from, (id) => {
      if (id < into.length) into[id] = width * height;
    }, 'id');
  }
}

/** Millionths of a unit. */
const inMillionths = (billionths: number): number => Math.min(Math.floor(billionths / 1000), highestRank);

/** The cost of each picture's task, or its estimate. */
export function* costs(connection: Connection, { ids, tasks }: PictureOrder): Generator<void, Values> {
  if (ids.length <= fewPictures) return (yield* lookedUp(connection, 'counted_cost', ids)).map((cost) => (cost === noValue ? noValue : inMillionths(cost)));
  const ranks = new Float64Array(allRows(connection).task.last + 1).fill(noValue);
  yield* tasksByCost(connection, { min: null, max: null }, (task, cost) => {
    if (task < ranks.length) ranks[task] = inMillionths(cost);
  });
  return yield* ofIds(tasks, (task) => ranks[task] ?? noValue);
}

/** A number that depends only on id and seed, so that new pictures do not move the others. */
export function* randoms({ ids }: PictureOrder, seed: number): Generator<void, Values> {
  return yield* ofIds(ids, (id) => {
    let mixed = Math.imul(id ^ seed, 0x85ebca6b) ^ Math.imul(seed, 0xc2b2ae35);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0xc2b2ae35);
    return (mixed ^ (mixed >>> 15)) >>> 1;
  });
}

const lastId = ({ sql }: Connection): number => Number(sql('SELECT max(id) AS last FROM images').get()?.['last'] ?? 0);

function* ofIds(ids: Int32Array, value: (id: number) => number): Generator<void, Values> {
  const values = new Float64Array(ids.length);
  for (let at = 0; at < ids.length; at += 1) {
    values[at] = value(ids[at] ?? 0);
    if (at % loopSlice === 0) yield;
  }
  return values;
}
