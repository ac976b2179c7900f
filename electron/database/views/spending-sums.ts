import { compareAmounts, fromBillionths } from '../../../shared/money/amount.ts';
import { nextPeriodStart, periodStart } from '../../../shared/money/budget.ts';
import { mostBatchLines, spendingOutcomes, type Spending, type SpendingLine, type SpendingOutcome, type SpendingQuery, type SpendingRecord, type SpendingSums, type Spent } from '../../../shared/money/spending.ts';
import type { AccountId, EpochMs } from '../../../shared/task.ts';
import type { Connection } from '../sqlite/statements.ts';
import type { AccountCosts } from '../../../shared/money/task-cost.ts';
import { counted, countedEstimate, isSent, isUnpriced, spendingQuarter } from '../tables/tasks/counted-cost.ts';
import { idLists } from '../sqlite/id-lists.ts';
import { numbersIn } from './number-list.ts';
import { createBits } from './search/bit-set.ts';
import { allRows } from './search/table-scan.ts';

/** One day of an account, a batch, a model and an outcome. */
interface Part {
  readonly account: AccountId;
  readonly day: string;
  /** Row number; 0 without a batch. */
  readonly batch: number;
  readonly model: string;
  readonly outcome: SpendingOutcome;
  readonly row: ReturnType<ReturnType<Connection['sql']>['all']>[number];
}

/** Sums that are being added up, in billionths. */
interface Sums {
  tasks: number;
  outcomes: Record<SpendingOutcome, number>;
  spent: bigint;
  said: bigint;
  saidTasks: number;
  estimated: bigint;
  estimatedTasks: number;
  rest: bigint;
  restTasks: number;
  compared: { tasks: number; said: bigint; estimated: bigint };
  unpriced: number;
}

const noSums = (): Sums => ({ tasks: 0, outcomes: { made: 0, empty: 0, failed: 0, rejected: 0, unknown: 0, lost: 0, open: 0 }, spent: 0n, said: 0n, saidTasks: 0, estimated: 0n, estimatedTasks: 0, rest: 0n, restTasks: 0, compared: { tasks: 0, said: 0n, estimated: 0n }, unpriced: 0 });

const partsOfDay = `SELECT batch, model, outcome, sum(tasks) AS tasks, CAST(sum(counted) AS TEXT) AS spent, CAST(sum(said) AS TEXT) AS said, sum(said_tasks) AS said_tasks,
    CAST(sum(estimated) AS TEXT) AS estimated, sum(estimated_tasks) AS estimated_tasks, sum(unpriced) AS unpriced
  FROM spending WHERE account = ? AND quarter >= ? AND quarter < ? GROUP BY batch, model, outcome HAVING sum(tasks) > 0`;

/** What an account has spent in the day and month of `now`, and in all. */
export function spentNow({ sql }: Connection, accountId: AccountId, now: EpochMs): Spent {
  const since = (start: EpochMs): string =>
    fromBillionths(String(sql(`SELECT CAST(coalesce(sum(counted), 0) AS TEXT) AS spent FROM spending WHERE account = (SELECT id FROM accounts WHERE uuid = ?) AND quarter >= ?`).get(accountId, Math.floor(start / spendingQuarter))?.['spent'] ?? '0'));
  return { day: since(periodStart(now, 'day')), month: since(periodStart(now, 'month')), total: since(0) };
}

/** Sums of a time, in the groups that the page shows. */
export function sumSpending(connection: Connection, query: SpendingQuery): Spending {
  const total = noSums();
  const [days, months, accounts, models, batches] = [grouped<string>(), grouped<string>(), grouped<string>(), grouped<string>(), grouped<number>()];
  for (const part of partsOf(connection, query)) {
    for (const sums of [total, days.of(part.day), months.of(part.day.slice(0, 7)), accounts.of(part.account), models.of(part.model), batches.of(part.batch)]) add(sums, part);
  }
  const byKey = (a: SpendingLine, b: SpendingLine): number => (a.key < b.key ? -1 : 1);
  const bySpent = (a: SpendingLine, b: SpendingLine): number => compareAmounts(b.spent, a.spent) || b.tasks - a.tasks || byKey(a, b);
  const named = (group: Groups<string>): SpendingLine[] => [...group.all].map(([key, sums]) => ({ key, name: null, ...finished(sums) }));
  const newest = [...batches.all].sort(([a], [b]) => b - a);
  return {
    total: finished(total),
    days: named(days).sort(byKey),
    months: named(months).sort(byKey),
    accounts: named(accounts).sort(bySpent),
    models: named(models).sort(bySpent),
    batches: newest.slice(0, mostBatchLines).map(([batch, sums]) => ({ ...batchOf(connection, batch), ...finished(sums) })),
    moreBatches: Math.max(0, newest.length - mostBatchLines),
  };
}

/** The same in detail, for an export. */
export function readSpendingRecords(connection: Connection, query: SpendingQuery): readonly SpendingRecord[] {
  const records = new Map<string, { readonly part: Part; readonly sums: Sums }>();
  for (const part of partsOf(connection, query)) {
    const key = JSON.stringify([part.day, part.account, part.model, part.batch]);
    const record = records.get(key) ?? { part, sums: noSums() };
    records.set(key, record);
    add(record.sums, part);
  }
  return [...records.values()].map(({ part, sums }) => ({ day: part.day, accountId: part.account, model: part.model, batch: batchOf(connection, part.batch).name, ...finished(sums) }));
}

