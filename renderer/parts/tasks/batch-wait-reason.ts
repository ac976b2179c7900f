import type { Account } from '../../../shared/account.ts';
import type { BatchWithProgress } from '../../../shared/batch.ts';
import { nextPeriodStart, noBudget, type Budget, type BudgetPeriod } from '../../../shared/money/budget.ts';
import type { EpochMs, QueueReason, Task } from '../../../shared/task.ts';
import type { Words } from '../../../shared/words/index.ts';
import { amountWords } from '../../../shared/words/amounts.ts';
import type { Formats } from '../../../shared/words/format.ts';

/** Why nothing more of a batch is sent for now. */
export type BatchWaitReason =
  | { readonly why: 'stopped' | 'held' | 'unclear' | 'price' }
  | { readonly why: 'refused'; readonly message: string | null }
  /** `until`: when the budget resets. Null: never. */
  | { readonly why: 'budget'; readonly until: EpochMs | null }
  | { readonly why: 'other'; readonly reason: QueueReason };

/**
 * Null if the batch continues, or waits only for its turn.
 * @param next its first task that was not sent
 * @param stopped whether the person holds the whole queue
 */
export function batchWaitReason({ hold, progress }: Pick<BatchWithProgress, 'hold' | 'progress'>, next: Task | undefined, stopped: boolean): BatchWaitReason | null {
  if (progress.queued === 0) return null;
  if (hold?.by === 'person') return { why: 'held' };
  if (hold?.by === 'refused') return { why: 'refused', message: hold.said.message };
  if (stopped) return { why: 'stopped' };
  if (next?.state.status !== 'queued') return null;
  const { waitingFor, retryAt = null } = next.state;
  switch (waitingFor) {
    case 'turn':
    case 'stopped':
    // The next change of the batch says who holds it.
    case 'batch-held':
      return null;
    case 'price':
    case 'unclear':
      return { why: waitingFor };
    case 'budget':
      return { why: 'budget', until: retryAt };
    default:
      return { why: 'other', reason: waitingFor };
  }
}

/** The same in a sentence. */
export function waitsWords(say: Words, formats: Formats, waits: BatchWaitReason, account: Account | null, now: EpochMs): string {
  switch (waits.why) {
    case 'refused':
      return waits.message === null ? say('queue.reason.refused') : say('queue.reason.refused-said', { message: waits.message });
    case 'budget': {
      const period = periodOf(waits.until, now, account?.options.budget ?? noBudget);
      const limit = period === 'either' ? null : (account?.options.budget[period] ?? null);
      const amount = account === null || limit === null ? '' : amountWords(say, formats, limit, account.options.unit);
      return say(`queue.reason.budget.${period}`, { amount, known: amount === '' ? 'no' : 'yes' });
    }
    case 'other':
      return say(`tasks.queued.${waits.reason}`);
    default:
      return say(`queue.reason.${waits.why}`);
  }
}

/** The budget that resets at that time. On the last day of a month that may be either. */
function periodOf(until: EpochMs | null, now: EpochMs, budget: Budget): BudgetPeriod | 'either' {
  if (until === null) return 'total';
  if (until !== nextPeriodStart(now, 'day')) return 'month';
  if (until !== nextPeriodStart(now, 'month') || budget.month === null) return 'day';
  return budget.day === null ? 'month' : 'either';
}
