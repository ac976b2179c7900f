import type { TaskStatus, TaskWithImages } from '../../../shared/task.ts';
import type { TaskHistory, TaskPageQuery } from '../engine/task-store.ts';
import type { LibraryViews } from '../library/stores/library-views.ts';

const pageSize = 500;

/**
 * Returns all tasks once, page by page, because a million do not fit in memory: first those with an unknown outcome that the person has not
 * settled, then the others, each newest first. Leaves out tasks that are added in the meantime.
 */
export async function* tasksUndecidedFirst(repository: TaskHistory): AsyncGenerator<TaskWithImages> {
  const given = new Set<string>();
  for await (const entry of newestFirst(repository, ['unknown'])) {
    if (!isUndecided(entry)) continue;
    given.add(entry.task.id);
    yield entry;
  }
  for await (const entry of newestFirst(repository, [])) if (!given.has(entry.task.id)) yield entry;
}

/** Returns the tasks of these rows, in their order, page by page. */
export async function* tasksOfRows(views: Pick<LibraryViews, 'tasksOfRows'>, rows: Int32Array): AsyncGenerator<TaskWithImages> {
  for (let first = 0; first < rows.length; first += pageSize) yield* await views.tasksOfRows(rows.slice(first, first + pageSize));
}

/** The task may have been charged, and the person has not settled its outcome. */
export function isUndecided({ task }: TaskWithImages): boolean {
  return task.state.status === 'unknown' && task.dismissedAt === null;
}

async function* newestFirst(repository: TaskHistory, statuses: readonly TaskStatus[]): AsyncGenerator<TaskWithImages> {
  let before: TaskPageQuery['before'] = null;
  for (;;) {
    const { tasks, more } = await repository.page({ statuses, before, limit: pageSize });
    yield* tasks;
    const last = tasks.at(-1);
    if (!more || last === undefined) return;
    before = { createdAt: last.task.createdAt, id: last.task.id };
  }
}
