import { copyFile, mkdir, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { listBackups, makeBackup, suspectMark } from '../../../electron/database/backup/backups.ts';
import { openOrRecover } from '../../../electron/database/recovery/recover.ts';
import { latestVersion } from '../../../electron/database/schema/migrate.ts';
import type { Database } from '../../../electron/database/client/database-contract.ts';
import { firstFoundIndex } from '../../../shared/task.ts';
import { createHistoryRig, everything, strayOwner, type HistoryRig } from '../../support/history-rig.ts';
import { testAccount } from '../../support/open-test-database.ts';
import { noOptions } from '../../../shared/account.ts';
import { makeAnswer, makeTask, start } from './samples.ts';

let rig: HistoryRig;
beforeEach(async () => {
  rig = await createHistoryRig();
  return () => rig.remove();
});

/** A history of this many tasks with pictures. Closed. */
async function makeHistory(tasks = 5, more: (database: Database) => Promise<unknown> = () => Promise.resolve()): Promise<Awaited<ReturnType<typeof everything>>> {
  const database = await rig.open();
  expect(database.recovery).toBeNull();
  await database.saveAccount(testAccount);
  for (let number = 0; number < tasks; number += 1) await rig.keep(database, number, 1 + (number % 3));
  await more(database);
  const before = await everything(database);
  await database.close();
  return before;
}

async function smash(): Promise<void> {
  const bytes = await readFile(rig.file);
  bytes.fill(0x5a, 4096, 3 * 4096);
  await writeFile(rig.file, bytes);
}

const backUp = (): string => makeBackup(rig.file, rig.safety.backups, Date.now());

async function reopened(): Promise<{ readonly found: Awaited<ReturnType<typeof everything>>; readonly recovery: Database['recovery']; readonly faults: readonly string[]; readonly accounts: unknown }> {
  const database = await rig.open();
  const { recovery } = database;
  const result = { found: await everything(database), recovery, faults: await database.integrity(), accounts: await database.accounts() };
  await database.close();
  return result;
}

describe('without database and backups', () => {
  it('the library folder alone restores every field of every picture and its task', async () => {
    const before = await makeHistory(7);
    await rm(path.dirname(rig.file), { recursive: true });
    const { found, recovery, faults, accounts } = await reopened();
    expect(found).toEqual(before);
    expect(accounts).toEqual([testAccount]);
    expect(recovery).toEqual({ from: 'library', pictures: 13, quarantine: null });
    expect(faults).toEqual([]);
    expect((await reopened()).recovery, 'the rebuilt history is an ordinary one').toBeNull();
  });

  it('pictures without a journal line are restored from their names and contents', async () => {
    const before = await makeHistory(3);
    await rm(path.dirname(rig.file), { recursive: true });
    await rm(path.join(rig.library, '.latent'), { recursive: true });
    await writeFile(path.join(rig.library, '2025', 'notes.txt'), 'my own');
    await writeFile(path.join(rig.library, '2025', '2025-09', '2025-09-04 10.00.00 no picture.png'), 'text');
    const { found, accounts } = await reopened();
    const files = (entries: typeof found): unknown => entries.flatMap(({ images }) => images.map((image) => (image as { state: { file: { path: string; sha256: string; width: number } } }).state.file)).map(({ path: name, sha256, width }) => ({ name, sha256, width })).sort((a, b) => (a.name < b.name ? -1 : 1));
    expect(files(found)).toEqual(files(before));
    expect(accounts).toEqual([strayOwner]);
    const oldest = found.at(-1)?.task;
    // The prompt comes from the file's contents: a file name cannot have a colon.
    expect([Math.floor((oldest?.createdAt ?? 0) / 1000), oldest?.request.prompt]).toEqual([Math.floor(start / 1000), 'picture 0: a fox in snow']);
  });

  it('files that Latent cannot show are restored too, but none with the extension of another type', async () => {
    await makeHistory(1);
    const folder = path.join(rig.library, '2025', '2025-09');
    await writeFile(path.join(folder, '2025-09-04 10.00.00 a fox.tiff'), Buffer.from('II*\0rest', 'latin1'));
    await writeFile(path.join(folder, '2025-09-04 10.00.00 a fox 2.svg'), '<svg></svg>');
    await writeFile(path.join(folder, '2025-09-04 10.00.00 an owl.pdf'), 'no PDF');
    await writeFile(path.join(folder, '2025-09-04 10.00.00 damaged.png'), Buffer.alloc(2_000));
    await writeFile(path.join(folder, 'my own.zip'), 'PK\x03\x04');
    await rm(path.dirname(rig.file), { recursive: true });
    const files = (await reopened()).found.flatMap(({ images }) => images.map((image) => (image as { state: { file: { path: string; type: string } } }).state.file));
    const names = files.filter(({ type }) => type !== 'png').map(({ path: name, type }) => `${type}: ${path.posix.basename(name)}`);
    expect(names.toSorted()).toEqual(['svg: 2025-09-04 10.00.00 a fox 2.svg', 'tiff: 2025-09-04 10.00.00 a fox.tiff']);
    expect(files).toHaveLength(3);
  });

  it('an account whose key is stored is restored', async () => {
    await makeHistory(1);
    await rm(path.dirname(rig.file), { recursive: true });
    const other = { ...testAccount, id: '11111111-2222-4333-8444-555555555555', name: 'pictures.example' };
    Object.assign(rig.safety, { accounts: [other, { ...testAccount, name: 'only its origin is known' }] });
    expect((await reopened()).accounts).toEqual([testAccount, other]);
  });

  it('a picture that was not downloaded yet waits for its download again', async () => {
    await makeHistory(2, async (database) => {
      const task = makeTask({ state: { status: 'completed', remoteId: 'late', imageCount: 2 } });
      await database.saveCompletion(task, [{ kind: 'inline' }, { kind: 'inline' }], makeAnswer());
    });
    const journal = path.join(rig.library, '.latent', '2025-09.jsonl');
    const lines = (await readFile(journal, 'utf8')).trim().split('\n');
    // Task 1 has two pictures. The second has neither line nor file.
    await writeFile(journal, `${lines.slice(0, 2).join('\n')}\n`);
    await rm(path.join(rig.library, (JSON.parse(lines[2] ?? '') as { file: { path: string } }).file.path));
    await rm(path.dirname(rig.file), { recursive: true });
    const { found } = await reopened();
    expect(found[0]?.images.map((image) => (image as { state: { status: string } }).state.status)).toEqual(['kept', 'waiting']);
  });

  it('a task of which only an early picture is left is asked for again', async () => {
    await makeHistory(1, (database) => rig.keepEarly(database));
    await rm(path.dirname(rig.file), { recursive: true });
    const { found } = await reopened();
    expect(found.map(({ task }) => task.state)).toEqual([{ status: 'completed', remoteId: 'task_0', imageCount: 1 }, { status: 'processing', remoteId: 'task_early', misses: 0 }]);
    expect(found[1]?.images).toMatchObject([{ index: firstFoundIndex, state: { status: 'kept' } }]);
  });

  it('an empty folder is a first start', async () => {
    expect(await reopened()).toMatchObject({ found: [], recovery: null });
    expect(await readdir(path.dirname(rig.file))).toEqual(['latent.db']);
  });
});

describe('a damaged database', () => {
  it('is moved to quarantine and restored from the newest sound backup and the journal', async () => {
    await makeHistory(3);
    backUp();
    const database = await rig.open();
    await rig.keep(database, 10);
    const before = await everything(database);
    await database.close();
    await mkdir(path.join(rig.safety.backups, 'x'));
    await writeFile(path.join(rig.safety.backups, 'latent-2999-01-01T00-00-00-000Z.db'), 'no backup');
    const whole = await readFile(rig.file);
    await smash();
    const { found, recovery, faults } = await reopened();
    expect(found).toEqual(before);
    expect(faults).toEqual([]);
    expect(recovery).toMatchObject({ from: 'backup', pictures: 7 });
    const kept = await readFile(path.join(recovery?.quarantine ?? '', 'latent.db'));
    expect([kept.length, kept.subarray(4096, 8192).every((byte) => byte === 0x5a)]).toEqual([whole.length, true]);
  });

  it('is rebuilt even if another connection has the new file open, and leaves nothing beside it', async () => {
    const before = await makeHistory(3);
    await writeFile(rig.file, 'no database');
    const others: DatabaseSync[] = [];
    const { db } = await openOrRecover(rig.file, rig.safety, (message) => {
      // Reported while the new file is written.
      if (!message.startsWith('Nothing more could be read')) return;
      const other = new DatabaseSync(`${rig.file}.rebuilding`);
      other.prepare('SELECT count(*) FROM tasks').get();
      others.push(other);
    });
    expect(others).toHaveLength(1);
    for (const other of others) other.close();
    db.close();
    expect((await readdir(path.dirname(rig.file))).toSorted()).toEqual(['latent.db', 'quarantine']);
    expect((await reopened()).found).toEqual(before);
  });

  it('is not restored from a backup that SQLite finds sound but that has a renamed column', async () => {
    const before = await makeHistory(3);
    backUp();
    const [odd = ''] = listBackups(rig.safety.backups);
    const db = new DatabaseSync(odd);
    db.exec('ALTER TABLE accounts RENAME COLUMN base_url TO base_urk');
    db.close();
    await smash();
    const { found, recovery, faults } = await reopened();
    expect(recovery?.from).toBe('library');
    expect(found.length).toBe(before.length);
    expect(faults).toEqual([]);
  });

  it('gives back tasks that were accepted after the backup, if they can be read', async () => {
    const paid = makeTask({ createdAt: start + 1e6, state: { status: 'processing', remoteId: 'paid-for', misses: 0 } });
    await makeHistory(2);
    backUp();
    const database = await rig.open();
    await database.saveTask(paid, makeAnswer());
    await database.close();
    const db = new DatabaseSync(rig.file);
    const page = Number(db.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'tasks_history'`).get()?.['rootpage']);
    db.close();
    const bytes = await readFile(rig.file);
    bytes.fill(0xff, (page - 1) * 4096, page * 4096);
    await writeFile(rig.file, bytes);
    const { found, recovery } = await reopened();
    expect(recovery?.from).toBe('backup');
    expect(found.find(({ task }) => task.id === paid.id)?.task).toEqual(paid);
  });

  it('has unsent tasks of an older backup as unknown, because they may have been sent since', async () => {
    const queued = makeTask({ createdAt: start + 1e6 });
    const submitting = makeTask({ createdAt: start + 2e6, state: { status: 'submitting' } });
    await makeHistory(1, (database) => database.insertTasks([queued, submitting]));
    backUp();
    await truncate(rig.file, 100);
    const { found } = await reopened();
    for (const { id } of [queued, submitting]) {
      expect(found.find(({ task }) => task.id === id)?.task.state).toMatchObject({ status: 'unknown', reason: 'stopped-while-sending' });
    }
  });

  it('counts unsent tasks of an older backup as spent until the person says otherwise', async () => {
    const queued = makeTask({ createdAt: start + 1e6 });
    const { model } = queued.request;
    await makeHistory(1, async (database) => {
      await database.insertTasks([queued]);
      await database.setPrices(testAccount.id, [{ model, size: '*', quality: '*', amount: '0.25', origin: 'person', at: start }]);
    });
    backUp();
    await truncate(rig.file, 100);
    await reopened();
    const database = await rig.open();
    expect(await database.spent(testAccount.id, Date.now() - 3_600_000)).toBe('0.25');
    const unknown = await database.task(queued.id);
    if (unknown !== null) await database.saveTask({ ...unknown.task, notCharged: true });
    expect(await database.spent(testAccount.id, Date.now() - 3_600_000)).toBe('0');
    await database.close();
  });

  it('keeps a budget that was set after the backup, if it can be read', async () => {
    await makeHistory(2);
    backUp();
    const options = { ...noOptions, budget: { day: '2', month: null, total: null } };
    const database = await rig.open();
    await database.saveAccount({ ...testAccount, options });
    await database.close();
    const db = new DatabaseSync(rig.file);
    const page = Number(db.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'tasks_history'`).get()?.['rootpage']);
    db.close();
    const bytes = await readFile(rig.file);
    bytes.fill(0xff, (page - 1) * 4096, page * 4096);
    await writeFile(rig.file, bytes);
    const { accounts, recovery } = await reopened();
    expect(recovery?.from).toBe('backup');
    expect(accounts).toEqual([{ ...testAccount, options }]);
  });

  it('is checked as a whole if an earlier run met damage', async () => {
    await makeHistory(1);
    await writeFile(suspectMark(rig.file), '');
    expect((await reopened()).recovery).toBeNull();
    expect(existsSync(suspectMark(rig.file))).toBe(false);
  });

  it('is replaced at the next start if the replacement was interrupted, without the thumbnails of other row numbers', async () => {
    const before = await makeHistory(2);
    await mkdir(rig.safety.thumbnails);
    await copyFile(rig.file, `${rig.file}.rebuilt`);
    await smash();
    const { found, recovery } = await reopened();
    expect(found).toEqual(before);
    expect(recovery).toEqual({ from: 'library', pictures: 3, quarantine: expect.stringContaining(rig.safety.quarantine) });
    expect(await readdir(rig.safety.quarantine)).toHaveLength(1);
    expect(existsSync(rig.safety.thumbnails)).toBe(false);
    await rename(rig.file, `${rig.file}.rebuilt`);
    expect((await reopened()).found).toEqual(before);
  });

  it('counts as damaged if it is another program’s file, which is kept in quarantine', async () => {
    const before = await makeHistory(2);
    const foreign = Buffer.from('a file of another program. '.repeat(100));
    await writeFile(rig.file, foreign);
    const { found, recovery } = await reopened();
    expect(found).toEqual(before);
    expect((await readFile(path.join(recovery?.quarantine ?? '', 'latent.db'))).equals(foreign)).toBe(true);
  });
});

