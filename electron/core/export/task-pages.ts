import type { TaskStatus, TaskWithImages } from '../../../shared/task.ts';
import type { TaskHistory, TaskPageQuery } from '../engine/task-history.ts';
import type { LibraryViews } from '../library/library-views.ts';

const pageSize = 500;

/**
 * Every task once, page by page, so that a million never stand in memory: first those whose outcome is unknown and that
 * nobody has settled, then all others, each newest first. Tasks that come while this runs are left out.
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

/** The tasks of these rows, in their order, a part at a time: what matches or was selected may be a million. */
export async function* tasksOfRows(views: Pick<LibraryViews, 'tasksOfRows'>, rows: Int32Array): AsyncGenerator<TaskWithImages> {
  for (let first = 0; first < rows.length; first += pageSize) yield* await views.tasksOfRows(rows.slice(first, first + pageSize));
}

/** Money may hang on it, and nobody has said what became of it. */
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
