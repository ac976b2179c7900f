import { isFree, unitOf } from '../../../../shared/account.ts';
import type { BatchProgress } from '../../../../shared/batch.ts';
import { noAmount } from '../../../../shared/money/amount.ts';
import type { AccountId, TaskWithImages } from '../../../../shared/task.ts';
import { useApp } from '../../../stores/app-store.ts';
import { useTextOverTime } from '../../../stores/now.ts';
import { endedIn, timeLeft, usePace } from '../../../stores/tasks/batch-pace.ts';
import { isUnsent } from '../../../../shared/money/waiting-money.ts';
import { usePriceOfUnsent } from '../../../stores/tasks/unsent-price.ts';
import { useFormats, useWords } from '../../../words/words.ts';
import { expectedWords, sumWords } from '../../../parts/costs/cost-words.ts';
import type { BatchWaitReason } from '../../../parts/tasks/batch-wait-reason.ts';
import { actOnTasks } from '../../../parts/tasks/task-actions.ts';
import type { TaskAction } from '../../../parts/tasks/task-report.ts';
import { useBatchWaitReason } from '../../../parts/tasks/use-batch-wait-reason.ts';
import { TextButton } from '../../../ui/button.tsx';
import styles from './batch-row.module.css';
import { countWords, leftWords } from './batch-words.ts';
import type { QueuedBatch } from '../../../stores/tasks/queue-units.ts';
import { useConsistentProgress } from './use-consistent-progress.ts';

interface BatchStatusProps {
  readonly of: QueuedBatch;
  /** Whether keys act on its row. */
  readonly current: boolean;
}

/** What the person can do about it, for the next task. */
const mends: Partial<Record<BatchWaitReason['why'], readonly TaskAction[]>> = { budget: ['change-budget'], price: ['enter-price', 'change-budget'], unclear: ['resume-sending'] };

/** Counts, cost, time, and why nothing more is sent for now. */
export function BatchStatus({ of, current }: BatchStatusProps) {
  const say = useWords();
  const { batch, tasks } = of;
  const counted = useConsistentProgress(of);
  const { progress } = counted.batch;
  const next = tasks.find(isUnsent)?.task;
  const { waits, words: why } = useBatchWaitReason(batch, next);
  const offers = waits ? mends[waits.why] : undefined;
  const cost = useCostWords(batch.accountId, progress, counted.tasks);
  const left = useTimeLeft(batch.id, progress.tasks - endedIn(progress) - progress.withdrawn);
  const words = [countWords(say, progress), cost, waits === null ? left : null].filter(Boolean).join(' · ');
  return (
    <>
      <p className={styles.notes} title={words}>
        {words}
      </p>
      {waits && (
        <p className={styles.reason}>
          <span className={styles.waits} data-waits={waits.why} title={why ?? undefined}>
            {why}
          </span>
          {next &&
            offers?.map((action) => (
              <TextButton key={action} tabIndex={current ? 0 : -1} onClick={() => void actOnTasks(action, [next])}>
                {say(`tasks.do.${action}`)}
              </TextButton>
            ))}
        </p>
      )}
    </>
  );
}

/** How long the rest takes at the recent pace. Null: unknown. */
function useTimeLeft(batchId: string, left: number): string | null {
  const say = useWords();
  const format = useFormats();
  const marks = usePace((known) => known.get(batchId));
  return useTextOverTime((now) => {
    const time = marks && left > 0 ? timeLeft(marks, left, now) : null;
    return time === null ? null : leftWords(say, format, time);
  });
}

/** "≈ 12.4 credits so far · ≈ 20 credits for the rest"; "32.4 credits" when the batch has ended, and the service said what it cost. */
function useCostWords(accountId: AccountId, progress: BatchProgress, tasks: readonly TaskWithImages[]): string {
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
