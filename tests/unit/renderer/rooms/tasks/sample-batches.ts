import type { BatchProgress, BatchWithProgress } from '../../../../../shared/batch.ts';
import type { TaskState, TaskWithImages } from '../../../../../shared/task.ts';
import { sampleTask, withImages } from '../../sample-tasks.ts';

const nothing: BatchProgress = { tasks: 0, queued: 0, running: 0, made: 0, empty: 0, failed: 0, unknown: 0, lost: 0, withdrawn: 0, spent: '0', rest: '0', unpriced: 0, latest: null };

export function sampleBatch(id: string, progress: Partial<BatchProgress> = {}, more: Partial<BatchWithProgress> = {}): BatchWithProgress {
  const counts = { ...nothing, queued: 2, ...progress };
  const tasks = counts.queued + counts.running + counts.made + counts.empty + counts.failed + counts.unknown + counts.withdrawn;
  return { id, accountId: 'a', name: `Batch ${id}`, createdAt: 5, recipe: { from: 'prompt' }, hold: null, place: 5, progress: { ...counts, tasks }, ...more };
}

const queued: TaskState = { status: 'queued', waitingFor: 'turn' };

/** A task that waits, or has another state, in a batch or alone. */
export const taskAt = (place: number, batchId: string | null = null, state: TaskState = queued): TaskWithImages => withImages(sampleTask(state, { place, batchId }));

/** As the window keeps them. */
export const tasksOf = (...entries: readonly TaskWithImages[]): ReadonlyMap<string, TaskWithImages> => new Map(entries.map((entry) => [entry.task.id, entry]));
