import type { Connection } from '../../sqlite/statements.ts';
import { createColumn, numbersIn, parseNumbers } from '../number-list.ts';
import type { PictureOrder } from '../orders/picture-orders.ts';
import { highestRank, taskNumbers } from '../orders/task-ranks.ts';
import { createStride } from '../time-slices.ts';

/** For each place of an order a whole number, or `noValue`. */
export type Values = Float64Array;

export const noValue = -1;

/** Up to this many pictures are looked up one by one. For more, the whole library is read. */
const fewPictures = 4_000;
const rowsPerStep = 500;

/** An expression of each picture, read by its id. */
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

/** Stars, from 1. Pictures without a rating have no value. */
export function* ratings(connection: Connection, { ids }: PictureOrder): Generator<void, Values> {
  if (ids.length <= fewPictures) return yield* lookedUp(connection, 'nullif(rating, 0)', ids);
  const rated = new Uint8Array(lastId(connection) + 1);
  for (let stars = 1; stars <= 5; stars += 1) {
    yield* idsOf(connection, `INDEXED BY images_rated WHERE rating = ${stars}`, (id) => {
      if (id < rated.length) rated[id] = stars;
    });
  }
  return ofIds(ids, (id) => rated[id] || noValue);
}

/** Calls `found` with the ids that a condition on an index by time names. */
function* idsOf({ sql }: Connection, from: string, found: (id: number) => void): Generator<void, void> {
  const statement = sql(
    `SELECT group_concat(id) AS ids, count(*) AS n, max(at) AS last FROM (SELECT id, ifnull(saved_at, 0) AS at FROM images ${from} AND (saved_at, id) > (?, ?) ORDER BY saved_at, id LIMIT ?)`,
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

/** Width × height of pictures by id, as far as a connection has read them. 0: not read. They never change. */
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
  return ofIds(ids, (id) => known[id] || noValue);
}

function* readPixels({ sql }: Connection, into: Float64Array): Generator<void, void> {
  const statement = sql(
    `SELECT group_concat(id) AS ids, group_concat(width * height) AS pixels, max(width) AS width, max(height) AS height, count(*) AS n FROM
      (SELECT id, width, height FROM images INDEXED BY images_by_size WHERE status = 'kept' AND (width, height, id) > (?, ?, ?) ORDER BY width, height, id LIMIT ?)`,
  );
  const place = sql('SELECT width, height FROM images WHERE id = ?');
  const stride = createStride();
  for (let above: readonly [number, number, number] | null = [-1, -1, 0]; above !== null; ) {
    const start: readonly [number, number, number] = above;
    above = stride((rows) => {
      const row = statement.get(...start, rows);
      const ids = numbersIn(row?.['ids']);
      let at = 0;
      parseNumbers(row?.['pixels'], (value) => {
        const id = ids[at] ?? 0;
        if (id < into.length) into[id] = value;
        at += 1;
      });
      if (ids.length < rows) return null;
      const last = ids.at(-1) ?? 0;
      const reached = place.get(last);
      return [Number(reached?.['width']), Number(reached?.['height']), last];
    });
    yield;
  }
}

/** Millionths. */
const cost = `min(cost / 1000, ${highestRank})`;

/** What the task of each picture cost, as far as it is known. */
export function* costs(connection: Connection, { ids, tasks }: PictureOrder): Generator<void, Values> {
  if (ids.length <= fewPictures) return yield* lookedUp(connection, cost, ids);
  const ranks = yield* taskNumbers(connection, cost);
  return ofIds(tasks, (task) => ranks[task] ?? noValue);
}

/** A number that depends on the id and the seed alone, so that pictures that come later do not move the others. */
export function randoms({ ids }: PictureOrder, seed: number): Values {
  return ofIds(ids, (id) => {
    let mixed = Math.imul(id ^ seed, 0x85ebca6b) ^ Math.imul(seed, 0xc2b2ae35);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0xc2b2ae35);
    return (mixed ^ (mixed >>> 15)) >>> 1;
  });
}

const lastId = ({ sql }: Connection): number => Number(sql('SELECT max(id) AS last FROM images').get()?.['last'] ?? 0);

function ofIds(ids: Int32Array, value: (id: number) => number): Values {
  const values = new Float64Array(ids.length);
  for (let at = 0; at < ids.length; at += 1) values[at] = value(ids[at] ?? 0);
  return values;
}
