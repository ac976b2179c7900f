import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../../electron/database/client/open-database.ts';
import { openViews } from '../../../../electron/database/client/open-views.ts';
import { databaseWorkerFile as workerFile } from '../../../support/built-threads.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latent-views-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('the reader starts beside the writer, and opens the file once it is there', async () => {
  const file = path.join(folder, 'latent.db');
  const there = Promise.withResolvers<undefined>();
  const opening = openViews({ file, there: there.promise, workerFile });
  // A reader that did not wait would find no file, and say so.
  const database = await openDatabase({ file, workerFile });
  there.resolve(undefined);
  const views = await opening;
  expect((await views.openGallery({ search: '' }))?.total).toBe(0);
  await views.close();
  await database.close();
});

test('a database that cannot be opened has no reader', async () => {
  const refused = new Error('refused');
  await expect(openViews({ file: path.join(folder, 'latent.db'), there: Promise.reject(refused), workerFile })).rejects.toBe(refused);
});

test('a database that is closed before its reader leaves no log behind', async () => {
  const file = path.join(folder, 'latent.db');
  const database = await openDatabase({ file, workerFile });
  const views = await openViews({ file, workerFile });
  await database.saveSearch('winter', 'fox', 1);
  expect((await views.openGallery({ search: '' }))?.total).toBe(0);
  expect((await stat(`${file}-wal`)).size).toBeGreaterThan(0);
  await database.close();
  expect((await stat(`${file}-wal`)).size).toBe(0);
  await views.close();
});

test('a database whose log cannot be emptied is closed, and the log stays part of it', async () => {
  const file = path.join(folder, 'latent.db');
  const brokenWorker = path.join(folder, 'broken-worker.cjs');
  const brokenDisk = `const { DatabaseSync } = require('node:sqlite');
    const { exec } = DatabaseSync.prototype;
    DatabaseSync.prototype.exec = function (sql) {
      if (sql.includes('TRUNCATE')) throw new Error('disk I/O error');
      return exec.call(this, sql);
    };`;
  await writeFile(brokenWorker, `${brokenDisk} require(${JSON.stringify(workerFile)});`);
  const database = await openDatabase({ file, workerFile: brokenWorker });
  const backup = new DatabaseSync(file, { readOnly: true });
  backup.exec('BEGIN; SELECT count(*) FROM tasks');
  await database.saveSearch('winter', 'fox', 1);
  await database.close();
  backup.close();
  const again = await openDatabase({ file, workerFile });
  expect((await again.savedSearches()).map(({ name }) => name)).toEqual(['winter']);
  await again.close();
});
