import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../electron/database/open-database.ts';
import { openViews } from '../../../electron/database/open-views.ts';
import { databaseWorkerFile as workerFile } from '../../support/built-threads.ts';

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
  expect((await views.openGallery({ search: '', sort: { by: 'created', descending: true } }))?.total).toBe(0);
  await views.close();
  await database.close();
});

test('a database that cannot be opened has no reader', async () => {
  const refused = new Error('refused');
  await expect(openViews({ file: path.join(folder, 'latent.db'), there: Promise.reject(refused), workerFile })).rejects.toBe(refused);
});

test('closed while somebody still reads, it leaves no log behind: the next start need not compare everything anew', async () => {
  const file = path.join(folder, 'latent.db');
  const database = await openDatabase({ file, workerFile });
  const views = await openViews({ file, workerFile });
  await database.saveSearch('winter', 'fox', 1);
  expect((await views.openGallery({ search: '', sort: { by: 'created', descending: true } }))?.total).toBe(0);
  expect((await stat(`${file}-wal`)).size).toBeGreaterThan(0);
  await database.close();
  expect((await stat(`${file}-wal`)).size).toBe(0);
  await views.close();
});
