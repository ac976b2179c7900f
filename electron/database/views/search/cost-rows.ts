import type { NumberRange } from '../../../../shared/search/query.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { numbersIn } from '../number-list.ts';
import { createStride } from '../stride.ts';
import { createBits, type Bits, type RowSpan } from './bit-set.ts';
import { isShort } from './index-scan.ts';
import { rowsInSlices } from './table-scan.ts';

const indexed = 'FROM tasks INDEXED BY tasks_by_cost WHERE counted_cost IS NOT NULL';

/** Calls `found` with each task that has a cost in a range, and its cost in billionths. The cheapest come first. */
export function tasksByCost({ sql }: Connection, { min, max }: NumberRange, found: (task: number, cost: number) => void): void {
  const dearer = sql(`SELECT group_concat(id) AS ids, group_concat(counted_cost) AS costs FROM
    (SELECT id, counted_cost ${indexed} AND counted_cost > ? AND counted_cost <= ? ORDER BY counted_cost, id LIMIT ?)`);
  const asDear = sql(`SELECT group_concat(id) AS ids FROM (SELECT id ${indexed} AND counted_cost = ? AND id > ? ORDER BY id LIMIT ?)`);
  const stride = createStride();
  for (let cost = (min ?? 0) - 1; ; ) {
    const row = stride((rows) => dearer.get(cost, max ?? Number.MAX_SAFE_INTEGER, rows));
    const tasks = numbersIn(row?.['ids']);
    if (tasks.length === 0) return;
    for (const [at, text] of String(row?.['costs']).split(',').entries()) {
      cost = Number(text);
      found(tasks[at] ?? 0, cost);
    }
    // The others of the same cost are read by row number, because the index cannot be searched by both columns.
    for (let after = tasks.at(-1) ?? null; after !== null; ) {
      const from: number = after;
      after = stride((rows) => {
        const same = numbersIn(asDear.get(cost, from, rows)?.['ids']);
        for (const task of same) found(task, cost);
        return same.length < rows ? null : (same.at(-1) ?? null);
      });
    }
  }
}

/** The tasks with a cost in one of the ranges. */
export function costRows(connection: Connection, ranges: readonly NumberRange[], span: RowSpan): Bits {
  const bits = createBits(span);
  for (const range of ranges) {
    if (isShort(span)) {
      const select = 'SELECT id AS found FROM tasks NOT INDEXED WHERE counted_cost >= ? AND counted_cost <= ?';
      bits.union(rowsInSlices(connection, { select, rowId: 'id', values: [range.min ?? 0, range.max ?? Number.MAX_SAFE_INTEGER], span }));
    } else {
      tasksByCost(connection, range, bits.add);
    }
  }
  return bits;
}
