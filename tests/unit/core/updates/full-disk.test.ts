import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { fakeAppImage, fileOf, manifestOf } from '../../../support/feed-server.ts';
import { useUpdateRig } from '../../../support/update-rig.ts';

/** A disk of its own, which is really full. Only root may mount one. */
const mounted: string[] = [];
const canMount = process.platform === 'linux' && process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', '-o', 'size=64k', 'none', '/mnt']).status === 0;

const rig = useUpdateRig();
afterEach(() => {
  for (const folder of mounted.splice(0)) execFileSync('umount', [folder]);
});

const name = 'Latent-1.0.1.AppImage';
const newer = fakeAppImage('1.0.1');
const runs = (): string => execFileSync(rig.appImage, { encoding: 'utf8' }).trim();

async function mountAt(folder: string, size: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'none', folder]);
  mounted.push(folder);
}

// Without a disk of its own that can be filled, there is nothing to try.
it.skipIf(!canMount)('no room for the download: nothing is left of it, and the next check says so and then succeeds', async () => {
  await rig.server.publish(manifestOf('1.0.1', fileOf(name, newer)));
  await rig.server.serve(`/${name}`, newer);
  const folder = path.join(rig.folder, 'updates');
  await mountAt(folder, '128k');
  const updater = await rig.start();
  await updater.check();
  expect(updater.progress()).toMatchObject({ fault: 'disk-full', found: { step: { at: 'stopped' } } });
  expect(await readdir(path.join(folder, 'files'))).toEqual([]);
  expect(await updater.install(true)).toBe('nothing');
  expect(runs()).toBe('Latent 1.0.0');

  execFileSync('mount', ['-o', 'remount,size=2m', folder]);
  await updater.check();
  expect(updater.progress()).toMatchObject({ fault: null, found: { step: { at: 'ready' } } });
  await updater.install(false);
  expect(runs()).toBe('Latent 1.0.1');
});

it.skipIf(!canMount)('no room beside the app: the old one stays, the next start says so, and the next end installs it', async () => {
  await rig.server.publish(manifestOf('1.0.1', fileOf(name, newer)));
  await rig.server.serve(`/${name}`, newer);
  const apps = path.dirname(rig.appImage);
  const aside = path.join(rig.folder, 'aside');
  await rename(apps, aside);
  await mountAt(apps, '400k');
  const old = await readFile(path.join(aside, path.basename(rig.appImage)));
  await writeFile(rig.appImage, old, { mode: 0o755 });
  await rm(aside, { recursive: true });

  const updater = await rig.start();
  await updater.check();
  expect(updater.progress().found?.step.at).toBe('ready');
  expect(await updater.install(true)).toBe('nothing');
  expect(runs()).toBe('Latent 1.0.0');
  expect(await readdir(apps)).toEqual([path.basename(rig.appImage)]);

  const later = await rig.start();
  expect(later.progress()).toMatchObject({ fault: 'disk-full', found: { step: { at: 'ready' } } });
  execFileSync('mount', ['-o', 'remount,size=2m', apps]);
  await later.install(false);
  expect(runs()).toBe('Latent 1.0.1');
});
