import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createTaskEngine, type NewTask, type TaskEngine } from '../../../electron/core/engine/task-engine.ts';
import type { Clock } from '../../../electron/core/util/clock.ts';
import { createSystemClock } from '../../../electron/core/util/system-clock.ts';
import type { Database } from '../../../electron/database/client/database-contract.ts';
import { openDatabase } from '../../../electron/database/client/open-database.ts';
import { openViews } from '../../../electron/database/client/open-views.ts';
import { AppFailure } from '../../../shared/errors.ts';
import { databaseWorkerFile } from '../../support/built-threads.ts';
import { testAccount } from '../../support/open-test-database.ts';
import { accepted, completed, createFakeAccounts, createFakeDownloads, createFakeClient, processing, type FakeClient } from '../../support/engine-fakes.ts';
import { createFastClock } from '../../torture/wired-engine.ts';
import { makeAnswer, makeSources, makeTask } from './samples.ts';
import { noBudget } from '../../../shared/money/budget.ts';

const workerFile = path.resolve(import.meta.dirname, '../../support/dying-worker.cjs');
const deaths = 50;

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latent-deaths-'));
  file = path.join(folder, 'latent.db');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The next start never waits, no matter how often a thread has died. */
const impatient: Clock = { ...createSystemClock(), after: (_delay, run) => createSystemClock().after(0, run) };

interface Seen {
  stopped: number;
  restarted: number;
}

async function openDying(): Promise<{ readonly database: Database; readonly seen: Seen }> {
  const seen: Seen = { stopped: 0, restarted: 0 };
  const watch = {
    stopped: () => void (seen.stopped += 1),
    restarted: () => void (seen.restarted += 1),
  };
  const database = await openDatabase({ file, workerFile, watch, clock: impatient });
  onTestFinished(() => database.close());
  await database.saveAccount(testAccount);
  await writeFile(`${file}.deaths`, String(deaths));
  return { database, seen };
}

const deathsLeft = async (): Promise<number> => Number(await readFile(`${file}.deaths`, 'utf8'));

/** Repeats a call until it succeeds, as the engine does with what it must not lose. */
async function untilTaken<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }
}

function engineOf(repository: Database, service: FakeClient, clock: Clock): TaskEngine {
  return createTaskEngine({
    clock,
    random: Math.random,
    repository,
    client: service,
    downloads: createFakeDownloads(),
    accounts: createFakeAccounts(),
    events: { taskChanged: () => undefined, imageKept: () => undefined, batchChanged: () => undefined, notice: () => undefined },
    prices: { price: () => null },
    budget: () => noBudget,
    attach: () => Promise.resolve(null),
    repeats: () => null,
    isOnline: () => true,
    settings: () => ({ watchLimitMinutes: 24 * 60, concurrentSubmissions: 4, queueStopped: false }),
  });
}

const newTask = (id: string): NewTask => ({ id, accountId: testAccount.id, request: { model: 'm', prompt: id, size: '', quality: '' }, retryOf: null });

describe('the thread of the database, which dies fifty times at random moments,', () => {
  it('is started again each time, and has everything that it reported as committed', { timeout: 120_000 }, async () => {
    const { database, seen } = await openDying();
    const promised = new Map<string, string>();
    while ((await deathsLeft()) > 0 || seen.stopped < deaths) {
      const tasks = Array.from({ length: 5 }, () => makeTask());
      await Promise.all(
        tasks.map(async (task) => {
          await untilTaken(() => database.insertTasks([task]));
          promised.set(task.id, 'queued');
          const remoteId = `remote-${task.id}`;
          await untilTaken(() => database.saveTask({ ...task, state: { status: 'processing', remoteId, misses: 0 } }, makeAnswer()));
          promised.set(task.id, 'processing');
          await untilTaken(() => database.saveCompletion({ ...task, state: { status: 'completed', remoteId, imageCount: 3 } }, makeSources(3), makeAnswer()));
          promised.set(task.id, 'completed');
        }),
      );
    }
    await expect.poll(() => seen.restarted).toBeGreaterThan(0);
    await database.close();

    const again = await openDatabase({ file, workerFile: databaseWorkerFile });
    expect(await again.integrity()).toEqual([]);
    for (const [id, status] of promised) {
      const found = await again.task(id);
      expect([found?.task.state.status, found?.images.length], id).toEqual([status, 3]);
    }
    await again.close();
  });

  it('sends nothing twice and loses no id', { timeout: 120_000 }, async () => {
    const { database, seen } = await openDying();
    const clock = createFastClock(200);
    const service = createFakeClient(() => clock);
    service.onPost = (_count, request) => accepted(`remote of ${request.prompt}`);
    service.onQuery = (remoteId, count) => (count < 2 ? processing : completed(`https://pictures.test/${remoteId}.png`));
    const engine = engineOf(database, service, clock);
    await engine.start();
    const sent: string[] = [];
    const refused: string[] = [];
    while ((await deathsLeft()) > 0 || seen.stopped < deaths) {
      const tasks = Array.from({ length: 4 }, () => newTask(randomUUID()));
      const ids = tasks.map(({ id }) => id);
      await engine.submit(tasks).then(
        (taken) => sent.push(...taken),
        () => refused.push(...ids),
      );
      await expect.poll(async () => (await untilTaken(() => database.unfinishedTasks())).length, { timeout: 60_000 }).toBe(0);
    }
    await engine.close();
    await database.close();

    const again = await openDatabase({ file, workerFile: databaseWorkerFile });
    for (const id of sent) expect(await again.task(id), id).toMatchObject({ task: { state: { status: 'completed', remoteId: `remote of ${id}` } }, images: [{ state: { status: 'kept' } }] });
    const posts = service.posts.map(({ request }) => request.prompt);
    expect(posts.toSorted()).toEqual(sent.toSorted());
    for (const id of refused) expect(['withdrawn', undefined], id).toContain((await again.task(id))?.task.state.status);
    await again.close();
  });
});

