import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { feedOfBuild } from '../../../.scripts/feed/feed-of-build.ts';
import { releaseFiles } from '../../../.scripts/feed/release-files.ts';
import { readFeed, writeFeed } from '../../../electron/core/updates/signed-feed.ts';
import { fileOf, manifestOf, newKey, publicOf } from '../../support/feed-server.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latent-feed-'));
  await mkdir(path.join(folder, 'release'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs the command as `npm run feed` does. */
function feed(args: readonly string[], env: Readonly<Record<string, string>> = {}): { readonly code: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--no-warnings', '.scripts/run.mjs', 'feed', ...args], { cwd: root, encoding: 'utf8', env: { PATH: process.env['PATH'], ...env } });
  return { code: status, said: `${stdout}${stderr}` };
}
const put = (name: string, content: string): Promise<void> => writeFile(path.join(folder, 'release', name), content);

it('makes a key, signs the packages of a release, and signs again for more computers', async () => {
  const keyFile = path.join(folder, 'key.pem');
  const made = feed(['key', keyFile]);
  expect(made.code).toBe(0);
  const publicKey = /^[\w-]{43}$/m.exec(made.said)?.[0] ?? '';
  // Windows has no such modes.
  if (process.platform !== 'win32') expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
  const before = await readFile(keyFile, 'utf8');
  expect(feed(['key', keyFile]).code, 'a key is never overwritten').not.toBe(0);
  expect(await readFile(keyFile, 'utf8')).toBe(before);

  const appImage = `Latent-${version}.AppImage`;
  await put(appImage, 'app image');
  await put(`latent_${version}_amd64.deb`, 'deb');
  await put('latest-linux.yml', 'version: 9.9.9');
  const notes = path.join(folder, 'notes.md');
  await writeFile(notes, '- New\r\n');
  const release = path.join(folder, 'release');
  expect(feed(['--folder', release, '--notes', notes, '--percent', '10', '--page', 'https://example.com/latent'], { LATENT_FEED_KEY_FILE: keyFile, LATENT_FEED_PUBLIC_KEY: publicKey })).toMatchObject({ code: 0 });
  const file = path.join(release, 'latent-feed.json');
  const first = readFeed(await readFile(file, 'utf8'), publicKey);
  expect(first).toMatchObject({ version, notes: '- New\n', percent: 10, page: 'https://example.com/latent', files: { 'linux-x64-appimage': fileOf(appImage, Buffer.from('app image')) } });
  expect(Object.keys(first.files)).toHaveLength(1);

  expect(feed(['again', file, '--percent', '100'], { LATENT_FEED_KEY: before }).code).toBe(0);
  const second = readFeed(await readFile(file, 'utf8'), publicKey);
  expect(second).toEqual({ ...first, percent: 100, date: second.date });
  expect(Date.parse(second.date)).toBeGreaterThan(Date.parse(first.date));
});

it('signs nothing without a key, or with one that no app accepts', async () => {
  await put(`Latent-${version}.AppImage`, 'app image');
  const release = path.join(folder, 'release');
  expect(feed(['--folder', release])).toMatchObject({ code: 1, said: expect.stringContaining('There is no key') as string });
  const other = newKey();
  const text = other.export({ type: 'pkcs8', format: 'pem' }).toString();
  expect(feed(['--folder', release], { LATENT_FEED_KEY: text, LATENT_FEED_PUBLIC_KEY: publicOf(newKey()) })).toMatchObject({ code: 1, said: expect.stringContaining('not the one') as string });
  await expect(stat(path.join(release, 'latent-feed.json'))).rejects.toThrow('ENOENT');
});

it.each([['signed again', true], ['signed anew', false]])('a feed is never %s with a date that copies in use would refuse', async (_what, isAgain) => {
  await put(`Latent-${version}.AppImage`, 'app image');
  const release = path.join(folder, 'release');
  const file = path.join(release, 'latent-feed.json');
  const key = newKey();
  // The clock of this computer, or of the one before, is wrong.
  const later = writeFeed(manifestOf(version, null, { date: '2999-01-01T00:00:00.000Z' }), key);
  await writeFile(file, later);
  const text = key.export({ type: 'pkcs8', format: 'pem' }).toString();
  expect(feed(isAgain ? ['again', file, '--percent', '0'] : ['--folder', release], { LATENT_FEED_KEY: text })).toMatchObject({ code: 1, said: expect.stringContaining('was signed at 2999-01-01') as string });
  expect(await readFile(file, 'utf8')).toBe(later);
});

describe('which copies a package replaces', () => {
  const targets = async (...names: readonly string[]): Promise<Record<string, string>> => {
    for (const name of names) await put(name, name);
    return Object.fromEntries(Object.entries(await releaseFiles(path.join(folder, 'release'), '1.0.0')).map(([target, { name }]) => [target, name]));
  };

  it('is told by its name', async () => {
    expect(
      await targets('Latent-1.0.0.AppImage', 'Latent-1.0.0-arm64.AppImage', 'Latent-1.0.0-mac.zip', 'Latent-1.0.0-arm64-mac.zip', 'Latent-1.0.0-setup.exe', 'Latent-1.0.0-x64-portable.exe', 'Latent-1.0.0.dmg', 'latent-1.0.0.tar.gz', 'latent-1.0.0.x86_64.rpm', 'Latent-1.0.0-setup.exe.blockmap'),
    ).toEqual({
      'linux-x64-appimage': 'Latent-1.0.0.AppImage',
      'linux-arm64-appimage': 'Latent-1.0.0-arm64.AppImage',
      'darwin-x64-zip': 'Latent-1.0.0-mac.zip',
      'darwin-arm64-zip': 'Latent-1.0.0-arm64-mac.zip',
      'win32-x64-nsis': 'Latent-1.0.0-setup.exe',
      'win32-arm64-nsis': 'Latent-1.0.0-setup.exe',
    });
  });

  it('is refused if it is of another version, would be renamed, or is there twice', async () => {
    await expect(targets('Latent-0.9.0.AppImage')).rejects.toThrow('not of version 1.0.0');
    await rm(path.join(folder, 'release/Latent-0.9.0.AppImage'));
    await expect(targets('Latent Setup 1.0.0.exe')).rejects.toThrow('another name');
    await rm(path.join(folder, 'release/Latent Setup 1.0.0.exe'));
    await expect(targets('Latent-1.0.0.AppImage', 'Other-1.0.0.AppImage')).rejects.toThrow('Both');
  });
});

it('a build gets its feed from the environment: all of it, or none', () => {
  const publicKey = publicOf(newKey());
  const address = 'https://example.com/latent/latent-feed.json';
  expect(feedOfBuild({})).toBeNull();
  expect(feedOfBuild({ LATENT_FEED_URL: address, LATENT_FEED_PUBLIC_KEY: publicKey })).toEqual({ address, publicKey });
  expect(() => feedOfBuild({ LATENT_FEED_URL: address })).toThrow('belong together');
  expect(() => feedOfBuild({ LATENT_FEED_PUBLIC_KEY: publicKey })).toThrow('belong together');
  expect(() => feedOfBuild({ LATENT_FEED_URL: 'http://example.com/feed.json', LATENT_FEED_PUBLIC_KEY: publicKey })).toThrow('https');
  expect(() => feedOfBuild({ LATENT_FEED_URL: address, LATENT_FEED_PUBLIC_KEY: 'short' })).toThrow('43 characters');
});
