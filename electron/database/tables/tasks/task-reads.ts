import { z } from 'zod';
import type { StoredAnswer } from '../../../core/service/stored-answer.ts';
import type { Page, TaskHistory, TaskPage, TaskReader } from '../../../core/engine/task-store.ts';
import type { TaskStatus } from '../../../../shared/task.ts';
import type { Synchronous } from '../../client/database-contract.ts';
import { withoutSource, type Readers } from '../row-readers.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { rowToTask, saidOf, saidRow } from './task-parsing.ts';
import { taskSelection, type Row, type Value } from './task-rows.ts';

const answerRow = z.object({ at: z.int(), http_status: z.int().nullable(), body: z.string(), truncated: z.int() });

const mostUsed = 20;

export function createTaskReads({ sql }: Connection, readers: Readers): Synchronous<TaskReader> {
  const rowId = (uuid: string): number | null => {
    const found = sql('SELECT id FROM tasks WHERE uuid = ?').get(uuid);
    return found === undefined ? null : Number(found['id']);
  };

  const values = (field: string): readonly string[] =>
    sql(`SELECT value FROM used_values WHERE field = ? AND value <> '' AND uses > 0 ORDER BY uses DESC, value LIMIT ${mostUsed}`)
      .all(field)
      .map((row) => String(row['value']));

  return {
    task(id) {
      const row = sql(`SELECT ${taskSelection} FROM tasks WHERE uuid = ?`).get(id);
      if (row === undefined) return null;
      const images = readers.images([Number(row['row_id'])]).get(Number(row['row_id'])) ?? [];
      return { task: rowToTask(row), images: images.map(withoutSource) };
    },
    storedImages(taskId) {
      const id = rowId(taskId);
      return id === null ? [] : (readers.images([id]).get(id) ?? []);
    },
    answer(taskId) {
      const row = sql('SELECT at, http_status, body, truncated FROM answers WHERE task = (SELECT id FROM tasks WHERE uuid = ?)').get(taskId);
      return row === undefined ? null : rowToAnswer(row);
    },
    refusedTogether(id) {
      const row = sql(
        `SELECT other.said_status, other.said_code, other.said_message FROM tasks AS one JOIN tasks AS other USING (created_at, account, model, prompt, size, quality)
          WHERE one.uuid = ? AND other.imported IS NULL AND other.status = 'rejected' AND other.said_status IS NOT 401 AND other.said_code IS NOT '401' LIMIT 1`,
      ).get(id);
      return row === undefined ? null : saidOf(saidRow.parse(row));
    },
    findByRemoteId(accountId, remoteId) {
      const row = sql(
        'SELECT uuid FROM tasks WHERE remote_id = ? AND account = (SELECT id FROM accounts WHERE uuid = ?) ORDER BY id LIMIT 1',
      ).get(remoteId, accountId);
      return row === undefined ? null : String(row['uuid']);
    },
    enteredByHand: (accountId, remoteId) =>
      sql('SELECT uuid FROM tasks WHERE remote_id = ? AND by_hand IS NOT NULL AND account = (SELECT id FROM accounts WHERE uuid = ?)')
        .all(remoteId, accountId)
        .map((row) => String(row['uuid'])),
    unfinishedTasks: () =>
      readers.tasksWithImages(sql(`SELECT ${taskSelection} FROM tasks WHERE unfinished = 1 ORDER BY created_at, uuid`).all()),
    tasksToRepeat: () =>
      readers.tasksWithImages(
        sql(
          `SELECT ${taskSelection} FROM tasks INDEXED BY tasks_to_repeat
            WHERE idempotency_key IS NOT NULL AND status = 'unknown' AND dismissed_at IS NULL AND settled IS NULL ORDER BY submitted_at, uuid`,
        ).all(),
      ),
    suggestions: () => ({ models: values('model'), sizes: values('size'), qualities: values('quality') }),
  };
}

function rowToAnswer(row: Row): StoredAnswer {
  const { at, http_status, body, truncated } = answerRow.parse(row);
  return { at, httpStatus: http_status, body, truncated: truncated === 1 };
}

/** Everything on a page is older than this. */
type Place = NonNullable<Page['before']>;

/** Newer than any task. */
const newest: Place = { createdAt: Number.MAX_SAFE_INTEGER, id: '' };

const older = '(created_at, uuid) < (?, ?)';
const newestFirst = 'ORDER BY created_at DESC, uuid DESC LIMIT ?';

/** For callers that read every task. Searches use views instead. */
export function createTaskPages({ sql }: Connection, readers: Readers): Synchronous<TaskHistory> {
  const pageOf = ({ before, limit }: Page, query: (place: Place, limit: number) => Query): TaskPage => {
    let place = before ?? newest;
    // Rows that cannot be read are left out. A page that has only such rows is skipped, because an empty page would look like the end.
    for (;;) {
      const { text, values } = query(place, limit + 1);
      const rows = sql(text).all(...values);
      const more = rows.length > limit;
      const tasks = readers.tasksWithImages(rows.slice(0, limit));
      const last = rows[limit - 1];
      if (tasks.length > 0 || !more || last === undefined) return { tasks, more };
      place = { createdAt: Number(last['created_at']), id: String(last['uuid']) };
    }
  };
  return {
    page: ({ statuses, ...page }) => pageOf(page, (place, limit) => historyQuery(statuses, place, limit)),
    headTasks: (page) => pageOf(page, headQuery),
  };
}

interface Query {
  readonly text: string;
  readonly values: readonly Value[];
}

/** Reads each status from its own index and merges them, so that a rare status is found without reading the others. */
function historyQuery(statuses: readonly TaskStatus[], place: Place, limit: number): Query {
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

/** Without batches that are still being written. */
function headQuery(place: Place, limit: number): Query {
  const text = `SELECT ${taskSelection} FROM tasks WHERE at_head = 1 AND (batch IS NULL OR batch NOT IN (SELECT id FROM batches WHERE complete = 0)) AND ${older} ${newestFirst}`;
  return { text, values: [place.createdAt, place.id, limit] };
}
