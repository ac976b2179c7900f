import { AppFailure } from '../../../../shared/errors.ts';
import type { ImageId, ImageState, Task, TaskId } from '../../../../shared/task.ts';
import type { StoredAnswer } from '../../../core/service/stored-answer.ts';
import type { TaskWriter } from '../../../core/engine/task-store.ts';
import type { Synchronous } from '../../client/database-contract.ts';
import { imageStateColumns, imageStateToRow, sourceToRow } from '../pictures/image-rows.ts';
import { placedInOrder } from '../pictures/place-in-order.ts';
import { writeName } from '../pictures/picture-names.ts';
import type { Readers } from '../row-readers.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { insertSubmission, taskValues, updateTask, type Value } from './task-rows.ts';

const upsertAnswer = `INSERT INTO answers (task, at, http_status, body, truncated)
  SELECT id, :at, :http_status, :body, :truncated FROM tasks WHERE uuid = :uuid
  ON CONFLICT (task) DO UPDATE SET at = excluded.at, http_status = excluded.http_status, body = excluded.body, truncated = excluded.truncated`;

const upsertImage = `INSERT INTO images (task, position, status, attempts, source_kind, source_url)
  VALUES (:task, :position, 'waiting', 0, :source_kind, :source_url)
  ON CONFLICT (task, position) DO UPDATE SET source_kind = excluded.source_kind, source_url = excluded.source_url WHERE status <> 'kept'`;

const updateImage = `UPDATE images SET ${imageStateColumns.map((column) => `${column} = :${column}`).join(', ')},
    source_kind = CASE :status WHEN 'kept' THEN NULL ELSE source_kind END,
    source_url = CASE :status WHEN 'kept' THEN NULL ELSE source_url END
  WHERE id = :id`;

/** Every call is one transaction. */
export function createTaskWrites(connection: Connection, readers: Readers): Synchronous<TaskWriter> {
  const { sql, transaction } = connection;
  const accountRow = (task: Task): number => {
    const found = sql('SELECT id FROM accounts WHERE uuid = ?').get(task.accountId);
    if (found === undefined) throw new AppFailure('database-failed', `no such account: ${task.accountId}`);
    return Number(found['id']);
  };
  /** Null also if the batch no longer exists, as after a rebuild: the task is kept without it. */
  const batchRow = ({ batchId }: Task): number | null => {
    const found = batchId === null ? undefined : sql('SELECT id FROM batches WHERE uuid = ?').get(batchId);
    return found === undefined ? null : Number(found['id']);
  };
  const valuesOf = (task: Task): readonly Value[] => taskValues(task, accountRow(task), batchRow(task));
  const putTask = (task: Task): void => {
    const values = valuesOf(task);
    // Also writes a task without an intent, because it may hold an id that was paid for.
    if (sql(updateTask).run(...values).changes === 0) sql(insertSubmission).run(...values);
  };
  const putAnswer = (uuid: TaskId, { at, httpStatus, body, truncated }: StoredAnswer): void => {
    sql(upsertAnswer).run({ uuid, at: Math.round(at), http_status: httpStatus, body, truncated: truncated ? 1 : 0 });
  };

  const inOrder = (id: ImageId, state: ImageState): ImageState => {
    if (state.status !== 'kept') return state;
    const row = sql('SELECT tasks.uuid, images.position FROM images JOIN tasks ON tasks.id = images.task WHERE images.id = ?').get(id);
    return { ...state, file: placedInOrder(connection, String(row?.['uuid']), Number(row?.['position'] ?? 0), state.file) };
  };

  return {
    insertTasks: (tasks) =>
      transaction(() => tasks.filter((task) => sql(insertSubmission).run(...valuesOf(task)).changes > 0).map((task) => task.id)),
    saveTask: (task, answer) =>
      transaction(() => {
        putTask(task);
        if (answer !== undefined) putAnswer(task.id, answer);
      }),
    saveTasks: (tasks, answered, answer) =>
      transaction(() => {
        for (const task of tasks) putTask(task);
        for (const id of answered) putAnswer(id, answer);
      }),
    placeInQueue: (moves) =>
      transaction(() => {
        for (const move of moves) {
          if ('taskId' in move) sql('UPDATE tasks SET place = ? WHERE uuid = ?').run(move.place, move.taskId);
          else sql('UPDATE batches SET place = ? WHERE uuid = ?').run(move.place, move.batchId);
        }
      }),
    saveCompletion: (task, sources, answer) =>
      transaction(() => {
        putTask(task);
        putAnswer(task.id, answer);
        const taskRowId = Number(sql('SELECT id FROM tasks WHERE uuid = ?').get(task.id)?.['id']);
        for (const [place, source] of sources.entries()) sql(upsertImage).run({ task: taskRowId, position: source.position ?? place, ...sourceToRow(source) });
        return readers.images([taskRowId]).get(taskRowId) ?? [];
      }),
    saveImage: (id, state) =>
      transaction(() => {
        const stored = inOrder(id, state);
        if (sql(updateImage).run({ id, ...imageStateToRow(stored) }).changes === 0) throw new AppFailure('database-failed', `no such image: ${id}`);
        writeName(connection, id);
        return stored;
      }),
  };
}
