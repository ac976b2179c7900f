import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { findFaults } from '../../../../electron/database/schema/integrity.ts';
import { migrate } from '../../../../electron/database/schema/migrate.ts';
import { usualPragmas } from '../../../../electron/database/sqlite/statements.ts';
import { createStore } from '../../../../electron/database/tables/store.ts';
import { testAccount } from '../../../support/open-test-database.ts';
import { makeAnswer, makeSources, makeTask } from '../samples.ts';

function newDatabase(): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  onTestFinished(() => db.close());
  db.exec(usualPragmas);
  migrate(db);
  return db;
}

it('names a definition that differs from it', () => {
  const db = newDatabase();
  db.exec('DROP INDEX images_rated; CREATE INDEX images_rated ON images (rating)');
  expect(findFaults(db)).toEqual(['images_rated has an unexpected definition']);
});

it('finds tasks whose images are counted wrongly', () => {
  const db = newDatabase();
  const { store } = createStore(db, (message) => expect.fail(message));
  store.saveAccount(testAccount);
  store.saveCompletion(makeTask({ state: { status: 'completed', remoteId: 'r', imageCount: 1 } }), makeSources(1), makeAnswer());
  expect(findFaults(db)).toEqual([]);
  db.exec('UPDATE tasks SET images_waiting = 0');
  expect(findFaults(db)).toContain('the images of 1 tasks are counted wrongly');
});

it('compares no row with all rows of another table, which would take hours for a million pictures', () => {
  const db = newDatabase();
  const plans: string[] = [];
  const prepare = db.prepare.bind(db);
  db.prepare = (statement, ...rest) => {
    if (statement.startsWith('SELECT')) plans.push(prepare(`EXPLAIN QUERY PLAN ${statement}`).all().map((row) => String(row['detail'])).join('\n'));
    return prepare(statement, ...rest);
  };
  expect(findFaults(db)).toEqual([]);
  expect(plans.filter((plan) => /SCAN .* LEFT-JOIN/.test(plan))).toEqual([]);
});
