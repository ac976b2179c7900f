import { assistantPrefix } from '../../../../shared/assistants.ts';
import type { AssistantTaskReader } from '../../../core/engine/task-store.ts';
import type { Synchronous } from '../../client/database-contract.ts';
import type { Connection } from '../../sqlite/statements.ts';
import type { Readers } from '../row-readers.ts';
import { taskSelection } from './task-rows.ts';

export function createAssistantReads({ sql }: Connection, readers: Readers): Synchronous<AssistantTaskReader> {
  return {
    // Found by the beginning of their ids, in the index that keeps ids unique. `.` follows `-` in ASCII.
    assistantTasks: (since) =>
      readers.tasksWithImages(
        sql(
          `SELECT ${taskSelection} FROM tasks WHERE uuid > '${assistantPrefix}-' AND uuid < '${assistantPrefix}.' AND imported IS NULL
            AND (status IN ('queued', 'submitting') OR created_at >= ? OR submitted_at >= ?)`,
        ).all(since, since),
      ),
  };
}
