import type { TaskState } from '../../../shared/task.ts';

/**
 * Why the library has no pictures. `trouble`: nothing is in progress, and a task needs the person. `awaited`: tasks are in progress. `trashed`: all of them are
 * in the trash. `new`: there never were any, as far as this library knows.
 */
export type EmptyLibrary = 'trouble' | 'awaited' | 'trashed' | 'new';

const inProgress: readonly TaskState['status'][] = ['queued', 'submitting', 'processing', 'completed'];

/** @param tasks the statuses of the tasks in the strip */
export function whyEmpty(tasks: readonly TaskState['status'][], inTrash: number): EmptyLibrary {
  if (tasks.some((status) => inProgress.includes(status))) return 'awaited';
  if (tasks.some((status) => status !== 'withdrawn')) return 'trouble';
  return inTrash > 0 ? 'trashed' : 'new';
}
