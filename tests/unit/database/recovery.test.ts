import { copyFile, mkdir, readdir, readFile, rename, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { listBackups, makeBackup, suspectMark } from '../../../electron/database/backup/backups.ts';
import { latestVersion } from '../../../electron/database/schema/migrate.ts';
import type { Database } from '../../../electron/database/client/database-contract.ts';
import { createHistoryRig, everything, strayOwner, type HistoryRig } from '../../support/history-rig.ts';
import { testAccount } from '../../support/open-test-database.ts';
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

describe('with database and backups gone', () => {
  it('the library folder alone gives back every field of every picture and its task', async () => {
    const before = await makeHistory(7);
    await rm(path.dirname(rig.file), { recursive: true });
    const { found, recovery, faults, accounts } = await reopened();
    expect(found).toEqual(before);
    expect(accounts).toEqual([testAccount]);
    expect(recovery).toEqual({ from: 'library', pictures: 13, quarantine: null });
    expect(faults).toEqual([]);
    expect((await reopened()).recovery, 'once put together, it is an ordinary history').toBeNull();
  });

  it('pictures without a line in the journal come back with what their files tell', async () => {
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
    // The prompt as it stands in the file: its name has no colon.
    expect([Math.floor((oldest?.createdAt ?? 0) / 1000), oldest?.request.prompt]).toEqual([Math.floor(start / 1000), 'picture 0: a fox in snow']);
  });

  it('files that are only kept come back too, but not one with the extension of another type', async () => {
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

  it('an account whose key is still there is named again', async () => {
    await makeHistory(1);
    await rm(path.dirname(rig.file), { recursive: true });
    const other = { ...testAccount, id: '11111111-2222-4333-8444-555555555555', name: 'pictures.example' };
    Object.assign(rig.safety, { accounts: [other, { ...testAccount, name: 'only its origin is known' }] });
    expect((await reopened()).accounts).toEqual([testAccount, other]);
  });

  it('a picture of several that was still on its way is expected again', async () => {
    await makeHistory(2, async (database) => {
      const task = makeTask({ state: { status: 'completed', remoteId: 'late', imageCount: 2 } });
      await database.saveCompletion(task, [{ kind: 'inline' }, { kind: 'inline' }], makeAnswer());
    });
    const journal = path.join(rig.library, '.latent', '2025-09.jsonl');
    const lines = (await readFile(journal, 'utf8')).trim().split('\n');
    // Task 1 has two pictures; the line and the file of the second are not there.
    await writeFile(journal, `${lines.slice(0, 2).join('\n')}\n`);
    await rm(path.join(rig.library, (JSON.parse(lines[2] ?? '') as { file: { path: string } }).file.path));
    await rm(path.dirname(rig.file), { recursive: true });
    const { found } = await reopened();
    expect(found[0]?.images.map((image) => (image as { state: { status: string } }).state.status)).toEqual(['kept', 'waiting']);
  });

  it('an empty folder is a first start, and a database that is there is left alone', async () => {
    expect(await reopened()).toMatchObject({ found: [], recovery: null });
    expect(await readdir(path.dirname(rig.file))).toEqual(['latent.db', 'latent.db.compared', 'latent.db.header']);
  });
});

describe('a damaged database', () => {
  it('is put aside and restored from the newest sound backup, completed from the journal', async () => {
    await makeHistory(3);
    backUp();
    const database = await rig.open();
    await rig.keep(database, 10);
    const before = await everything(database);
    await database.close();
    await mkdir(path.join(rig.safety.backups, 'x'));
    await writeFile(path.join(rig.safety.backups, 'latent-2999-01-01T00-00-00-000Z.db'), 'a backup that is none');
    const whole = await readFile(rig.file);
    await smash();
    const { found, recovery, faults } = await reopened();
    expect(found).toEqual(before);
    expect(faults).toEqual([]);
    expect(recovery).toMatchObject({ from: 'backup', pictures: 7 });
    const kept = await readFile(path.join(recovery?.quarantine ?? '', 'latent.db'));
    expect([kept.length, kept.subarray(4096, 8192).every((byte) => byte === 0x5a)]).toEqual([whole.length, true]);
  });

  it('passes over a backup that is sound in SQLite’s eyes and has a column of another name', async () => {
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

  it('gives back the ids that were paid for after the backup, where they can be read', async () => {
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

  it('sends nothing that an older copy holds as unsent: it may have been sent since', async () => {
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

  it('that a start would not notice is looked for when an earlier run met it', async () => {
    await makeHistory(1);
    await writeFile(suspectMark(rig.file), '');
    expect((await reopened()).recovery).toBeNull();
    expect(existsSync(suspectMark(rig.file))).toBe(false);
  });

  it('whose replacement was cut short between two names is finished at the next start', async () => {
    const before = await makeHistory(2);
    await copyFile(rig.file, `${rig.file}.rebuilt`);
    await smash();
    expect((await reopened()).found).toEqual(before);
    expect(await readdir(rig.safety.quarantine)).toHaveLength(1);
    await rename(rig.file, `${rig.file}.rebuilt`);
    expect((await reopened()).found).toEqual(before);
  });

  it('is not what a newer one is: that is refused with everything there to restore from, and not a byte of it changes', async () => {
    await makeHistory(1);
    backUp();
    for (const sql of [`PRAGMA user_version = ${latestVersion + 1}`, `PRAGMA user_version = ${latestVersion + 5}; CREATE TABLE later (a)`, 'PRAGMA user_version = 999']) {
      const db = new DatabaseSync(rig.file);
      db.exec(sql);
      db.close();
      const newer = await readFile(rig.file);
      const names = await readdir(path.dirname(rig.file));
      await expect(rig.open()).rejects.toMatchObject({ appError: { detail: 'newer-schema' } });
      expect((await readFile(rig.file)).equals(newer)).toBe(true);
      expect((await readdir(path.dirname(rig.file))).filter((name) => !/-(?:wal|shm)$/.test(name))).toEqual(names);
    }
  });

  it('is not what another program’s is where no history ever stood', async () => {
    const foreign = Buffer.from('a file of somebody else. '.repeat(100));
    await mkdir(path.dirname(rig.file), { recursive: true });
    await writeFile(rig.file, foreign);
    await expect(rig.open()).rejects.toMatchObject({ appError: { detail: 'not-ours' } });
    expect((await readFile(rig.file)).equals(foreign)).toBe(true);
    expect(await readdir(path.dirname(rig.file))).toEqual(['latent.db']);
  });
});

describe('a header that names another program or a later version, by damage', () => {
  const noPictures = async (): Promise<void> => rm(rig.library, { recursive: true });
  const change = async (at: number, ...bytes: readonly number[]): Promise<Buffer> => {
    const damaged = await readFile(rig.file);
    Buffer.from(bytes).copy(damaged, at);
    await writeFile(rig.file, damaged);
    return damaged;
  };
  const expectRestored = async (before: readonly unknown[], damaged: Buffer): Promise<void> => {
    const { found, recovery, faults } = await reopened();
    expect(found).toEqual(before);
    expect(faults).toEqual([]);
    expect((await readFile(path.join(recovery?.quarantine ?? '', 'latent.db'))).equals(damaged), 'whatever it was is still there').toBe(true);
  };

  it.each([
    ['a backup', async () => void backUp(), noPictures],
    ['the journal', () => Promise.resolve(), () => Promise.resolve()],
    ['an earlier quarantine', async () => {
      await mkdir(path.join(rig.safety.quarantine, 'x'), { recursive: true });
      await writeFile(path.join(rig.safety.quarantine, 'x', 'latent.db'), '');
    }, noPictures],
  ])('leads to a restored start where %s proves that a history stood there', async (proof, prepare, after) => {
    const before = await makeHistory(2);
    await prepare();
    await after();
    const foreign = Buffer.from('nothing of ours is left in it. '.repeat(100));
    await writeFile(rig.file, foreign);
    await expectRestored(proof === 'an earlier quarantine' ? [] : before, foreign);
  });

  it('is restored where the file holds our tables, without any other proof', async () => {
    const before = await makeHistory(2);
    await noPictures();
    await expectRestored(before, await change(68, 1, 2, 3, 4));
  });

  it('is restored where nothing of the header is left', async () => {
    const before = await makeHistory(2);
    backUp();
    await expectRestored(before, await change(0, ...Array.from({ length: 100 }, (_, index) => (index * 37) % 251)));
  });

  it.each([['one byte', 63, [latestVersion + 1]], ['another', 62, [3]]])('is not mistaken for a later version: no program changes only %s of it', async (_name, at, bytes) => {
    const before = await makeHistory(2);
    await expectRestored(before, await change(at, ...bytes));
  });

  it('is not mistaken for a later version if the rest of the file is broken too', async () => {
    await makeHistory(2);
    backUp();
    await rm(`${rig.file}.header`);
    await change(63, latestVersion + 1);
    await smash();
    expect((await reopened()).recovery?.from).toBe('backup');
  });
});

describe('a sound database', () => {
  it('takes over a picture whose process ended between journal and row', async () => {
    const before = await makeHistory(2);
    const db = new DatabaseSync(rig.file);
    db.exec(`UPDATE images SET status = 'waiting', attempts = 0, path = NULL, type = NULL, width = NULL, height = NULL, bytes = NULL, sha256 = NULL, saved_at = NULL,
      source_kind = 'inline' WHERE id = 1`);
    db.close();
    const { found, recovery } = await reopened();
    expect(found).toEqual(before);
    expect(recovery).toBeNull();
  });

  it('puts a row right in which a bit was flipped: the journal has the sum of its own line', async () => {
    const before = await makeHistory(2);
    const db = new DatabaseSync(rig.file);
    db.exec(`UPDATE images SET sha256 = replace(sha256, substr(sha256, 1, 1), 'x') WHERE id = 1`);
    db.close();
    expect(await reopened()).toMatchObject({ found: before, recovery: null });
  });

  it('of a large one is compared with what is new in the journal, and with all of it after a run that did not end in order', async () => {
    const before = await makeHistory(2);
    const note = `${rig.file}.compared`;
    const inDatabase = (sql: string): void => {
      const db = new DatabaseSync(rig.file);
      db.exec(sql);
      db.close();
    };
    // Pages that nothing is in any more count as well.
    inDatabase('CREATE TABLE filler (bytes); INSERT INTO filler VALUES (zeroblob(9000000)); DROP TABLE filler');
    expect((await reopened()).found).toEqual(before);

    const flip = `UPDATE images SET sha256 = replace(sha256, substr(sha256, 1, 1), 'x') WHERE id = 1`;
    const { mtimeMs } = await stat(rig.file);
    inDatabase(flip);
    await utimes(rig.file, mtimeMs / 1000, mtimeMs / 1000);
    await writeFile(note, JSON.stringify({ ...JSON.parse(await readFile(note, 'utf8')), modified: (await stat(rig.file)).mtimeMs }));
    expect((await reopened()).found, 'what was compared once is not compared again').not.toEqual(before);
    await rm(note);
    expect((await reopened()).found, 'without a note all is').toEqual(before);
    inDatabase(flip);
    expect((await reopened()).found, 'of a file that was written since, too').toEqual(before);

    const database = await rig.open();
    expect(existsSync(note), 'while it is open there is none').toBe(false);
    const task = await rig.keep(database, 9);
    await database.close();
    const all = await reopened();
    inDatabase(`DELETE FROM images WHERE task = (SELECT id FROM tasks WHERE uuid = '${task.id}'); DELETE FROM tasks WHERE uuid = '${task.id}'`);
    const journal = path.join(rig.library, '.latent', '2025-09.jsonl');
    const sizes = { [rig.library]: { '2025-09.jsonl': (await readFile(journal, 'utf8')).trimEnd().lastIndexOf('\n') } };
    const { size, mtimeMs: modified } = await stat(rig.file);
    await writeFile(note, JSON.stringify({ bytes: size, modified, compared: sizes }));
    expect((await reopened()).found, 'what is new is taken in').toEqual(all.found);

    inDatabase(`DELETE FROM images WHERE task = (SELECT id FROM tasks WHERE uuid = '${task.id}'); DELETE FROM tasks WHERE uuid = '${task.id}'`);
    const year = path.join(rig.library, '2025');
    await rename(year, `${year} elsewhere`);
    expect((await reopened()).found, 'a picture that is out of reach').not.toEqual(all.found);
    await rename(`${year} elsewhere`, year);
    expect((await reopened()).found, 'is taken in when it is back').toEqual(all.found);
  });

  it('whose journals have more than a start can compare is opened without, says so, and goes on from there', async () => {
    const before = await makeHistory(2);
    const journals = path.join(rig.library, '.latent');
    await writeFile(path.join(journals, '2025-08.jsonl'), 'a line of another library\n'.repeat(400_000));
    const db = new DatabaseSync(rig.file);
    db.exec(`UPDATE images SET sha256 = replace(sha256, substr(sha256, 1, 1), 'x') WHERE id = 1`);
    db.close();
    expect((await reopened()).found).not.toEqual(before);
    expect(rig.reports).toEqual([expect.stringMatching(/^The journals have \d{8} bytes .* were not compared$/)]);
    const { compared } = JSON.parse(await readFile(`${rig.file}.compared`, 'utf8')) as { compared: unknown };
    const sizeOf = async (name: string): Promise<number> => (await stat(path.join(journals, name))).size;
    expect(compared).toEqual({ [rig.library]: { '2025-08.jsonl': await sizeOf('2025-08.jsonl'), '2025-09.jsonl': await sizeOf('2025-09.jsonl') } });
  });

  it('leaves a picture that was deleted alone, and believes no line that was edited', async () => {
    const before = await makeHistory(2);
    const journal = path.join(rig.library, '.latent', '2025-09.jsonl');
    await writeFile(journal, (await readFile(journal, 'utf8')).replaceAll('a fox in snow', 'a cat in snow'));
    for (const entry of await readdir(rig.library)) if (entry !== '.latent') await rm(path.join(rig.library, entry), { recursive: true });
    expect((await reopened()).found).toEqual(before);
  });
});

describe('backups', () => {
  it('are sound copies of one moment, made while the app writes; the last three are kept', async () => {
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

  it('of a damaged database drive out no good one', async () => {
    await makeHistory(30);
    const good = backUp();
    await smash();
    expect(backUp).toThrow();
    expect(listBackups(rig.safety.backups)).toEqual([good]);
    expect(existsSync(suspectMark(rig.file))).toBe(true);
  });
});
