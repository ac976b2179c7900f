import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../../../../electron/database/schema/migrate.ts';
import { createConnection } from '../../../../../electron/database/sqlite/statements.ts';
import { createStore } from '../../../../../electron/database/tables/store.ts';
import { filterRows } from '../../../../../electron/database/views/search/filter-rows.ts';
import { testAccount } from '../../../../support/open-test-database.ts';
import { makeFile, makeTask } from '../../samples.ts';

/** Names that only imported pictures have were never asked for, but filters find them. */

let db: DatabaseSync;
beforeAll(() => {
  db = new DatabaseSync(':memory:');
  migrate(db);
  const { store } = createStore(db, (message) => expect.fail(message));
  store.saveAccount(testAccount);
  const imported = { importId: null, title: 'a', form: null, negativePrompt: null, seed: null, steps: null, sampler: null, cfgScale: null, software: null, rating: 0, tags: [] };
  const task = makeTask({ request: { model: 'dreamshaper_8', prompt: 'a', size: '512x768', quality: 'draft' }, state: { status: 'completed', remoteId: 'r', imageCount: 1 } });
  store.addPictures([{ task: { ...task, imported }, file: makeFile({ path: 'a.png' }) }]);
});
afterAll(() => db.close());

it.each([
  ['model', 'dreamshaper'],
  ['quality', 'draft'],
] as const)('finds an imported picture by its %s', (key, text) => {
  const span = { after: 0, last: 10 };
  const filter = { kind: 'filter', key, values: [{ text, exact: false }], negated: false, span: { start: 0, end: 0 } } as const;
  const found = filterRows(createConnection(db), filter, { task: span, image: span });
  expect(found.tasks?.has(1)).toBe(true);
});
