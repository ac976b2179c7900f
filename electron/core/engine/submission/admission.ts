import type { TaskId } from '../../../../shared/task.ts';

/**
 * Asks whoever shares an account's tasks among several computers whether this one may POST a task. It is asked after the intent is on the disk, and before the task is
 * committed as `submitting`. It waits for as long as the account's limits, its brake or its budget want that.
 *
 * `granted`: this process may POST it, and nobody else ever. `elsewhere`: somebody else may, or may have. `closing`: the signal was aborted first. Never rejects.
 */
export type Admission = (id: TaskId, signal: AbortSignal) => Promise<'granted' | 'elsewhere' | 'closing'>;
