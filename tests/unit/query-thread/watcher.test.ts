import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createTaskWatcher, type TaskWatcherDeps } from '../../../electron/core/engine/task-watcher.ts';
import type { QueryDesk } from '../../../electron/core/engine/task-queries.ts';
import type { Credentials } from '../../../electron/core/ports.ts';
import { createSystemClock } from '../../../electron/core/system-clock.ts';
import { newTask, noFacts, type Task } from '../../../shared/task.ts';
import { queryWorkerFile } from '../../support/built-threads.ts';
import { answer, serveAnswers } from '../../support/desk-rig.ts';
import { nextMacrotask } from '../../support/fake-clock.ts';
import { realQueryThread } from '../../support/query-thread.ts';

/** A task whose answers are only counted. */
const processing = (id: string, accountId: string): Task => ({
  ...newTask(id, accountId, { model: '', prompt: id, size: '', quality: '' }, null, 0),
  state: { status: 'processing', remoteId: id, misses: 0 },
});

const tasks = new Map([processing('usual', 'with-key'), processing('slow', 'with-key'), processing('held', 'no-key')].map((task) => [task.id, task]));

const withoutLedger: Omit<TaskWatcherDeps, 'clock' | 'queries' | 'keys'> = {
  random: () => 0.5,
  ledger: { dispatch: (id) => Promise.resolve({ applies: true, task: tasks.get(id) as Task, write: { kind: 'none' }, effects: [] }) },
  settings: () => ({ watchLimitMinutes: 10 }),
  isOnline: () => true,
  inlineImagesTaken: () => Promise.resolve(),
};

it('what was found out of keys and ways is forgotten when an account has changed or is ready, and when the network is back', async () => {
  let forgotten = 0;
  const watcher = createTaskWatcher({
    ...withoutLedger,
    clock: createSystemClock(),
    queries: () => ({ want: () => undefined, drop: () => undefined, forget: () => (forgotten += 1), close: () => Promise.resolve() }),
    keys: { usable: () => Promise.resolve(null), refuse: () => Promise.resolve(), ready: () => undefined, baseUrl: () => Promise.resolve(null) },
  });
  watcher.accountsChanged();
  watcher.accountReady('an account');
  watcher.wake();
  expect(forgotten).toBe(3);
  await watcher.close();
});

it.each([
  ['is asked slowly from then on', false, 4 * 60_000, 6 * 60_000],
  ['is asked at once where a person asked for it in that moment', true, 0, 0],
])('a task whose unchanged answers outlast the watch limit %s', async (_name, isAsked, shortest, longest) => {
  let watchLimitMinutes = 10;
  let desk: QueryDesk | null = null;
  const wants: { readonly wish: number; readonly delay: number }[] = [];
  const [task] = tasks.values();
  if (task === undefined) throw new Error('no task');
  const watcher = createTaskWatcher({
    ...withoutLedger,
    clock: createSystemClock(),
    settings: () => ({ watchLimitMinutes }),
    ledger: {
      dispatch(id, event) {
        if (event.kind === 'watch-limit-passed' && isAsked) watcher.watch(task, 0);
        return withoutLedger.ledger.dispatch(id, event);
      },
    },
    queries(toldDesk) {
      desk = toldDesk;
      return { want: ({ wish }, delay) => void wants.push({ wish, delay }), drop: () => undefined, forget: () => undefined, close: () => Promise.resolve() };
    },
    keys: { usable: () => Promise.resolve(null), refuse: () => Promise.resolve(), ready: () => undefined, baseUrl: () => Promise.resolve(null) },
  });
  const opened = desk as QueryDesk | null;
  watcher.watch(task, 0);
  const wish = wants[0]?.wish ?? 0;
  const outcome = { kind: 'processing', facts: noFacts, answer: { at: 1, httpStatus: 200, body: '{}', truncated: false } } as const;
  const next = await opened?.answered({ id: task.id, accountId: task.accountId, wish, outcome, credentials: { baseUrl: '', key: '' } });
  expect(next).toEqual({ delay: 0, mayRepeat: true });
  watchLimitMinutes = 0;
  opened?.unchanged(task.id, wish, 2);
  await nextMacrotask();
  const last = wants.at(-1)?.delay;
  expect(last).toBeGreaterThanOrEqual(shortest);
  expect(last).toBeLessThanOrEqual(longest);
  expect(wants.length).toBe(isAsked ? 3 : 2);
});

it('everything is watched on after the thread of the queries broke: also what waits for a key, and what may not be asked yet', async () => {
  const service = await serveAnswers();
  const folder = await mkdtemp(path.join(tmpdir(), 'latent-watcher-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  // The first one ends seven seconds after it began, the second one lives.
  const flag = JSON.stringify(path.join(folder, 'broke'));
  const workerFile = path.join(folder, 'worker.cjs');
  await writeFile(
    workerFile,
    `const fs = require('node:fs');
    if (!fs.existsSync(${flag})) { fs.writeFileSync(${flag}, ''); setTimeout(() => process.exit(1), 7_000); }
    require(${JSON.stringify(queryWorkerFile)});`,
  );
  service.onRequest = (_count, request, response) => {
    if (request.url?.endsWith('slow') === true) response.writeHead(429, { 'retry-after': '12' }).end('{}');
    else answer(response, { status: 'processing' });
  };

  const clock = createSystemClock();
  let key: string | null = null;
  let brokeAt = 0;
  const watcher = createTaskWatcher({
    ...withoutLedger,
    clock,
    queries: realQueryThread({
      workerFile,
      // The pause after a break is as long as a test has time for.
      clock: { after: (delay, run) => clock.after(Math.min(delay, 1_000), run) },
      failed: () => (brokeAt = performance.now()),
    }),
    keys: {
      usable: (accountId) => {
        const credentials: Credentials = { baseUrl: service.url, key: key ?? 'a-key' };
        return Promise.resolve(accountId === 'with-key' || key !== null ? credentials : null);
      },
      refuse: () => Promise.resolve(),
      ready: () => undefined,
      baseUrl: () => Promise.resolve(service.url),
    },
  });
  onTestFinished(() => watcher.close());
  for (const task of tasks.values()) watcher.watch(task, 0);

  const timesOf = (id: string): readonly number[] => service.requests.filter((request) => request.path.endsWith(id)).map(({ at }) => at);
  await expect.poll(() => brokeAt, { timeout: 20_000 }).not.toBe(0);
  expect(timesOf('usual').length).toBeGreaterThan(0);
  expect(timesOf('slow').length).toBe(1);
  await expect.poll(() => timesOf('usual').filter((at) => at > brokeAt).length, { timeout: 20_000 }).toBeGreaterThan(1);
  expect(timesOf('held')).toEqual([]);
  key = 'it-came';
  watcher.accountReady('no-key');
  await expect.poll(() => timesOf('held').length, { timeout: 20_000 }).toBe(1);
  await expect.poll(() => timesOf('slow').length, { timeout: 20_000 }).toBe(2);
  const [first = 0, second = 0] = timesOf('slow');
  expect(second - first).toBeGreaterThanOrEqual(12_000);
  for (const id of ['usual', 'held']) for (const [index, at] of timesOf(id).slice(1).entries()) expect(at - (timesOf(id)[index] ?? 0)).toBeGreaterThanOrEqual(3_000);
});
