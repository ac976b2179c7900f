import { isFree } from '../../../../shared/account.ts';
import type { BatchProgress } from '../../../../shared/batch.ts';
import { noAmount } from '../../../../shared/money/amount.ts';
import type { Priced } from '../../../../shared/money/price-table.ts';
import type { AccountId, TaskWithImages } from '../../../../shared/task.ts';
import { unitOf, useApp } from '../../../stores/app-store.ts';
import { expectedPrice, type ExpectedPrice, type PricedSubmission } from '../../../stores/compose/prices.ts';
import { useFormats, useWords } from '../../../words/words.ts';
import { priceWords } from '../../../parts/tasks/price-words.ts';
import { isUnsent } from './queue-rows.ts';

/** What those of the tasks that were not sent cost by the account's prices. Null: nothing is known of it, or it is free. */
export function usePriceOfRest(tasks: readonly TaskWithImages[]): ExpectedPrice | null {
  useApp(({ prices }) => prices);
  return expectedPrice(kindsOf(tasks));
}

interface Kind extends PricedSubmission {
  count: number;
}

/** What was not sent, by what its price depends on: thousands of tasks are of a few kinds. */
function kindsOf(tasks: readonly TaskWithImages[]): readonly PricedSubmission[] {
  const kinds = new Map<string, Kind>();
  let latest: Kind | null = null;
  for (const entry of tasks) {
    if (!isUnsent(entry)) continue;
    const { accountId, request } = entry.task;
    if (!latest || latest.accountId !== accountId || !isSame(latest.request, request)) {
      const key: string = JSON.stringify([accountId, request.model, request.size, request.quality]);
      latest = kinds.get(key) ?? { accountId, request, count: 0 };
      kinds.set(key, latest);
    }
    latest.count += 1;
  }
  return [...kinds.values()];
}

/** "12.4 credits so far · 20 credits for the rest"; "32.4 credits" when the batch has ended. */
export function useCostWords(accountId: AccountId, { spent, unpriced, queued, running }: BatchProgress, tasks: readonly TaskWithImages[]): string {
  const say = useWords();
  const formats = useFormats();
  const unit = useApp(({ accounts }) => unitOf(accounts, accountId));
  const rest = usePriceOfRest(tasks);
  if (isFree(accountId)) return say('queue.free');
  const soFar = spent === noAmount && unpriced > 0 ? null : priceWords(say, formats, { amount: spent, unit, unpriced });
  return [
    soFar !== null && (spent !== noAmount || queued === 0) && say('queue.spent', { amount: soFar, more: queued + running > 0 ? 'yes' : 'no' }),
    queued > 0 && (rest === null ? say('queue.rest-unknown') : say('queue.rest', { amount: priceWords(say, formats, rest) })),
  ]
    .filter(Boolean)
    .join(' · ');
}

const isSame = (one: Priced, other: Priced): boolean => one.model === other.model && one.size === other.size && one.quality === other.quality;
