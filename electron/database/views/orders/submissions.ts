import { joinedIds } from '../../../core/util/joined-ids.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { createColumn, parseNumbers } from '../number-list.ts';
import { createStride } from '../stride.ts';

/** A position in the order by time: milliseconds, and the local id for tasks created in the same millisecond. */
type Key = readonly [at: number, uuid: string];

const beginning: Key = [-1, ''];

/** The order that a connection read last. */
const cache = new WeakMap<Connection, Int32Array>();

/** Row numbers of all submissions, newest first. Cached at 4 bytes each: if only newer ones were added since, only those are read. */
export function submissionsByTime(connection: Connection): Int32Array {
  const count = Number(connection.sql('SELECT sum(tasks) AS n FROM task_counts').get()?.['n'] ?? 0);
  const before = cache.get(connection) ?? new Int32Array();
  const newer = readNewer(connection, keyOf(connection, before[0] ?? 0));
  // A different count means that older submissions were added or removed too.
  const now = newer.length + before.length === count ? joinedIds([newer, before]) : readNewer(connection, beginning);
  cache.set(connection, now);
  return now;
}

function keyOf({ sql }: Connection, row: number): Key {
  const found = sql('SELECT created_at, uuid FROM tasks WHERE id = ?').get(row);
  return found === undefined ? beginning : [Number(found['created_at']), String(found['uuid'])];
}

/** Reads in slices. Each starts where the previous one ended, so that commits in between do not shift the rows. */
function readNewer(connection: Connection, than: Key): Int32Array {
  const statement = connection.sql(
    `SELECT group_concat(id) AS ids, count(*) AS n FROM (SELECT id FROM tasks INDEXED BY tasks_history
      WHERE imported IS NULL AND (created_at, uuid) < (?, ?) AND (created_at, uuid) > (?, ?) ORDER BY created_at DESC, uuid DESC LIMIT ?)`,
  );
  const rows = createColumn(0);
  const stride = createStride();
  for (let below: Key | null = [Number.MAX_SAFE_INTEGER, '']; below !== null; ) {
    const from: Key = below;
    below = stride((limit) => {
      const row = statement.get(...from, ...than, limit);
      parseNumbers(row?.['ids'], rows.push);
      return Number(row?.['n']) < limit ? null : keyOf(connection, rows.last());
    });
  }
  return rows.take();
}
