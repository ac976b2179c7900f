import { fromBillionths } from '../../../shared/money/amount.ts';
import type { AccountCosts } from '../../../shared/money/task-cost.ts';
import { counted, countedEstimate, isSent, isUnpriced } from '../tables/tasks/counted-cost.ts';
import type { Connection } from '../sqlite/statements.ts';
import { numbersIn } from './number-list.ts';
import { createBits } from './search/bit-set.ts';
import { allRows } from './search/table-scan.ts';

/** Rows that are looked up in one step. A step takes about a millisecond. */
const rowsPerStep = 500;

/** The tasks behind pictures, each once. */
export function tasksOfPictures(connection: Connection, ids: Int32Array): Int32Array {
  const tasks = createBits(allRows(connection).task);
  const statement = connection.sql('SELECT group_concat(task) AS tasks FROM images WHERE id IN (SELECT value FROM json_each(?))');
  for (const some of steps(ids)) {
    for (const task of numbersIn(statement.get(some)?.['tasks'])) tasks.add(task);
  }
  return Int32Array.from(tasks.list(Infinity) ?? []);
}

/** What tasks cost, by account. Those that cannot cost anything are left out. Exact, as the table `spending` counts them. */
export function sumTaskCosts({ sql }: Connection, rows: Int32Array): readonly AccountCosts[] {
  const statement = sql(`SELECT accounts.uuid, count(*) AS tasks, CAST(sum(${counted('tasks')}) AS TEXT) AS spent, CAST(sum(${countedEstimate('tasks')}) AS TEXT) AS rest, total(${isUnpriced('tasks')}) AS unpriced
    FROM json_each(?) AS wanted JOIN tasks ON tasks.id = wanted.value JOIN accounts ON accounts.id = tasks.account WHERE accounts.kind = 'service' AND ${isSent('tasks')} GROUP BY accounts.id`);
  const sums = new Map<string, { tasks: number; spent: bigint; rest: bigint; unpriced: number }>();
  for (const some of steps(rows)) {
    for (const row of statement.all(some)) {
      const known = sums.get(String(row['uuid'])) ?? { tasks: 0, spent: 0n, rest: 0n, unpriced: 0 };
      known.tasks += Number(row['tasks']);
      known.spent += BigInt(String(row['spent']));
      known.rest += BigInt(String(row['rest']));
      known.unpriced += Number(row['unpriced']);
      sums.set(String(row['uuid']), known);
    }
  }
  return [...sums].map(([accountId, { spent, rest, ...counts }]) => ({ accountId, ...counts, spent: fromBillionths(spent), rest: fromBillionths(rest) }));
}

/** The numbers as JSON lists of one step each. */
function* steps(rows: Int32Array): Generator<string> {
  for (let at = 0; at < rows.length; at += rowsPerStep) yield `[${rows.subarray(at, at + rowsPerStep).join(',')}]`;
}
