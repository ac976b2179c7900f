import type { Account } from '../../../../shared/account.ts';
import { budgetPeriods, type BudgetPeriod } from '../../../../shared/money/budget.ts';
import { useAccountMoney } from '../../../stores/accounts/account-money.ts';
import { useApp } from '../../../stores/app-store.ts';
import { amountWords } from '../../../words/amounts.ts';
import { useFormats, useWords } from '../../../words/words.ts';
import styles from './account-card.module.css';

/** How many prices are known of an account, and what was spent of each of its limits. */
export function AccountMoney({ account }: { readonly account: Account }) {
  const say = useWords();
  const count = useApp(({ prices }) => prices.find(({ accountId }) => accountId === account.id)?.rows.filter(({ amount }) => amount !== null).length ?? 0);
  const limited = budgetPeriods.filter((period) => account.options.budget[period] !== null);
  return (
    <>
      <p className={styles.soft}>{say(count === 0 && limited.length > 0 ? 'settings.account.no-prices-held' : 'settings.account.prices-known', { count })}</p>
      {limited.length > 0 && <Limits account={account} periods={limited} />}
    </>
  );
}

function Limits({ account: { id, options }, periods }: { readonly account: Account; readonly periods: readonly BudgetPeriod[] }) {
  const say = useWords();
  const formats = useFormats();
  const spent = useAccountMoney(id)?.spent;
  const words = (period: BudgetPeriod): string => {
    const limit = amountWords(say, formats, options.budget[period] ?? '0', options.unit);
    return say(`settings.account.spent.${period}`, { spent: spent ? amountWords(say, formats, spent[period], options.unit) : '…', limit });
  };
  return <p className={styles.soft}>{periods.map(words).join(' · ')}</p>;
}
