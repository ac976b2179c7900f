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
 * to which a range of `rowId` can be added.
 */
export function* rowsInSlices(
  { sql }: Connection,
  { select, rowId, values, last }: { readonly select: string; readonly rowId: string; readonly values: readonly SQLInputValue[]; readonly last: number },
): Generator<void, Bits> {
  const bits = createBits(last);
  // node:sqlite binds every number as REAL, and FTS5 takes only an INTEGER for a place to begin or end at: else it walks all of its list.
  const statement = sql(`SELECT group_concat(found) AS rows FROM (${select} AND ${rowId} > CAST(? AS INTEGER) AND ${rowId} <= CAST(? AS INTEGER))`);
  const stride = createStride();
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
