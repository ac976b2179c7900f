import { useTextOverTime } from '../../../stores/now.ts';
import { endedIn, timeLeft, usePace } from '../../../stores/queue/pace.ts';
import { useFormats, useWords } from '../../../words/words.ts';
import { useBatchWaits } from '../../../parts/tasks/use-batch-waits.ts';
import { useCostWords } from './batch-money.ts';
import styles from './batch-row.module.css';
import { countWords, leftWords } from './batch-words.ts';
import { isUnsent, type QueuedBatch } from './queue-rows.ts';

/** Counts, cost, time, and why nothing more is sent for now. */
export function BatchNotes({ of: { batch, tasks } }: { readonly of: QueuedBatch }) {
  const say = useWords();
  const { accountId, progress } = batch;
  const { waits, words: why } = useBatchWaits(batch, tasks.find(isUnsent)?.task);
  const cost = useCostWords(accountId, progress, tasks);
  const left = useTimeLeft(batch.id, progress.tasks - endedIn(progress) - progress.withdrawn);
  const words = [countWords(say, progress), cost, waits === null ? left : null].filter(Boolean).join(' · ');
  return (
    <p className={styles.notes}>
      <span className={styles.counts} title={words}>
        {words}
      </span>
      {waits && (
        <span className={styles.waits} data-waits={waits.why}>
          {why}
        </span>
      )}
    </p>
  );
}

/** How long the rest takes at the recent pace. Null: nobody knows. */
function useTimeLeft(batchId: string, left: number): string | null {
  const say = useWords();
  const format = useFormats();
  const marks = usePace((known) => known.get(batchId));
  return useTextOverTime((now) => {
    const time = marks && left > 0 ? timeLeft(marks, left, now) : null;
    return time === null ? null : leftWords(say, format, time);
  });
}
