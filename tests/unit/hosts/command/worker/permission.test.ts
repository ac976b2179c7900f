import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { asyncProperty, assert, constantFrom, integer, record } from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openJobQueue, type JobQueue } from '../../../../../electron/hosts/command/queue/job-queue.ts';
import { openQueueDatabase, withoutPassword, type QueueDatabase } from '../../../../../electron/hosts/command/queue/queue-database.ts';
import { handOverToQueue, idsOfRequest, readQueue, readQueueTasks } from '../../../../../electron/hosts/command/queue/queue-tasks.ts';
import { changeLimits, ensureAccount } from '../../../../../electron/hosts/command/queue/shared-account.ts';
import { beat, sweep, takeOver, type WorkerRun } from '../../../../../electron/hosts/command/worker/dead-workers.ts';
import { askPermission } from '../../../../../electron/hosts/command/worker/permission.ts';
import { share } from '../../../../../electron/hosts/command/worker/task-records.ts';
import { commandWordsFor } from '../../../../../shared/words/command-words.ts';
import { startPostgres, type Postgres } from '../../../../support/postgres.ts';

const say = commandWordsFor('en');
let postgres: Postgres;
let database: QueueDatabase;
let jobs: JobQueue;
let account: string;

beforeAll(async () => {
  postgres = await startPostgres();
  database = await openQueueDatabase(say, postgres.url);
  jobs = await openJobQueue(database, false, () => undefined);
});
afterAll(async () => {
  await jobs.close();
  await database.close();
  await postgres.stop();
});
beforeEach(async () => {
  account = `https://${randomUUID()}.example`;
  await ensureAccount(database, account);
  await changeLimits(database, account, { atOnce: 1000 });
});

const request = { model: 'm', prompt: 'a lighthouse', size: '', quality: '' };

async function handOver(count: number, estimate: string | null): Promise<readonly string[]> {
  const ids = idsOfRequest(randomUUID(), count);
  expect(await handOverToQueue(database, jobs, account, ids.map((id) => ({ id, request, estimate })))).toBe(true);
  return ids;
}

async function aliveWorker(): Promise<WorkerRun> {
  const run = { process: randomUUID(), profile: randomUUID(), name: 'w', account, deadAfter: 30 };
  await beat(database, run);
  return run;
}

const take = (most: number): Promise<readonly string[]> => database.together((statements) => jobs.take(account, most, statements));
const stateOf = async (id: string): Promise<string | undefined> => (await readQueueTasks(database, [id]))[0]?.state;
const shared = { remoteId: null, message: null, charge: null, pictures: [], isUnclear: false } as const;

it('grants a task to one of many that ask at once', async () => {
  await assert(
    asyncProperty(integer({ min: 2, max: 12 }), integer({ min: 1, max: 4 }), async (workers, tasks) => {
      const ids = await handOver(tasks, '0');
      const runs = await Promise.all(Array.from({ length: workers }, aliveWorker));
      const answers = await Promise.all(runs.flatMap((run) => ids.map(async (id) => ({ id, answer: await askPermission(database, id, run) }))));
      for (const id of ids) expect(answers.filter((one) => one.id === id && one.answer === 'granted')).toHaveLength(1);
      expect(answers.filter(({ answer }) => answer === 'elsewhere')).toHaveLength(tasks * (workers - 1));
    }),
    { numRuns: 12 },
  );
});

it('never grants more than the budget has room for, whoever asks', async () => {
  await assert(
    asyncProperty(record({ most: integer({ min: 0, max: 9 }), period: constantFrom('day', 'month', 'total'), workers: integer({ min: 1, max: 5 }) }), async ({ most, period, workers }) => {
      account = `https://${randomUUID()}.example`;
      await ensureAccount(database, account);
      await changeLimits(database, account, { atOnce: 1000, [period]: (most * 0.3 + 0.1).toFixed(1) });
      const ids = await handOver(10, '0.3');
      const runs = await Promise.all(Array.from({ length: workers }, aliveWorker));
      const answers = await Promise.all(ids.map((id, at) => askPermission(database, id, runs[at % workers] as WorkerRun)));
      expect(answers.filter((answer) => answer === 'granted')).toHaveLength(most);
      expect(answers.filter((answer) => answer === 'budget')).toHaveLength(10 - most);
    }),
    { numRuns: 12 },
  );
});

