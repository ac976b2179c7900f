import type { Spending, SpendingQuery, SpendingRecord, Spent } from '../../../shared/money/spending.ts';
import type { AccountId, EpochMs } from '../../../shared/task.ts';

/** Reads totals of spending, in a thread that delays no commit. Leaves out the practice account. */
export interface SpendingReader {
  spent(accountId: AccountId, now: EpochMs): Promise<Spent>;
  spending(query: SpendingQuery): Promise<Spending>;
  spendingRecords(query: SpendingQuery): Promise<readonly SpendingRecord[]>;
}
