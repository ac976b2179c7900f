import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCommandRig, type CommandRig } from '../../../support/command-rig.ts';
import { hashesOf } from '../../../support/mirror-rig.ts';
import { startStrictS3, type StrictS3 } from '../../../support/strict-s3.ts';

/** Kills of each direction that must have happened before a run may end. */
const kills = Number(process.env['LATENT_MIRROR_KILLS'] ?? 12);
const pictures = 400;

let s3: StrictS3;
let first: CommandRig;
let second: CommandRig;
beforeAll(async () => {
  s3 = await startStrictS3({ page: 50 });
  first = await createCommandRig();
  second = await createCommandRig();
  const made = await first.run(['generate', 'a lighthouse at dusk', '--size', '64x64', '--count', '3', '--yes', '--json']);
  expect(made.status, made.stderr).toBe(0);
  await first.run(['generate', 'a harbour', '--size', '64x64', '--no-wait', '--yes']);
  for (let at = 0; at < pictures; at += 1) {
    const folder = path.join(libraryOf(first), at % 4 === 0 ? 'My own/folder' : `2025/2025-${String((at % 12) + 1).padStart(2, '0')}`);
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, `older ${at}.bin`), Buffer.alloc(1_000 + at * 50, `${at}`));
  }
});
afterAll(async () => {
  await first.remove();
  await second.remove();
  await s3.stop();
});

const libraryOf = (rig: CommandRig): string => path.join(rig.home, 'Pictures', 'Latent');
const env = () => ({ AWS_ACCESS_KEY_ID: s3.setting.keyId, AWS_SECRET_ACCESS_KEY: s3.secret });
const words = (restore: boolean): readonly string[] => ['mirror', ...(restore ? ['--restore'] : []), '--endpoint', s3.url, '--bucket', s3.setting.bucket, '--region', s3.setting.region, '--json'];
const tasksOf = async (rig: CommandRig) =>
  (await rig.run(['tasks', '--json'])).json<{ tasks: readonly { id: string; remoteId: string | null; prompt: string }[] }>().tasks.map(({ id, remoteId, prompt }) => ({ id, remoteId, prompt }));

/** Runs the command until it has been killed often enough, with a SIGKILL at any time, and then to its end. */
async function killedRuns(rig: CommandRig, restore: boolean): Promise<void> {
  for (let killed = 0; killed < kills; ) {
    const child = rig.start(words(restore), { env: env() });
    const ended = once(child, 'exit');
    const early = await Promise.race([ended.then(() => true), wait(300 + Math.random() * 1_500).then(() => false)]);
    // The slower the server, the more of a run is under way at a time.
    if (early) await s3.set({ delay: 40 });
    else {
      child.kill('SIGKILL');
      await ended;
      killed += 1;
    }
    if (early && restore) await rm(path.join(libraryOf(rig), '2025'), { recursive: true });
    if (early && !restore) await rm(path.join(rig.profile, 'mirror'), { recursive: true, force: true });
  }
  await s3.set({ delay: 0 });
  const last = await rig.run(words(restore), { env: env() });
  expect(last.status, last.stderr).toBe(0);
}

test('a library that is killed there and back again is whole at the end', { timeout: 900_000 }, async () => {
  await s3.set({ delay: 15 });
  await killedRuns(first, false);
  expect(await s3.overwritten()).toEqual([]);
  await s3.set({ delay: 15 });
  await killedRuns(second, true);

  const withoutLease = ({ '.latent/in-use.json': _lease, ...files }: Readonly<Record<string, string>>) => files;
  expect(withoutLease(await hashesOf(libraryOf(second)))).toEqual(withoutLease(await hashesOf(libraryOf(first))));
  expect(Object.keys(await hashesOf(libraryOf(second))).length).toBeGreaterThan(pictures);
  // The history is rebuilt by the first command that opens it.
  expect(await tasksOf(second)).toEqual(await tasksOf(first));
  const searched = (await second.run(['search', '--json'])).json<{ pictures: readonly { file: string | null }[] }>();
  expect(searched.pictures.length).toBeGreaterThan(2);
  expect(searched.pictures.every(({ file }) => file?.startsWith(libraryOf(second)))).toBe(true);
});
