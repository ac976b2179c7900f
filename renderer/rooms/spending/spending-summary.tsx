import type { Amount } from '../../../shared/money/amount.ts';
import { spendingOutcomes, type SpendingSums } from '../../../shared/money/spending.ts';
import { sumWords } from '../../parts/costs/cost-words.ts';
import { amountWords } from '../../../shared/words/amounts.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { Figure, Figures } from '../../ui/figures.tsx';

/** The whole period in four figures. */
export function SpendingSummary({ total, unit }: { readonly total: SpendingSums; readonly unit: string }) {
  const say = useWords();
  const formats = useFormats();
  const amount = (of: Amount): string => amountWords(say, formats, of, unit);
  const { unknown, lost, compared, saidTasks, restTasks } = total;
  const spent = sumWords(say, formats, total, unit);
  const counts = spendingOutcomes.filter((outcome) => total[outcome] > 0).map((outcome) => say(`spending.count.${outcome}`, { count: total[outcome] }));
  return (
    <Figures>
      <Figure name={say('spending.total')} value={saidTasks === 0 && restTasks > 0 ? say('spending.all-estimated', { amount: spent }) : spent}>
        {total.unpriced > 0 ? say('spending.total-unpriced', { count: total.unpriced }) : say('spending.total-explained', { said: saidBy(total) })}
        {unknown > 0 && <> {say('spending.unknown-counts')}</>}
        {lost > 0 && <> {say('spending.lost-counts')}</>}
      </Figure>
      <Figure name={say('spending.tasks')} value={formats.number(total.tasks)}>
        {counts.join(' · ')}
      </Figure>
      {/* These two amounts are for different tasks, and add up to the total. */}
      <Figure name={say('spending.said')} value={total.saidTasks > 0 ? amount(total.said) : '–'}>
        {say('spending.said-count', { count: total.saidTasks })}
        {compared.tasks > 0 && <> {say('spending.compared', { all: compared.tasks === total.saidTasks ? 'yes' : 'no', count: compared.tasks, said: amount(compared.said), estimated: amount(compared.estimated) })}</>}
      </Figure>
      <Figure name={say('spending.rest')} value={total.restTasks > 0 ? amount(total.rest) : '–'}>
        {say('spending.rest-explained', { count: total.restTasks })}
      </Figure>
    </Figures>
  );
}

/** Who said what the tasks cost. `refused`: none was accepted. */
function saidBy({ saidTasks, restTasks }: SpendingSums): 'refused' | 'none' | 'all' | 'some' {
  if (saidTasks === 0) return restTasks === 0 ? 'refused' : 'none';
  return restTasks === 0 ? 'all' : 'some';
}
