import { useMemo } from 'react';
import type { ExpectedPrice } from '../../../shared/money/expected-price.ts';
import { isUnsent, priceOfUnsent, type WaitingMoney } from '../../../shared/money/waiting-money.ts';
import type { AccountId, TaskWithImages } from '../../../shared/task.ts';
import { useApp } from '../app-store.ts';
import { useThrottledTasks, type Tasks } from '../tasks-store.ts';

/** The cost of the unsent tasks by the account's prices. Null: the cost is unknown, or the account is free. */
export function usePriceOfUnsent(tasks: readonly TaskWithImages[]): ExpectedPrice | null {
  const [prices, accounts] = [useApp((facts) => facts.prices), useApp((facts) => facts.accounts)];
  return useMemo(() => priceOfUnsent(tasks, { prices, accounts }), [tasks, prices, accounts]);
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
    return { price: priceOfUnsent(waiting, { prices, accounts }), count: waiting.length };
  }, [accountId, tasks, atReading, prices, accounts]);
}

export function waitingTasks(accountId: AccountId, now: Tasks, atReading: Tasks): readonly TaskWithImages[] {
  const isWaiting = (entry: TaskWithImages | undefined): boolean => entry !== undefined && entry.task.accountId === accountId && isUnsent(entry);
  const waiting = [...now.values()].filter(isWaiting);
  if (now !== atReading) for (const [id, entry] of atReading) if (isWaiting(entry) && !isWaiting(now.get(id))) waiting.push(entry);
  return waiting;
}
