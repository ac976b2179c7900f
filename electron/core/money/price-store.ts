import type { Amount } from '../../../shared/money/amount.ts';
import type { AccountPrices, PriceRow } from '../../../shared/money/price-table.ts';
import type { AccountId, EpochMs } from '../../../shared/task.ts';

/** Prices and spending on disk. */
export interface PriceStore {
  prices(): Promise<readonly AccountPrices[]>;
  /** Replaces the rows that the person wrote. */
  setPrices(accountId: AccountId, rows: readonly PriceRow[]): Promise<void>;
  /** Replaces the learned prices of the same models, sizes, qualities and fields. */
  learnPrices(accountId: AccountId, rows: readonly PriceRow[]): Promise<void>;
  /** What counts as spent of tasks that were sent since then (milliseconds; the quarter of an hour that contains it counts whole). 0: all tasks. */
  spent(accountId: AccountId, since: EpochMs): Promise<Amount>;
}
