import { useMemo } from 'react';
import type { Account } from '../../../shared/account.ts';
import { budgetPeriods } from '../../../shared/money/budget.ts';
import { useApp } from '../../stores/app-store.ts';
import { formPrice, type FormPrice } from '../../parts/costs/form-price.ts';
import { useBudgetLeft } from '../../parts/money/budget-left.ts';
import { MissingPrice } from '../../parts/tasks/missing-price.tsx';
import { TextButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormats, useWords } from '../../words/words.ts';
import styles from './compose-bar.module.css';
import { useAccount, useChoices, useCount } from './choices/use-choices.ts';
import { useFormCount } from './choices/use-form-count.ts';
import { ask } from '../../ui/dialogs/ask.ts';

/** What the next press is expected to cost. Null if nothing is charged. */
export function usePriceWords(): FormPrice | null {
  const say = useWords();
  const formats = useFormats();
  const account = useAccount();
  const choices = useChoices();
  const times = useCount();
  const { all, sent } = useFormCount();
  // The price changes with the tables and the accounts' units.
  const [prices, accounts] = [useApp((facts) => facts.prices), useApp((facts) => facts.accounts)];
  return useMemo(
    () => (account && times !== null ? formPrice(say, formats, { account, choices, all, sent }, { prices, accounts }) : null),
    [account, choices, times, all, sent, prices, accounts, say, formats],
  );
}

/** Number × price, beside the button that spends it. */
export function PriceNote() {
  const price = usePriceWords();
  const account = useAccount();
  const limited = account?.kind === 'service' && budgetPeriods.some((period) => account.options.budget[period] !== null);
  if (!price && account?.kind !== 'service') return null;
  return (
    <span className={styles.price}>
      {price?.missing && account ? (
        <MissingPrice accountId={account.id} request={price.missing} className={styles.quiet}>
          {price.sum}
        </MissingPrice>
      ) : (
        price && (
          <span title={price.full}>
            {price.factors !== null && <span className={styles.factors}>{price.factors} </span>}
            {price.sum}
          </span>
        )
      )}
      {limited && <Left account={account} />}
    </span>
  );
}

/** What is left of the tightest budget, and how much of it the queue needs. A click opens the budget. */
function Left({ account }: { readonly account: Account }) {
  const left = useBudgetLeft(account);
  if (!left) return null;
  return (
    <TextButton className={classes(styles.quiet, styles.left)} aria-label={left.words} title={left.words} onClick={() => void ask('budget', { accountId: account.id })}>
      <span>{left.left}</span>
      <span>{left.words.slice(left.left.length)}</span>
    </TextButton>
  );
}
