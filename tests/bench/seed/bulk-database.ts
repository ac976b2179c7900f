import type { DatabaseSync } from 'node:sqlite';
import { openConnection } from '../../../electron/database/schema/connection.ts';
import { sumSpending } from '../../../electron/database/schema/spending-statements.ts';
import { imageStateColumns, imageStateToRow } from '../../../electron/database/tables/pictures/image-rows.ts';
import { taskColumns, taskValues } from '../../../electron/database/tables/tasks/task-rows.ts';
import type { StoredAccount } from '../../../electron/core/accounts/account-store.ts';
import type { ImageFile, Task } from '../../../shared/task.ts';

/** What a person added to a picture. */
export interface Additions {
  readonly favourite: boolean;
  readonly rating: number;
  readonly trashedAt: number | null;
  /** Row numbers of tags, from 1. */
  readonly tags: readonly number[];
}

export interface BulkDatabase {
  addTask(task: Task, pictures: readonly (ImageFile & Additions)[]): void;
  /**
   * Builds what was left out: indexes, counts, the search index, triggers. Closes.
   * @param change changes rows before that
   */
  finish(change?: (db: DatabaseSync) => void): void;
}

interface SchemaPart {
  readonly name: string;
  readonly sql: string;
}

/** Rows in one transaction: a million in one would keep the write-ahead log as large as the file. */
const batch = 50_000;

/**
 * Writes into a new database with the app's own schema, and with what makes single rows safe and quick to find put off to the
 * end: indexes and triggers are dropped and made again to the letter, counts are counted once. Nothing is safe from
 * a power cut before `finish` returned.
 */
export function openBulkDatabase(file: string, accounts: readonly StoredAccount[], tags: readonly string[]): BulkDatabase {
  const db = openConnection(file);
  db.exec('PRAGMA synchronous = OFF; PRAGMA fullfsync = OFF; PRAGMA cache_size = -262144; PRAGMA wal_autocheckpoint = 20000');
  const partsOf = (type: 'index' | 'trigger'): readonly SchemaPart[] =>
    db.prepare(`SELECT name, sql FROM sqlite_schema WHERE type = ? AND sql IS NOT NULL ORDER BY rowid`).all(type).map(({ name, sql }) => ({ name: String(name), sql: String(sql) }));
  const [triggers, indexes] = [partsOf('trigger'), partsOf('index')];
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
  for (const { name } of indexes) db.exec(`DROP INDEX ${name}`);

  const accountRows = new Map<string, number>();
  for (const { id, kind, name, baseUrl, createdAt } of accounts) {
    const { lastInsertRowid } = db.prepare('INSERT INTO accounts (uuid, kind, name, base_url, created_at) VALUES (?, ?, ?, ?, ?)').run(id, kind, name, baseUrl, createdAt);
    accountRows.set(id, Number(lastInsertRowid));
  }
  for (const tag of tags) db.prepare('INSERT INTO tags (name, folded) VALUES (?, ?)').run(tag, tag);

  const taskFields = [...taskColumns, 'images', 'images_kept'];
  const imageFields = ['task', 'position', ...imageStateColumns, 'favourite', 'rating', 'trashed_at'];
  const insert = (table: string, fields: readonly string[]) => db.prepare(`INSERT INTO ${table} (${fields.join(', ')}) VALUES (${fields.map(() => '?').join(', ')})`);
  const insertTask = insert('tasks', taskFields);
  const insertImage = insert('images', imageFields);
  const insertTag = insert('image_tags', ['image', 'tag']);

  let tasks = 0;
  let images = 0;
  db.exec('BEGIN');
  return {
    addTask(task, pictures) {
      insertTask.run(...taskValues(task, accountRows.get(task.accountId) ?? 0, null), pictures.length, pictures.length);
      tasks += 1;
      for (const [position, { favourite, rating, trashedAt, tags: own, ...picture }] of pictures.entries()) {
        const state = imageStateToRow({ status: 'kept', file: picture });
        insertImage.run(tasks, position, ...imageStateColumns.map((column) => state[column]), favourite ? 1 : 0, rating, trashedAt);
        images += 1;
        for (const tag of own) insertTag.run(images, tag);
      }
      if (tasks % batch === 0) db.exec('COMMIT; BEGIN');
    },
    finish(change) {
      db.exec('COMMIT');
      change?.(db);
      for (const { sql } of indexes) db.exec(sql);
      db.exec(`BEGIN;
        INSERT INTO task_counts SELECT status, count(*) FROM tasks GROUP BY status;
        INSERT INTO used_values
          SELECT 'model', model, count(*) FROM tasks GROUP BY model UNION ALL
          SELECT 'size', size, count(*) FROM tasks GROUP BY size UNION ALL
          SELECT 'quality', quality, count(*) FROM tasks GROUP BY quality;
        UPDATE picture_counts SET pictures = (SELECT count(*) FROM images WHERE (trashed_at IS NULL) = (place = 'library'));
        ${sumSpending};
        COMMIT;
        INSERT INTO task_words (task_words) VALUES ('rebuild');
        INSERT INTO task_parts (task_parts) VALUES ('rebuild');`);
      for (const { sql } of triggers) db.exec(sql);
      db.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA synchronous = FULL');
      db.close();
    },
  };
}
