import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { sha256 } from '../../../../support/bytes.ts';
import { createCommandRig, type CommandRig } from '../../../../support/command-rig.ts';
import { startPostgres, type Postgres } from '../../../../support/postgres.ts';
import { startStrictS3, type StrictS3 } from '../../../../support/strict-s3.ts';

interface Printed {
  readonly tasks: readonly { readonly remoteId: string; readonly status: string; readonly prompt: string; readonly pictures: readonly string[] }[];
}

let postgres: Postgres;
let s3: StrictS3;
let rig: CommandRig;
beforeAll(async () => {
  [postgres, s3, rig] = await Promise.all([startPostgres(), startStrictS3(), createCommandRig()]);
});
afterAll(async () => {
  await rig.remove();
  await s3.stop();
  await postgres.stop();
});

const credentials = () => ({ AWS_ACCESS_KEY_ID: s3.setting.keyId, AWS_SECRET_ACCESS_KEY: s3.secret });
const env = () => ({ LATENT_QUEUE: postgres.url, ...credentials() });
const bucket = () => ['--endpoint', s3.url, '--bucket', s3.setting.bucket, '--region', s3.setting.region];

test('pictures of two workers are done once the bucket has them, and come into one library that is in use', { timeout: 400_000 }, async () => {
  // Somebody's library, with a picture of its own.
  expect((await rig.run(['generate', 'a picture of mine', '--json'])).status).toBe(0);
  for (const name of ['one', 'two']) {
    const worker = rig.start(['--profile', path.join(rig.home, name), 'worker', '--name', name, '--at-once', '1', '--tasks', '1', '--mirror', '1', ...bucket()], { env: env() });
    onTestFinished(() => void worker.kill('SIGKILL'));
    worker.stdout?.resume();
    worker.stderr?.resume();
  }
  const prompts = Array.from({ length: 6 }, (_, at) => `a heron ${at}`);
  const made = await rig.run(['generate', ...prompts, '--queue', '--request-id', 'herons-for-the-bucket', '--yes', '--json'], { env: env() });
  expect(made.status, made.stderr).toBe(0);
  const { tasks } = made.json<Printed>();
  expect(tasks.map(({ status }) => status)).toEqual(prompts.map(() => 'completed'));
  const keys = await s3.keys();
  const hashes = await Promise.all(tasks.flatMap(({ pictures }) => pictures.map(async (file) => sha256(await readFile(file)))));
  expect(hashes).toHaveLength(6);
  for (const hash of hashes) expect(keys.filter((key) => key.endsWith(hash))).toHaveLength(1);
  expect(await s3.overwritten()).toEqual([]);

  const { states } = (await rig.run(['mirror', '--list', ...bucket(), '--json'], { env: credentials() })).json<{ states: readonly { profile: string }[] }>();
  expect(states.length).toBeGreaterThan(0);
  for (const { profile } of states) {
    const restored = await rig.run(['mirror', '--restore', '--from', profile, ...bucket(), '--json'], { env: credentials() });
    expect(restored.status, restored.stderr).toBe(0);
    expect(restored.json()).toMatchObject({ hadHistory: true, different: [], failed: 0 });
  }
  const found = (await rig.run(['search', 'heron', '--json'])).json<{ pictures: readonly { file: string; prompt: string; sha256: string }[] }>();
  expect(found.pictures.map(({ prompt }) => prompt).toSorted((one, other) => (one < other ? -1 : 1))).toEqual(prompts);
  expect(new Set(found.pictures.map((picture) => picture.sha256))).toEqual(new Set(hashes));
  expect((await rig.run(['search', 'mine', '--json'])).json()).toMatchObject({ total: 1 });
});

test('a worker whose bucket cannot be used takes nothing', async () => {
  expect((await rig.run(['generate', 'an egret', '--queue', '--request-id', 'egret-for-nobody', '--no-wait', '--yes'], { env: env() })).status).toBe(0);
  const wrong = rig.start(['--profile', path.join(rig.home, 'three'), 'worker', '--mirror', '1', ...bucket()], { env: { ...env(), AWS_SECRET_ACCESS_KEY: 'wrong' } });
  wrong.stdout?.resume();
  wrong.stderr?.resume();
  const [status] = (await once(wrong, 'close')) as [number];
  expect(status).toBe(1);
  expect((await rig.run(['queue', '--json'], { env: env() })).json()).toMatchObject({ accounts: [{ tasks: { waiting: 1 } }] });
});
