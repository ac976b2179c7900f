import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { migrate } from '../../../../../electron/database/schema/migrate.ts';
import { imageSelectionOf, imageStateColumns, imageStateToRow, rowToImage } from '../../../../../electron/database/tables/pictures/image-rows.ts';
import { insertTask, taskValues } from '../../../../../electron/database/tables/tasks/task-rows.ts';
import { makeTask } from '../../samples.ts';

it('reads a refused picture whose reason a newer version has written as the nearest that is known', () => {
  const row = { ...imageStateToRow({ status: 'refused', why: 'damaged', detail: 'png' }), image_id: 1, task_uuid: 'a', position: 0, source_kind: null, source_url: null };
  expect(rowToImage(row).state).toEqual({ status: 'refused', why: 'damaged', detail: 'png' });
  expect(rowToImage({ ...row, refusal: 'host-closed' }).state).toEqual({ status: 'refused', why: 'not-a-picture', detail: 'png' });
});

/** Without one of these, nothing is known of a kept picture. Every version has them. */
const needed: readonly string[] = ['status', 'path', 'type', 'width', 'height', 'bytes', 'sha256', 'saved_at'];

it.each([...imageStateColumns, 'source_kind', 'source_url'].filter((column) => !needed.includes(column)))('a damaged file that lacks %s still has its pictures', (column) => {
  const db = new DatabaseSync(':memory:');
  onTestFinished(() => db.close());
  migrate(db);
  const account = db.prepare(`INSERT INTO accounts (uuid, kind, name, base_url, created_at) VALUES ('a', 'service', 'One', 'https://one.example', 0)`).run().lastInsertRowid;
  const task = db.prepare(insertTask).run(...taskValues(makeTask(), Number(account), null)).lastInsertRowid;
  const kept = imageStateToRow({ status: 'kept', file: { path: 'a.png', type: 'png', width: 1, height: 2, bytes: 3, sha256: 'f'.repeat(64), savedAt: 4 } });
  const filled = { task, position: 0, ...kept };
  db.prepare(`INSERT INTO images (${Object.keys(filled).join(', ')}) VALUES (${Object.keys(filled).map(() => '?').join(', ')})`).run(...Object.values(filled));
  const row = db.prepare(`SELECT ${imageSelectionOf((each) => each !== column)} FROM images`).get();
  expect(rowToImage(row ?? {}).state).toMatchObject({ status: 'kept', file: { path: 'a.png' } });
});
