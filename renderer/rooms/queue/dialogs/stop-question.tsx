import type { BatchWithProgress } from '../../../../shared/batch.ts';
import { useTasks } from '../../../stores/tasks-store.ts';
import { Question } from '../../../ui/dialogs/dialog.tsx';
import { useFormats, useWords } from '../../../words/words.ts';
import { priceWords } from '../../../parts/tasks/price-words.ts';
import { usePriceOfRest } from '../list/batch-money.ts';
import { stopRest } from '../queue-actions.ts';

interface StopQuestionProps {
  readonly batch: BatchWithProgress;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly fallbackFocus: () => HTMLElement | null;
}

/** Asks before what was not sent of a batch is cancelled: how much stays, and what that saves. */
export function StopQuestion({ batch, ...ends }: StopQuestionProps) {
  const say = useWords();
  const formats = useFormats();
  const tasks = useTasks((state) => state.tasks);
  const { name, progress } = batch;
  const rest = [...tasks.values()].filter(({ task }) => task.batchId === batch.id);
  const price = usePriceOfRest(rest);
  const sentences = [
    say('queue.stop-cancels', { count: progress.queued }),
    price === null ? '' : say('queue.stop-saves', { amount: priceWords(say, formats, price) }),
    say('queue.stop-stays', { count: progress.tasks - progress.queued - progress.withdrawn }),
    say('queue.stop-undo'),
  ];
  return (
    <Question
      {...ends}
      title={say('queue.stop-title', { name })}
      description={sentences.filter(Boolean).join(' ')}
      confirm={say('queue.stop-confirm', { count: progress.queued })}
      onConfirm={() => void stopRest(batch)}
    />
  );
}
