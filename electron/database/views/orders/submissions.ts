import type { Connection } from '../../sqlite/statements.ts';
import { createColumn, parseNumbers } from '../number-list.ts';
import { createStride } from '../time-slices.ts';

/** A position in the order by time: milliseconds, and the local id for tasks created in the same millisecond. */
type Key = readonly [at: number, uuid: string];

/** The order that a connection read last. */
interface Held {
  readonly rows: Int32Array;
  readonly newest: Key;
}

const beginning: Key = [-1, ''];
const nothing: Held = { rows: new Int32Array(), newest: beginning };
const held = new WeakMap<Connection, Held>();

/** Row numbers of all submissions, newest first. Cached at 4 bytes each: if only newer ones were added since, only those are read. */
export function* submissionsByTime(connection: Connection): Generator<void, Int32Array> {
  const count = Number(connection.sql('SELECT sum(tasks) AS n FROM task_counts').get()?.['n'] ?? 0);
  const before = held.get(connection) ?? nothing;
  const newer = yield* readNewer(connection, before.newest);
  // A different count means that older submissions were added or removed too.
  const now = newer.rows.length + before.rows.length === count ? joined(newer, before) : yield* readNewer(connection, beginning);
  held.set(connection, now);
  return now.rows;
}

function joined(newer: Held, before: Held): Held {
  if (newer.rows.length === 0) return before;
  const rows = new Int32Array(newer.rows.length + before.rows.length);
  rows.set(newer.rows);
  rows.set(before.rows, newer.rows.length);
  return { rows, newest: newer.newest };
}

/** Reads in slices. Each starts where the previous one ended, so that commits in between do not shift the rows. */
function* readNewer({ sql }: Connection, than: Key): Generator<void, Held> {
  const statement = sql(
    `SELECT group_concat(id) AS ids, count(*) AS n FROM (SELECT id FROM tasks INDEXED BY tasks_history
      WHERE imported IS NULL AND (created_at, uuid) < (?, ?) AND (created_at, uuid) > (?, ?) ORDER BY created_at DESC, uuid DESC LIMIT ?)`,
  );
  const place = sql('SELECT created_at, uuid FROM tasks WHERE id = ?');
  const keyOf = (row: number): Key => {
    const found = place.get(row);
    return [Number(found?.['created_at'] ?? -1), String(found?.['uuid'] ?? '')];
  };
  const rows = createColumn(0);
  const stride = createStride();
  for (let below: Key | null = [Number.MAX_SAFE_INTEGER, '']; below !== null; ) {
    const from: Key = below;
    below = stride((limit) => {
      const row = statement.get(...from, ...than, limit);
      parseNumbers(row?.['ids'], rows.push);
      return Number(row?.['n']) < limit ? null : keyOf(rows.last());
    });
    yield;
  }
  const all = rows.take();
  return { rows: all, newest: all.length === 0 ? than : keyOf(all[0] ?? 0) };
}
