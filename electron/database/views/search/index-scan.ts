import type { SQLInputValue } from 'node:sqlite';
import type { Connection } from '../../sqlite/statements.ts';
import type { Bits, RowSpan } from './bit-set.ts';
import { numbersIn } from '../number-list.ts';
import { createStride } from '../stride.ts';
import { rowsAtOnce, rowsInSlices } from './table-scan.ts';

export interface Condition {
  readonly condition: string;
  readonly values: readonly SQLInputValue[];
}

/** The most rows to read in one statement, which takes four milliseconds. */
const mostAtOnce = 20_000;

export interface Indexed extends Condition {
  /** An index that answers the condition. */
  readonly index?: string | undefined;
  /** Whether the index has the rows of each value in the order of their numbers, so that it can be read in slices. */
  readonly inOrder?: boolean;
  /** A further condition on the rows, which the index does not cover. */
  readonly further?: Condition;
  readonly span: RowSpan;
}

const nothingMore: Condition = { condition: 'true', values: [] };

/** Reads the rows from the index if there are few or if they are in order. Otherwise, scans the span. */
export function rowsByIndex(connection: Connection, table: 'images' | 'tasks', { index, inOrder = false, condition, values, further = nothingMore, span }: Indexed): Bits {
  const all = [...values, ...further.values];
  const indexed = `FROM ${table} INDEXED BY ${index} WHERE ${condition}`;
  const isFew = (): boolean => Number(connection.sql(`SELECT count(*) AS n FROM (SELECT 1 ${indexed} LIMIT ?)`).get(...values, mostAtOnce + 1)?.['n']) <= mostAtOnce;
  if (index !== undefined && !isShort(span) && isFew()) return rowsAtOnce(connection, `SELECT id AS found ${indexed} AND ${further.condition}`, all, span);
  const from = inOrder && !isShort(span) ? indexed : `FROM ${table} WHERE (${condition})`;
  return rowsInSlices(connection, { select: `SELECT id AS found ${from} AND ${further.condition}`, rowId: 'id', values: all, span });
}

export function isShort({ after, last }: RowSpan): boolean {
  return last - after < mostAtOnce;
}

/** Calls `found` with the pictures that an index has for a condition, from the oldest to the newest. The index goes on with the time and the id. */
export function idsByTime({ sql }: Connection, from: string, found: (id: number) => void): void {
  const statement = sql(`SELECT group_concat(id) AS ids, max(at) AS last FROM (SELECT id, saved_at AS at FROM images ${from} AND (saved_at, id) > (?, ?) ORDER BY saved_at, id LIMIT ?)`);
  const stride = createStride();
  for (let above: readonly [at: number, id: number] | null = [-1, 0]; above !== null; ) {
    const start: readonly [at: number, id: number] = above;
    above = stride((rows) => {
      const row = statement.get(...start, rows);
      const ids = numbersIn(row?.['ids']);
      for (const id of ids) found(id);
      return ids.length < rows ? null : [Number(row?.['last']), ids.at(-1) ?? 0];
    });
  }
}

/** The same for rows of a table, with an index that goes on with the id, in ascending order of the ids. */
export function idsByNumber({ sql }: Connection, from: string, values: readonly SQLInputValue[], found: (id: number) => void): void {
  const statement = sql(`SELECT group_concat(id) AS ids FROM (SELECT id FROM ${from} AND id > ? ORDER BY id LIMIT ?)`);
  const stride = createStride();
  for (let above: number | null = 0; above !== null; ) {
    const start: number = above;
    above = stride((rows) => {
      const ids = numbersIn(statement.get(...values, start, rows)?.['ids']);
      for (const id of ids) found(id);
      return ids.length < rows ? null : (ids.at(-1) ?? null);
    });
  }
}
