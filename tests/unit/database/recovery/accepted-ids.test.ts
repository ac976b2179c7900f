import { appendFile, mkdir, readFile, rm, rmdir, stat, truncate, writeFile } from 'node:fs/promises';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { beforeEach, describe, expect, it } from 'vitest';
import { acceptedIdsFile, openAcceptedIds, readAcceptedIds } from '../../../../electron/database/recovery/accepted-ids.ts';
import { formatSettledCost, readSettledCosts } from '../../../../electron/database/recovery/settled-costs.ts';
import { makeBackup } from '../../../../electron/database/backup/backups.ts';
import { openConnection } from '../../../../electron/database/schema/connection.ts';
import type { Database } from '../../../../electron/database/client/database-contract.ts';
import { createConnection } from '../../../../electron/database/sqlite/statements.ts';
import { createStore } from '../../../../electron/database/tables/store.ts';
import { noFacts, remoteIdOf, saidNothing, type Task, type TaskState } from '../../../../shared/task.ts';
import { createHistoryRig, type HistoryRig } from '../../../support/history-rig.ts';
import { testAccount } from '../../../support/open-test-database.ts';
import { makeAnswer, makeTask } from '../samples.ts';

let rig: HistoryRig;
let record: string;
beforeEach(async () => {
  rig = await createHistoryRig();
  record = acceptedIdsFile(rig.file);
  return () => rig.remove();
});

const processing = (remoteId: string): TaskState => ({ status: 'processing', remoteId, misses: 0 });
const accepted = (remoteId: string, changes: Partial<Task> = {}): Task => makeTask({ acceptedAt: 1_757_000_000_500, state: processing(remoteId), facts: { ...noFacts, credits: '2' }, ...changes });
const recorded = (): readonly string[] => readAcceptedIds(rig.file).map(({ task }) => remoteIdOf(task) ?? '');

/** Opens the history, calls `run`, and closes it in order. */
async function during<T>(run: (database: Database) => Promise<T>): Promise<T> {
  const database = await rig.open();
  try {
    await database.saveAccount(testAccount);
    return await run(database);
  } finally {
    await database.close();
  }
}

const tasksOf = async (database: Database): Promise<readonly Task[]> => (await database.page({ statuses: [], before: null, limit: 100 })).tasks.map(({ task }) => task);
const found = (): Promise<readonly Task[]> => during(tasksOf);
const byId = (tasks: readonly Task[]): readonly Task[] => tasks.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** All pages but the header are lost, and the log with them. */
async function losePages(): Promise<void> {
  const bytes = await readFile(rig.file);
  await writeFile(rig.file, bytes.fill(0x5a, 4096));
  await rm(`${rig.file}-wal`, { force: true });
}

