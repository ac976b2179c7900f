import { create } from 'zustand';
import type { PricedRequest } from '../../../shared/money/price-fields.ts';
import type { AccountId } from '../../../shared/task.ts';

/** A dialog about an account's money. */
export type MoneyQuestion =
  /** `request`: the request whose price is to be entered. */
  | { readonly kind: 'prices'; readonly accountId: AccountId; readonly request?: PricedRequest }
  | { readonly kind: 'budget'; readonly accountId: AccountId };

/** Null: no dialog is open. */
export const useMoneyQuestion = create<{ readonly question: MoneyQuestion | null }>(() => ({ question: null }));

export function askMoney(question: MoneyQuestion | null): void {
  useMoneyQuestion.setState({ question });
}
