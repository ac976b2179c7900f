import type { EpochMs, TaskId, TaskStatus, TaskWithImages } from '../../../shared/task.ts';

export interface TaskPageQuery {
  /** Empty: all. */
  readonly statuses: readonly TaskStatus[];
  readonly before: { readonly createdAt: EpochMs; readonly id: TaskId } | null;
  readonly limit: number;
}

/** All submissions, newest first, page by page. Imported pictures are not submissions. */
export interface TaskHistory {
  /** `more`: older ones follow. */
  page(query: TaskPageQuery): Promise<{ readonly tasks: readonly TaskWithImages[]; readonly more: boolean }>;
}
