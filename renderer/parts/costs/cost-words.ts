import { isFree, unitOf } from '../../../shared/account.ts';
import { compareAmounts, noAmount } from '../../../shared/money/amount.ts';
import { expectedPrice, type ExpectedPrice } from '../../../shared/money/expected-price.ts';
import { costOf, type CostSums, type TaskCost } from '../../../shared/money/task-cost.ts';
import type { Task } from '../../../shared/task.ts';
import type { Words } from '../../../shared/words/index.ts';
import { useApp } from '../../stores/app-store.ts';
import { amountWords } from '../../../shared/words/amounts.ts';
import type { Formats } from '../../../shared/words/format.ts';
import { useFormats, useWords } from '../../words/words.ts';

/** The cost of a task in words, the same everywhere. `≈`: an estimate. */
export interface CostWords {
  /** `$0.04`, `≈ $0.04`, `not charged`, `price unknown`. */
  readonly short: string;
  /** The same, and who says so. */
  readonly long: string;
}

/** A task that waits has the price that its account expects. Null if it was never sent, or is imported. */
export function useTaskCost(task: Task): CostWords | null {
  const say = useWords();
  const formats = useFormats();
  const accounts = useApp((facts) => facts.accounts);
  const prices = useApp((facts) => facts.prices);
  if (task.imported === null && isFree(task.accountId)) return { short: say('tasks.free'), long: say('tasks.fact.cost-free') };
  const unit = unitOf(accounts, task.accountId);
  if (task.state.status !== 'queued') {
    const cost = costOf(task);
    return cost && costWords(say, formats, cost, unit);
  }
  const price = expectedPrice([task], { accounts, prices });
  if (price === null) return { short: say('money.unpriced'), long: say('money.no-price') };
  const short = expectedWords(say, formats, price);
  return { short, long: say('money.by.expected', { cost: short }) };
}

export function costWords(say: Words, formats: Formats, cost: TaskCost, unit: string): CostWords {
  switch (cost.by) {
    case 'nobody':
      return { short: say('money.unpriced'), long: say('money.by.nobody') };
    case 'refusal':
      return { short: say('money.not-charged'), long: say('money.by.refusal') };
    case 'estimate': {
      if (isZero(cost.amount)) return { short: say('money.no-charge-expected'), long: say('money.by.estimate-none') };
      const short = about(say, amountWords(say, formats, cost.amount, unit));
      return { short, long: say('money.by.estimate', { cost: short }) };
    }
    case 'person':
    case 'service': {
      const short = cost.by === 'person' && isZero(cost.amount) ? say('money.not-charged') : amountWords(say, formats, cost.amount, unit);
      return { short, long: say(`money.by.${cost.by}`, { cost: short }) };
    }
  }
}

/** What several tasks cost: `$1.16`, `≈ $1.16` if a part is only estimated, `at least ≈ $1.16` if a price is unknown. */
export function sumWords(say: Words, formats: Formats, { spent, rest, unpriced }: Omit<CostSums, 'tasks'>, unit: string): string {
  if (unpriced > 0 && isZero(spent)) return say('money.unpriced');
  const amount = amountWords(say, formats, spent, unit);
  const words = isZero(rest) ? amount : about(say, amount);
  return unpriced > 0 ? say('money.at-least', { amount: words }) : words;
}

/** What tasks are expected to cost by the prices of their account: `≈ $1.16`, or `at least ≈ $1.16`. */
export function expectedWords(say: Words, formats: Formats, { amount, unit, unpriced }: ExpectedPrice): string {
  const words = about(say, amountWords(say, formats, amount, unit));
  return unpriced === 0 ? words : say('money.at-least', { amount: words });
}

const about = (say: Words, amount: string): string => say('money.about', { amount });

const isZero = (amount: string): boolean => compareAmounts(amount, noAmount) === 0;
