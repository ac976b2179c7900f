import { create } from 'zustand';
import type { Priced } from '../../../shared/money/price-table.ts';
import type { AccountId } from '../../../shared/task.ts';

/** A dialog about an account's money. */
export type MoneyQuestion =
  /** `request`: the request whose price is to be entered. */
  | { readonly kind: 'prices'; readonly accountId: AccountId; readonly request?: Priced }
  | { readonly kind: 'budget'; readonly accountId: AccountId };

/** Null: no dialog is open. */
export const useMoneyQuestion = create<{ readonly question: MoneyQuestion | null }>(() => ({ question: null }));

export function askMoney(question: MoneyQuestion | null): void {
  useMoneyQuestion.setState({ question });
}
