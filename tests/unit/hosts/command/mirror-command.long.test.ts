import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sha256 } from '../../../support/bytes.ts';
import { createCommandRig, type CommandRig } from '../../../support/command-rig.ts';
import { startStrictS3, type StrictS3 } from '../../../support/strict-s3.ts';

let s3: StrictS3;
let first: CommandRig;
let second: CommandRig;
beforeAll(async () => {
  s3 = await startStrictS3();
  first = await createCommandRig();
  const made = await first.run(['generate', 'a lighthouse at dusk', '--size', '64x64', '--json', '--yes']);
  expect(made.status, made.stderr).toBe(0);
  await first.run(['generate', 'a harbour', '--size', '64x64', '--no-wait', '--yes']);
});
afterAll(async () => {
  await first.remove();
  await s3.stop();
});
afterEach(() => second?.remove());

const env = () => ({ AWS_ACCESS_KEY_ID: s3.setting.keyId, AWS_SECRET_ACCESS_KEY: s3.secret });
const bucket = () => ['--endpoint', s3.url, '--bucket', s3.setting.bucket, '--region', s3.setting.region];
const libraryOf = (rig: CommandRig): string => path.join(rig.home, 'Pictures', 'Latent');

async function filesOf(rig: CommandRig): Promise<Readonly<Record<string, string>>> {
  const root = libraryOf(rig);
  const names = (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile() && !entry.name.startsWith('in-use')).map((entry) => path.join(entry.parentPath, entry.name));
  return Object.fromEntries(await Promise.all(names.map(async (name) => [path.relative(root, name), sha256(await readFile(name))] as const)));
}

const tasksOf = async (rig: CommandRig) => (await rig.run(['tasks', '--json'])).json<{ tasks: readonly { id: string; status: string; remoteId: string | null; prompt: string }[] }>().tasks;

test('a library comes back onto an empty machine with its tasks and pictures', async () => {
  const mirrored = await first.run(['mirror', ...bucket(), '--json'], { env: env() });
  expect(mirrored.stderr).toBe('');
  expect(mirrored.status).toBe(0);
  expect(mirrored.json()).toMatchObject({ phase: 'done', leftOut: 0 });
  // Nothing of it is readable without the secret, and the secret is nowhere.
  expect(await readFile(path.join(first.profile, 'logs', 'latent.log'), 'utf8')).not.toContain(s3.secret);

  second = await createCommandRig();
  const restored = await second.run(['mirror', '--restore', ...bucket(), '--json'], { env: env() });
  expect(restored.stderr).toContain('Open Latent');
  expect(restored.status).toBe(0);
  expect(restored.json()).toMatchObject({ failed: 0, different: [], hadHistory: false });
  expect(await filesOf(second)).toEqual(await filesOf(first));
  const [before, after] = [await tasksOf(first), await tasksOf(second)];
  expect(after.map(({ id, remoteId, prompt }) => ({ id, remoteId, prompt }))).toEqual(before.map(({ id, remoteId, prompt }) => ({ id, remoteId, prompt })));
  const found = await second.run(['search', '--json']);
  expect(found.stdout).toContain(libraryOf(second));
});

test('a second run sends nothing', async () => {
  await first.run(['mirror', ...bucket()], { env: env() });
  const before = (await s3.seen()).length;
  const again = await first.run(['mirror', ...bucket(), '--json'], { env: env() });
  expect(again.json()).toMatchObject({ phase: 'done', leftOut: 0 });
  const puts = (await s3.seen()).slice(before).filter(({ method }) => method === 'PUT');
  expect(puts.map(({ key }) => key.split('/')[1])).toEqual(['manifests']);
});

test('a bucket that is kept, and a profile that was opened once before it is restored', async () => {
  const set = await first.run(['mirror', '--set', ...bucket(), '--key-id', s3.setting.keyId, '--keep', 'plain', '--json'], { input: `${s3.secret}\n` });
  expect(set.status, set.stderr).toBe(0);
  expect(set.json()).toMatchObject({ refusesToReplace: true });
  expect(await readFile(path.join(first.profile, 'settings.json'), 'utf8')).not.toContain(s3.secret);
  expect((await first.run(['mirror'])).status).toBe(0);
  expect((await first.run(['mirror', '--list', '--json'])).json()).toMatchObject({ states: [{ files: expect.any(Number) as number }], damaged: [] });

  second = await createCommandRig();
  // It has an empty history now.
  expect((await second.run(['tasks', '--json'])).json()).toMatchObject({ tasks: [] });
  const restored = await second.run(['mirror', '--restore', ...bucket(), '--json'], { env: env() });
  expect(restored.status, restored.stderr).toBe(0);
  expect(restored.json()).toMatchObject({ hadHistory: false, failed: 0 });
  expect((await tasksOf(second)).map(({ id }) => id)).toEqual((await tasksOf(first)).map(({ id }) => id));
  // Now it has one, which stays.
  expect((await second.run(['mirror', '--restore', ...bucket(), '--json'], { env: env() })).json()).toMatchObject({ hadHistory: true, restored: 0 });
});