describe('a database of a later version', () => {
  const later = (sql: string, file = rig.file): void => {
    const db = new DatabaseSync(file);
    db.exec(`${sql}; CREATE TABLE later (a)`);
    db.close();
  };

  it.each([`PRAGMA user_version = ${latestVersion + 1}`, 'PRAGMA user_version = 99999999'])('is refused although it could be rebuilt, and does not change (%s)', async (sql) => {
    await makeHistory(1);
    backUp();
    later(sql);
    const newer = await readFile(rig.file);
    const names = await readdir(path.dirname(rig.file));
    await expect(rig.open()).rejects.toMatchObject({ appError: { detail: 'newer-schema' } });
    expect((await readFile(rig.file)).equals(newer)).toBe(true);
    expect((await readdir(path.dirname(rig.file))).filter((name) => !/-(?:wal|shm)$/.test(name))).toEqual(names);
  });

  it('is refused even if it is damaged, if its newest backup is of a later version too', async () => {
    await makeHistory(1);
    later(`PRAGMA user_version = ${latestVersion + 1}`, backUp());
    later(`PRAGMA user_version = ${latestVersion + 1}`);
    await smash();
    await expect(rig.open()).rejects.toMatchObject({ appError: { detail: 'newer-schema' } });
  });
});

describe('a header with flipped bits', () => {
  it.each([
    ['names another program', 68, [1, 2, 3, 4]],
    ['names the next version', 63, [latestVersion + 1]],
    ['names a version that will never exist', 62, [3]],
    ['is lost', 0, Array.from({ length: 100 }, (_, index) => (index * 37) % 251)],
  ])('that %s loses nothing, even without backup and library', async (_fault, at, bytes) => {
    const before = await makeHistory(2);
    await rm(rig.library, { recursive: true });
    const damaged = await readFile(rig.file);
    Buffer.from(bytes).copy(damaged, at);
    await writeFile(rig.file, damaged);
    const { found, recovery, faults } = await reopened();
    expect([found, faults]).toEqual([before, []]);
    expect((await readFile(path.join(recovery?.quarantine ?? '', 'latent.db'))).equals(damaged)).toBe(true);
  });

  it('that names a later version is not believed if the rest of the file is damaged too', async () => {
    await makeHistory(2);
    backUp();
    const damaged = await readFile(rig.file);
    damaged[63] = latestVersion + 1;
    await writeFile(rig.file, damaged);
    await smash();
    expect((await reopened()).recovery?.from).toBe('backup');
  });
});

