import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { openConnection } from '../../../../electron/database/schema/connection.ts';
import type { Method, Store } from '../../../../electron/database/client/database-contract.ts';
import { answersTo, type Call, type Outcome } from '../../../../electron/database/worker/group-commit.ts';
import { createStore, type OpenStore } from '../../../../electron/database/tables/store.ts';
import { openDatabase } from '../../../../electron/database/client/open-database.ts';
import { databaseWorkerFile } from '../../../support/built-threads.ts';
import { testAccount } from '../../../support/open-test-database.ts';
import { makeAnswer, makeTask } from '../samples.ts';

let file: string;
let db: DatabaseSync;
let open: OpenStore;
let store: Store;
beforeEach(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'latent-groups-'));
  file = path.join(folder, 'latent.db');
  db = openConnection(file);
  // Everything stays in the log, where commits can be counted.
  db.exec('PRAGMA wal_autocheckpoint = 0');
  open = createStore(db, (message) => expect.fail(message));
  ({ store } = open);
  store.saveAccount(testAccount);
  return async () => {
    if (db.isOpen) db.close();
    await rm(folder, { recursive: true, force: true });
  };
});

const call = (method: Method, ...args: readonly unknown[]): Omit<Call, 'id'> => ({ method, args });
const answers = (...calls: readonly Omit<Call, 'id'>[]): readonly Outcome[] => [...answersTo(db, open, calls.map((each, id) => ({ id, ...each })))];
const failed = (outcomes: readonly Outcome[]): readonly number[] => outcomes.filter((outcome) => 'error' in outcome).map(({ id }) => id);

/** Commits in the log: a frame that ends one says how long the file is then (https://sqlite.org/walformat.html). */
function commits(): number {
  const log = readFileSync(`${file}-wal`);
  const frame = 24 + log.readUInt32BE(8);
  let found = 0;
  for (let at = 32; at + frame <= log.length; at += frame) if (log.readUInt32BE(at + 4) !== 0) found += 1;
  return found;
}

describe('calls that wait together', () => {
  it('share one commit, and are answered in their order', () => {
    const tasks = Array.from({ length: 40 }, () => makeTask());
    const before = commits();
    const outcomes = answers(...tasks.map((task) => call('insertTasks', [task])), ...tasks.map((task) => call('saveTask', task, makeAnswer())));
    expect(commits() - before).toBe(1);
    expect(outcomes.map(({ id }) => id)).toEqual([...outcomes.keys()]);
    expect(outcomes.slice(0, 40).map((outcome) => 'value' in outcome && outcome.value)).toEqual(tasks.map(({ id }) => [id]));
    expect(store.unfinishedTasks()).toHaveLength(40);
  });

  it('fail alone: a call that throws writes nothing, and the others write everything', () => {
    const [first, second, lost] = [makeTask(), makeTask(), makeTask({ accountId: 'nobody' })];
    const before = commits();
    const outcomes = answers(call('insertTasks', [first]), call('insertTasks', [makeTask(), lost]), call('saveImage', 99, { status: 'expired' }), call('insertTasks', [second]));
    expect(failed(outcomes)).toEqual([1, 2]);
    expect(commits() - before).toBe(1);
    expect(store.unfinishedTasks().map(({ task }) => task.id).toSorted()).toEqual([first.id, second.id].toSorted());
  });

  it('share it only with adjacent calls: other calls run in their turn', () => {
    const [first, second] = [makeTask(), makeTask()];
    const before = commits();
    const outcomes = answers(call('insertTasks', [first]), call('task', second.id), call('insertTasks', [second]), call('task', second.id), call('saveAccount', { ...testAccount, name: 'another' }), call('task', first.id));
    expect(commits() - before).toBe(3);
    expect(outcomes.map((outcome) => ('value' in outcome ? (outcome.value as { task?: { id: string } } | null)?.task?.id : 'failed'))).toEqual([undefined, undefined, undefined, second.id, undefined, first.id]);
  });

  it('are a hundred at most, because each waits for all', () => {
    const before = commits();
    answers(...Array.from({ length: 250 }, () => call('insertTasks', [makeTask()])));
    expect(commits() - before).toBe(3);
  });

  it('fail alone even if the disk has no space for one of them', () => {
    db.exec(`PRAGMA max_page_count = ${Number(db.prepare('PRAGMA page_count').get()?.['page_count']) + 20}`);
    const tasks = [makeTask(), makeTask({ request: { model: 'm', prompt: 'long '.repeat(50_000), size: '1x1', quality: 'low' } }), makeTask()];
    expect(failed(answers(...tasks.map((task) => call('insertTasks', [task]))))).toEqual([1]);
    expect(store.unfinishedTasks()).toHaveLength(2);
  });

  it('all fail if SQLite also rolls back the earlier ones', () => {
    const tasks = Array.from({ length: 10 }, (_, index) => makeTask({ retryOf: index === 5 ? 'breaks' : null }));
    db.exec(`CREATE TEMP TRIGGER breaks BEFORE INSERT ON tasks WHEN new.retry_of = 'breaks' BEGIN SELECT RAISE(ROLLBACK, 'no room'); END`);
    const inserts = tasks.map((task) => call('insertTasks', [task]));
    expect(failed(answers(...inserts))).toEqual([...tasks.keys()]);
    expect(store.unfinishedTasks()).toEqual([]);
    db.exec('DROP TRIGGER breaks');
    expect(failed(answers(...inserts))).toEqual([]);
    expect(store.unfinishedTasks()).toHaveLength(10);
  });
});

describe('the thread that writes', () => {
  it('groups waiting calls', async () => {
    db.close();
    const database = await openDatabase({ file, workerFile: databaseWorkerFile });
    await database.insertTasks([makeTask()]);
    const before = commits();
    await Promise.all(Array.from({ length: 90 }, () => database.insertTasks([makeTask()])));
    expect(commits() - before).toBeLessThan(45);
    expect(await database.unfinishedTasks()).toHaveLength(91);
    await database.close();
  });
});

describe('a disk that is full when they are committed', () => {
  it.runIf(process.platform !== 'win32')('fails all of them, and keeps all that was promised before', { timeout: 60_000 }, async () => {
    db.close();
    const writer = fileURLToPath(new URL('burst-writer.ts', import.meta.url));
    // The largest file that the process may write: 2 or 4 MiB, in blocks of 512 bytes (dash) or 1024 (bash).
    const child = spawn('sh', ['-c', 'ulimit -f 4096; exec "$0" --no-warnings "$1" "$2"', process.execPath, writer, file], { stdio: ['ignore', 'pipe', 'inherit'] });
    const kept: string[] = [];
    const refused: string[] = [];
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => {
      const { id, code } = JSON.parse(line) as { readonly id: string; readonly code: string | null };
      if (code !== null) expect(code).toBe('disk-full');
      (code === null ? kept : refused).push(id);
    });
    await Promise.all([once(child, 'exit'), once(lines, 'close')]);
    expect(kept.length).toBeGreaterThan(10);
    expect(refused.length).toBeGreaterThan(1);

    const database = await openDatabase({ file, workerFile: databaseWorkerFile });
    for (const id of kept) expect(await database.task(id), id).not.toBeNull();
    for (const id of refused) expect(await database.task(id), id).toBeNull();
    expect(await database.integrity()).toEqual([]);
    await database.close();
  });
});
