import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { fakeAppImage, fileOf, manifestOf } from './feed-server.ts';
import { runUpdating } from './run-updating.ts';
import type { UpdateRig } from './update-rig.ts';

interface Kill {
  readonly killAt?: number;
  readonly killAfter?: number;
}

const name = 'Latent-1.0.1.AppImage';
const [old, newer] = [fakeAppImage('1.0.0'), fakeAppImage('1.0.1')];

/**
 * Kills updates from 1.0.0 to 1.0.1. After each, the app must be there whole and run, whichever it is, and the next run of it must end with the newer one and
 * nothing left over. `kills`: when, given how many steps an update has, and how many
 * milliseconds it takes. Resolves to how many were killed, and which app was there then.
 */
export async function killUpdates(rig: UpdateRig, kills: (calls: number, took: number) => readonly Kill[]) {
  await rig.server.publish(manifestOf('1.0.1', fileOf(name, newer)));
  await rig.server.serve(`/${name}`, newer);
  await begin(rig);
  const { calls = 0, took = 0 } = (await runUpdating(rig, '1.0.0')) ?? {};
  const counts = { calls, kills: 0, older: 0, newer: 0 };
  for (const kill of kills(calls, took)) {
    await begin(rig);
    const wasKilled = (await runUpdating(rig, '1.0.0', kill)) === null;
    if (wasKilled) counts.kills += 1;
    const left = await readFile(rig.appImage);
    expect(left.equals(old) || left.equals(newer), JSON.stringify(kill)).toBe(true);
    const said = run(rig);
    expect(['Latent 1.0.0', 'Latent 1.0.1'], JSON.stringify(kill)).toContain(said);
    if (wasKilled) counts[said === 'Latent 1.0.0' ? 'older' : 'newer'] += 1;

    await age(rig);
    const after = await runUpdating(rig, said.slice('Latent '.length));
    expect(after?.checked.found?.step.at ?? 'newest', JSON.stringify(kill)).toBe(said === 'Latent 1.0.0' ? 'ready' : 'newest');
    expect(after?.checked.fault, JSON.stringify(kill)).toBeNull();
    expect(run(rig), JSON.stringify(kill)).toBe('Latent 1.0.1');
    expect(await readdir(path.dirname(rig.appImage)), JSON.stringify(kill)).toEqual([path.basename(rig.appImage)]);
  }
  return counts;
}

const run = (rig: UpdateRig): string => execFileSync(rig.appImage, { encoding: 'utf8' }).trim();

async function begin(rig: UpdateRig): Promise<void> {
  for (const left of ['updates', 'updates.json', 'apps']) await rm(path.join(rig.folder, left), { recursive: true, force: true });
  await mkdir(path.dirname(rig.appImage));
  await writeFile(rig.appImage, old);
  await chmod(rig.appImage, 0o755);
}

/** The next run comes two hours later, when a part beside the app is certainly nobody's any more. */
async function age(rig: UpdateRig): Promise<void> {
  const before = new Date(Date.now() - 2 * 60 * 60_000);
  for (const file of await readdir(path.dirname(rig.appImage))) await utimes(path.join(path.dirname(rig.appImage), file), before, before);
}
