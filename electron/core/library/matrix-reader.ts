import type { Matrix, MatrixTasks } from '../../../shared/library/batch-matrix.ts';
import type { BatchId, TaskId } from '../../../shared/task.ts';

/** Reads the grids of batches. */
export interface MatrixReader {
  /** Those of the given batches that have a grid. */
  matrices(batchIds: readonly BatchId[]): Promise<readonly BatchId[]>;
  /** Null: there is no such batch, or it has no grid. @param taskId a task whose prompt is asked for */
  matrix(batchId: BatchId, taskId?: TaskId): Promise<Matrix | null>;
  /** Tasks by row number. Rows that are gone or cannot be read are left out. */
  matrixTasks(rows: readonly number[]): Promise<MatrixTasks>;
}
