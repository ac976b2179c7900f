import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../../electron/database/client/open-database.ts';
import { createConnection } from '../../../../electron/database/sqlite/statements.ts';
import { databaseWorkerFile } from '../../../support/built-threads.ts';
import { testAccount } from '../../../support/open-test-database.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latent-slow-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a statement that takes long is reported by its text, without the values', () => {
  const db = new DatabaseSync(':memory:');
  db.function('wait', (milliseconds) => {
    for (const end = performance.now() + Number(milliseconds); performance.now() < end;);
    return 1;
  });
  const reports: string[] = [];
  const { sql } = createConnection(db, (name) => reports.push(name));
  expect(sql('SELECT wait(?) AS done,\n ? AS secret').get(120, 'a fox')).toEqual({ done: 1, secret: 'a fox' });
  expect(reports).toEqual(['SELECT wait(?) AS done, ? AS secret']);
  db.close();
});

test('a call that keeps others waiting is reported by its name', async () => {
  const workerFile = path.join(folder, 'slow-worker.cjs');
  const slow = `const { DatabaseSync } = require('node:sqlite');
    const { prepare } = DatabaseSync.prototype;
    DatabaseSync.prototype.prepare = function (sql) {
      if (sql.startsWith('INSERT INTO accounts')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150);
      return prepare.call(this, sql);
    };`;
  await writeFile(workerFile, `${slow} require(${JSON.stringify(databaseWorkerFile)});`);
  const reports: string[] = [];
  const database = await openDatabase({ file: path.join(folder, 'latent.db'), workerFile, slow: (name) => reports.push(name) });
  await database.saveAccount(testAccount);
  await database.close();
  expect(reports).toContain('saveAccount');
});