describe('a sound database', () => {
  it('gets the row of a picture whose process ended between journal and row', async () => {
    const before = await makeHistory(2);
    const db = new DatabaseSync(rig.file);
    db.exec(`UPDATE images SET status = 'waiting', attempts = 0, path = NULL, type = NULL, width = NULL, height = NULL, bytes = NULL, sha256 = NULL, saved_at = NULL,
      source_kind = 'inline' WHERE id = 1`);
    db.close();
    const { found, recovery } = await reopened();
    expect(found).toEqual(before);
    expect(recovery).toBeNull();
  });

  it('goes on asking for a task in progress whose early picture has no row yet', async () => {
    await makeHistory(1, (database) => rig.keepEarly(database));
    const [early] = (await reopened()).found.filter(({ task }) => task.state.status === 'processing');
    expect(early).toMatchObject({ task: { state: { remoteId: 'task_early' } }, images: [{ index: firstFoundIndex, state: { status: 'kept' } }] });
  });

  it.each(['there', 'gone'])('has a flipped bit of a row corrected from the journal if the picture’s file is %s', async (file) => {
    const before = await makeHistory(2);
    const db = new DatabaseSync(rig.file);
    db.exec(`UPDATE images SET sha256 = replace(sha256, substr(sha256, 1, 1), 'x') WHERE id = 1`);
    const relative = String(db.prepare('SELECT path FROM images WHERE id = 1').get()?.['path']);
    db.close();
    if (file === 'gone') await rm(path.join(rig.library, relative));
    expect(await reopened()).toMatchObject({ found: before, recovery: null });
  });

  it('that is large is compared with the end of the journal, and with more of it if the end had something new', async () => {
    await makeHistory(4);
    const inDatabase = (sql: string): void => {
      const db = new DatabaseSync(rig.file);
      db.exec(sql);
      db.close();
    };
    const loseRows = (first: number, last: number): void => inDatabase(`DELETE FROM images WHERE task BETWEEN ${first} AND ${last}; DELETE FROM tasks WHERE id BETWEEN ${first} AND ${last}`);
    // Free pages count as well.
    inDatabase('CREATE TABLE filler (bytes); INSERT INTO filler VALUES (zeroblob(9000000)); DROP TABLE filler');
    const journal = path.join(rig.library, '.latent', '2025-09.jsonl');
    const lines = (await readFile(journal, 'utf8')).trim().split('\n');
    await writeFile(journal, [...lines.slice(0, 3), 'a damaged line\n'.repeat(20_000), ...lines.slice(3), ''].join('\n'));
    const tasks = async (): Promise<readonly string[]> => (await reopened()).found.map(({ task }) => task.request.prompt.slice(0, 9)).toSorted();

    loseRows(1, 2);
    expect(await tasks(), 'the first two tasks are not in the end of the journal').toEqual(['picture 2', 'picture 3']);
    loseRows(4, 4);
    expect(await tasks()).toEqual(['picture 0', 'picture 1', 'picture 2', 'picture 3']);

    const year = path.join(rig.library, '2025');
    await rename(year, `${year} elsewhere`);
    inDatabase(`DELETE FROM images WHERE path LIKE '%picture 3%'; DELETE FROM tasks WHERE prompt LIKE 'picture 3%'`);
    expect(await tasks(), 'a picture whose file is out of reach').toHaveLength(3);
    await rename(`${year} elsewhere`, year);
    expect(await tasks(), 'is added when it is back').toHaveLength(4);
  });

  it('does not get a deleted picture back, and ignores an edited line', async () => {
    const before = await makeHistory(2);
    const journal = path.join(rig.library, '.latent', '2025-09.jsonl');
    await writeFile(journal, (await readFile(journal, 'utf8')).replaceAll('a fox in snow', 'a cat in snow'));
    for (const entry of await readdir(rig.library)) if (entry !== '.latent') await rm(path.join(rig.library, entry), { recursive: true });
    expect((await reopened()).found).toEqual(before);
  });
});

