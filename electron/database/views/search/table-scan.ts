import type { SQLInputValue } from 'node:sqlite';
import type { Connection } from '../../sqlite/statements.ts';
import { createBits, type Bits, type RowSpan } from './bit-set.ts';
import { parseNumbers } from '../number-list.ts';
import { createStride } from '../stride.ts';

/** The rows of each table to search. */
export interface RowSpans {
  readonly image: RowSpan;
  readonly task: RowSpan;
}

/** A span up to this length is scanned. An index may name more rows than the span has. */
export const shortSpan = 64_000;

export function allRows({ sql }: Connection): RowSpans {
  const row = sql('SELECT (SELECT max(id) FROM images) AS image, (SELECT max(id) FROM tasks) AS task').get();
  return { image: { after: 0, last: Number(row?.['image'] ?? 0) }, task: { after: 0, last: Number(row?.['task'] ?? 0) } };
}

/**
 * The rows that `select` finds, read in slices by row number. `select` has one column, and ends with a condition to which a range of
 * `rowId` can be added.
 */
export function rowsInSlices(
  { sql }: Connection,
  { select, rowId, values, span }: { readonly select: string; readonly rowId: string; readonly values: readonly SQLInputValue[]; readonly span: RowSpan },
): Bits {
  const bits = createBits(span);
  // node:sqlite binds every number as REAL. FTS5 accepts only an INTEGER as a limit, and would otherwise read the whole list.
  const statement = sql(`SELECT group_concat(found) AS rows FROM (${select} AND ${rowId} > CAST(? AS INTEGER) AND ${rowId} <= CAST(? AS INTEGER))`);
  const stride = createStride();
  for (let low = span.after; low < span.last; ) {
    low = stride((rows) => {
      const high = Math.min(low + rows, span.last);
      parseNumbers(statement.get(...values, low, high)?.['rows'], bits.add);
      return high;
    });
  }
  return bits;
}

/** The rows of the span that `select` finds, read in one statement. For queries that an index answers, or that find few rows. `select` has one column, `found`. */
export function rowsAtOnce({ sql }: Connection, select: string, values: readonly SQLInputValue[], span: RowSpan): Bits {
  const bits = createBits(span);
  const statement = sql(`SELECT group_concat(found) AS rows FROM (${select}) WHERE found > CAST(? AS INTEGER) AND found <= CAST(? AS INTEGER)`);
  parseNumbers(statement.get(...values, span.after, span.last)?.['rows'], bits.add);
  return bits;
}
