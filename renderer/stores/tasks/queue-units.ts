import type { BatchWithProgress } from '../../../shared/batch.ts';
import type { BatchId, TaskWithImages } from '../../../shared/task.ts';

/** A batch and its tasks that are not done, in the order of the queue. */
export interface QueuedBatch {
  readonly batch: BatchWithProgress;
  readonly tasks: readonly TaskWithImages[];
}

/** What has its own place in the queue: a batch, or a task without one. */
export type QueueUnit = { readonly kind: 'batch'; readonly of: QueuedBatch } | { readonly kind: 'task'; readonly entry: TaskWithImages };

export interface Queue {
  /** In the order in which they are sent. */
  readonly units: readonly QueueUnit[];
  /** Finished batches, newest first. */
  readonly ended: readonly QueuedBatch[];
}

/** Puts batches and single tasks into the order of the queue. A batch that was just sent is shown once main reports it, and its tasks with it. */
export function queueOf(tasks: Iterable<TaskWithImages>, batches: readonly BatchWithProgress[]): Queue {
  const units: QueueUnit[] = [];
  const inBatches = new Map<BatchId, TaskWithImages[]>(batches.map(({ id }) => [id, []]));
  for (const entry of tasks) {
    const { batchId } = entry.task;
    if (batchId !== null) inBatches.get(batchId)?.push(entry);
    else if (isWaiting(entry)) units.push({ kind: 'task', entry });
  }
  const ended: QueuedBatch[] = [];
  for (const batch of batches) {
    const of: QueuedBatch = { batch, tasks: (inBatches.get(batch.id) ?? []).sort((a, b) => a.task.place - b.task.place) };
    if (isEnded(batch)) ended.push(of);
    else units.push({ kind: 'batch', of });
  }
  return { units: units.sort((a, b) => placeOf(a) - placeOf(b)), ended: ended.sort((a, b) => b.batch.createdAt - a.batch.createdAt) };
}

const placeOf = (unit: QueueUnit): number => (unit.kind === 'batch' ? unit.of.batch.place : unit.entry.task.place);

/** Whether it was not sent yet, or is being sent. */
function isWaiting({ task: { state } }: TaskWithImages): boolean {
  return state.status === 'queued' || state.status === 'submitting';
}

const isEnded = ({ progress }: BatchWithProgress): boolean => progress.queued + progress.running === 0;