describe('an intent that was committed by a thread that died before it said so', () => {
  async function submitTo(
    insertTasks: (database: Database) => Database['insertTasks'],
    submit: (engine: TaskEngine, id: string) => Promise<unknown> = (engine, id) => engine.submit([newTask(id)]),
  ): Promise<{ readonly service: FakeClient; readonly posts: () => number; readonly status: () => Promise<string | undefined> }> {
    const database = await openDatabase({ file, workerFile: databaseWorkerFile });
    await database.saveAccount(testAccount);
    const clock = createFastClock(200);
    const service = createFakeClient(() => clock);
    const engine = engineOf({ ...database, insertTasks: insertTasks(database) }, service, clock);
    await engine.start();
    onTestFinished(async () => {
      await engine.close();
      await database.close();
    });
    const id = randomUUID();
    const status = async (): Promise<string | undefined> => (await database.task(id))?.task.state.status;
    await submit(engine, id).catch(() => undefined);
    await expect.poll(status).not.toBe('queued');
    return { service, posts: () => service.posts.length, status };
  }

  it('is sent once if the next thread finds it', async () => {
    const { posts, status } = await submitTo((database) => async (tasks) => {
      await database.insertTasks(tasks);
      return database.insertTasks(tasks);
    });
    await expect.poll(status).toBe('processing');
    expect(posts()).toBe(1);
  });

  it('is watched where it was submitted elsewhere', async () => {
    const { service, posts } = await submitTo(
      (database) => async (tasks) => {
        await database.insertTasks(tasks);
        return database.insertTasks(tasks);
      },
      (engine, id) => engine.addById(id, testAccount.id, 'remote-elsewhere', 'a fox', true),
    );
    await expect.poll(() => service.queries.map(({ remoteId }) => remoteId)).toContain('remote-elsewhere');
    expect(posts()).toBe(0);
  });

  it('is sent once if the call fails though it was written', async () => {
    const { posts, status } = await submitTo((database) => async (tasks) => {
      await database.insertTasks(tasks);
      throw new AppFailure('database-failed', 'the thread ended');
    });
    await expect.poll(status).toBe('processing');
    expect(posts()).toBe(1);
  });
});

it('a reader that dies is started again, and no token of an older view names a newer one', async () => {
  const database = await openDatabase({ file, workerFile: databaseWorkerFile });
  const stopped: string[] = [];
  const restarted = Promise.withResolvers<void>();
  const views = await openViews({ file, workerFile, watch: { stopped: ({ message }) => stopped.push(message), restarted: restarted.resolve } });
  const open = (): ReturnType<typeof views.openGallery> => views.openGallery({ search: '' });
  const before = await open();
  await writeFile(`${file}.deaths`, '1');
  while (stopped.length === 0) await open();
  await restarted.promise;
  expect(stopped[0]).toMatch(/a bug|ended with code 1/);
  const after = await open();
  expect(after?.total).toBe(0);
  expect(await views.pictures({ token: before?.token ?? 0, revision: 0 }, [0, 1])).toBeNull();
  expect(await views.advance({ token: before?.token ?? 0, revision: 0 }, {})).toBeNull();
  expect(await views.pictures({ token: after?.token ?? 0, revision: 0 }, [0, 1])).not.toBeNull();
  await views.close();
  await database.close();
});
