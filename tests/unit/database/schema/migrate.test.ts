import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { openConnection } from '../../../../electron/database/schema/connection.ts';
import { findFaults, hasLatestSchema } from '../../../../electron/database/schema/integrity.ts';
import { baselineVersion, latestVersion, migrate } from '../../../../electron/database/schema/migrate.ts';
import { fixtureNames, fixtures } from '../../../support/profile-fixture.ts';
import { testFolder } from '../../../support/test-folder.ts';

function newDatabase(steps?: readonly string[]): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  onTestFinished(() => db.close());
  migrate(db, steps);
  return db;
}

const columnsOf = (db: DatabaseSync): readonly unknown[] => db.prepare(`SELECT name, "notnull", dflt_value FROM pragma_table_xinfo('saved_searches')`).all();
const versionOf = (db: DatabaseSync): unknown => db.prepare('PRAGMA user_version').get()?.['user_version'];

/** A released step never changes, and neither does the baseline: a file that a released version wrote must get the schema of a new one. */
it.each(fixtureNames)('the database of %s gets the schema of a new one', (name) => {
  const folder = mkdtempSync(path.join(testFolder, 'latent-migrate-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'latent.db');
  for (const end of ['', '-wal']) copyFileSync(path.join(fixtures, name, 'user-data', 'latent.db') + end, file + end);
  const db = openConnection(file);
  onTestFinished(() => db.close());
  expect([hasLatestSchema(db), findFaults(db), versionOf(db)]).toEqual([true, [], latestVersion]);
});

const later = [`ALTER TABLE saved_searches ADD COLUMN colour TEXT NOT NULL DEFAULT 'none'`, `UPDATE saved_searches SET colour = 'blue' WHERE name = 'Blue'`];

it('later steps bring a database of each version to the latest one, with its rows', () => {
  for (const from of [0, 1]) {
    const db = newDatabase(later.slice(0, from));
    db.exec(`INSERT INTO saved_searches (name, query, created_at) VALUES ('Blue', 'sky', 1), ('Red', 'fox', 2)`);
    migrate(db, later);
    expect(columnsOf(db)).toEqual(columnsOf(newDatabase(later)));
    expect([versionOf(db), db.prepare('SELECT name, colour FROM saved_searches ORDER BY id').all().map((row) => Object.values(row))]).toEqual([
      baselineVersion + 2,
      [
        ['Blue', 'blue'],
        ['Red', 'none'],
      ],
    ]);
    migrate(db, later);
    expect(versionOf(db)).toBe(baselineVersion + 2);
  }
});

it('a step that fails leaves the database as it was', () => {
  const db = newDatabase([]);
  const before = columnsOf(db);
  expect(() => migrate(db, [...later, 'UPDATE nowhere SET a = 1'])).toThrow('no such table');
  expect([columnsOf(db), versionOf(db)]).toEqual([before, baselineVersion]);
});
