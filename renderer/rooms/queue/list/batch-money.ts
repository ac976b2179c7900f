import { isFree } from '../../../../shared/account.ts';
import type { BatchProgress } from '../../../../shared/batch.ts';
import { noAmount } from '../../../../shared/money/amount.ts';
import type { AccountId, TaskWithImages } from '../../../../shared/task.ts';
import { unitOf, useApp } from '../../../stores/app-store.ts';
import { usePriceOfUnsent } from '../../../stores/queue/unsent-price.ts';
import { useFormats, useWords } from '../../../words/words.ts';
import { expectedWords, sumWords } from '../../../parts/costs/cost-words.ts';

/** "≈ 12.4 credits so far · ≈ 20 credits for the rest"; "32.4 credits" when the batch has ended, and the service said what it cost. */
export function useCostWords(accountId: AccountId, progress: BatchProgress, tasks: readonly TaskWithImages[]): string {
  const say = useWords();
  const formats = useFormats();
  const unit = useApp(({ accounts }) => unitOf(accounts, accountId));
  const rest = usePriceOfUnsent(tasks);
  if (isFree(accountId)) return say('queue.free');
  const { spent, queued, running } = progress;
  return [
    (spent !== noAmount || queued === 0) && say('queue.spent', { amount: sumWords(say, formats, progress, unit), more: queued + running > 0 ? 'yes' : 'no' }),
    queued > 0 && (rest === null ? say('queue.rest-unknown') : say('queue.rest', { amount: expectedWords(say, formats, rest) })),
  ]
    .filter(Boolean)
    .join(' · ');
}
