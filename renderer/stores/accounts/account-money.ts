import { useEffect, useState } from 'react';
import type { Spent } from '../../../shared/money/spending.ts';
import type { AccountId } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { useTextOverTime } from '../now.ts';
import type { WaitingMoney } from '../../../shared/money/waiting-money.ts';
import { useWaitingMoney } from '../tasks/unsent-price.ts';
import { useTasks, type Tasks } from '../tasks-store.ts';

/** Milliseconds between two questions to main while tasks change, at least. After a long answer it is several times as long. */
const pause = 500;

/** What an account has spent, and what its waiting tasks need in addition. */
export interface AccountMoney {
  readonly spent: Spent;
  readonly waiting: WaitingMoney;
}

/** What an account has spent today, this month and in all; null until main has said it. Kept up to date while tasks change and days begin. */
export function useAccountMoney(accountId: AccountId): AccountMoney | null {
  const day = useTextOverTime((now) => new Date(now).toDateString());
  const [read, setRead] = useState<{ readonly accountId: AccountId; readonly spent: Spent; readonly tasks: Tasks } | null>(null);
  useEffect(
    () =>
      whileTasksChange(async (isOutdated) => {
        const { tasks } = useTasks.getState();
        const answer = await bridge.spendingSpent({ accountId });
        if (answer.ok && !isOutdated()) setRead({ accountId, spent: answer.value, tasks });
      }),
    [accountId, day],
  );
  const known = read?.accountId === accountId ? read : null;
  const waiting = useWaitingMoney(accountId, known?.tasks ?? null);
  return known && { spent: known.spent, waiting };
}

/** Runs `read` now and after changes of tasks, one run at a time, until the returned function is called. */
export function whileTasksChange(read: (isOutdated: () => boolean) => Promise<void>): () => void {
  let [ended, running, changed] = [false, false, true];
  const run = async (): Promise<void> => {
    if (running) return;
    running = true;
    while (changed && !ended) {
      changed = false;
      const began = performance.now();
      await read(() => ended);
      const took = performance.now() - began;
      await new Promise((resolve) => setTimeout(resolve, Math.max(pause, 5 * took)));
    }
    running = false;
  };
  const unsubscribe = useTasks.subscribe(() => {
    changed = true;
    void run();
  });
  void run();
  return () => {
    ended = true;
    unsubscribe();
  };
}
