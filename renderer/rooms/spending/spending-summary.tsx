import type { ReactNode } from 'react';
import type { Amount } from '../../../shared/money/amount.ts';
import type { SpendingSums } from '../../../shared/money/spending.ts';
import { amountWords } from '../../words/amounts.ts';
import { useFormats, useWords } from '../../words/words.ts';
import styles from './spending-summary.module.css';

/** The whole period in four figures. */
export function SpendingSummary({ total, unit }: { readonly total: SpendingSums; readonly unit: string }) {
  const say = useWords();
  const formats = useFormats();
  const amount = (of: Amount): string => amountWords(say, formats, of, unit);
  const { made, failed, empty, unknown, compared } = total;
  return (
    <dl className={styles.figures}>
      <Figure name={say('spending.total')} value={total.unpriced > 0 ? say('money.at-least', { amount: amount(total.spent) }) : amount(total.spent)}>
        {total.unpriced > 0 ? say('spending.total-unpriced', { count: total.unpriced }) : say('spending.total-explained')}
        {unknown > 0 && <> {say('spending.unknown-counts')}</>}
      </Figure>
      <Figure name={say('spending.tasks')} value={formats.number(total.tasks)}>
        {say('spending.tasks-explained', { made, failed: failed + total.rejected, empty, unknown })}
      </Figure>
      {/* These two amounts are for different tasks, and add up to the total. */}
      <Figure name={say('spending.said')} value={total.saidTasks > 0 ? amount(total.said) : '–'}>
        {say('spending.said-count', { count: total.saidTasks })}
        {compared.tasks > 0 && <> {say('spending.compared', { all: compared.tasks === total.saidTasks ? 'yes' : 'no', count: compared.tasks, said: amount(compared.said), estimated: amount(compared.estimated) })}</>}
      </Figure>
      <Figure name={say('spending.rest')} value={total.restTasks > 0 ? amount(total.rest) : '–'}>
        {say('spending.rest-explained', { count: total.restTasks })}
      </Figure>
    </dl>
  );
}

function Figure({ name, value, children }: { readonly name: string; readonly value: string; readonly children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>{value}</dd>
      <dd className={styles.explained}>{children}</dd>
    </div>
  );
}
