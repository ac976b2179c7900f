import { taskStatuses } from '../../../shared/search/query.ts';
import type { TaskSort, ViewQuery } from '../../../shared/library/view.ts';
import type { Connection } from '../statements.ts';
import { createColumn, parseNumbers, type Column } from './number-list.ts';
import { readTaskRanks, unranked } from './task-ranks.ts';

/** Money may hang on them, and nobody has said what became of them: they stand first in every order. Found by the index of states. */
export const isUndecided = `imported IS NULL AND status = 'unknown' AND dismissed_at IS NULL`;

export function byTime(descending: boolean): string {
  return descending ? 'created_at DESC, uuid DESC' : 'created_at ASC, uuid ASC';
}

/**
 * Row numbers of all submissions in an order, read a slice at a time. Where tasks are sorted by something else than time, the newest come first
 * among equals; those that have no such value come last, whichever way.
 */
export function* readTaskOrder(connection: Connection, { by, descending }: ViewQuery['sort']): Generator<void, Int32Array> {
  return undecidedFirst(connection, yield* orderBy(connection, by, descending));
}

function* orderBy(connection: Connection, by: TaskSort, descending: boolean): Generator<void, Int32Array> {
  const rows = createColumn(0);
  if (by === 'created') {
    yield* readByTime(connection, descending, null, rows);
    return rows.take();
  }
  if (by === 'status') {
    const statuses = taskStatuses.toSorted();
    for (const status of descending ? statuses.toReversed() : statuses) yield* readByTime(connection, true, status, rows);
    return rows.take();
  }
  const ranks = yield* ranksOf(connection, by);
  yield* readByTime(connection, true, null, rows);
  return sorted(rows.take(), ranks, descending);
}

interface Held {
  readonly by: TaskSort;
  /** Of the database: another one once anything was written. */
  readonly version: unknown;
  readonly ranks: Float64Array;
}

/** What a connection sorted by last: a search that is typed in a sorted table does not read the column again at every letter. */
const held = new WeakMap<Connection, Held>();

function* ranksOf(connection: Connection, by: Exclude<TaskSort, 'created' | 'status'>): Generator<void, Float64Array> {
  const version = connection.sql('PRAGMA data_version').get()?.['data_version'];
  const known = held.get(connection);
  if (known?.by === by && known.version === version) return known.ranks;
  const ranks = yield* readTaskRanks(connection, by);
  held.set(connection, { by, version, ranks });
  return ranks;
}

const slice = 20_000;

/** Each slice from where the last one ended: what is committed meanwhile shifts nothing. `status`: only those. */
function* readByTime({ sql }: Connection, descending: boolean, status: string | null, into: Column): Generator<void, void> {
  const beyond = descending ? '<' : '>';
  const only = status === null ? '' : 'status = ? AND';
  const statement = sql(
    `SELECT group_concat(id) AS ids, count(*) AS n FROM (SELECT id FROM tasks WHERE imported IS NULL AND ${only} (created_at, uuid) ${beyond} (?, ?) ORDER BY ${byTime(descending)} LIMIT ${slice})`,
  );
  const place = sql('SELECT created_at, uuid FROM tasks WHERE id = ?');
  let after: readonly [number, string] = descending ? [Number.MAX_SAFE_INTEGER, ''] : [-1, ''];
  for (;;) {
    const row = statement.get(...(status === null ? [] : [status]), ...after);
    parseNumbers(row?.['ids'], into.push);
    if (Number(row?.['n']) < slice) return;
    const last = place.get(into.last());
    if (last === undefined) return;
    after = [Number(last['created_at']), String(last['uuid'])];
    yield;
  }
}

/** The rank of a row and its place by time as one number each: numbers alone are sorted ten times as fast as rows by a comparison. */
function sorted(rows: Int32Array, ranks: Float64Array, descending: boolean): Int32Array {
  const count = rows.length;
  const keys = new Float64Array(count);
  const last = ranks.reduce((most, rank) => Math.max(most, rank), 0);
  for (let at = 0; at < count; at += 1) {
    const rank = ranks[rows[at] ?? 0] ?? unranked;
    keys[at] = (rank === unranked ? last + 1 : descending ? last - rank : rank) * count + at;
  }
  keys.sort();
  return Int32Array.from(keys, (key) => rows[key % count] ?? 0);
}

function undecidedFirst({ sql }: Connection, rows: Int32Array): Int32Array {
  const first = new Set<number>();
  parseNumbers(sql(`SELECT group_concat(id) AS ids FROM tasks WHERE ${isUndecided}`).get()?.['ids'], (row) => first.add(row));
  if (first.size === 0) return rows;
  const ordered = createColumn(rows.length);
  for (const row of rows) if (first.has(row)) ordered.push(row);
  for (const row of rows) if (!first.has(row)) ordered.push(row);
  return ordered.take();
}
