import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { listBackups, suspectMark } from '../../../../electron/database/backup/backups.ts';
import { openOrRecover } from '../../../../electron/database/recovery/recover.ts';
import type { Database } from '../../../../electron/database/client/database-contract.ts';
import { noOptions } from '../../../../shared/account.ts';
import { saidNothing, type Task, type TaskState } from '../../../../shared/task.ts';
import { createHistoryRig, everything, type HistoryRig } from '../../../support/history-rig.ts';
import { testAccount } from '../../../support/open-test-database.ts';
import { makeAnswer, makeTask, start } from '../samples.ts';

const lost: TaskState = { status: 'unknown', reason: 'connection-lost', said: saidNothing };

let rig: HistoryRig;
beforeEach(async () => {
  rig = await createHistoryRig();
  return () => rig.remove();
});

describe('a damaged database', () => {
  it('is moved to quarantine and restored from the newest sound backup and the journal', async () => {
    await rig.make(3);
    rig.backUp();
    const database = await rig.open();
    await rig.keep(database, 10);
    const before = await everything(database);
    await database.close();
    await mkdir(path.join(rig.safety.backups, 'x'));
    await writeFile(path.join(rig.safety.backups, 'latent-2999-01-01T00-00-00-000Z.db'), 'no backup');
    const whole = await readFile(rig.file);
    await rig.smash();
    const { found, recovery, faults } = await rig.reopened();
    expect(found).toEqual(before);
    expect(faults).toEqual([]);
    expect(recovery).toMatchObject({ from: 'backup', pictures: 7 });
    const kept = await readFile(path.join(recovery?.quarantine ?? '', 'latent.db'));
    expect([kept.length, kept.subarray(4096, 8192).every((byte) => byte === 0x5a)]).toEqual([whole.length, true]);
  });

  it('is rebuilt even if another connection has the new file open, and leaves nothing beside it', async () => {
    const before = await rig.make(3);
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
    expect((await rig.reopened()).found).toEqual(before);
  });

  it('is not restored from a backup that SQLite finds sound but that has a renamed column', async () => {
    const before = await rig.make(3);
    rig.backUp();
    const [odd = ''] = listBackups(rig.safety.backups);
    const db = new DatabaseSync(odd);
    db.exec('ALTER TABLE accounts RENAME COLUMN base_url TO base_urk');
    db.close();
    await rig.smash();
    const { found, recovery, faults } = await rig.reopened();
    expect(recovery?.from).toBe('library');
    expect(found.length).toBe(before.length);
    expect(faults).toEqual([]);
  });

  it('gives back tasks that were accepted after the backup, if they can be read', async () => {
    const paid = makeTask({ createdAt: start + 1e6, state: { status: 'processing', remoteId: 'paid-for', misses: 0 } });
    await rig.make(2);
    rig.backUp();
    const database = await rig.open();
    await database.saveTask(paid, makeAnswer());
    await database.close();
    const db = new DatabaseSync(rig.file);
    const page = Number(db.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'tasks_history'`).get()?.['rootpage']);
    db.close();
    const bytes = await readFile(rig.file);
    bytes.fill(0xff, (page - 1) * 4096, page * 4096);
    await writeFile(rig.file, bytes);
    const { found, recovery } = await rig.reopened();
    expect(recovery?.from).toBe('backup');
    expect(found.find(({ task }) => task.id === paid.id)?.task).toEqual(paid);
  });

  it('has unsent tasks of an older backup as unknown, because they may have been sent since', async () => {
    const queued = makeTask({ createdAt: start + 1e6 });
    const submitting = makeTask({ createdAt: start + 2e6, state: { status: 'submitting' } });
    await rig.make(1, (database) => database.insertTasks([queued, submitting]));
    rig.backUp();
    await truncate(rig.file, 100);
    const { found } = await rig.reopened();
    for (const { id } of [queued, submitting]) {
      expect(found.find(({ task }) => task.id === id)?.task.state).toMatchObject({ status: 'unknown', reason: 'stopped-while-sending' });
    }
  });

  it.each<[string, Partial<Task>]>([
    ['was being sent', { state: { status: 'submitting' } }],
    ['was being sent again', { repeated: 2, state: { status: 'submitting' } }],
    ['is of unknown outcome', { state: lost }],
    ['is of unknown outcome and was sent again', { repeated: 4, state: lost }],
    ['was hidden', { dismissedAt: start, state: lost }],
    ['was settled', { settled: '0', state: lost }],
  ])('sends no task again with a key of an older backup: one that %s may have been sent, or decided about, since', async (_, more) => {
    const task = makeTask({ createdAt: start + 2e6, submittedAt: Date.now(), idempotencyKey: 'older', ...more });
    await rig.make(1, (database) => database.insertTasks([task]));
    rig.backUp();
    await truncate(rig.file, 100);
    const { found } = await rig.reopened();
    expect(found.find((entry) => entry.task.id === task.id)?.task).toMatchObject({ ...task, idempotencyKey: null, state: { status: 'unknown' } });
    const database = await rig.open();
    expect(await database.tasksToRepeat()).toEqual([]);
    await database.close();
  });

  it('counts unsent tasks of an older backup as spent until the person says otherwise', async () => {
    const queued = makeTask({ createdAt: start + 1e6 });
    const { model } = queued.request;
    await rig.make(1, async (database) => {
      await database.insertTasks([queued]);
      await database.setPrices(testAccount.id, [{ model, size: '*', quality: '*', amount: '0.25', fields: {}, per: 'task', origin: 'person', at: start }]);
    });
    rig.backUp();
    await truncate(rig.file, 100);
    await rig.reopened();
    const database = await rig.open();
    expect(await database.spent(testAccount.id, Date.now() - 3_600_000)).toBe('0.25');
    const unknown = await database.task(queued.id);
    if (unknown !== null) await database.saveTask({ ...unknown.task, settled: '0' });
    expect(await database.spent(testAccount.id, Date.now() - 3_600_000)).toBe('0');
    await database.close();
  });

  it('keeps what a person settled after the backup, if it can be read', async () => {
    const failed = makeTask({ createdAt: start + 1e6, submittedAt: start + 1e6, state: { status: 'failed', remoteId: 'paid', said: saidNothing } });
    await rig.make(2, (database) => database.insertTasks([failed]));
    rig.backUp();
    const database = await rig.open();
    await database.saveTask({ ...failed, settled: '0.5' });
    await database.close();
    const db = new DatabaseSync(rig.file);
    const page = Number(db.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'tasks_history'`).get()?.['rootpage']);
    db.close();
    const bytes = await readFile(rig.file);
    bytes.fill(0xff, (page - 1) * 4096, page * 4096);
    await writeFile(rig.file, bytes);
    const { found, recovery } = await rig.reopened();
    expect([recovery?.from, found.find(({ task }) => task.id === failed.id)?.task.settled]).toEqual(['backup', '0.5']);
  });

  it.each<[string, Partial<Task>, readonly (string | null)[]]>([
    ['a failure', { state: { status: 'failed', remoteId: 'paid', said: saidNothing } }, ['0.5']],
    ['an unknown outcome', { idempotencyKey: 'older', state: lost }, ['0']],
    ['a refund', { state: { status: 'completed', remoteId: 'made', imageCount: 1 } }, ['0.5', '0']],
    ['what was settled before the backup, taken back', { settled: '2', state: lost }, ['0', null]],
  ])('keeps what a person settled after the backup, also if nothing of the database can be read, and at the starts after that: %s', async (_, more, costs) => {
    const task = makeTask({ createdAt: start + 1e6, submittedAt: start + 1e6, estimate: '4', ...more });
    await rig.make(2, (database) => database.insertTasks([task]));
    rig.backUp();
    for (const settled of costs) {
      const database = await rig.open();
      await database.saveTask({ ...task, settled });
      await database.close();
    }
    for (const each of [1, 2]) {
      await truncate(rig.file, 100);
      const { found, recovery } = await rig.reopened();
      expect([recovery?.from, found.find((entry) => entry.task.id === task.id)?.task.settled], `recovery ${each}`).toEqual(['backup', costs.at(-1)]);
    }
    const database = await rig.open();
    expect(await database.spent(testAccount.id, start - 1e6)).toBe(costs.at(-1) === null ? '4.25' : String(0.25 + Number(costs.at(-1))));
    await database.close();
  });

  it('does not take as settled what the disk refused, as long as the history is sound', async () => {
    const task = makeTask({ createdAt: start + 1e6, submittedAt: start + 1e6, state: lost });
    await rig.make(1, (database) => database.insertTasks([task]));
    const database = await rig.open();
    // The second record is written before the commit, which fails here.
    await expect(database.saveTask({ ...task, settled: '0', polls: null as unknown as number })).rejects.toThrow();
    await database.close();
    expect((await rig.reopened()).found.find((entry) => entry.task.id === task.id)?.task.settled).toBeNull();
  });

  it.each<[string, (database: Database, task: Task) => Promise<unknown>]>([
    ['is completed', (database, task) => database.saveCompletion({ ...task, state: { status: 'completed', remoteId: 'made', imageCount: 0 } }, [], makeAnswer())],
    ['gets one of several ids', (database, task) => database.saveTasks([{ ...task, state: { status: 'processing', remoteId: 'made', misses: 0 } }], [], makeAnswer())],
  ])('does not take a task as not charged that %s after the person had said so', async (_, save) => {
    const task = makeTask({ createdAt: start + 1e6, submittedAt: start + 1e6, state: lost });
    await rig.make(1, (database) => database.insertTasks([task]));
    rig.backUp();
    const database = await rig.open();
    await database.saveTask({ ...task, settled: '0' });
    await save(database, task);
    await database.close();
    await truncate(rig.file, 100);
    expect((await rig.reopened()).found.find((entry) => entry.task.id === task.id)?.task.settled).toBeNull();
  });

  it.each([0, 1])('does not take as settled what the disk refused, nor what was taken back in the same commit, once the task was saved again: %i starts later', async (starts) => {
    const [refused, hasty] = [1e6, 2e6].map((later) => makeTask({ createdAt: start + later, submittedAt: start + later, state: lost }));
    if (!refused || !hasty) return expect.fail('no tasks');
    await rig.make(1, (database) => database.insertTasks([refused, hasty]));
    rig.backUp();
    let database = await rig.open();
    await expect(database.saveTask({ ...refused, settled: '0', polls: null as unknown as number })).rejects.toThrow();
    for (let each = 0; each < starts; each += 1) {
      await database.close();
      database = await rig.open();
    }
    await database.saveTask({ ...refused, polls: 1 });
    await Promise.all([database.saveTask({ ...hasty, settled: '0' }), database.saveTask(hasty)]);
    await database.close();
    await truncate(rig.file, 100);
    const { found } = await rig.reopened();
    for (const { id } of [refused, hasty]) expect(found.find(({ task }) => task.id === id)?.task.settled).toBeNull();
  });

  it('keeps a budget that was set after the backup, if it can be read', async () => {
    await rig.make(2);
    rig.backUp();
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
    const { accounts, recovery } = await rig.reopened();
    expect(recovery?.from).toBe('backup');
    expect(accounts).toEqual([{ ...testAccount, options }]);
  });

  it('is checked as a whole if an earlier run met damage', async () => {
    await rig.make(1);
    await writeFile(suspectMark(rig.file), '');
    expect((await rig.reopened()).recovery).toBeNull();
    expect(existsSync(suspectMark(rig.file))).toBe(false);
  });

  it('is replaced at the next start if the replacement was interrupted, without the thumbnails of other row numbers', async () => {
    const before = await rig.make(2);
    await mkdir(rig.safety.thumbnails);
    await copyFile(rig.file, `${rig.file}.rebuilt`);
    await rig.smash();
    const { found, recovery } = await rig.reopened();
    expect(found).toEqual(before);
    expect(recovery).toEqual({ from: 'library', pictures: 3, quarantine: expect.stringContaining(rig.safety.quarantine) });
    expect(await readdir(rig.safety.quarantine)).toHaveLength(1);
    expect(existsSync(rig.safety.thumbnails)).toBe(false);
    await rename(rig.file, `${rig.file}.rebuilt`);
    expect((await rig.reopened()).found).toEqual(before);
  });

  it('counts as damaged if it is another program’s file, which is kept in quarantine', async () => {
    const before = await rig.make(2);
    const foreign = Buffer.from('a file of another program. '.repeat(100));
    await writeFile(rig.file, foreign);
    const { found, recovery } = await rig.reopened();
    expect(found).toEqual(before);
    expect((await readFile(path.join(recovery?.quarantine ?? '', 'latent.db'))).equals(foreign)).toBe(true);
  });
});
