import type { Connection } from '../../sqlite/statements.ts';
import { createColumn } from '../number-list.ts';
import type { PictureOrder } from '../orders/picture-orders.ts';
import { idsByNumber } from '../search/index-scan.ts';
import { allRows } from '../search/table-scan.ts';
import { fewPictures, lookedUp, noValue, ofIds, type Values } from './sort-values.ts';

/** Width × height by picture id, as far as this connection has read it. 0: not read yet. The sizes never change. */
const cache = new WeakMap<Connection, Float64Array>();

export function pixels(connection: Connection, { ids }: PictureOrder): Values {
  const { last } = allRows(connection).image;
  let known = cache.get(connection) ?? new Float64Array();
  if (known.length <= last) {
    const longer = new Float64Array(Math.ceil((last + 1) * 1.1));
    longer.set(known);
    known = longer;
    cache.set(connection, known);
  }
  const missing = createColumn(0);
  for (let at = 0; at < ids.length && missing.length <= fewPictures; at += 1) if (known[ids[at] ?? 0] === 0) missing.push(ids[at] ?? 0);
  if (missing.length > fewPictures) readPixels(connection, known);
  else {
    const rest = missing.take();
    const values = lookedUp(connection, 'width * height', rest);
    for (const [at, id] of rest.entries()) if (id < known.length) known[id] = values[at] ?? 0;
  }
  return ofIds(ids, (id) => known[id] || noValue);
}

function readPixels(connection: Connection, into: Float64Array): void {
  for (const size of pictureSizes(connection)) {
    picturesOfSize(connection, size, (id) => {
      if (id < into.length) into[id] = size.width * size.height;
    });
  }
}

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** All distinct sizes of pictures. Each is found in the index by the previous one. */
export function* pictureSizes({ sql }: Connection): Generator<PictureSize> {
  const from = `SELECT width, height FROM images INDEXED BY images_by_size WHERE status = 'kept'`;
  // Searching for both sides at once would read all pictures of the same width.
  const next = sql(`SELECT * FROM (${from} AND width = ?1 AND height > ?2 ORDER BY height LIMIT 1) UNION ALL SELECT * FROM (${from} AND width > ?1 ORDER BY width, height LIMIT 1) LIMIT 1`);
  for (let row = next.get(-1, -1); row !== undefined; row = next.get(Number(row['width']), Number(row['height']))) yield { width: Number(row['width']), height: Number(row['height']) };
}

/** Calls `found` with the pictures of a size. The index cannot be searched by a size and a number together, so each size is read on its own. */
export function picturesOfSize(connection: Connection, { width, height }: PictureSize, found: (id: number) => void): void {
  return idsByNumber(connection, `images INDEXED BY images_by_size WHERE status = 'kept' AND width = ? AND height = ?`, [width, height], found);
}
