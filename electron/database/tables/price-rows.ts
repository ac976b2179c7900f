import { z } from 'zod';
import { fromBillionths } from '../../../shared/money/amount.ts';
import { sortedFields } from '../../../shared/money/price-fields.ts';
import { pricesPer, type AccountPrices, type PriceRow } from '../../../shared/money/price-table.ts';
import type { PriceStore } from '../../core/money/price-store.ts';
import type { Synchronous } from '../client/database-contract.ts';
import type { Connection } from '../sqlite/statements.ts';
import type { Readers } from './row-readers.ts';
import { spendingQuarter } from './tasks/counted-cost.ts';
import { amountToRow, type Row } from './tasks/task-rows.ts';

const priceRow = z.object({
  account: z.string(),
  model: z.string(),
  size: z.string(),
  quality: z.string(),
  fields: z.string().transform((text) => z.record(z.string(), z.string()).parse(JSON.parse(text))),
  per: z.enum(pricesPer),
  origin: z.enum(['person', 'learned']),
  amount: z.string().nullable(),
  at: z.int(),
});

const upsert = `INSERT INTO prices (account, model, size, quality, fields, per, origin, amount, at)
  SELECT id, :model, :size, :quality, :fields, :per, :origin, :amount, :at FROM accounts WHERE uuid = :account
  ON CONFLICT DO UPDATE SET per = excluded.per, amount = excluded.amount, at = excluded.at`;

/**
 * What was ever spent, by account. `spending` may have a line for each quarter of an hour over years, and a budget "in all" is compared before every task.
 * Kept in memory, beside the one connection that writes: the first question of a process sums the lines, and the triggers belong to the same
 * transactions as the changes, so the sum is never older or newer than the lines.
 */
const spentEver = [
  'CREATE TEMP TABLE spent_ever (account INTEGER PRIMARY KEY, counted INTEGER NOT NULL) STRICT',
  `CREATE TEMP TRIGGER spent_ever_line AFTER INSERT ON main.spending BEGIN
    INSERT INTO spent_ever VALUES (new.account, new.counted) ON CONFLICT DO UPDATE SET counted = counted + excluded.counted;
  END`,
  `CREATE TEMP TRIGGER spent_ever_more AFTER UPDATE OF counted ON main.spending WHEN old.counted <> new.counted BEGIN
    UPDATE spent_ever SET counted = counted + new.counted - old.counted WHERE account = new.account;
  END`,
  'INSERT INTO spent_ever SELECT account, sum(counted) FROM spending GROUP BY account',
];

const isKept = `SELECT 1 FROM temp.sqlite_schema WHERE name = 'spent_ever'`;

const accountRow = '(SELECT id FROM accounts WHERE uuid = ?)';

export function createPriceRows({ sql, transaction }: Connection, readers: Readers): Synchronous<PriceStore> {
  const put = (account: string, { model, size, quality, fields, per, amount, at }: PriceRow, origin: PriceRow['origin']): void => {
    sql(upsert).run({ account, model, size, quality, fields: JSON.stringify(sortedFields(Object.entries(fields))), per, origin, amount: amountToRow(amount), at: Math.round(at) });
  };
  const spentSince = (accountId: string, since: number) =>
    sql(`SELECT CAST(sum(counted) AS TEXT) AS spent FROM spending WHERE account = ${accountRow} AND quarter >= ?`).get(accountId, Math.floor(since / spendingQuarter));
  const everSpent = (accountId: string) => {
    if (sql(isKept).get() === undefined) transaction(() => spentEver.forEach((statement) => sql(statement).run()));
    return sql(`SELECT CAST(counted AS TEXT) AS spent FROM spent_ever WHERE account = ${accountRow}`).get(accountId);
  };
  return {
    prices() {
      const byAccount = new Map<string, PriceRow[]>();
      for (const row of sql('SELECT accounts.uuid AS account, model, size, quality, fields, per, origin, CAST(amount AS TEXT) AS amount, at FROM prices JOIN accounts ON accounts.id = prices.account ORDER BY model, size, quality, fields').all()) {
        const read = readers.orReport(row, rowToPrice);
        if (read !== null) byAccount.set(read.account, [...(byAccount.get(read.account) ?? []), read.price]);
      }
      return [...byAccount].map(([accountId, rows]): AccountPrices => ({ accountId, rows }));
    },
    setPrices: (accountId, rows) =>
      transaction(() => {
        sql(`DELETE FROM prices WHERE origin = 'person' AND account = ${accountRow}`).run(accountId);
        for (const row of rows) put(accountId, row, 'person');
      }),
    learnPrices: (accountId, rows) =>
      transaction(() => {
        for (const row of rows) if (row.amount !== null) put(accountId, row, 'learned');
      }),
    spent(accountId, since) {
      const row = since === 0 ? everSpent(accountId) : spentSince(accountId, since);
      return fromBillionths(String(row?.['spent'] ?? '0'));
    },
  };
}

function rowToPrice(row: Row): { readonly account: string; readonly price: PriceRow } {
  const { account, amount, ...rest } = priceRow.parse(row);
  return { account, price: { ...rest, amount: amount === null ? null : fromBillionths(amount) } };
}
