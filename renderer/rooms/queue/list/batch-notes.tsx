import { useApp } from '../../../stores/app-store.ts';
import { useTextOverTime } from '../../../stores/now.ts';
import { endedIn, timeLeft, usePace } from '../../../stores/queue/pace.ts';
import { useFormats, useWords } from '../../../words/words.ts';
import { useCostWords } from './batch-money.ts';
import styles from './batch-row.module.css';
import { countWords, leftWords, waitsFor, type Waits } from './batch-words.ts';
import type { QueuedBatch } from './queue-rows.ts';

/** Counts, cost, time, and why nothing more is sent for now. */
export function BatchNotes({ of: { batch, tasks } }: { readonly of: QueuedBatch }) {
  const say = useWords();
  const { accountId, progress } = batch;
  const stopped = useApp(({ settings }) => settings.queueStopped);
  const waits = waitsFor(batch, tasks, stopped);
  const cost = useCostWords(accountId, progress, tasks);
  const left = useTimeLeft(batch.id, progress.tasks - endedIn(progress) - progress.withdrawn);
  const words = [countWords(say, progress), cost, waits === null ? left : null].filter(Boolean).join(' · ');
  return (
    <p className={styles.notes}>
      <span className={styles.counts} title={words}>{words}</span>
      {waits && (
        <span className={styles.waits} data-waits={waits.why}>
          {waitsWords(say, waits)}
        </span>
      )}
    </p>
  );
}

function waitsWords(say: ReturnType<typeof useWords>, waits: Waits): string {
  switch (waits.why) {
    case 'refused':
      return waits.message === null ? say('queue.reason.refused') : say('queue.reason.refused-said', { message: waits.message });
    case 'task':
      return say(`tasks.queued.${waits.reason}`);
    default:
      return say(`queue.reason.${waits.why}`);
  }
}

/** How long the rest takes at the recent pace. Null: nobody knows. */
function useTimeLeft(batchId: string, left: number): string | null {
  const say = useWords();
  const format = useFormats();
  const marks = usePace((marks) => marks.get(batchId));
  return useTextOverTime((now) => {
    const time = marks && left > 0 ? timeLeft(marks, left, now) : null;
    return time === null ? null : leftWords(say, format, time);
  });
}
