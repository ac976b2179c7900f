import type { EpochMs } from '../task.ts';
import { amountLeft, compareAmounts, type Amount } from './amount.ts';

/** From the shortest to the longest. */
export const budgetPeriods = ['day', 'month', 'total'] as const;
export type BudgetPeriod = (typeof budgetPeriods)[number];

/** How much an account may spend in each period, in its unit. Null: no limit. */
export type Budget = Readonly<Record<BudgetPeriod, Amount | null>>;

export const noBudget: Budget = { day: null, month: null, total: null };

/** When the day or month of `now` began in local time, also on days when the clock changes. */
export function periodStart(now: EpochMs, period: 'day' | 'month'): EpochMs {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), period === 'day' ? date.getDate() : 1).getTime();
}

/** When the next day or month begins in local time: a budget of that period resets. */
export function nextPeriodStart(now: EpochMs, period: 'day' | 'month'): EpochMs {
  const date = new Date(now);
  const next = period === 'day' ? new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1) : new Date(date.getFullYear(), date.getMonth() + 1, 1);
  return next.getTime();
}

/** What may still be spent, and which limit decides it. */
export interface BudgetRoom {
  readonly amount: Amount;
  readonly period: BudgetPeriod;
}

/** The room in the tightest of the limits; 0 if it is reached or exceeded. Of equal ones, the limit that lasts longest decides. Null: no limit. */
export function roomIn(budget: Budget, spent: Readonly<Record<BudgetPeriod, Amount>>): BudgetRoom | null {
  let room: BudgetRoom | null = null;
  for (const period of budgetPeriods) {
    const limit = budget[period];
    if (limit === null) continue;
    const amount = amountLeft(limit, spent[period]);
    if (room === null || compareAmounts(amount, room.amount) <= 0) room = { amount, period };
  }
  return room;
}
