import type { TaskHistory, TaskPageQuery } from '../../core/engine/task-store.ts';
import type { TaskStatus } from '../../../shared/task.ts';
import type { Synchronous } from '../client/database-contract.ts';
import type { Readers } from './row-readers.ts';
import type { Connection } from '../sqlite/statements.ts';
import { taskSelection, type Value } from './task-rows.ts';

/** Everything on a page is older than this. */
type Place = NonNullable<TaskPageQuery['before']>;

/** Newer than any task. */
const newest: Place = { createdAt: Number.MAX_SAFE_INTEGER, id: '' };

const older = '(created_at, uuid) < (?, ?)';
const newestFirst = 'ORDER BY created_at DESC, uuid DESC LIMIT ?';

/** All submissions, page by page, for callers that read every one of them. Searches use views instead. */
export function createHistory({ sql }: Connection, readers: Readers): Synchronous<TaskHistory> {
  return {
    page({ limit, statuses, before }) {
      let place = before ?? newest;
      // Rows that cannot be read are left out. A page that has only such rows is skipped, because an empty page would look like the end.
      for (;;) {
        const { text, values } = pageQuery(statuses, place, limit + 1);
        const rows = sql(text).all(...values);
        const more = rows.length > limit;
        const tasks = readers.tasksWithImages(rows.slice(0, limit));
        const last = rows[limit - 1];
        if (tasks.length > 0 || !more || last === undefined) return { tasks, more };
        place = { createdAt: Number(last['created_at']), id: String(last['uuid']) };
      }
    },
  };
}

interface Query {
  readonly text: string;
  readonly values: readonly Value[];
}

/** Reads each status from its own index and merges them, so that a rare status is found without reading the others. */
function pageQuery(statuses: readonly TaskStatus[], place: Place, limit: number): Query {
  if (statuses.length === 0) {
    return { text: `SELECT ${taskSelection} FROM tasks WHERE imported IS NULL AND ${older} ${newestFirst}`, values: [place.createdAt, place.id, limit] };
  }
  const wanted = [...new Set(statuses)];
  const parts = wanted.map(() => `SELECT * FROM (SELECT id FROM tasks WHERE imported IS NULL AND status = ? AND ${older} ${newestFirst})`);
  return {
    text: `SELECT ${taskSelection} FROM tasks WHERE id IN (${parts.join(' UNION ALL ')}) ${newestFirst}`,
    values: [...wanted.flatMap((status) => [status, place.createdAt, place.id, limit]), limit],
  };
}
