import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fileIdOf } from '../../../../electron/core/updates/file-id.ts';
import { hostUpdates } from '../../../../electron/platform/updates/host-updates.ts';
import { installedAs } from '../../../../electron/platform/updates/installed-as.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latent-installed-'));
});
afterEach(() => rm(folder, { recursive: true }));

const noImage = { appImage: null, appImageId: null };
const linux = (execPath: string, env: Readonly<Record<string, string>> = {}) => installedAs({ platform: 'linux', arch: 'x64', env, execPath });

it('an AppImage replaces itself where it may write', async () => {
  const appImage = path.join(folder, 'Latent.AppImage');
  const inside = { APPIMAGE: appImage, APPDIR: '/tmp/.mount_latent' };
  expect(linux('/tmp/.mount_latent/latent', { ...inside, APPIMAGE: '/nowhere/Latent.AppImage' }).way).toBe('by-hand');
  await writeFile(appImage, '');
  const appImageId = fileIdOf(await stat(appImage, { bigint: true }));
  expect(linux('/tmp/.mount_latent/latent', inside)).toEqual({ way: 'itself', target: 'linux-x64-appimage', appImage, appImageId });
  // Started from a terminal of another AppImage, whose variables it inherits.
  expect(linux('/opt/Latent/latent', inside)).toEqual({ way: 'package-manager', target: 'linux-x64-package', ...noImage });
  expect(linux('/tmp/.mount_latent-2/latent', inside).appImage).toBeNull();
});

it('an AppImage of another person is left as it is', async () => {
  const appImage = path.join(folder, 'Latent.AppImage');
  await writeFile(appImage, '');
  const getuid = vi.spyOn(process, 'getuid').mockReturnValue(4711);
  expect(linux('/tmp/.mount_latent/latent', { APPIMAGE: appImage, APPDIR: '/tmp/.mount_latent' }).way).toBe('by-hand');
  getuid.mockRestore();
});

it('packages are told, and so is what was unpacked by hand', () => {
  expect(linux('/opt/Latent/latent').way).toBe('package-manager');
  expect(linux('/usr/lib/latent/latent').way).toBe('package-manager');
  expect(linux('/home/me/latent/latent').way).toBe('by-hand');
  expect(installedAs({ platform: 'darwin', arch: 'arm64', env: {}, execPath: '/Applications/Latent.app/Contents/MacOS/Latent' })).toEqual({ way: 'itself', target: 'darwin-arm64-zip', ...noImage });
});

it('on Windows, what the installer put there replaces itself', async () => {
  const windows = () => installedAs({ platform: 'win32', arch: 'x64', env: {}, execPath: path.join(folder, 'Latent.exe') });
  expect(windows().way).toBe('by-hand');
  await writeFile(path.join(folder, 'Uninstall Latent.exe'), '');
  expect(windows()).toEqual({ way: 'itself', target: 'win32-x64-nsis', ...noImage });
});

it('a packaged app takes no feed from its environment', () => {
  const env = { LATENT_FEED_URL: 'http://127.0.0.1:1/feed.json', LATENT_FEED_PUBLIC_KEY: 'a' };
  const from = (isPackaged: boolean, given: Readonly<Record<string, string>>) => hostUpdates({ isPackaged, quit: () => undefined, getVersion: () => '1.0.0' }, { platform: 'linux', arch: 'x64', env: given, execPath: '/opt/Latent/latent' }, false);
  expect(from(true, env)).toBeNull();
  expect(from(false, {})).toBeNull();
  expect(from(false, env)).toMatchObject({ feed: { address: 'http://127.0.0.1:1/feed.json', publicKey: 'a' }, way: 'package-manager' });
});

it.each([
  ['win32', true, false],
  ['win32', false, true],
  ['darwin', true, false],
  ['darwin', false, true],
  ['linux', true, true],
] as const)('on %s, with arguments: %s, whether it starts again: %s', (platform, hasArguments, restarts) => {
  const env = { LATENT_FEED_URL: 'http://127.0.0.1:1/feed.json', LATENT_FEED_PUBLIC_KEY: 'a' };
  const app = { isPackaged: false, quit: () => undefined, getVersion: () => '1.0.0' };
  expect(hostUpdates(app, { platform, arch: 'x64', env, execPath: '/opt/Latent/latent' }, hasArguments)?.restarts).toBe(restarts);
});
