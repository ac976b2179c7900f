import type { BatchWithProgress } from '../../../../shared/batch.ts';
import { useApp } from '../../../stores/app-store.ts';
import { useTasks } from '../../../stores/tasks-store.ts';
import type { Asked } from '../../../ui/dialogs/ask.ts';
import { useShown } from '../../../ui/dialogs/dialog-host.tsx';
import { Question } from '../../../ui/dialogs/dialog.tsx';
import { useFormats, useWords } from '../../../words/words.ts';
import { priceWords } from '../../../../shared/money/price-words.ts';
import { isUnsent } from '../../../../shared/money/waiting-money.ts';
import { usePriceOfUnsent } from '../../../stores/tasks/unsent-price.ts';
import { cancelRest } from '../../../parts/tasks/batch-actions.ts';
import { focusFallback } from '../../../ui/focus-fallback.ts';
import { sentences } from '../../../../shared/words/in-a-row.ts';

interface CancelRestQuestionProps extends Asked {
  readonly batch: BatchWithProgress;
}

/** Asks before it cancels the unsent tasks of a batch. Says how many tasks stay, and how much is saved. */
export function CancelRestQuestion({ batch: opened }: CancelRestQuestionProps) {
  const say = useWords();
  const formats = useFormats();
  const { open } = useShown().opening;
  const tasks = useTasks((state) => state.tasks);
  // Tasks of the batch continue to be sent while the dialog is open.
  const batch = useApp(({ batches }) => batches.find(({ id }) => id === opened.id)) ?? opened;
  const { name, progress } = batch;
  const rest = [...tasks.values()].filter((entry) => entry.task.batchId === batch.id && isUnsent(entry));
  const count = rest.length;
  const price = usePriceOfUnsent(rest);
  const isTooLate = open && count === 0;
  const said = [
    isTooLate ? say('queue.cancel-too-late') : say('queue.cancel-count', { count }),
    price === null ? '' : say('queue.cancel-saves', { amount: priceWords(say, formats, price) }),
    say('queue.cancel-stays', { count: progress.tasks - progress.withdrawn - count }),
    isTooLate ? '' : say('queue.cancel-undo'),
  ];
  return (
    <Question
      fallbackFocus={focusFallback}
      title={say('queue.cancel-title', { name })}
      description={sentences(say, said)}
      confirm={say('queue.cancel-confirm', { count })}
      decline={isTooLate ? undefined : say('queue.cancel-not', { count })}
      canConfirm={!isTooLate}
      onConfirm={() => void cancelRest(batch)}
    />
  );
}
