import type { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openConnection } from '../../../../../electron/database/schema/connection.ts';
import { createConnection } from '../../../../../electron/database/sqlite/statements.ts';
import { createStore } from '../../../../../electron/database/tables/store.ts';
import { costRows, tasksByCost } from '../../../../../electron/database/views/search/cost-rows.ts';
import { allRows } from '../../../../../electron/database/views/search/table-scan.ts';
import { testAccount } from '../../../../support/open-test-database.ts';

/** More tasks than are scanned, most of them with one of two costs. */
const count = 30_000;
const costOf = (id: number): number | null => (id % 10 === 0 ? null : id % 100 === 1 ? 1_000_000 + id : id % 2 === 0 ? 40_000_000 : 0);

let db: DatabaseSync;
beforeAll(() => {
  db = openConnection(':memory:');
  createStore(db, (message) => expect.fail(message)).store.saveAccount(testAccount);
  db.exec('DROP TRIGGER text_added; BEGIN');
  const insert = db.prepare(`INSERT INTO tasks (uuid, account, model, prompt, size, quality, adopted, created_at, status, polls, cost) VALUES (?, 1, 'm', 'p', '', '', 0, 1, 'withdrawn', 0, ?)`);
  for (let id = 1; id <= count; id += 1) insert.run(String(id), costOf(id));
  db.exec('COMMIT');
});
afterAll(() => db.close());

const ids = Array.from({ length: count }, (_, at) => at + 1);

it('all tasks with a cost are found once, the cheapest first', () => {
  const found: number[] = [];
  const costs: number[] = [];
  tasksByCost(createConnection(db), { min: null, max: null }, (task, cost) => {
    found.push(task);
    costs.push(cost);
  });
  expect(found.toSorted((a, b) => a - b)).toEqual(ids.filter((id) => costOf(id) !== null));
  expect(costs).toEqual(costs.toSorted((a, b) => a - b));
  expect(costs).toEqual(found.map(costOf));
});

it('a range of costs is found with both of its ends', () => {
  const connection = createConnection(db);
  const rows = costRows(connection, [{ min: 40_000_000, max: null }, { min: 1_000_101, max: 1_000_301 }], allRows(connection).task);
  expect(rows.list(count)).toEqual(ids.filter((id) => costOf(id) === 40_000_000 || [101, 201, 301].includes(id)));
});
