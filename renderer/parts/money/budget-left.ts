import type { Account } from '../../../shared/account.ts';
import { roomIn, type BudgetRoom } from '../../../shared/money/budget.ts';
import type { Words } from '../../../shared/words/index.ts';
import type { WaitingMoney } from '../../stores/tasks/unsent-price.ts';
import { useAccountMoney } from '../../stores/accounts/account-money.ts';
import { amountWords } from '../../words/amounts.ts';
import type { Formats } from '../../words/format.ts';
import { useFormats, useWords } from '../../words/words.ts';

export interface BudgetLeft {
  readonly room: BudgetRoom;
  readonly waiting: WaitingMoney;
  /** "12.4 credits left today". */
  readonly left: string;
  /** "12.4 credits left today, waiting tasks need 3.2". */
  readonly words: string;
}

/** What is left of an account's tightest budget, and how much of it the waiting tasks need. Null: no limit, or not known yet. */
export function useBudgetLeft({ id, options: { budget, unit } }: Account): BudgetLeft | null {
  const say = useWords();
  const formats = useFormats();
  const money = useAccountMoney(id);
  const room = money && roomIn(budget, money.spent);
  if (!room) return null;
  const left = say(`compose.left.${room.period}`, { left: amountWords(say, formats, room.amount, unit) });
  return { room, waiting: money.waiting, left, words: withWaiting(say, formats, left, money.waiting) };
}

/** Appends what the waiting tasks need to the words for what is left. */
export function withWaiting(say: Words, formats: Formats, left: string, { price, count }: WaitingMoney): string {
  if (count === 0) return left;
  if (price === null) return say('money.left-waiting-unknown', { left, count });
  // Only currencies get their sign here, because the words before contain every other unit.
  const amount = formats.money(price.amount, price.unit) ?? formats.decimal(price.amount);
  return say('money.left-waiting', { left, count, amount: price.unpriced > 0 ? say('money.at-least', { amount }) : amount });
}
