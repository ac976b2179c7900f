import { addAmounts, compareAmounts, type Amount } from '../../../shared/money/amount.ts';
import { budgetPeriods, nextPeriodStart, periodStart, type Budget, type BudgetPeriod } from '../../../shared/money/budget.ts';
import type { AccountId, EpochMs, GenerationRequest, MoneyReason } from '../../../shared/task.ts';
import type { Clock } from '../util/clock.ts';
import { createSequencer } from '../util/sequencer.ts';
import type { PriceStore } from './price-store.ts';

/** Why a task is not sent now, and when that may change by itself; null: only when the person changes something. */
export interface KeptBack {
  readonly waitingFor: MoneyReason;
  readonly until: EpochMs | null;
}

export interface BudgetGuard {
  /**
   * Runs `start` with the task's estimate if the budget has room for it. `start` commits the task as being sent. The next check of the same account
   * waits for that, so two tasks never use the same room. Rejects if the database does not answer.
   */
  admit<T>(accountId: AccountId, request: GenerationRequest, start: (estimate: Amount | null) => Promise<T>): Promise<T | KeptBack>;
}

export interface BudgetGuardDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly repository: Pick<PriceStore, 'spent'>;
  readonly budget: (accountId: AccountId) => Budget;
  readonly price: (accountId: AccountId, request: GenerationRequest) => Amount | null;
}

export function createBudgetGuard({ clock, repository, budget, price }: BudgetGuardDeps): BudgetGuard {
  const sequencer = createSequencer();
  return {
    admit(accountId, request, start) {
      const isLimited = (): boolean => Object.values(budget(accountId)).some((limit) => limit !== null);
      if (!isLimited()) return start(price(accountId, request));
      return sequencer.run(accountId, async () => {
        const estimate = price(accountId, request);
        const limits = budget(accountId);
        if (estimate === null) return isLimited() ? { waitingFor: 'price', until: null } : start(null);
        const now = clock.now();
        for (const period of budgetPeriods) {
          const limit = limits[period];
          if (limit === null) continue;
          const spent = await repository.spent(accountId, startOf(period, now));
          if (compareAmounts(addAmounts(spent, estimate), limit) > 0) return { waitingFor: 'budget', until: period === 'total' ? null : nextPeriodStart(now, period) };
        }
        return start(estimate);
      });
    },
  };
}

/** 0: since ever. */
const startOf = (period: BudgetPeriod, now: EpochMs): EpochMs => (period === 'total' ? 0 : periodStart(now, period));
