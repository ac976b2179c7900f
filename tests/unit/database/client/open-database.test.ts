import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { constants, getPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../../electron/database/client/open-database.ts';
import { databaseWorkerFile } from '../../../support/built-threads.ts';
import { testAccount } from '../../../support/open-test-database.ts';
import { makeAnswer, makeTask } from '../samples.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latent-check-'));
  file = path.join(folder, 'latent.db');
  return () => rm(folder, { recursive: true, force: true });
});

/** A worker that pauses in each statement of a check that contains `words`, until the file `go` exists. */
async function workerThatWaits(words: string): Promise<string> {
  const workerFile = path.join(folder, 'waiting-worker.cjs');
  const wait = `const { existsSync } = require('node:fs');
    const { DatabaseSync } = require('node:sqlite');
    const { prepare } = DatabaseSync.prototype;
    DatabaseSync.prototype.prepare = function (sql) {
      const statement = prepare.call(this, sql);
      if (sql.includes(${JSON.stringify(words)})) while (!existsSync(${JSON.stringify(path.join(folder, 'go'))})) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
      return statement;
    };`;
  await writeFile(workerFile, `${wait} require(${JSON.stringify(databaseWorkerFile)});`);
  return workerFile;
}

test('commits go on while a check is under way', async () => {
  const database = await openDatabase({ file, workerFile: await workerThatWaits('foreign_key_check') });
  await database.saveAccount(testAccount);
  const checked = database.integrity();
  const task = makeTask();
  await database.insertTasks([task]);
  await database.saveTask({ ...task, state: { status: 'processing', remoteId: 'r', misses: 0 } }, makeAnswer());
  await writeFile(path.join(folder, 'go'), '');
  expect(await checked).toEqual([]);
  await database.close();
});

test('simultaneous requests share one check, and closing does not wait for it', async () => {
  const database = await openDatabase({ file, workerFile: await workerThatWaits('foreign_key_check') });
  const checks = Promise.allSettled([database.integrity(), database.integrity()]);
  await database.close();
  expect((await checks).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(database.integrity()).rejects.toMatchObject({ appError: { detail: 'closed' } });
});

test.each(['', `require('node:os').setPriority = () => { throw new Error('EPERM'); };`])('a check runs at low priority, where threads have one and the system allows it: %j', async (before) => {
  const note = path.join(folder, 'priority');
  const workerFile = path.join(folder, 'noting-worker.cjs');
  await writeFile(
    workerFile,
    `${before} process.once('exit', () => require('node:fs').appendFileSync(${JSON.stringify(note)}, require('node:os').getPriority() + '\\n')); require(${JSON.stringify(databaseWorkerFile)});`,
  );
  const own = getPriority();
  const database = await openDatabase({ file, workerFile });
  expect(await database.integrity()).toEqual([]);
  await database.close();
  const checked = process.platform === 'linux' && before === '' ? constants.priority.PRIORITY_LOW : own;
  const noted = async (): Promise<readonly number[]> => (await readFile(note, 'utf8')).trim().split('\n').map(Number).toSorted((a, b) => a - b);
  await expect.poll(noted).toEqual([own, checked].toSorted((a, b) => a - b));
  expect(getPriority()).toBe(own);
});