/** Every part of a time, day by day. */
function* partsOf({ sql }: Connection, { accountIds, from, until }: SpendingQuery): Generator<Part> {
  const end = Math.ceil(until / spendingQuarter);
  for (const { id, uuid } of sql(`SELECT id, uuid FROM accounts WHERE kind = 'service' AND uuid IN (SELECT value FROM json_each(?))`).all(JSON.stringify(accountIds))) {
    let next = from === null ? 0 : Math.floor(from / spendingQuarter);
    for (;;) {
      const found = sql('SELECT min(quarter) AS quarter FROM spending WHERE account = ? AND quarter >= ? AND quarter < ?').get(Number(id), next, end)?.['quarter'] ?? null;
      if (found === null) break;
      const at = Number(found) * spendingQuarter;
      const dayEnd = Math.min(end, Math.max(Number(found) + 1, Math.ceil(nextPeriodStart(at, 'day') / spendingQuarter)));
      const day = dayOf(at);
      for (const row of sql(partsOfDay).all(Number(id), Number(found), dayEnd)) {
        const outcome = spendingOutcomes.find((each) => each === row['outcome']) ?? 'open';
        yield { account: String(uuid), day, batch: Number(row['batch']), model: String(row['model']), outcome, row };
      }
      next = dayEnd;
    }
  }
}

function add(sums: Sums, { outcome, row }: Part): void {
  sums.tasks += Number(row['tasks']);
  sums.outcomes[outcome] += Number(row['tasks']);
  sums.unpriced += Number(row['unpriced']);
  // A refused task costs nothing, whatever was expected.
  if (outcome === 'rejected') return;
  const amount = (column: 'spent' | 'said' | 'estimated'): bigint => BigInt(String(row[column]));
  const [tasks, saidTasks, estimatedTasks, unpriced] = [Number(row['tasks']), Number(row['said_tasks']), Number(row['estimated_tasks']), Number(row['unpriced'])];
  const rest = amount('spent') - amount('said');
  sums.spent += amount('spent');
  sums.said += amount('said');
  sums.saidTasks += saidTasks;
  sums.estimated += amount('estimated');
  sums.estimatedTasks += estimatedTasks;
  sums.rest += rest;
  sums.restTasks += tasks - saidTasks - unpriced;
  // Compare only if every task with a reported cost also has an estimate. The sum of all estimates minus `rest` is then the estimate of the same tasks.
  if (saidTasks > 0 && saidTasks + estimatedTasks + unpriced - tasks === saidTasks) {
    sums.compared.tasks += saidTasks;
    sums.compared.said += amount('said');
    sums.compared.estimated += amount('estimated') - rest;
  }
}

function finished({ outcomes, spent, said, estimated, rest, compared, ...counts }: Sums): SpendingSums {
  return {
    ...counts,
    ...outcomes,
    spent: fromBillionths(spent),
    said: fromBillionths(said),
    estimated: fromBillionths(estimated),
    rest: fromBillionths(rest),
    compared: { tasks: compared.tasks, said: fromBillionths(compared.said), estimated: fromBillionths(compared.estimated) },
  };
}

interface Groups<Key> {
  readonly all: ReadonlyMap<Key, Sums>;
  of(key: Key): Sums;
}

function grouped<Key>(): Groups<Key> {
  const all = new Map<Key, Sums>();
  return {
    all,
    of(key) {
      const sums = all.get(key) ?? noSums();
      all.set(key, sums);
      return sums;
    },
  };
}

function batchOf({ sql }: Connection, batch: number): { readonly key: string; readonly name: string | null } {
  const row = batch === 0 ? undefined : sql('SELECT uuid, name FROM batches WHERE id = ?').get(batch);
  return { key: String(row?.['uuid'] ?? ''), name: row === undefined ? null : String(row['name']) };
}

/** The day in local time, as `2026-11-23`. */
function dayOf(at: EpochMs): string {
  const date = new Date(at);
  return [date.getFullYear(), String(date.getMonth() + 1).padStart(2, '0'), String(date.getDate()).padStart(2, '0')].join('-');
}

/** The tasks behind pictures, each once. */
export function tasksOfPictures(connection: Connection, ids: Int32Array): Int32Array {
  const tasks = createBits(allRows(connection).task);
  const statement = connection.sql('SELECT group_concat(task) AS tasks FROM images WHERE id IN (SELECT value FROM json_each(?))');
  for (const some of idLists(ids)) {
    for (const task of numbersIn(statement.get(some)?.['tasks'])) tasks.add(task);
  }
  return Int32Array.from(tasks.list(Infinity) ?? []);
}

/** What tasks cost, by account. Those that cannot cost anything are left out. Exact, as the table `spending` counts them. */
export function sumTaskCosts({ sql }: Connection, rows: Int32Array): readonly AccountCosts[] {
  const statement = sql(`SELECT accounts.uuid, count(*) AS tasks, CAST(sum(${counted('tasks')}) AS TEXT) AS spent, CAST(sum(${countedEstimate('tasks')}) AS TEXT) AS rest, total(${isUnpriced('tasks')}) AS unpriced
    FROM json_each(?) AS wanted JOIN tasks ON tasks.id = wanted.value JOIN accounts ON accounts.id = tasks.account WHERE accounts.kind = 'service' AND ${isSent('tasks')} GROUP BY accounts.id`);
  const sums = new Map<string, { tasks: number; spent: bigint; rest: bigint; unpriced: number }>();
  for (const some of idLists(rows)) {
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
