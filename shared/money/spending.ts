import type { AccountId, EpochMs } from '../task.ts';
import type { Amount } from './amount.ts';
import type { BudgetPeriod } from './budget.ts';

/** What counts as spent by an account today, this month and in total. */
export type Spent = Readonly<Record<BudgetPeriod, Amount>>;

/** Which spending is summed: of accounts with the same unit, sent at or after `from` (null: no lower limit) and before `until`. */
export interface SpendingQuery {
  readonly accountIds: readonly AccountId[];
  readonly from: EpochMs | null;
  readonly until: EpochMs;
}

/** How submissions ended. `lost`: the service no longer finds the id. `open`: being sent or accepted, and not ended. */
export const spendingOutcomes = ['made', 'empty', 'failed', 'rejected', 'unknown', 'lost', 'open'] as const;
export type SpendingOutcome = (typeof spendingOutcomes)[number];

/** Sums over submissions. Amounts are in the unit of their accounts. */
export interface SpendingSums extends Readonly<Record<SpendingOutcome, number>> {
  readonly tasks: number;
  /** What the person or the service said, or the estimate where neither did (task-cost.ts). */
  readonly spent: Amount;
  /** What the person settled or the service reported, for `saidTasks` submissions. */
  readonly said: Amount;
  readonly saidTasks: number;
  /** The estimates, made when they were sent, of `estimatedTasks` submissions that were not refused. */
  readonly estimated: Amount;
  readonly estimatedTasks: number;
  /** The estimates of the `restTasks` submissions whose cost nobody said. `spent` is the sum of this and `said`. */
  readonly rest: Amount;
  readonly restTasks: number;
  /** The said and the estimated cost of the same submissions. Parts in which a submission has no estimate are left out. */
  readonly compared: { readonly tasks: number; readonly said: Amount; readonly estimated: Amount };
  /** Submissions whose price nobody knows. They count as nothing. */
  readonly unpriced: number;
}

export interface SpendingLine extends SpendingSums {
  /** The day (`2026-11-23`) or month (`2026-11`) in local time, the account's id, the model, or the batch's id; empty for what was sent without a batch. */
  readonly key: string;
  /** The name of the batch. */
  readonly name: string | null;
}

export interface Spending {
  readonly total: SpendingSums;
  /** Days and months in their order; accounts and models by what was spent; batches newest first. */
  readonly days: readonly SpendingLine[];
  readonly months: readonly SpendingLine[];
  readonly accounts: readonly SpendingLine[];
  readonly models: readonly SpendingLine[];
  readonly batches: readonly SpendingLine[];
  /** How many older batches are left out. */
  readonly moreBatches: number;
}

/** The most batches in an answer. */
export const mostBatchLines = 500;

/** One record of an export: a day of an account, a model and a batch. */
export interface SpendingRecord extends SpendingSums {
  readonly day: string;
  readonly accountId: AccountId;
  readonly model: string;
  readonly batch: string | null;
}
