import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { migrate } from '../../../../../electron/database/schema/migrate.ts';
import { rowToTask } from '../../../../../electron/database/tables/tasks/task-parsing.ts';
import { insertTask, taskColumns, taskSelectionOf, taskValues } from '../../../../../electron/database/tables/tasks/task-rows.ts';
import { makeTask } from '../../samples.ts';

/** Without one of these, nothing is known of a task. Every version has them. */
const needed: readonly string[] = ['uuid', 'account', 'model', 'prompt', 'size', 'quality', 'adopted', 'status', 'created_at', 'polls'];

it.each(taskColumns.filter((column) => !needed.includes(column)))('a damaged file that lacks %s still has its tasks', (column) => {
  const db = new DatabaseSync(':memory:');
  onTestFinished(() => db.close());
  migrate(db);
  const account = db.prepare(`INSERT INTO accounts (uuid, kind, name, base_url, created_at) VALUES ('a', 'service', 'One', 'https://one.example', 0)`).run().lastInsertRowid;
  const task = makeTask();
  db.prepare(insertTask).run(...taskValues(task, Number(account), null));
  const row = db.prepare(`SELECT ${taskSelectionOf((each) => each !== column)} FROM tasks`).get();
  expect(rowToTask(row ?? {}).id).toBe(task.id);
});
