import { addAmounts, compareAmounts, noAmount, type Amount } from '../../../shared/money/amount.ts';
import { budgetPeriods, nextPeriodStart, periodStart, type Budget, type BudgetPeriod } from '../../../shared/money/budget.ts';
import type { AccountId, EpochMs, GenerationRequest, MoneyReason } from '../../../shared/task.ts';
import type { Clock } from '../util/clock.ts';
import { createSequencer } from '../util/sequencer.ts';
import type { PriceStore } from './price-store.ts';

/** Why a task is not sent now, and when that may change by itself; null: only if the person changes something. */
export interface NotAdmitted {
  readonly waitingFor: MoneyReason;
  readonly until: EpochMs | null;
}

export interface BudgetGuard {
  /**
   * Runs `start` with the task's estimate if that fits the budget. `start` commits the task as being sent. The next check of the same account waits for
   * that, so that no two tasks count on the same money. `start` is called with the prices and the budget of that moment. Rejects if the database does
   * not answer.
   */
  admit<T>(accountId: AccountId, request: GenerationRequest, start: (estimate: Amount | null) => Promise<T>): Promise<T | NotAdmitted>;
  /** Whether a request of this account waits until its price is known. The answers are valid until a price or a budget changes. */
  lackingPrice(accountId: AccountId): (request: GenerationRequest) => boolean;
}

export interface BudgetGuardDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly repository: Pick<PriceStore, 'spent'>;
  readonly budget: (accountId: AccountId) => Budget;
  readonly price: (accountId: AccountId, request: GenerationRequest) => Amount | null;
}

export function createBudgetGuard({ clock, repository, budget, price }: BudgetGuardDeps): BudgetGuard {
  const sequencer = createSequencer();
  const hasLimit = (accountId: AccountId): boolean => Object.values(budget(accountId)).some((limit) => limit !== null);
  return {
    lackingPrice(accountId) {
      return hasLimit(accountId) ? (request) => price(accountId, request) === null : () => false;
    },
    admit(accountId, request, start) {
      const isLimited = (): boolean => hasLimit(accountId);
      if (!isLimited()) return start(price(accountId, request));
      return sequencer.run(accountId, async () => {
        const spent = new Map<BudgetPeriod, Amount>();
        for (;;) {
          const [now, estimate, limits] = [clock.now(), price(accountId, request), budget(accountId)];
          if (estimate === null && isLimited()) return { waitingFor: 'price', until: null };
          // Read one sum at a time, and start again after each: the person may change the limits meanwhile.
          const unread = budgetPeriods.find((period) => limits[period] !== null && !spent.has(period));
          if (unread !== undefined) {
            spent.set(unread, await repository.spent(accountId, startOf(unread, now)));
            continue;
          }
          // If several periods are full, the longest decides: the task cannot be sent before it ends.
          const full = budgetPeriods.findLast((period) => {
            const limit = limits[period];
            return limit !== null && compareAmounts(addAmounts(spent.get(period) ?? noAmount, estimate ?? noAmount), limit) > 0;
          });
          if (full !== undefined) return { waitingFor: 'budget', until: full === 'total' ? null : nextPeriodStart(now, full) };
          return start(estimate);
        }
      });
    },
  };
}

/** 0: the period has no beginning. */
const startOf = (period: BudgetPeriod, now: EpochMs): EpochMs => (period === 'total' ? 0 : periodStart(now, period));
