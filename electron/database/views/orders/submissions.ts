import type { Connection } from '../../sqlite/statements.ts';
import { createColumn, parseNumbers } from '../number-list.ts';
import { createStride } from '../time-slices.ts';

/** A place in the order of time: milliseconds, and the local id, which tells apart what was made in the same one. */
type Key = readonly [at: number, uuid: string];

/** What a connection read last. */
interface Held {
  readonly rows: Int32Array;
  readonly newest: Key;
}

const beginning: Key = [-1, ''];
const nothing: Held = { rows: new Int32Array(), newest: beginning };
const held = new WeakMap<Connection, Held>();

/** Row numbers of all submissions, newest first. Kept, and only topped up where nothing but newer ones came since: 4 bytes each. */
export function* submissionsByTime(connection: Connection): Generator<void, Int32Array> {
  const count = Number(connection.sql('SELECT sum(tasks) AS n FROM task_counts').get()?.['n'] ?? 0);
  const before = held.get(connection) ?? nothing;
  const newer = yield* readNewer(connection, before.newest);
  // More or fewer than there should be: something came or went among the older ones.
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

/** Each slice from where the last one ended: what is committed meanwhile shifts nothing. */
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