it('asks for a price where there is a budget, and counts nothing for a refused task', async () => {
  await changeLimits(database, account, { total: '1' });
  const [unpriced = ''] = await handOver(1, null);
  const [first = '', second = ''] = await handOver(2, '1');
  const run = await aliveWorker();
  expect(await askPermission(database, unpriced, run)).toBe('price');
  expect(await askPermission(database, first, run)).toBe('granted');
  expect(await askPermission(database, second, run)).toBe('budget');
  await share(database, first, run.profile, { ...shared, state: 'rejected', charge: '0' });
  expect(await askPermission(database, second, run)).toBe('granted');
  expect((await readQueue(database)).find((one) => one.account === account)?.spent.total).toBe('1');
});

it('gives its permission to the same run again, whose answer was lost, and to no later run', async () => {
  const [id = ''] = await handOver(1, '0');
  const run = await aliveWorker();
  expect(await askPermission(database, id, run)).toBe('granted');
  expect(await askPermission(database, id, run)).toBe('granted');
  expect(await askPermission(database, id, { ...run, process: randomUUID() })).toBe('elsewhere');
});

it('stops everybody after three unknown outcomes, and sends one alone after one', async () => {
  const ids = await handOver(6, '0');
  const [one, other] = [await aliveWorker(), await aliveWorker()];
  const send = (at: number, run: WorkerRun) => askPermission(database, ids[at] ?? '', run);
  const unclear = (at: number, run: WorkerRun) => share(database, ids[at] ?? '', run.profile, { ...shared, state: 'unknown', isUnclear: true });
  expect(await send(0, one)).toBe('granted');
  await unclear(0, one);
  expect(await send(1, one)).toBe('granted');
  expect(await send(2, other)).toBe('full');
  await unclear(1, one);
  expect(await send(2, other)).toBe('granted');
  await unclear(2, other);
  expect(await send(3, one)).toBe('stopped');
  expect(await send(4, other)).toBe('stopped');
  await changeLimits(database, account, { goOn: true });
  expect(await send(3, one)).toBe('granted');
});

it('makes what a dead worker may have sent unknown, and offers the rest again', async () => {
  const ids = await handOver(2, '0');
  const [sent = '', taken = ''] = ids;
  const [dead, alive] = [await aliveWorker(), await aliveWorker()];
  expect(await take(2)).toHaveLength(2);
  await database.rows('UPDATE latent.task SET holder = $1 WHERE id = ANY($2)', [dead.process, ids]);
  expect(await askPermission(database, sent, dead)).toBe('granted');
  await sweep(database, jobs, alive);
  expect(await stateOf(sent)).toBe('sending');
  await database.rows("UPDATE latent.process SET beat_at = now() - interval '1 minute' WHERE id = $1", [dead.process]);
  await sweep(database, jobs, alive);
  expect(await stateOf(sent)).toBe('unknown');
  expect(await take(2)).toStrictEqual([taken]);
  expect(await askPermission(database, sent, alive)).toBe('elsewhere');
  // Its worker comes back with the id.
  await share(database, sent, dead.profile, { ...shared, state: 'accepted', remoteId: 'r1' });
  expect(await stateOf(sent)).toBe('accepted');
});

it('leaves on offer what a run takes that ends before it has committed that', async () => {
  const ids = await handOver(2, '0');
  const ended = database.together(async (statements) => {
    expect(await jobs.take(account, 1, statements)).toHaveLength(1);
    // Others take the rest meanwhile, and wait for nothing.
    expect(await take(2)).toHaveLength(1);
    throw new Error('killed');
  });
  await expect(ended).rejects.toThrow('killed');
  expect(ids).toContain((await take(2))[0]);
  expect(await take(2)).toHaveLength(0);
});

