import type { BatchWithProgress } from '../../../shared/batch.ts';
import type { Task } from '../../../shared/task.ts';
import { useApp } from '../../stores/app-store.ts';
import { useTextOverTime } from '../../stores/now.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { batchWaits, waitsWords, type BatchWaits } from './batch-waits.ts';

/** Why nothing more of a batch is sent for now, also in words, kept up to date. Null: it does not wait, or only for its turn. */
export function useBatchWaits(batch: BatchWithProgress, next: Task | undefined): { readonly waits: BatchWaits | null; readonly words: string | null } {
  const say = useWords();
  const formats = useFormats();
  const stopped = useApp(({ settings }) => settings.queueStopped);
  const account = useApp(({ accounts }) => accounts.find(({ id }) => id === batch.accountId) ?? null);
  const waits = batchWaits(batch, next, stopped);
  const words = useTextOverTime((now) => waits && waitsWords(say, formats, waits, account, now));
  return { waits, words };
}
