import type { BatchWithProgress } from '../../../shared/batch.ts';
import type { Task } from '../../../shared/task.ts';
import { useApp } from '../../stores/app-store.ts';
import { useTextOverTime } from '../../stores/now.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { batchWaitReason, waitsWords, type BatchWaitReason } from './batch-wait-reason.ts';

/** Why nothing more of a batch is sent for now, also in words, kept up to date. Null: it does not wait, or only for its turn. */
export function useBatchWaitReason(batch: BatchWithProgress, next: Task | undefined): { readonly waits: BatchWaitReason | null; readonly words: string | null } {
  const say = useWords();
  const formats = useFormats();
  const stopped = useApp(({ settings }) => settings.queueStopped);
  const account = useApp(({ accounts }) => accounts.find(({ id }) => id === batch.accountId) ?? null);
  const waits = batchWaitReason(batch, next, stopped);
  const words = useTextOverTime((now) => waits && waitsWords(say, formats, waits, account, now));
  return { waits, words };
}
