import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Database } from '../../../electron/database/client/database-contract.ts';
import { openConnection } from '../../../electron/database/schema/connection.ts';
import { applicationId, latestVersion } from '../../../electron/database/schema/migrate.ts';
import { openDatabase } from '../../../electron/database/client/open-database.ts';
import { sha256 } from '../../support/bytes.ts';
import { databaseWorkerFile } from '../../support/built-threads.ts';
import { testAccount, wholePage } from '../../support/open-test-database.ts';
import { makeTask } from './samples.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latent-opening-'));
  file = path.join(folder, 'latent.db');
  return () => rm(folder, { recursive: true, force: true });
});

const open = (report?: (message: string) => void): Promise<Database> => openDatabase({ file, workerFile: databaseWorkerFile, ...(report && { report }) });

/** A closed database with this many tasks in it. */
async function makeDatabase(tasks = 1): Promise<void> {
  const database = await open();
  await database.saveAccount(testAccount);
  await database.insertTasks(Array.from({ length: tasks }, () => makeTask()));
  await database.close();
}

/** Every file of the folder but the shared-memory index, which holds nothing. */
async function fingerprint(): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(folder)).filter((name) => !name.endsWith('-shm')).toSorted();
  const hashes = await Promise.all(names.map(async (name) => sha256(await readFile(path.join(folder, name)))));
  return Object.fromEntries(names.map((name, index) => [name, hashes[index] ?? '']));
}

async function expectRefused(detail: RegExp): Promise<void> {
  const before = await fingerprint();
  await expect(open()).rejects.toMatchObject({ appError: { code: 'database-failed', detail: expect.stringMatching(detail) } });
  expect(await fingerprint()).toEqual(before);
}

/** Runs SQL as another program would. `keepLog`: leaves what it wrote in the write-ahead log, as a killed program does. */
async function tamper(sql: string, { keepLog = false } = {}): Promise<void> {
  const db = new DatabaseSync(file);
  db.exec(sql);
  if (keepLog) {
    await copyFile(`${file}-wal`, `${file}-kept`);
    await copyFile(file, `${file}-main`);
  }
  db.close();
  if (keepLog) {
    await copyFile(`${file}-main`, file);
    await copyFile(`${file}-kept`, `${file}-wal`);
    await Promise.all(['-main', '-kept'].map((suffix) => rm(`${file}${suffix}`)));
  }
}

describe('openDatabase', () => {
  it('makes the folder and the file, durable and marked as ours', async () => {
    file = path.join(folder, 'new', 'deeper', 'latent.db');
    await makeDatabase();
    const db = new DatabaseSync(file, { readOnly: true });
    const pragma = (name: string): unknown => Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0];
    expect([pragma('journal_mode'), pragma('application_id'), pragma('user_version')]).toEqual(['wal', 0x4c746e74, latestVersion]);
    db.close();
  });

  it('opens what it made again and again, without another migration', async () => {
    await makeDatabase(3);
    for (let round = 0; round < 3; round += 1) {
      const database = await open();
      expect((await database.unfinishedTasks()).length).toBe(3);
      expect(await database.integrity()).toEqual([]);
      await database.close();
    }
    expect(existsSync(`${file}-wal`)).toBe(false);
  });

  it('checks constraints in the connection that has just made the schema', () => {
    const db = openConnection(':memory:');
    onTestFinished(() => db.close());
    expect(() => db.exec(`INSERT INTO albums (uuid, name, place, pinned, created_at) VALUES ('a', 'A', 1, 7, 0)`)).toThrow('CHECK constraint failed');
  });

  it('refuses a newer schema without writing a byte', async () => {
    await makeDatabase();
    await tamper(`PRAGMA user_version = ${latestVersion + 1}`);
    await expectRefused(/^newer-schema$/);
    await tamper(`PRAGMA user_version = ${latestVersion}`);
    await (await open()).close();
  });

  it('refuses a newer schema that is still in the write-ahead log, without writing a byte', async () => {
    await makeDatabase();
    await tamper(`PRAGMA user_version = ${latestVersion + 1}; CREATE TABLE later (a)`, { keepLog: true });
    expect((await readFile(file)).readInt32BE(60), 'the header of the file itself is old').toBe(latestVersion);
    await expectRefused(/^newer-schema$/);
  });

  it('refuses what is not ours without writing a byte', async () => {
    await writeFile(file, 'a file of somebody else, long enough to be more than a header. '.repeat(100));
    await expectRefused(/^not-ours$/);
    await writeFile(file, 'short');
    await expectRefused(/^not-ours$/);
    await rm(file);
    await tamper('CREATE TABLE notes (a); INSERT INTO notes VALUES (1)');
    await expectRefused(/^not-ours$/);
    await tamper('PRAGMA application_id = 12345; PRAGMA user_version = 2');
    await expectRefused(/^not-ours$/);
  });

  it('refuses a folder in place of the file', async () => {
    await mkdir(file);
    await expect(open()).rejects.toMatchObject({ appError: { code: 'database-failed' } });
  });

  it('goes on from whatever a first start that was killed left behind', async () => {
    await writeFile(file, '');
    await makeDatabase();
    await rm(file);
    await tamper(`PRAGMA application_id = ${applicationId}; PRAGMA journal_mode = WAL`);
    await makeDatabase();
    await rm(file);
    await tamper('PRAGMA journal_mode = WAL');
    await makeDatabase(2);
    const database = await open();
    expect((await database.headTasks(wholePage)).tasks.length).toBe(2);
    await database.close();
  });

  it('refuses a damaged file, and says so', async () => {
    await makeDatabase(50);
    const whole = await readFile(file);
    await truncate(file, whole.length - 8192);
    await expectRefused(/^corrupt: /);
    const zeroed = Buffer.from(whole);
    zeroed.fill(0x5a, 4096, 3 * 4096);
    await writeFile(file, zeroed);
    await expectRefused(/^corrupt: /);
    await writeFile(file, whole);
    await (await open()).close();
  });

  it('finds wrong counters on request', async () => {
    await makeDatabase(2);
    await tamper(`UPDATE tasks SET images = 4; UPDATE task_counts SET tasks = 9; UPDATE picture_counts SET pictures = 7`);
    const database = await open();
    const faults = await database.integrity();
    expect(faults.join('\n')).toMatch(/pictures of the library/);
    expect(faults.join('\n')).toMatch(/images of 2 tasks/);
    expect(faults.join('\n')).toMatch(/tasks of status queued/);
    await database.close();
  });
});

