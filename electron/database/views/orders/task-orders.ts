import type { TaskSort, ViewQuery } from '../../../../shared/library/view.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { createColumn, numbersIn } from '../number-list.ts';
import { submissionsByTime } from './submissions.ts';
import { highestRank, readTaskRanks, unranked } from './task-ranks.ts';

/** Tasks whose outcome is unknown and that the person has not hidden. They come first in every order, because they may have been charged. */
export const isUndecided = `imported IS NULL AND status = 'unknown' AND dismissed_at IS NULL`;

export function byTime(descending: boolean): string {
  return descending ? 'created_at DESC, uuid DESC' : 'created_at ASC, uuid ASC';
}

/**
 * Row numbers of all submissions in an order, read in slices. In an order other than by time, equal rows are sorted newest first, and rows
 * without a value come last in both directions.
 */
export function readTaskOrder(connection: Connection, { by, descending }: ViewQuery['sort']): Int32Array {
  return undecidedFirst(connection, orderBy(connection, by, descending));
}

function orderBy(connection: Connection, by: TaskSort, descending: boolean): Int32Array {
  if (by === 'created') {
    const rows = submissionsByTime(connection);
    return descending ? rows : rows.toReversed();
  }
  const ranks = ranksOf(connection, by);
  return sorted(submissionsByTime(connection), ranks, descending);
}

interface Cached {
  readonly by: TaskSort;
  readonly version: unknown;
  readonly ranks: Float64Array;
}

/** The ranks that a connection read last, so that a search typed in a sorted table does not read the column again for each letter. */
const cache = new WeakMap<Connection, Cached>();

function ranksOf(connection: Connection, by: Exclude<TaskSort, 'created'>): Float64Array {
  const version = versionOf(connection, by);
  const known = cache.get(connection);
  if (known?.by === by && known.version === version) return known.ranks;
  const ranks = readTaskRanks(connection, by);
  cache.set(connection, { by, version, ranks });
  return ranks;
}

/** Changes with the column. Prompt and model of a submission never change, and SQLite's `data_version` changes at every write of another connection. */
function versionOf({ sql }: Connection, by: TaskSort): unknown {
  if (by === 'prompt' || by === 'model') return sql('SELECT max(id) AS last FROM tasks').get()?.['last'];
  return sql('PRAGMA data_version').get()?.['data_version'];
}

/**
 * Sorts pairs of a rank and a position as numbers of 64 bits, which takes a tenth of a second for a million. Each pair is two words, the lower one
 * first, as every processor that Electron runs on reads them. Rows of the same rank keep their order.
 */
function sorted(rows: Int32Array, ranks: Float64Array, descending: boolean): Int32Array {
  const pairs = new BigUint64Array(rows.length);
  const words = new Uint32Array(pairs.buffer);
  for (let at = 0; at < rows.length; at += 1) {
    const rank = ranks[rows[at] ?? 0] ?? unranked;
    words[2 * at] = at;
    words[2 * at + 1] = rank === unranked ? highestRank + 1 : descending ? highestRank - rank : rank;
  }
  pairs.sort();
  return rows.map((_, at) => rows[words[2 * at] ?? 0] ?? 0);
}

function undecidedFirst({ sql }: Connection, rows: Int32Array): Int32Array {
  const first = new Set(numbersIn(sql(`SELECT group_concat(id) AS ids FROM tasks WHERE ${isUndecided}`).get()?.['ids']));
  if (first.size === 0) return rows;
  const ordered = createColumn(rows.length);
  for (const row of rows) if (first.has(row)) ordered.push(row);
  for (const row of rows) if (!first.has(row)) ordered.push(row);
  return ordered.take();
}