it('goes on within seconds after a computer that stands still in its transaction', async () => {
  const [id = ''] = await handOver(1, '0');
  const still = database.together(async ({ rows }) => {
    await rows('SELECT 1 FROM latent.account WHERE key = $1 FOR UPDATE', [account]);
    await wait(10_000);
    return rows('SELECT 1');
  });
  const start = performance.now();
  await Promise.all([
    expect(still).rejects.toThrow(/terminat|idle|not queryable/i),
    (async () => {
      await wait(500);
      expect(await askPermission(database, id, await aliveWorker())).toBe('granted');
      expect(performance.now() - start).toBeLessThan(9_000);
    })(),
  ]);
});

it('offers again what pg-boss has lost, once nothing else is offered', async () => {
  const [lost = '', other = ''] = await handOver(2, '0');
  const alive = await aliveWorker();
  await database.rows("UPDATE latent.task SET offered_at = now() - interval '1 minute' WHERE id = ANY($1)", [[lost, other]]);
  expect(await take(1)).toHaveLength(1);
  await sweep(database, jobs, alive);
  expect(await take(5)).toHaveLength(1);
  await sweep(database, jobs, alive);
  expect((await take(5)).toSorted()).toStrictEqual([lost, other].toSorted());
});

it('lets one other worker follow what a dead one had accepted', async () => {
  const [id = ''] = await handOver(1, '0');
  const [dead, one, other] = [await aliveWorker(), await aliveWorker(), await aliveWorker()];
  await askPermission(database, id, dead);
  await share(database, id, dead.profile, { ...shared, state: 'accepted', remoteId: 'r1' });
  expect(await takeOver(database, one)).toStrictEqual([]);
  await database.rows("UPDATE latent.process SET beat_at = now() - interval '1 minute' WHERE id = $1", [dead.process]);
  // Their statements meet in most of these rounds.
  for (let round = 0; round < 20; round += 1) {
    await database.rows('UPDATE latent.task SET poller = $2, profile = $3 WHERE id = $1', [id, dead.process, dead.profile]);
    const taken = (await Promise.all([takeOver(database, one), takeOver(database, other)])).flat();
    expect(taken).toMatchObject([{ remoteId: 'r1', request }]);
  }
  // What the dead one says now comes too late.
  await share(database, id, dead.profile, { ...shared, state: 'failed' });
  expect(await stateOf(id)).toBe('accepted');
});

it('goes on after a server that ends a connection between two statements of a transaction', async () => {
  const cut = database.together(async ({ rows }) => {
    const [own] = await rows<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await database.rows('SELECT pg_terminate_backend($1)', [own?.pid]);
    // The event comes while nothing is asked.
    await wait(200);
    return rows('SELECT 1');
  });
  await expect(cut).rejects.toThrow(/terminat|not queryable/i);
  expect(await database.rows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('takes the same request once, and refuses another one under its id', async () => {
  const ids = idsOfRequest('a request of mine', 3);
  const tasks = ids.map((id) => ({ id, request, estimate: '0' }));
  expect(await handOverToQueue(database, jobs, account, tasks)).toBe(true);
  expect(await handOverToQueue(database, jobs, account, tasks)).toBe(true);
  expect(await take(10)).toHaveLength(3);
  expect(await handOverToQueue(database, jobs, account, tasks.slice(0, 2))).toBe(false);
  expect(await handOverToQueue(database, jobs, account, tasks.map((task) => ({ ...task, request: { ...request, prompt: 'another' } })))).toBe(false);
  expect(await handOverToQueue(database, jobs, account, idsOfRequest('a request of mine', 4).map((id) => ({ id, request, estimate: '0' })))).toBe(false);
  expect(await take(10)).toHaveLength(0);
});

it('refuses a server that could forget a permission, and names no password', async () => {
  const careless = await startPostgres(['fsync=off']);
  await expect(openQueueDatabase(say, careless.url)).rejects.toThrow('fsync off');
  await careless.stop();
  await expect(openQueueDatabase(say, 'postgres://latent:secret@127.0.0.1:1/latent')).rejects.toThrow('postgres://latent:…@127.0.0.1:1/latent');
  expect(withoutPassword('postgres://u@h/d?password=secret')).not.toContain('secret');
});
