import type { Image, ImageId, Task } from '../../../../shared/task.ts';
import type { NewPicture, PictureStore } from '../../../core/library/stores/picture-store.ts';
import type { Synchronous } from '../../client/database-contract.ts';
import { giveAlbums, giveMarks, importedIn } from './imported-picture-marks.ts';
import { imageSelection, imageStateColumns, imageStateToRow, rowToImage } from './image-rows.ts';
import { writeName } from './picture-names.ts';
import { placedInOrder } from './place-in-order.ts';
import { withoutSource, type Readers } from '../row-readers.ts';
import { rowToTask } from '../tasks/task-parsing.ts';
import { insertTask, taskSelection, taskValues } from '../tasks/task-rows.ts';
import type { Connection } from '../../sqlite/statements.ts';

const contentColumns = 'tasks.uuid, sha256, path, trashed_at, imported, EXISTS (SELECT 1 FROM import_files WHERE task = tasks.uuid) AS claimed';

/** Kept pictures and where their files are. Pages follow the table's own order, so that each costs only its own length. */
export function createPictureRows(connection: Connection, readers: Readers): Synchronous<PictureStore> {
  const { sql, transaction } = connection;
  return {
    image(id) {
      const row = sql(`SELECT ${imageSelection} FROM images WHERE id = ?`).get(id);
      if (row === undefined) return null;
      const task = sql(`SELECT ${taskSelection} FROM tasks WHERE id = ?`).get(Number(row['row_id']));
      return task === undefined ? null : { image: withoutSource(rowToImage(row)), task: rowToTask(task) };
    },
    describe(ids) {
      const imageRows = sql(`SELECT ${imageSelection} FROM images WHERE id IN (SELECT value FROM json_each(?))`).all(JSON.stringify(ids));
      const taskIds = JSON.stringify(imageRows.map((row) => row['row_id']));
      const tasks = new Map<unknown, Task | null>();
      for (const row of sql(`SELECT ${taskSelection} FROM tasks WHERE id IN (SELECT value FROM json_each(?))`).all(taskIds)) {
        tasks.set(row['row_id'], readers.orReport(row, rowToTask));
      }
      const found = new Map<unknown, { readonly image: Image; readonly task: Task }>();
      for (const row of imageRows) {
        const image = readers.orReport(row, rowToImage);
        const task = tasks.get(row['row_id']);
        if (image && task) found.set(image.id, { image: withoutSource(image), task });
      }
      return ids.flatMap((id) => found.get(id) ?? []);
    },
    keptFiles: (after, limit) =>
      sql(`SELECT id, path, bytes FROM images WHERE id > ? AND status = 'kept' ORDER BY id LIMIT ?`)
        .all(after, limit)
        .map(({ id, path, bytes }) => ({ id: Number(id), path: String(path), bytes: Number(bytes) })),
    keptIds: (below, limit) =>
      sql(`SELECT id FROM images WHERE id < ? AND status = 'kept' ORDER BY id DESC LIMIT ?`)
        .all(below ?? Number.MAX_SAFE_INTEGER, limit)
        .map((row) => Number(row['id'])),
    moveFiles: (moves) =>
      transaction(() => {
        for (const { id, from, to } of moves) {
          sql(`UPDATE images SET path = ? WHERE id = ? AND status = 'kept' AND path = ?`).run(to, id, from);
          writeName(connection, id);
        }
      }),
    turnTo: (id, { width, height }) =>
      transaction(() => sql(`UPDATE images SET width = height, height = width WHERE id = ? AND status = 'kept' AND (width - height) * ? < 0`).run(id, Math.sign(width - height)).changes === 1),
    unknownFiles: (files) =>
      sql(
        `SELECT value ->> 0 AS path FROM json_each(?)
          WHERE NOT EXISTS (SELECT 1 FROM images WHERE status = 'kept' AND images.bytes = value ->> 1 AND images.path = value ->> 0)`,
      )
        .all(JSON.stringify(files.map(({ path, bytes }) => [path, bytes])))
        .map(({ path }) => String(path)),
    isKeptLength: (bytes) => sql(`SELECT 1 FROM images WHERE status = 'kept' AND bytes = ? LIMIT 1`).get(bytes) !== undefined,
    keptContents: (bytes, wanted) =>
      sql(`SELECT ${contentColumns} FROM images JOIN tasks ON tasks.id = images.task WHERE images.status = 'kept' AND bytes = ? AND sha256 = ?`)
        .all(bytes, wanted)
        .map(({ uuid, sha256, path, trashed_at, imported, claimed }) => ({
          taskId: String(uuid),
          sha256: String(sha256),
          path: String(path),
          inTrash: trashed_at !== null,
          importId: importedIn(imported)?.importId ?? null,
          claimed: claimed === 1,
        })),
    addPictures: (pictures) => transaction(() => pictures.flatMap((picture) => addPicture(connection, picture) ?? [])),
  };
}

const insertImage = `INSERT INTO images (task, position, ${imageStateColumns.join(', ')})
  SELECT id, 0, ${imageStateColumns.map((column) => `:${column}`).join(', ')} FROM tasks WHERE uuid = :uuid
  ON CONFLICT (task, position) DO NOTHING RETURNING id`;

const keptImage = `SELECT images.id FROM images JOIN tasks ON tasks.id = images.task WHERE tasks.uuid = ? AND position = 0 AND images.status = 'kept'`;

/**
 * Adds a picture whose file is in the library, with its task and its imported marks. Returns its id, also if an earlier call without an answer
 * or the journal has added it. Null if it was added earlier and has been removed since.
 */
export function addPicture(connection: Connection, { task, file }: NewPicture): ImageId | null {
  const { sql } = connection;
  const account = sql('SELECT id FROM accounts WHERE uuid = ?').get(task.accountId)?.['id'];
  sql(insertTask).run(...taskValues(task, Number(account), null));
  const added = sql(insertImage).get({ uuid: task.id, ...imageStateToRow({ status: 'kept', file: placedInOrder(connection, task.id, 0, file) }) });
  if (added === undefined) {
    const known = sql(keptImage).get(task.id);
    return known === undefined ? null : Number(known['id']);
  }
  const id = Number(added['id']);
  writeName(connection, id);
  giveMarks(connection, id, task.imported);
  giveAlbums(connection, id, task.imported, task.endedAt ?? task.createdAt);
  return id;
}
