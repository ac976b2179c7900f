import type { Account } from '../../../shared/account.ts';
import { leftOfBudget, type BudgetLeft } from '../../../shared/money/left-of-budget.ts';
import { useAccountMoney } from '../../stores/accounts/account-money.ts';
import { useFormats, useWords } from '../../words/words.ts';

/** What is left of an account's tightest budget, and how much of it the waiting tasks need. Null: no limit, or not known yet. */
export function useBudgetLeft(account: Account): BudgetLeft | null {
  const say = useWords();
  const formats = useFormats();
  const money = useAccountMoney(account.id);
  return money && leftOfBudget(say, formats, account, money);
}
