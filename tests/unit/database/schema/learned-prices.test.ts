import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openConnection } from '../../../../electron/database/schema/connection.ts';
import { createStore } from '../../../../electron/database/tables/store.ts';
import { noOptions } from '../../../../shared/account.ts';
import { priceOf } from '../../../../shared/money/price-table.ts';
import { testFolder } from '../../../support/test-folder.ts';

const fixture = path.join(import.meta.dirname, '../../../fixtures/schema-14/user-data/latent.db');

test('prices of version 14: those that may have been learned with more fields are forgotten, the others hold without fields', () => {
  const folder = mkdtempSync(path.join(testFolder, 'latent-learned-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'latent.db');
  for (const end of ['', '-wal']) copyFileSync(fixture + end, file + end);
  const old = new DatabaseSync(file);
  const task = old.prepare(`SELECT id, account FROM tasks WHERE status = 'completed' ORDER BY id LIMIT 2`).all();
  const [plain, extended] = task.map(({ id }) => Number(id));
  const account = Number(task[0]?.['account']);
  old.exec(`DELETE FROM prices;
    UPDATE tasks SET model = 'plain', extras = NULL WHERE id = ${plain};
    UPDATE tasks SET model = 'extended', size = 's', quality = 'q', extras = '{"fields":{"n":4}}' WHERE id = ${extended};
    INSERT INTO prices (account, model, size, quality, origin, amount, at) VALUES
      (${account}, 'plain', 's', 'q', 'learned', 1000000000, 1), (${account}, 'extended', 's', 'q', 'learned', 2000000000, 1), (${account}, 'extended', '*', '*', 'person', 3000000000, 1)`);
  old.close();
  const db = openConnection(file);
  onTestFinished(() => db.close());
  const [table] = createStore(db, (message) => expect.fail(message)).store.prices();
  const price = (model: string, fields: Record<string, unknown> = {}): string | null => priceOf({ rows: table?.rows ?? [], by: noOptions.pricedBy }, { model, size: 's', quality: 'q', fields });
  expect([price('plain'), price('plain', { n: 1 }), price('extended'), price('extended', { n: 4 })]).toEqual(['1', null, '3', null]);
});