describe('backups', () => {
  it('are consistent copies, made while the app writes; the last three are kept', async () => {
    await makeHistory(2);
    const database = await rig.open();
    for (let round = 0; round < 5; round += 1) {
      await database.insertTasks([makeTask()]);
      makeBackup(rig.file, rig.safety.backups, start + round * 1000);
    }
    const kept = listBackups(rig.safety.backups);
    expect(kept.map((file) => path.basename(file))).toEqual([4, 3, 2].map((round) => `latent-${new Date(start + round * 1000).toISOString().replace(/[:.]/g, '-')}.db`));
    expect(await readdir(rig.safety.backups)).toHaveLength(3);
    await database.close();
    const db = new DatabaseSync(kept[0] ?? '', { readOnly: true });
    expect(db.prepare('SELECT count(*) AS n FROM tasks').get()).toEqual({ n: 7 });
    db.close();
  });

  it('are not made if a search index does not match its rows', async () => {
    await makeHistory(1);
    for (const index of ['task_words', 'task_parts']) {
      const db = new DatabaseSync(rig.file);
      db.exec(`INSERT INTO ${index} (${index}, rowid, prompt, model, title, said_code, said_message) SELECT 'delete', id, prompt, model, title, said_code, said_message FROM tasks`);
      db.close();
      expect(backUp).toThrow(`search index ${index}`);
      expect((await reopened()).faults).toEqual([]);
    }
  });

  it('of a damaged database replace no sound one', async () => {
    await makeHistory(30);
    const good = backUp();
    await smash();
    expect(backUp).toThrow();
    expect(listBackups(rig.safety.backups)).toEqual([good]);
    expect(existsSync(suspectMark(rig.file))).toBe(true);
  });
});
