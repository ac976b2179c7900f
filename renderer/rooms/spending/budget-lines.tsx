import type { Account } from '../../../shared/account.ts';
import { amountLeft } from '../../../shared/money/amount.ts';
import { budgetPeriods, roomIn } from '../../../shared/money/budget.ts';
import { useAccountMoney } from '../../stores/accounts/account-money.ts';
import { withWaiting } from '../../../shared/money/left-of-budget.ts';
import { amountWords } from '../../../shared/words/amounts.ts';
import { useFormats, useWords } from '../../words/words.ts';
import styles from './spending.module.css';

/** How much of each limit of an account is spent. */
export function BudgetLines({ account: { id, options } }: { readonly account: Account }) {
  const say = useWords();
  const formats = useFormats();
  const money = useAccountMoney(id);
  const { budget, unit } = options;
  const limits = budgetPeriods.filter((period) => budget[period] !== null);
  if (money === null || limits.length === 0) return null;
  const { spent, waiting } = money;
  const tightest = roomIn(budget, spent)?.period;
  return (
    <ul className={styles.limits}>
      {limits.map((period) => {
        const limit = budget[period] ?? '0';
        const left = amountLeft(limit, spent[period]);
        const words = { period: say(`spending.limit.${period}`), spent: amountWords(say, formats, spent[period], unit), limit: amountWords(say, formats, limit, unit), left: amountWords(say, formats, left, unit) };
        const line = say('spending.limit-words', words);
        return (
          <li key={period} className={styles.limit}>
            {/* What the waiting tasks need is shown once, at the tightest limit. */}
            <span>{period === tightest ? withWaiting(say, formats, line, waiting) : line}</span>
            {/* The text gives the exact figures. */}
            <progress aria-hidden className={styles.spent} max={Math.max(Number(limit), Number.MIN_VALUE)} value={Math.min(Number(spent[period]), Number(limit))} data-full={left === '0' || undefined} />
          </li>
        );
      })}
    </ul>
  );
}