describe('the second record of accepted ids', () => {
  it('restores every id if the pages that hold them are lost and the backup is older', async () => {
    const [sending, unknown] = [makeTask({ state: { status: 'submitting' } }), makeTask({ state: { status: 'unknown', reason: 'connection-lost', said: saidNothing } })];
    await during((database) => database.insertTasks([sending, unknown]));
    makeBackup(rig.file, rig.safety.backups, Date.now());
    const after = [accepted('sent', { ...sending, state: processing('sent') }), accepted('attached', { ...unknown, state: processing('attached') }), accepted('new'), accepted('adopted', { adopted: true })];
    await during(async (database) => {
      for (const task of after.slice(0, 3)) await database.saveTask(task, makeAnswer());
      await database.insertTasks(after.slice(3));
    });
    await losePages();
    expect(byId(await found())).toEqual(byId(after));
    expect(byId(await found()), 'at the next start too').toEqual(byId(after));
  });

  it('does not restore an id that a person entered and took back, nor one that was corrected', async () => {
    const unknown: TaskState = { status: 'unknown', reason: 'connection-lost', said: saidNothing };
    const [takenBack, corrected] = [makeTask({ state: unknown }), makeTask({ state: unknown })];
    await during((database) => database.insertTasks([takenBack, corrected]));
    const right: Task = { ...corrected, byHand: 'connection-lost', state: processing('right') };
    await during(async (database) => {
      for (const task of [takenBack, corrected]) await database.saveTask({ ...task, byHand: 'connection-lost', state: processing(`wrong-${task.id}`) });
      await database.saveTask(takenBack);
      await database.saveTask(right);
      expect(recorded()).toEqual(['right']);
    });
    expect(byId(await found())).toEqual(byId([takenBack, right]));
  });

  it('keeps what was settled for a month, also if the clock was ahead, and the latest of each task', async () => {
    const now = Date.now();
    const line = (taskId: string, days: number, cost = '1'): string => `${formatSettledCost({ taskId, cost, at: now - days * 86_400_000 })}\n`;
    await during(() => Promise.resolve());
    await writeFile(record, line('new', 29, '2') + line('old', 31) + line('new', 29) + line('ahead', -29) + line('far-ahead', -31) + line('damaged', 1).replace('"cost":"1"', '"cost":"9"'));
    await during(() => Promise.resolve());
    expect([...readSettledCosts(await readFile(record, 'utf8'))].map(([id, { cost }]) => `${id} ${cost}`).toSorted()).toEqual(['ahead 1', 'new 1']);
  });

  it('knows whose an id is, so that a wrong one that a person entered can still be taken back', async () => {
    const [byHand, confirmed] = [accepted('entered', { byHand: 'connection-lost', settled: '2' }), accepted('came-too', { byHand: 'connection-lost' })];
    await during(async (database) => {
      await database.insertTasks([byHand, confirmed]);
      await database.saveTask({ ...confirmed, byHand: null });
    });
    await losePages();
    expect(byId(await found())).toEqual(byId([byHand, { ...confirmed, byHand: null }]));
  });

  it('holds every id of an answer that names several', async () => {
    const tasks = [accepted('a'), accepted('b'), accepted('c')];
    await during((database) => database.saveTasks(tasks, tasks.map(({ id }) => id), makeAnswer()));
    await losePages();
    expect(byId(await found())).toEqual(byId(tasks));
  });

  it('is enough by itself, without database, backups and library', async () => {
    const task = accepted('paid');
    await during((database) => database.saveTask(task));
    await rm(rig.file);
    await rm(rig.library, { recursive: true });
    await mkdir(rig.library);
    const database = await rig.open();
    expect([await tasksOf(database), await database.accounts()]).toEqual([[task], [testAccount]]);
    await database.close();
  });

  it('restores the ids in an older database that replaced the newer one', async () => {
    const task = accepted('paid');
    await during((database) => database.insertTasks([{ ...task, acceptedAt: null, facts: noFacts, state: { status: 'submitting' } }]));
    const older = await readFile(rig.file);
    await during((database) => database.saveTask(task));
    await writeFile(rig.file, older);
    expect(await found()).toEqual([task]);
    expect(rig.reports).toContainEqual(expect.stringContaining(task.id));
  });

  it('has an id whose commit failed', async () => {
    const [first, lost] = [accepted('first'), accepted('lost', { accountId: testAccount.id })];
    await during(async (database) => {
      await database.saveTask(first);
      // The record is written before the commit, which fails here.
      await expect(database.saveTask({ ...lost, polls: null as unknown as number })).rejects.toThrow();
    });
    expect(recorded()).toEqual(['first', 'lost']);
  });

  it('is read beyond a line that was cut short, and ignores a changed one', async () => {
    await during((database) => database.saveTask(accepted('one')));
    const text = await readFile(record, 'utf8');
    await writeFile(record, `${text}${text.replace('"one"', '"two"')}${text.trim().slice(0, 200)}`);
    expect(recorded()).toEqual(['one']);
    const db = openConnection(rig.file);
    const { store } = createStore(db, (message) => expect.fail(message));
    const ids = openAcceptedIds(rig.file, createConnection(db), store, (message) => expect.fail(message));
    await appendFile(record, '{"latent":1,"accepted":{"id"');
    ids.record([{ id: 1, method: 'saveTask', args: [accepted('three')] }]);
    expect(recorded()).toEqual(['one', 'three']);
    db.close();
  });

  it('drops the lines of ended tasks as it grows, at the end, and at the start after a crash', async () => {
    let asKilled = '';
    const tasks = Array.from({ length: 60 }, (_, number) => accepted(`task-${number}`, { request: { model: 'm', prompt: 'word '.repeat(10_000), size: '', quality: '' } }));
    await during(async (database) => {
      for (const task of tasks) {
        await database.saveTask(task);
        if (task !== tasks[7]) await database.saveTask({ ...task, state: { status: 'failed', remoteId: remoteIdOf(task) ?? '', said: saidNothing } });
      }
      expect(recorded()).toContain('task-7');
      expect((await stat(record)).size).toBeLessThan(2 * 1024 * 1024);
      asKilled = await readFile(record, 'utf8');
    });
    expect(recorded()).toEqual(['task-7']);
    await writeFile(record, asKilled);
    const database = await rig.open();
    expect(recorded()).toEqual(['task-7']);
    await database.close();
  });

  it('keeps tasks that may still be queried: paused, hidden, or with pictures to fetch', async () => {
    await during(async (database) => {
      await database.saveTask(accepted('paused', { state: { status: 'paused', remoteId: 'paused', by: 'user' } }));
      await database.saveTask(accepted('missing', { state: { status: 'missing', remoteId: 'missing', said: saidNothing } }));
      await database.saveTask(accepted('hidden', { state: { status: 'missing', remoteId: 'hidden', said: saidNothing }, dismissedAt: 1 }));
      const task = accepted('fetching', { state: { status: 'completed', remoteId: 'fetching', imageCount: 1 } });
      await database.saveTask(task);
      await database.saveCompletion(task, [{ kind: 'inline' }], makeAnswer());
      await database.saveTask(accepted('done', { state: { status: 'completed', remoteId: 'done', imageCount: 0 } }));
    });
    await found();
    expect(recorded().toSorted()).toEqual(['fetching', 'missing', 'paused']);
  });

  it('is made again with all ids if it is lost', async () => {
    await during((database) => database.saveTask(accepted('earlier')));
    await rm(record);
    await found();
    expect(recorded()).toEqual(['earlier']);
  });

  it('prevents no commit if it cannot be written, and adds the id once it can', async () => {
    const [one, two] = [accepted('one'), accepted('two')];
    await during(async (database) => {
      await mkdir(record);
      await database.saveTask(one);
      expect(await database.task(one.id)).not.toBeNull();
      expect(rig.reports).toContainEqual(expect.stringContaining('could not be written'));
      await rmdir(record);
      await database.saveTask({ ...one, polls: 1 });
      expect(recorded()).toEqual(['one']);
      await database.saveTask(two);
      expect(recorded()).toEqual(['one', 'two']);
    });
  });

  it('keeps its lines if it cannot be read, and appends new ones', async () => {
    await during((database) => database.saveTask(accepted('one')));
    const db = openConnection(rig.file);
    const { store } = createStore(db, (message) => expect.fail(message));
    db.exec('DELETE FROM tasks');
    const real = fs.readFileSync;
    fs.readFileSync = () => {
      throw new Error('EIO');
    };
    syncBuiltinESMExports();
    try {
      openAcceptedIds(rig.file, createConnection(db), store, (message) => expect(message).toContain('EIO')).record([{ id: 1, method: 'saveTask', args: [accepted('two')] }]);
    } finally {
      fs.readFileSync = real;
      syncBuiltinESMExports();
      db.close();
    }
    expect(recorded()).toEqual(['one', 'two']);
  });

  it('reports an id that it cannot hold, because its account cannot be read', async () => {
    await during((database) => database.saveTask(accepted('one')));
    const db = openConnection(rig.file);
    const store = { ...createStore(db, (message) => expect.fail(message)).store, accounts: () => [] };
    const reports: string[] = [];
    const two = accepted('two');
    openAcceptedIds(rig.file, createConnection(db), store, (message) => reports.push(message)).record([{ id: 1, method: 'saveTask', args: [two] }]);
    db.close();
    expect(recorded()).toEqual(['one']);
    expect(reports).toEqual([`An accepted id has no second record, because its account cannot be read: task ${two.id}`]);
  });

  it('is not needed by a complete history', async () => {
    await during((database) => database.saveTask(accepted('one')));
    await truncate(record, 0);
    await during((database) => database.saveTask(accepted('two')));
    expect(recorded()).toEqual(['one', 'two']);
    expect(rig.reports).toEqual([]);
  });
});
