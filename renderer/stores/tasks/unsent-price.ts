import { useMemo } from 'react';
import { kindOf, pricedOf, type PricedRequest } from '../../../shared/money/price-fields.ts';
import type { PriceTable } from '../../../shared/money/price-table.ts';
import type { AccountId, TaskWithImages } from '../../../shared/task.ts';
import { useApp } from '../app-store.ts';
import { expectedPrice, tableOf, type ExpectedPrice, type PricedSubmission, type PriceFacts } from '../compose/prices.ts';
import { useThrottledTasks, type Tasks } from '../tasks-store.ts';

/** Whether a task has not been sent yet, so that it can be moved, edited and cancelled. */
export const isUnsent = ({ task }: TaskWithImages): boolean => task.state.status === 'queued';

/** The cost of the unsent tasks by the account's prices. Null: the cost is unknown, or the account is free. */
export function usePriceOfUnsent(tasks: readonly TaskWithImages[]): ExpectedPrice | null {
  const [prices, accounts] = [useApp((facts) => facts.prices), useApp((facts) => facts.accounts)];
  return useMemo(() => expectedPrice(kindsOf(tasks, { prices, accounts }), { prices, accounts }), [tasks, prices, accounts]);
}

/** What the waiting tasks of an account need. */
export interface WaitingMoney {
  /** Null: no price is known. */
  readonly price: ExpectedPrice | null;
  readonly count: number;
}

/**
 * What the waiting tasks of an account need, in addition to what was spent when the tasks were `atReading`. A task that was sent since then counts as
 * waiting, because that sum does not contain it. The amount left is therefore never too high.
 */
export function useWaitingMoney(accountId: AccountId, atReading: Tasks | null): WaitingMoney {
  const tasks = useThrottledTasks((state) => state.tasks);
  const [prices, accounts] = [useApp((facts) => facts.prices), useApp((facts) => facts.accounts)];
  return useMemo(() => {
    const waiting = waitingTasks(accountId, tasks, atReading ?? tasks);
    return { price: expectedPrice(kindsOf(waiting, { prices, accounts }), { prices, accounts }), count: waiting.length };
  }, [accountId, tasks, atReading, prices, accounts]);
}

export function waitingTasks(accountId: AccountId, now: Tasks, atReading: Tasks): readonly TaskWithImages[] {
  const isWaiting = (entry: TaskWithImages | undefined): boolean => entry !== undefined && entry.task.accountId === accountId && isUnsent(entry);
  const waiting = [...now.values()].filter(isWaiting);
  if (now !== atReading) for (const [id, entry] of atReading) if (isWaiting(entry) && !isWaiting(now.get(id))) waiting.push(entry);
  return waiting;
}

interface Kind extends PricedSubmission {
  count: number;
}

/** Groups unsent tasks by what their price depends on, because thousands of tasks have only a few kinds. */
function kindsOf(tasks: readonly TaskWithImages[], facts: PriceFacts): readonly PricedSubmission[] {
  const kinds = new Map<string, Kind>();
  const tables = new Map<AccountId, PriceTable>();
  let latest: Kind | null = null;
  for (const entry of tasks) {
    if (!isUnsent(entry)) continue;
    const { accountId, request } = entry.task;
    if (!latest || latest.accountId !== accountId || !isSame(latest.request, request)) {
      const table = tables.get(accountId) ?? tableOf(accountId, facts);
      tables.set(accountId, table);
      const key: string = `${accountId} ${kindOf(pricedOf(request, table.by))}`;
      latest = kinds.get(key) ?? { accountId, request, count: 0 };
      kinds.set(key, latest);
    }
    latest.count += 1;
  }
  return [...kinds.values()];
}

/** Whether they certainly have the same price. */
const isSame = (one: PricedRequest, other: PricedRequest): boolean =>
  one.model === other.model && one.size === other.size && one.quality === other.quality && one.fields === other.fields && one.references === other.references;
