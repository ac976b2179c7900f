import type { TaskSort, ViewQuery } from '../../../../shared/library/view.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { createColumn, numbersIn } from '../number-list.ts';
import { submissionsByTime } from './submissions.ts';
import { readTaskRanks, unranked } from './task-ranks.ts';

/** Tasks whose outcome is unknown and that the person has not hidden. They come first in every order, because they may have been charged. */
export const isUndecided = `imported IS NULL AND status = 'unknown' AND dismissed_at IS NULL`;

export function byTime(descending: boolean): string {
  return descending ? 'created_at DESC, uuid DESC' : 'created_at ASC, uuid ASC';
}

/**
 * Row numbers of all submissions in an order, read in slices. In an order other than by time, equal rows are sorted newest first, and rows
 * without a value come last in both directions.
 */
export function* readTaskOrder(connection: Connection, { by, descending }: ViewQuery['sort']): Generator<void, Int32Array> {
  return undecidedFirst(connection, yield* orderBy(connection, by, descending));
}

function* orderBy(connection: Connection, by: TaskSort, descending: boolean): Generator<void, Int32Array> {
  if (by === 'created') {
    const rows = yield* submissionsByTime(connection);
    return descending ? rows : rows.toReversed();
  }
  const ranks = yield* ranksOf(connection, by);
  return sorted(yield* submissionsByTime(connection), ranks, descending);
}

interface Held {
  readonly by: TaskSort;
  /** SQLite's `data_version`. It changes when another connection writes. */
  readonly version: unknown;
  readonly ranks: Float64Array;
}

/** The ranks that a connection read last, so that a search typed in a sorted table does not read the column again for each letter. */
const held = new WeakMap<Connection, Held>();

function* ranksOf(connection: Connection, by: Exclude<TaskSort, 'created'>): Generator<void, Float64Array> {
  const version = connection.sql('PRAGMA data_version').get()?.['data_version'];
  const known = held.get(connection);
  if (known?.by === by && known.version === version) return known.ranks;
  const ranks = yield* readTaskRanks(connection, by);
  held.set(connection, { by, version, ranks });
  return ranks;
}

/** Combines the rank and the position of each row into one number. Numbers are sorted ten times as fast as rows with a comparison function. */
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
  const first = new Set(numbersIn(sql(`SELECT group_concat(id) AS ids FROM tasks WHERE ${isUndecided}`).get()?.['ids']));
  if (first.size === 0) return rows;
  const ordered = createColumn(rows.length);
  for (const row of rows) if (first.has(row)) ordered.push(row);
  for (const row of rows) if (!first.has(row)) ordered.push(row);
  return ordered.take();
}
