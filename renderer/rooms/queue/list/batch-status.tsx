import { useTextOverTime } from '../../../stores/now.ts';
import { endedIn, timeLeft, usePace } from '../../../stores/queue/batch-pace.ts';
import { isUnsent } from '../../../stores/queue/unsent-price.ts';
import { useFormats, useWords } from '../../../words/words.ts';
import type { BatchWaitReason } from '../../../parts/tasks/batch-wait-reason.ts';
import { actOnTasks } from '../../../parts/tasks/task-actions.ts';
import type { TaskAction } from '../../../parts/tasks/task-report.ts';
import { useBatchWaitReason } from '../../../parts/tasks/use-batch-wait-reason.ts';
import { TextButton } from '../../../ui/button.tsx';
import { useCostWords } from './batch-money.ts';
import styles from './batch-row.module.css';
import { countWords, leftWords } from './batch-words.ts';
import type { QueuedBatch } from './queue-rows.ts';
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
