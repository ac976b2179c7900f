import type { ImageId } from '../../../shared/task.ts';
import type { NewPicture } from '../../core/library/picture-store.ts';
import type { Connection } from '../sqlite/statements.ts';
import { giveMarks } from './given-marks.ts';
import { imageStateColumns, imageStateToRow } from './image-rows.ts';
import { writeName } from './picture-names.ts';
import { placedInOrder } from './picture-order.ts';
import { taskColumns, taskToRow } from './task-rows.ts';

const insertImage = `INSERT INTO images (task, position, ${imageStateColumns.join(', ')})
  SELECT id, 0, ${imageStateColumns.map((column) => `:${column}`).join(', ')} FROM tasks WHERE uuid = :uuid
  ON CONFLICT (task, position) DO NOTHING RETURNING id`;

// A picture that the journal restored after a crash has the same id.
const insertTask = `INSERT INTO tasks (${taskColumns.join(', ')}) VALUES (${taskColumns.map((column) => `:${column}`).join(', ')}) ON CONFLICT (uuid) DO NOTHING`;

const keptImage = `SELECT images.id FROM images JOIN tasks ON tasks.id = images.task WHERE tasks.uuid = ? AND position = 0 AND images.status = 'kept'`;

/**
 * Adds a picture whose file is in the library, with its task and its imported marks. Returns its id, also if an earlier call without an answer
 * has added it. Null if it was added earlier and has been removed since.
 */
export function addPicture(connection: Connection, { task, file }: NewPicture): ImageId | null {
  const { sql } = connection;
  const account = sql('SELECT id FROM accounts WHERE uuid = ?').get(task.accountId)?.['id'];
  sql(insertTask).run(taskToRow(task, Number(account)));
  const added = sql(insertImage).get({ uuid: task.id, ...imageStateToRow({ status: 'kept', file: placedInOrder(connection, task.id, 0, file) }) });
  if (added === undefined) {
    const known = sql(keptImage).get(task.id);
    return known === undefined ? null : Number(known['id']);
  }
  const id = Number(added['id']);
  writeName(connection, id);
  giveMarks(connection, id, task.imported);
  return id;
}
