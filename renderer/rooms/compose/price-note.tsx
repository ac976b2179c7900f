import { useMemo } from 'react';
import type { Account } from '../../../shared/account.ts';
import { mostInBatch } from '../../../shared/input-limits.ts';
import { budgetPeriods } from '../../../shared/money/budget.ts';
import { commonPrice, expectedPrice, firstUnpriced } from '../../../shared/money/expected-price.ts';
import type { PricedRequest } from '../../../shared/money/price-fields.ts';
import { useApp } from '../../stores/app-store.ts';
import { matrixOf } from '../../../shared/request/compose-matrix.ts';
import { sentExtras } from '../../../shared/request/sent-extras.ts';
import { useBudgetLeft } from '../../parts/money/budget-left.ts';
import { MissingPrice } from '../../parts/tasks/missing-price.tsx';
import { noPriceWords, priceWords } from '../../../shared/money/price-words.ts';
import { TextButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormats, useWords } from '../../words/words.ts';
import styles from './compose-bar.module.css';
import { useAccount, useChoices, useCount } from './choices/use-choices.ts';
import { useFormCount } from './choices/use-form-count.ts';
import { ask } from '../../ui/dialogs/ask.ts';

interface PriceWords {
  /** `3 × 1.8 =`; absent for one task, and if their prices differ. */
  readonly factors: string | null;
  readonly sum: string;
  readonly full: string;
  /** The first request whose price is not known. */
  readonly missing: PricedRequest | null;
}

/** What the next press is expected to cost. Null if nothing is charged. */
export function usePriceWords(): PriceWords | null {
  const say = useWords();
  const formats = useFormats();
  const account = useAccount();
  const choices = useChoices();
  const times = useCount();
  const { all, sent } = useFormCount();
  // The price changes with the tables and the accounts' units.
  const [prices, accounts] = [useApp((facts) => facts.prices), useApp((facts) => facts.accounts)];
  return useMemo(() => {
    if (!account || times === null || all === 0 || all > mostInBatch) return null;
    const more = sentExtras(account, choices);
    const cells = matrixOf(choices).map((cell) => ({ ...cell, ...more }));
    const price = expectedPrice(
      // Each prompt is sent with one cell after the other.
      cells.map((request, at) => ({ accountId: account.id, request, count: all / cells.length - Math.max(Math.ceil((sent - at) / cells.length), 0) })),
      { prices, accounts },
    );
    const missing = firstUnpriced(account.id, cells, { prices, accounts });
    if (!price && !missing) return null;
    const sum = price ? priceWords(say, formats, price) : missing ? noPriceWords(say, account.id, missing, { prices, accounts }) : '';
    const count = all - sent;
    const each = count > 1 ? commonPrice(account.id, cells, { prices, accounts }) : null;
    const factors = each === null ? null : say('compose.price-factors', { count, price: formats.decimal(each) });
    return { factors, sum, full: factors === null ? sum : `${factors} ${sum}`, missing };
  }, [account, choices, times, all, sent, prices, accounts, say, formats]);
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
