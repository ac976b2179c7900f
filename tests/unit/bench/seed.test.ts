import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readJournal } from '../../../electron/core/library/library-journal.ts';
import { openConnection } from '../../../electron/database/schema/connection.ts';
import { findFaults } from '../../../electron/database/schema/integrity.ts';
import { createStore } from '../../../electron/database/tables/store.ts';
import { settingsSchema } from '../../../shared/settings.ts';
import { seededAccounts } from '../../bench/seed/entries.ts';
import { seedLibrary, type SeededLibrary } from '../../bench/seed/seed-library.ts';
import { makeTask } from '../database/samples.ts';
import { wholePage } from '../../support/open-test-database.ts';

const until = Date.UTC(2026, 10, 21);

let folder: string;
let seeded: SeededLibrary;
let db: DatabaseSync;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latent-seed-'));
  seeded = await seedLibrary({ images: 5_000, out: path.join(folder, 'a'), seed: 7, until, single: false, choices: true });
  db = openConnection(seeded.database);
}, 120_000);
afterAll(async () => {
  db.close();
  await rm(folder, { recursive: true, force: true });
});

const number = (sql: string): number => Number(Object.values(db.prepare(sql).get() ?? {})[0]);

test('a seeded history is sound in every respect that the app checks', () => {
  expect(findFaults(db)).toEqual([]);
});

test('it has the number of pictures that was asked for, in tasks with one to four pictures, and tasks that ended otherwise', () => {
  expect(number('SELECT count(*) FROM images')).toBe(5_000);
  expect(number('SELECT max(image_count) FROM tasks')).toBe(4);
  expect(number(`SELECT count(*) FROM tasks WHERE status <> 'completed'`) / seeded.tasks).toBeCloseTo(0.04, 2);
  expect(number(`SELECT count(*) FROM tasks WHERE at_head = 1`)).toBeLessThanOrEqual(5);
  expect(number(`SELECT count(*) FROM tasks WHERE unfinished = 1`)).toBe(0);
  expect(number('SELECT (max(created_at) - min(created_at)) / 86400000 FROM tasks')).toBe(2_922);
  expect(number('SELECT max(created_at) FROM tasks')).toBe(until);
  for (const some of ['favourite = 1', 'rating = 5', 'trashed_at IS NOT NULL', 'id IN (SELECT image FROM image_tags)', 'flag = 1', 'flag = -1', 'label = 5', 'note IS NOT NULL', 'id IN (SELECT image FROM album_images)']) expect(number(`SELECT count(*) FROM images WHERE ${some}`)).toBeGreaterThan(0);
  for (const some of [`batch IN (SELECT id FROM batches WHERE recipe ->> '$.template' LIKE '%{%')`, 'retry_of IN (SELECT uuid FROM tasks)', 'seed IS NOT NULL', 'counted_cost > 0']) expect(number(`SELECT count(*) FROM tasks WHERE ${some}`)).toBeGreaterThan(0);
  expect(number(`SELECT count(*) FROM task_parts WHERE task_parts MATCH '"浮世絵"'`)).toBeGreaterThan(0);
});

test('every task and picture can be read, and later ones are counted and found', () => {
  const dropped: string[] = [];
  const { store } = createStore(db, (message) => dropped.push(message));
  const ids = db.prepare('SELECT id FROM images').all().map(({ id }) => Number(id));
  expect(store.describe(ids).length).toBe(5_000);
  expect(store.headTasks(wholePage).tasks.length).toBeGreaterThan(0);
  store.insertTasks([makeTask({ accountId: seededAccounts[1]?.id ?? '', request: { model: 'm', prompt: 'an unheard-of ziggurat', size: '1:1', quality: 'low' } })]);
  expect(number(`SELECT count(*) FROM task_words WHERE task_words MATCH 'ziggurat'`)).toBe(1);
  expect(findFaults(db)).toEqual([]);
  expect(dropped).toEqual([]);
});

test('every file is a picture with the size, length and checksum of its row', async () => {
  const rows = db.prepare('SELECT path, min(width) AS width, max(width) AS widest, height, bytes, sha256 FROM images GROUP BY path').all();
  expect(rows.length).toBe(seeded.files);
  for (const { path: name, width, widest, height, bytes, sha256 } of rows) {
    const content = await readFile(path.join(seeded.library, String(name)));
    expect([content.length, createHash('sha256').update(content).digest('hex'), widest]).toEqual([bytes, sha256, width]);
    expect(content.readUInt32BE(16)).toBe(width);
    expect(content.readUInt32BE(20)).toBe(height);
  }
});

test('the journal has a line for each file, and the settings name the library', async () => {
  const journalled: string[] = [];
  for await (const line of readJournal(seeded.library)) if (line.intact) journalled.push(line.file.path);
  expect(new Set(journalled).size).toBe(seeded.files);
  const settings = settingsSchema.parse(JSON.parse(await readFile(path.join(seeded.userData, 'settings.json'), 'utf8')));
  expect(settings.libraryFolder).toBe(seeded.library);
});

test('the same seed makes the same library, another seed another', async () => {
  const sums = async (name: string, seed: number): Promise<unknown> => {
    const made = await seedLibrary({ images: 300, out: path.join(folder, name), seed, until, single: true });
    const small = new DatabaseSync(made.database, { readOnly: true });
    try {
      return small.prepare('SELECT tasks.uuid, prompt, images.path, images.sha256, saved_at FROM images JOIN tasks ON tasks.id = task').all();
    } finally {
      small.close();
    }
  };
  const first = await sums('b', 3);
  expect(await sums('c', 3)).toEqual(first);
  expect(await sums('d', 4)).not.toEqual(first);
});

test('a folder that is not empty is left alone', async () => {
  await writeFile(path.join(folder, 'mine'), 'x');
  await expect(seedLibrary({ images: 1, out: folder, seed: 1, until, single: true })).rejects.toThrow('not empty');
});
