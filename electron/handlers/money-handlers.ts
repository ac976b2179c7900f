import { noOptions } from '../../shared/account.ts';
import { byUnit } from '../../shared/money/task-cost.ts';
import { writePriceCsv } from '../../shared/money/price-csv.ts';
import { kindOf, sortedFields } from '../../shared/money/price-fields.ts';
import type { PriceRow } from '../../shared/money/price-table.ts';
import { exportSpending } from '../core/export/spending-export.ts';
import { readTextFile } from '../core/util/read-text-file.ts';
import { writeWholeFile } from '../core/util/whole-file.ts';
import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';
import { dayOf } from './ledger-handlers.ts';

/** Bytes. 5,000 rows of usual length are a tenth of that. */
const largestPriceFile = 5_000_000;

export function moneyHandlers({ prices, views, accounts, desktop, words }: HandlerServices): HandlersOf<'prices' | 'spending'> {
  return {
    'prices:set': ({ accountId, rows }) => prices.set(accountId, rows),
    async 'prices:choose-file'() {
      const file = await desktop.chooseTextFile(words('dialogs.import-prices'), ['csv', 'tsv', 'txt']);
      return file === null ? null : { text: await readTextFile(file, largestPriceFile) };
    },
    async 'prices:export'({ accountId }) {
      const rows = prices.list().find((table) => table.accountId === accountId)?.rows ?? [];
      // A file has no column for who named a price, and no request twice. The person's price is the one in force.
      const own = rows.filter(({ origin }) => origin === 'person');
      const keyOf = ({ model, size, quality, fields }: PriceRow): string => kindOf({ model, size, quality, fields: sortedFields(Object.entries(fields).filter(([, value]) => value !== '')) });
      const owned = new Set(own.map(keyOf));
      const target = await desktop.chooseSaveFile(`latent-prices-${dayOf(Date.now())}.csv`, words('dialogs.save-prices'));
      if (target === null) return { saved: false };
      await writeWholeFile(target, [writePriceCsv([...own, ...rows.filter((row) => row.origin === 'learned' && !owned.has(keyOf(row)))])], 'usual');
      return { saved: true };
    },
    'spending:spent': ({ accountId }) => views.spent(accountId, Date.now()),
    'spending:sums': (query) => views.spending(query),
    async 'spending:of-tasks'(query) {
      const costs = await views.taskCosts(query);
      const units = new Map((await accounts.list()).map(({ id, options }) => [id, options.unit]));
      return costs && byUnit(costs, (accountId) => units.get(accountId) ?? noOptions.unit);
    },
    async 'spending:export'(query) {
      const records = await views.spendingRecords(query);
      const target = await desktop.chooseSaveFile(`latent-spending-${dayOf(Date.now())}.csv`, words('dialogs.save-spending'));
      if (target === null) return { saved: false };
      const known = new Map((await accounts.list()).map(({ id, name, options }) => [id, { name, unit: options.unit }]));
      await writeWholeFile(target, exportSpending(records, known), 'usual');
      return { saved: true };
    },
  };
}
