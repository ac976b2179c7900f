import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openConnection } from '../../../../electron/database/schema/connection.ts';
import { createIdleScheduler } from '../../../../electron/database/worker/idle-scheduler.ts';
import { createConnection } from '../../../../electron/database/sqlite/statements.ts';
import { createStore } from '../../../../electron/database/tables/store.ts';
import { createUpkeep } from '../../../../electron/database/worker/upkeep.ts';
import { openTestDatabase, testAccount } from '../../../support/open-test-database.ts';
import { makeTask } from '../samples.ts';

/** Pages of the two indexes: each commit adds one to each, until they are merged. */
const pages = (db: DatabaseSync): number => Number(db.prepare('SELECT (SELECT count(*) FROM task_words_data) + (SELECT count(*) FROM task_parts_data) AS n').get()?.['n']);

describe('upkeep', () => {
  let file: string;
  let db: DatabaseSync;
  let write: (tasks: number) => void;
  beforeEach(async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'latent-upkeep-'));
    file = path.join(folder, 'latent.db');
    db = openConnection(file);
    const { store } = createStore(db, (message) => expect.fail(message));
    store.saveAccount(testAccount);
    write = (tasks) => {
      for (let task = 0; task < tasks; task += 1) store.insertTasks([makeTask()]);
    };
    return async () => {
      db.close();
      await rm(folder, { recursive: true, force: true });
    };
  });

  it('merges what commits added to the indexes and did not merge, and ends', () => {
    const upkeep = createUpkeep(createConnection(db));
    write(1);
    while (upkeep.step());
    const before = pages(db);
    write(50);
    expect(pages(db) - before).toBeGreaterThanOrEqual(100);
    while (upkeep.step());
    expect(pages(db) - before).toBeLessThan(30);
    expect(upkeep.step()).toBe(false);
    expect(db.prepare(`SELECT count(*) AS n FROM task_words WHERE task_words MATCH 'fox'`).get()?.['n']).toBe(51);
    db.exec(`INSERT INTO task_words (task_words) VALUES ('integrity-check'); INSERT INTO task_parts (task_parts) VALUES ('integrity-check')`);
  });

  it('merges within a commit if there is no time between commits', () => {
    const upkeep = createUpkeep(createConnection(db));
    write(1);
    while (upkeep.step());
    const before = pages(db);
    write(200);
    expect(pages(db) - before).toBeLessThan(200);
  });

  it('forgets the files of older imports in parts, between commits', () => {
    const { store } = createStore(db, (message) => expect.fail(message));
    const older = { id: 'older', sources: ['/old'], begunAt: 1, state: 'read' } as const;
    const fileNamed = (name: number) => ({ path: `/old/${name}.png`, bytes: 1, modifiedAt: 1, outcome: 'duplicate', taskId: null, picture: null }) as const;
    store.saveImport(older);
    store.saveImported(older.id, Array.from({ length: 1_200 }, (_, name) => fileNamed(name)));
    const files = (): number => Number(db.prepare('SELECT count(*) AS n FROM import_files').get()?.['n']);
    const imports = (): unknown[] => db.prepare('SELECT uuid FROM imports').all().map(({ uuid }) => uuid);
    store.saveImport({ ...older, id: 'newer', state: 'running' });
    expect(files()).toBe(1_200);
    const upkeep = createUpkeep(createConnection(db));
    store.saveImported('newer', [fileNamed(1)]);
    const counts = [files()];
    while (upkeep.step()) if (files() !== counts.at(-1)) counts.push(files());
    expect(counts).toEqual([1_201, 701, 201, 1]);
    expect(imports()).toEqual(['newer']);
  });

  it('copies the log, which commits do not copy until it is long', () => {
    const upkeep = createUpkeep(createConnection(db));
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const before = readFileSync(file);
    write(100);
    expect(readFileSync(`${file}-wal`).length, 'SQLite itself copies a log of a thousand pages').toBeGreaterThan(4096 * 1000);
    expect(readFileSync(file).equals(before)).toBe(true);
    while (upkeep.step());
    expect(readFileSync(file).equals(before)).toBe(false);
  });

  it('writes nothing if nothing was written', () => {
    const upkeep = createUpkeep(createConnection(db));
    const before = readFileSync(`${file}-wal`);
    expect(upkeep.step()).toBe(false);
    expect(readFileSync(`${file}-wal`).equals(before)).toBe(true);
  });

  it('is done by the writing thread while there are no calls', async () => {
    const database = await openTestDatabase();
    const reader = new DatabaseSync(database.file, { readOnly: true });
    for (let task = 0; task < 30; task += 1) await database.repository.insertTasks([makeTask()]);
    await vi.waitFor(() => expect(pages(reader)).toBeLessThan(20), { timeout: 20_000 });
    reader.close();
    await database.remove();
  });
});

describe('quiet work', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('begins after a while without calls, and continues in parts until nothing is left', () => {
    let left = 3;
    const step = vi.fn<() => boolean>(() => (left -= 1) > 0);
    const work = createIdleScheduler(step);
    work.called();
    vi.advanceTimersByTime(99);
    work.called();
    vi.advanceTimersByTime(99);
    expect(step).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(step).toHaveBeenCalledTimes(3);
    vi.advanceTimersByTime(60_000);
    work.called();
    vi.advanceTimersByTime(99);
    expect(step, 'time in which nothing waited does not count').toHaveBeenCalledTimes(3);
  });

  it('is delayed by each call, but not for ever', () => {
    const step = vi.fn<() => boolean>(() => true);
    const work = createIdleScheduler(step);
    for (let passed = 0; passed < 10_000; passed += 10) {
      work.called();
      vi.advanceTimersByTime(10);
    }
    expect(step.mock.calls.length).toBeGreaterThanOrEqual(4);
    expect(step.mock.calls.length).toBeLessThanOrEqual(6);
    work.end();
    vi.advanceTimersByTime(60_000);
    expect(step.mock.calls.length).toBeLessThanOrEqual(6);
  });
});
