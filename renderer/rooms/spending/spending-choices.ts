import { create } from 'zustand';
import type { Account } from '../../../shared/account.ts';
import { nextPeriodStart, periodStart } from '../../../shared/money/budget.ts';
import type { SpendingQuery } from '../../../shared/money/spending.ts';
import type { AccountId, EpochMs } from '../../../shared/task.ts';

export const periods = ['month', 'last-month', 'days', 'year', 'all'] as const;
export type Period = (typeof periods)[number];

/** What the table and the chart are grouped by. */
export const groupings = ['days', 'months', 'accounts', 'models', 'batches'] as const;
export type Grouping = (typeof groupings)[number];

/** Accounts whose amounts may be added: those with one unit, or one account. */
export interface Scope {
  /** `unit <unit>`, or the account's id. */
  readonly value: string;
  readonly unit: string;
  readonly accounts: readonly Account[];
}

interface SpendingChoices {
  readonly period: Period;
  readonly by: Grouping;
  /** Null: the scope of the account in use. */
  readonly scope: string | null;
}

/** What was shown last. */
export const useSpendingChoices = create<SpendingChoices>(() => ({ period: 'month', by: 'days', scope: null }));

/** Every choice of accounts: first all accounts of each unit, then each account. The practice account costs nothing. */
export function scopesOf(accounts: readonly Account[]): readonly Scope[] {
  const paid = accounts.filter(({ kind }) => kind === 'service');
  const several = [...new Set(paid.map(({ options }) => options.unit))].flatMap((unit): Scope[] => {
    const those = paid.filter(({ options }) => options.unit === unit);
    return those.length > 1 ? [{ value: `unit ${unit}`, unit, accounts: those }] : [];
  });
  return [...several, ...paid.map((account): Scope => ({ value: account.id, unit: account.options.unit, accounts: [account] }))];
}

/** The chosen scope, or else the widest one that the account in use is in. */
export function scopeIn(scopes: readonly Scope[], chosen: string | null, inUse: AccountId): Scope | undefined {
  return scopes.find(({ value }) => value === chosen) ?? scopes.find(({ accounts }) => accounts.some(({ id }) => id === inUse)) ?? scopes[0];
}

/** Days and months in local time. */
export function queryFor(period: Period, { accounts }: Scope, now: EpochMs): SpendingQuery {
  const date = new Date(now);
  const tomorrow = nextPeriodStart(now, 'day');
  const times: Readonly<Record<Period, readonly [EpochMs | null, EpochMs]>> = {
    month: [periodStart(now, 'month'), tomorrow],
    'last-month': [new Date(date.getFullYear(), date.getMonth() - 1, 1).getTime(), periodStart(now, 'month')],
    days: [new Date(date.getFullYear(), date.getMonth(), date.getDate() - 29).getTime(), tomorrow],
    year: [new Date(date.getFullYear(), date.getMonth() - 11, 1).getTime(), tomorrow],
    all: [null, tomorrow],
  };
  const [from, until] = times[period];
  return { accountIds: accounts.map(({ id }) => id), from, until };
}
