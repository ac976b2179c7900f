import { spendingOutcomes, type SpendingRecord } from '../../../shared/money/spending.ts';
import type { AccountId } from '../../../shared/task.ts';
import { byteOrderMark, csvRecord } from '../../../shared/csv.ts';

const amounts = ['unit', 'spent', 'charged', 'charged_tasks', 'estimated', 'estimated_tasks', 'price_unknown_tasks'] as const;

/**
 * What was spent, as CSV: a record for each day, account, model and batch. Amounts are exact decimals with a point. `charged` is what the service
 * said or the person settled, `estimated` what was expected of the same and of all other tasks that have a price.
 */
export function* exportSpending(records: Iterable<SpendingRecord>, accounts: ReadonlyMap<AccountId, { readonly name: string; readonly unit: string }>): Generator<string> {
  yield byteOrderMark + csvRecord(['day', 'account', 'model', 'batch', 'tasks', ...spendingOutcomes, ...amounts]);
  for (const record of records) {
    const account = accounts.get(record.accountId);
    yield csvRecord([
      record.day,
      account?.name ?? record.accountId,
      record.model,
      record.batch,
      record.tasks,
      ...spendingOutcomes.map((outcome) => record[outcome]),
      account?.unit ?? null,
      record.spent,
      record.said,
      record.saidTasks,
      record.estimated,
      record.estimatedTasks,
      record.unpriced,
    ]);
  }
}
