import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { composeOnNode } from '../../../../../electron/hosts/node/node-host.ts';
import { practiceAccountId } from '../../../../../shared/account.ts';
import type { AnyOutputs } from '../../../../../shared/ipc/programs.ts';
import { sha256 } from '../../../../support/bytes.ts';
import { threadsFolder } from '../../../../support/built-threads.ts';
import { createCommandRig, type CommandRig } from '../../../../support/command-rig.ts';
import { startPostgres, type Postgres } from '../../../../support/postgres.ts';

interface Printed {
  readonly requestId: string;
  readonly tasks: readonly { readonly id: string; readonly remoteId: string; readonly status: string; readonly prompt: string; readonly pictures: readonly string[] }[];
}

let postgres: Postgres;
let rig: CommandRig;
beforeAll(async () => {
  [postgres, rig] = await Promise.all([startPostgres(), createCommandRig()]);
});
afterAll(async () => {
  await rig.remove();
  await postgres.stop();
});

const env = () => ({ LATENT_QUEUE: postgres.url });

test('a worker makes what is handed over, and the app opens it with prompts and ids', async () => {
  // The name that the library has in a pictures folder.
  const library = path.join(rig.home, 'shared/Latent');
  const port = await freePort();
  const worker = rig.start(['--profile', path.join(rig.home, 'worker'), 'worker', '--library', library, '--metrics', String(port)], { env: env() });
  onTestFinished(() => void worker.kill('SIGKILL'));
  worker.stdout?.resume();
  const words: string[] = [];
  worker.stderr?.setEncoding('utf8').on('data', (text: string) => words.push(text));

  const made = await rig.run(['generate', 'a lighthouse at dusk', 'a heron', '--queue', '--request-id', 'two-of-mine', '--json'], { env: env() });
  expect(made.stderr).toBe('');
  expect(made.status).toBe(0);
  const { tasks } = made.json<Printed>();
  expect(tasks.map(({ prompt, status }) => `${prompt}: ${status}`)).toEqual(['a lighthouse at dusk: completed', 'a heron: completed']);
  const files = tasks.flatMap(({ pictures }) => pictures);
  expect(files).toHaveLength(2);
  expect(files.every((file) => file.startsWith(library))).toBe(true);

  // The same request is the same tasks, and another computer has the folder elsewhere.
  const again = (await rig.run(['generate', 'a lighthouse at dusk', 'a heron', '--queue', '--request-id', 'two-of-mine', '--library', '/elsewhere', '--json'], { env: env() })).json<Printed>();
  expect(again.tasks.map(({ id, remoteId }) => [id, remoteId])).toEqual(tasks.map(({ id, remoteId }) => [id, remoteId]));
  expect(again.tasks[0]?.pictures[0]).toBe(files[0]?.replace(library, '/elsewhere'));
  expect((await rig.run(['generate', 'another', '--queue', '--request-id', 'two-of-mine'], { env: env() })).status).toBe(2);

  expect(await (await fetch(`http://127.0.0.1:${port}/health`)).text()).toBe('ok\n');
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(metrics).toContain('latent_queue_tasks{state="done"} 2');
  expect(metrics).not.toMatch(/lighthouse|task-/);
  expect((await rig.run(['queue', '--json'], { env: env() })).json<{ readonly accounts: readonly { readonly tasks: object }[] }>().accounts[0]?.tasks).toEqual({ done: 2 });

  const gone = once(worker, 'exit');
  worker.kill('SIGTERM');
  expect(await gone).toEqual([0, null]);
  expect(words.join('')).toContain('sends with Practice');

  const app = await composeOnNode({ userData: path.join(rig.home, 'desktop'), built: (file) => path.join(threadsFolder, file), version: '0.0.0', environmentKey: null, picturesFolder: path.dirname(library) });
  onTestFinished(async () => void (await app.close()));
  const found = await app.callHandler('programs:pictures', { search: 'lighthouse', from: 0, limit: 10 });
  const { pictures } = (found.ok ? found.value : { pictures: [] }) as AnyOutputs['programs:pictures'];
  expect(pictures.map(({ task }) => [task.request.prompt, 'remoteId' in task.state ? task.state.remoteId : null])).toEqual([['a lighthouse at dusk', tasks[0]?.remoteId]]);
  const [picture] = pictures;
  expect(picture?.image.state.status === 'kept' && picture.image.state.file.sha256).toBe(sha256(await readFile(files[0] ?? '')));
});

test('nobody but the worker sends what is in its profile', async () => {
  const profile = path.join(rig.home, 'worker');
  const opened = await composeOnNode({ userData: profile, built: (file) => path.join(threadsFolder, file), version: '0.0.0', environmentKey: null, picturesFolder: rig.home });
  try {
    await opened.start();
    const taskId = randomUUID();
    await opened.callHandler('tasks:submit', { accountId: practiceAccountId, request: { model: '', prompt: 'a heron', size: '', quality: '' }, taskIds: [taskId], retryOf: null });
    // A task of the practice service would be under way by then.
    await wait(3_000);
    expect(await opened.callHandler('tasks:detail', { taskId })).toMatchObject({ value: { task: { state: { status: 'queued' } } } });
  } finally {
    await opened.close();
  }
});

test('what a queue cannot do is refused before anything is handed over', async () => {
  for (const args of [['a', '--queue', '--out', 'x'], ['a', '--queue', '--reference', 'x.png'], ['a', '--request-id', 'x'], ['a', '--queue', 'postgres://latent@127.0.0.1:1/none']]) {
    expect((await rig.run(['generate', ...args])).status).toBe(2);
  }
  expect((await rig.run(['queue'])).status).toBe(2);
  const limits = await rig.run(['queue', '--account', 'practice', '--day', '1.5', '--at-once', '3', '--json'], { env: env() });
  expect(limits.json()).toMatchObject({ accounts: [{ account: 'practice', atOnce: 3, limits: { day: '1.5', month: null, total: null } }] });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => void server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
