import type { SQLInputValue } from 'node:sqlite';
import type { Connection } from '../statements.ts';
import { createBits, type Bits } from './bits.ts';
import { parseNumbers } from './number-list.ts';
import { createStride } from './turns.ts';

/** The greatest row numbers there are: how long sets of rows must be. */
export interface LastRows {
  readonly image: number;
  readonly task: number;
}

export function lastRows({ sql }: Connection): LastRows {
  const row = sql('SELECT (SELECT max(id) FROM images) AS image, (SELECT max(id) FROM tasks) AS task').get();
  return { image: Number(row?.['image'] ?? 0), task: Number(row?.['task'] ?? 0) };
}

/**
 * The rows that `select` finds, gone through by row number, a slice at a time. `select` names one column, and ends with a condition
 * to which ` AND <rowId> > ? AND <rowId> <= ?` can be added. `fewest`: rows in a slice at least, where each has to begin at the first row anew.
 */
export function* rowsInSlices(
  { sql }: Connection,
  { select, rowId, values, last, fewest = 2_000 }: { readonly select: string; readonly rowId: string; readonly values: readonly SQLInputValue[]; readonly last: number; readonly fewest?: number },
): Generator<void, Bits> {
  const bits = createBits(last);
  const statement = sql(`SELECT group_concat(found) AS rows FROM (${select} AND ${rowId} > ? AND ${rowId} <= ?)`);
  const stride = createStride(fewest);
  for (let low = 0; low <= last; ) {
    low = stride((rows) => {
      parseNumbers(statement.get(...values, low, low + rows)?.['rows'], bits.add);
      return low + rows;
    });
    yield;
  }
  return bits;
}

/** The rows that `select` finds, at once: for what an index answers, or what is never much. */
export function rowsAtOnce({ sql }: Connection, select: string, values: readonly SQLInputValue[], last: number): Bits {
  const bits = createBits(last);
  parseNumbers(sql(`SELECT group_concat(found) AS rows FROM (${select})`).get(...values)?.['rows'], bits.add);
  return bits;
}
