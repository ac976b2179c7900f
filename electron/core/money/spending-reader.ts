import type { Spending, SpendingQuery, SpendingRecord, Spent } from '../../../shared/money/spending.ts';
import type { AccountCosts, CostQuery } from '../../../shared/money/task-cost.ts';
import type { AccountId, EpochMs } from '../../../shared/task.ts';

/** Reads totals of spending, in a thread that delays no commit. Leaves out the practice account. */
export interface SpendingReader {
  spent(accountId: AccountId, now: EpochMs): Promise<Spent>;
  spending(query: SpendingQuery): Promise<Spending>;
  /** What the tasks of a view or a selection cost, by account. Null: a newer question was asked, or the view was replaced. */
  taskCosts(query: CostQuery): Promise<readonly AccountCosts[] | null>;
  spendingRecords(query: SpendingQuery): Promise<readonly SpendingRecord[]>;
}
