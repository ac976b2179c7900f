import { expect, test } from 'vitest';
import { openConnection } from '../../../../../electron/database/schema/connection.ts';
import { createStore } from '../../../../../electron/database/tables/store.ts';
import { createConnection } from '../../../../../electron/database/sqlite/statements.ts';
import { rankTexts } from '../../../../../electron/database/views/orders/task-ranks.ts';
import { testAccount } from '../../../../support/open-test-database.ts';
import { createDice } from '../../../../support/dice.ts';
import { makeTask } from '../../samples.ts';

test('prompts that are ranked in parts have the same order as if all were sorted at once, and equal ones the same rank', () => {
  const db = openConnection(':memory:');
  const { store } = createStore(db, (message) => expect.fail(message));
  store.saveAccount(testAccount);
  store.insertTasks([makeTask()]);
  const dice = createDice(11);
  // Rows far apart: several parts, some of them empty.
  const prompts = new Map<number, string>();
  for (let at = 0; at < 600; at += 1) {
    const row = 2 + dice.below(95_000);
    prompts.set(row, `${['A', 'b', 'É', '猫', 'a red '][at % 5]}${dice.below(90)}`);
  }
  db.exec('DELETE FROM tasks WHERE id <> 1');
  const copy = db.prepare(`INSERT INTO tasks (id, uuid, account, model, prompt, size, quality, adopted, created_at, status, reason, polls)
    SELECT ?, ?, account, model, ?, size, quality, 0, created_at, 'queued', 'turn', 0 FROM tasks WHERE id = 1`);
  for (const [row, prompt] of prompts) copy.run(row, `row ${row}`, prompt);
  db.exec('DELETE FROM tasks WHERE id = 1');

  const found: [row: number, rank: number][] = [];
  rankTexts(createConnection(db), 'prompt', 97_000, (row, rank) => found.push([row, rank]));
  db.close();
  const folded = (row: number): string => (prompts.get(row) ?? '').replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  expect(found.map(([row]) => row)).toEqual([...prompts.keys()].toSorted((a, b) => a - b));
  const byRank = found.toSorted((a, b) => a[1] - b[1]).map(([row]) => folded(row));
  expect(byRank).toEqual(byRank.toSorted());
  const texts = new Set(byRank);
  expect(new Set(found.map(([, rank]) => rank)).size).toBe(texts.size);
  expect(new Set(found.map(([row, rank]) => `${rank} ${folded(row)}`)).size).toBe(texts.size);
});
