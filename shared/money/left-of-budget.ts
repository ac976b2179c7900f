import type { Account } from '../account.ts';
import { amountWords } from '../words/amounts.ts';
import type { Formats } from '../words/format.ts';
import type { Words } from '../words/index.ts';
import { roomIn, type BudgetRoom } from './budget.ts';
import type { Spent } from './spending.ts';
import type { WaitingMoney } from './waiting-money.ts';

export interface BudgetLeft {
  readonly room: BudgetRoom;
  readonly waiting: WaitingMoney;
  /** "12.4 credits left today". */
  readonly left: string;
  /** "12.4 credits left today, waiting tasks need 3.2". */
  readonly words: string;
}

/** What is left of an account's tightest budget, and how much of it the waiting tasks need. Null: no limit. */
export function leftOfBudget(say: Words, formats: Formats, { options: { budget, unit } }: Pick<Account, 'options'>, { spent, waiting }: { readonly spent: Spent; readonly waiting: WaitingMoney }): BudgetLeft | null {
  const room = roomIn(budget, spent);
  if (!room) return null;
  const left = say(`compose.left.${room.period}`, { left: amountWords(say, formats, room.amount, unit) });
  return { room, waiting, left, words: withWaiting(say, formats, left, waiting) };
}

/** Appends what the waiting tasks need to the words for what is left. */
export function withWaiting(say: Words, formats: Formats, left: string, { price, count }: WaitingMoney): string {
  if (count === 0) return left;
  if (price === null) return say('money.left-waiting-unknown', { left, count });
  // Only currencies get their sign here, because the words before contain every other unit.
  const amount = formats.money(price.amount, price.unit) ?? formats.decimal(price.amount);
  return say('money.left-waiting', { left, count, amount: price.unpriced > 0 ? say('money.at-least', { amount }) : amount });
}
