import type { Batch, BatchHold, BatchWithProgress } from '../../../shared/batch.ts';
import type { BatchId } from '../../../shared/task.ts';

/**
 * Batches on disk. A batch is written in three steps, so that no statement is long and nothing is half queued: `beginBatch`, then its tasks in
 * slices (`insertTasks`), then `finishBatch`. The second run of a call changes nothing.
 */
export interface BatchStore {
  beginBatch(batch: Batch): Promise<void>;
  /** From here on the batch exists. */
  finishBatch(id: BatchId): Promise<void>;
  /** Deletes some tasks of a batch that was begun and not finished (null: of any), and at last the batch. Resolves to whether there was anything to delete. */
  dropUnfinishedBatch(id: BatchId | null): Promise<boolean>;
  /** Whether the batch exists. */
  hasBatch(id: BatchId): Promise<boolean>;
  holdBatch(id: BatchId, hold: BatchHold | null): Promise<void>;
  renameBatch(id: BatchId, name: string): Promise<void>;
  /** The given batches with their progress. */
  batches(ids: readonly BatchId[]): Promise<readonly BatchWithProgress[]>;
  /** The names of the given batches, without their progress. */
  batchNames(ids: readonly BatchId[]): Promise<ReadonlyMap<BatchId, string>>;
  /** Batches with tasks that wait or run, newest first, and then the latest others. Without their progress, because counting thousands of tasks each takes long. */
  recentBatches(limit: number): Promise<readonly BatchId[]>;
  /** Batches of which something may still be sent. */
  openBatches(): Promise<readonly Batch[]>;
}
