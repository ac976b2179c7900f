import { setTimeout as wait } from 'node:timers/promises';
import { orderedIds } from '../../../../shared/ordered-ids.ts';
import type { AccountId, BatchId, TaskId } from '../../../../shared/task.ts';
import type { Access } from '../access.ts';
import { isSettled } from '../followed-tasks.ts';
import type { ToSend } from './what-to-send.ts';

/** Tasks that were handed to the engine, or are about to be. */
export interface HandedOver {
  readonly taskIds: readonly TaskId[];
  /** Null: it is one task alone. */
  readonly batchId: BatchId | null;
}

/** Their ids, which are made once: what is submitted again, because the owner ended before it answered, means the same. */
export function idsFor({ requests }: Pick<ToSend, 'requests'>): HandedOver {
  const nextId = orderedIds(Date.now());
  return { taskIds: requests.map(nextId), batchId: requests.length > 1 ? crypto.randomUUID() : null };
}

/** Hands the tasks to the engine: all or none. More than one is a batch, as in the window. When it resolves, they are on disk, and are sent in their turn. */
export async function handOver(access: Access, accountId: AccountId, { requests, name, recipe }: ToSend, { taskIds, batchId }: HandedOver): Promise<void> {
  const tasks = requests.map((request, at) => ({ taskId: taskIds[at] ?? '', request, retryOf: null }));
  const [only] = tasks;
  if (batchId !== null) await access.call('tasks:submit-batch', { batchId, accountId, name, recipe, tasks });
  else if (only !== undefined) await access.call('tasks:submit', { accountId, request: only.request, taskIds: [only.taskId], retryOf: null });
}

/** Milliseconds between two looks. */
const lookInterval = 300;

/** Resolves when none of the tasks is about to be sent: each was sent, or waits for something else than its turn. Also if the signal is aborted. */
export async function untilSent(access: Access, { taskIds }: HandedOver, signal: AbortSignal): Promise<void> {
  const mine = new Set(taskIds);
  while (!signal.aborted) {
    const { head } = await access.call('app:snapshot', undefined);
    const isOpen = head.some((one) => mine.has(one.task.id) && !isSettled(one) && (one.task.state.status === 'queued' || one.task.state.status === 'submitting'));
    if (!isOpen) return;
    await wait(lookInterval, undefined, { signal }).catch(() => undefined);
  }
}
