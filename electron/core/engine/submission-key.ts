import type { Task } from '../../../shared/task.ts';

/** The same for all tasks that were sent together: they share account, time and the whole request. */
export function submissionKey({ accountId, createdAt, request: { model, prompt, size, quality } }: Task): string {
  return JSON.stringify([accountId, createdAt, model, size, quality, prompt]);
}
