import type { Spending, SpendingQuery, SpendingRecord, Spent } from '../../../shared/money/spending.ts';
import type { AccountId, EpochMs } from '../../../shared/task.ts';

/** Sums of what was spent. Reads only, in a thread that delays no commit. The practice account is left out. */
export interface SpendingReader {
  spent(accountId: AccountId, now: EpochMs): Promise<Spent>;
  spending(query: SpendingQuery): Promise<Spending>;
  spendingRecords(query: SpendingQuery): Promise<readonly SpendingRecord[]>;
}
