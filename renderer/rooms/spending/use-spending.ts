import { useEffect, useState } from 'react';
import type { AppError } from '../../../shared/errors.ts';
import type { Input } from '../../../shared/ipc/schemas.ts';
import type { Spending, SpendingQuery } from '../../../shared/money/spending.ts';
import { bridge } from '../../bridge.ts';
import { useTextOverTime } from '../../stores/now.ts';
import { whileTasksChange } from '../../stores/accounts/account-money.ts';
import { queryFor, type Period, type Scope } from './spending-choices.ts';

/** The totals of a period. `ever`: whether anything was sent at any time. */
export type Read = { readonly at: 'read'; readonly query: SpendingQuery; readonly spending: Spending; readonly ever: boolean } | { readonly at: 'failed'; readonly error: AppError };

/** Null until main has answered. While another period is read, the previous totals stay. Kept up to date while tasks change. */
export function useSpending(period: Period, scope: Scope | undefined): Read | null {
  const day = useTextOverTime((now) => new Date(now).toDateString());
  const [read, setRead] = useState<Read | null>(null);
  useEffect(() => {
    if (scope === undefined) return undefined;
    return whileTasksChange(async (isOutdated) => {
      const next = await readSpending(period, scope);
      if (!isOutdated()) setRead(next);
    });
  }, [period, scope, day]);
  return read;
}

async function readSpending(period: Period, scope: Scope): Promise<Read> {
  const query = queryFor(period, scope, Date.now());
  const answer = await bridge.spendingSums(asked(query));
  if (!answer.ok) return { at: 'failed', error: answer.error };
  const spending = answer.value;
  if (spending.total.tasks > 0) return { at: 'read', query, spending, ever: true };
  const all = await bridge.spendingSums(asked(queryFor('all', scope, Date.now())));
  return { at: 'read', query, spending, ever: all.ok && all.value.total.tasks > 0 };
}

/** The query as it is sent to main. */
export const asked = ({ accountIds, ...times }: SpendingQuery): Input<'spending:sums'> => ({ ...times, accountIds: [...accountIds] });