describe('a row that cannot be read', () => {
  const damaged = makeTask({ createdAt: 2 });
  const older = makeTask({ createdAt: 1 });
  const newer = makeTask({ createdAt: 3 });
  const page = { search: '', statuses: [], before: null, limit: 1 } as const;
  let reports: string[];
  let database: Database;
  beforeEach(async () => {
    database = await open();
    await database.saveAccount(testAccount);
    await database.insertTasks([older, damaged, newer]);
    await database.close();
    await tamper(`UPDATE tasks SET facts = 'no facts' WHERE uuid = '${damaged.id}'`);
    reports = [];
    database = await open((message) => reports.push(message));
    return () => database.close();
  });

  it('is left out of lists and reported; the others stay', async () => {
    expect((await database.headTasks(wholePage)).tasks.map(({ task }) => task)).toEqual([newer, older]);
    expect((await database.unfinishedTasks()).map(({ task }) => task)).toEqual([older, newer]);
    expect(reports).toHaveLength(2);
    expect(reports[0]).toMatch(new RegExp(`${damaged.id}.*facts`, 's'));
  });

  it('is not one with a word of a later version: that is read as the nearest thing known', async () => {
    await database.close();
    await tamper(`UPDATE tasks SET facts = (SELECT facts FROM tasks WHERE uuid = '${newer.id}'), reason = 'moonlight', trouble_kind = 'moonlight' WHERE uuid = '${damaged.id}'`);
    database = await open();
    expect((await database.headTasks(wholePage)).tasks.map(({ task }) => task)).toEqual([newer, { ...damaged, state: { status: 'queued', waitingFor: 'turn' } }, older]);
  });

  it('does not look like the end of the history', async () => {
    const after = await database.page({ ...page, before: { createdAt: newer.createdAt, id: newer.id } });
    expect(after.tasks.map(({ task }) => task)).toEqual([older]);
    expect(after.more).toBe(false);
  });

  it('fails the call that asked for it alone', async () => {
    await expect(database.task(damaged.id)).rejects.toMatchObject({ appError: { code: 'database-failed' } });
    expect((await database.task(older.id))?.task).toEqual(older);
  });

  it('can be written again', async () => {
    await database.saveTask(damaged);
    expect((await database.task(damaged.id))?.task).toEqual(damaged);
  });
});

describe('calls', () => {
  it('are answered in their order, each on its own: one failure does not touch the others', async () => {
    const database = await open();
    await database.saveAccount(testAccount);
    const tasks = Array.from({ length: 50 }, () => makeTask());
    const finished: number[] = [];
    const results = await Promise.allSettled(
      tasks.map(async (task, index) => {
        await (index % 10 === 3 ? database.saveImage(index, { status: 'expired' }) : database.insertTasks([task]));
        finished.push(index);
      }),
    );
    expect(results.filter((result) => result.status === 'rejected')).toHaveLength(5);
    expect(finished).toEqual(finished.toSorted((a, b) => a - b));
    expect((await database.page({ statuses: [], before: null, limit: 50 })).tasks).toHaveLength(45);
    await database.close();
  });

  it('made before close are still answered, those after it are refused', async () => {
    const database = await open();
    const before = database.saveAccount(testAccount);
    const closing = database.close();
    await expect(database.accounts()).rejects.toMatchObject({ appError: { code: 'database-failed', detail: 'closed' } });
    await before;
    await closing;
    await database.close();
    const again = await open();
    expect(await again.accounts()).toEqual([testAccount]);
    await again.close();
  });

  it('fail when the thread cannot start', async () => {
    await expect(openDatabase({ file, workerFile: path.join(folder, 'no-such-worker.cjs') })).rejects.toMatchObject({ appError: { code: 'database-failed' } });
  });

  it('that cannot be sent are refused, and leave the others alone', async () => {
    const database = await open();
    const unsendable = { ...testAccount, name: (() => 'a function') as unknown as string };
    await expect(database.saveAccount(unsendable)).rejects.toThrow();
    await database.saveAccount(testAccount);
    expect(await database.accounts()).toEqual([testAccount]);
    await database.close();
  });
});
