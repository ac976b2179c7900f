import { execFileSync } from 'node:child_process';
import { appendFile, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { fileIdOf } from '../../../../electron/core/updates/file-id.ts';
import { UpdateFailure } from '../../../../electron/core/updates/update-failure.ts';
import type { UpdateProgress } from '../../../../electron/core/updates/updater.ts';
import { fakeAppImage, fileOf, manifestOf, newKey } from '../../../support/feed-server.ts';
import { noFacts, useUpdateRig } from '../../../support/update-rig.ts';

const rig = useUpdateRig();

const name = 'Latent-1.0.1.AppImage';
const newer = fakeAppImage('1.0.1');
const file = fileOf(name, newer);

const paths = async (): Promise<readonly string[]> => (await rig.server.requests()).map(({ path: asked }) => asked);
const inFolder = (folder: string): Promise<readonly string[]> => readdir(path.join(rig.folder, folder)).catch(() => []);
const runs = (): string => execFileSync(rig.appImage, { encoding: 'utf8' }).trim();
const short = ({ fault, found }: UpdateProgress): unknown => [fault, found?.release.version ?? null, found?.step.at ?? null];

it('downloads, verifies and installs a newer version, and asks for nothing else', async () => {
  await rig.server.publish(manifestOf('1.0.1', file));
  await rig.server.serve(`/${name}`, newer);
  const updater = await rig.start();
  await updater.check();
  expect(short(updater.progress())).toEqual([null, '1.0.1', 'ready']);
  expect(rig.facts).toMatchObject({ ready: '1.0.1', checkedAt: 1_000, release: { version: '1.0.1', notes: 'What is new in 1.0.1' } });
  expect(rig.states).toContain('downloading');
  expect(runs(), 'nothing is replaced before the end').toBe('Latent 1.0.0');

  expect(await updater.install(false)).toBe('replaced');
  expect(runs()).toBe('Latent 1.0.1');
  expect((await stat(rig.appImage)).mode & 0o777).toBe(0o755);
  expect(await inFolder('apps')).toEqual(['Latent-1.0.0.AppImage']);

  // What a check sends is nothing but the two GETs.
  for (const { method, body, headers } of await rig.server.requests()) {
    expect([method, body, Object.keys(headers).toSorted()]).toEqual(['GET', '', ['accept', 'accept-encoding', 'connection', 'host', 'user-agent'].filter((header) => header in headers)]);
    expect(headers['user-agent']).toBe('Latent');
  }
  expect(await paths()).toEqual(['/feed.json', `/${name}`]);

  // The new version removes what it was made from.
  const again = await rig.start({ version: '1.0.1' });
  expect(short(again.progress())).toEqual([null, null, null]);
  expect(await inFolder('updates/files')).toEqual([]);
  expect(rig.facts).toMatchObject({ ready: null, installing: null });
});

it('installs what an earlier run downloaded, without asking again', async () => {
  await rig.server.publish(manifestOf('1.0.1', file));
  await rig.server.serve(`/${name}`, newer);
  await (await rig.start()).check();
  const later = await rig.start();
  expect(short(later.progress())).toEqual([null, '1.0.1', 'ready']);
  expect(await paths()).toHaveLength(2);
  expect(rig.staged).toEqual([name, name]);
  await later.install(false);
  expect(runs()).toBe('Latent 1.0.1');
});

it('follows the link that the app was started by', async () => {
  await rig.server.publish(manifestOf('1.0.1', file));
  await rig.server.serve(`/${name}`, newer);
  const link = path.join(rig.folder, 'link');
  await symlink(rig.appImage, link);
  const { replaceAppImage } = await import('../../../../electron/core/updates/replace-app-image.ts');
  const id = fileIdOf(await stat(link, { bigint: true }));
  const updater = await rig.start({ installer: { tidy: async () => undefined, stage: async () => undefined, install: async (from, sha512) => (await replaceAppImage(link, id, from, sha512), 'replaced') } });
  await updater.check();
  await updater.install(false);
  expect(execFileSync(link, { encoding: 'utf8' }).trim()).toBe('Latent 1.0.1');
  expect(runs()).toBe('Latent 1.0.1');
});

it.each([
  ['an unsigned feed', 'unsigned', () => rig.server.serve('/feed.json', JSON.stringify(manifestOf('1.0.1', file)))],
  ['the yml of electron-builder', 'unsigned', () => rig.server.serve('/feed.json', `version: 1.0.1\npath: ${name}\n`)],
  ['a feed that another key signed', 'wrong-signature', () => rig.server.publish(manifestOf('1.0.1', file), newKey())],
  ['a feed without end', 'unsigned', () => rig.server.serve('/feed.json', Buffer.alloc(300_000, 'x'))],
  ['no feed', 'unreachable', () => rig.server.serve('/feed.json', null)],
  ['an error of the server', 'unreachable', () => rig.server.serve('/feed.json', 'busy', { status: 503 })],
  ['a feed that is cut', 'unreachable', () => rig.server.serve('/feed.json', JSON.stringify(manifestOf('1.0.1', file)), { cutAfter: 40 })],
  ['a redirect into the local network', 'unreachable', () => rig.server.serve('/feed.json', '', { location: 'http://192.168.1.1/feed.json' })],
  ['a redirect without end', 'unreachable', () => rig.server.serve('/feed.json', '', { location: '/feed.json' })],
] as const)('%s: nothing is downloaded or replaced', async (_what, fault, serve) => {
  await rig.server.serve(`/${name}`, newer);
  await serve();
  const updater = await rig.start();
  await updater.check();
  expect(short(updater.progress())).toEqual([fault, null, null]);
  // It was asked, and that counts, so that the next day is soon enough.
  expect(rig.facts).toEqual({ ...noFacts, askedAt: 1_000 });
  expect(await paths()).not.toContain(`/${name}`);
  expect(await inFolder('updates')).toEqual([]);
  expect(await updater.install(true)).toBe('nothing');
  expect(runs()).toBe('Latent 1.0.0');
});

it('follows redirects of hosts of releases', async () => {
  await rig.server.publish(manifestOf('1.0.1', file));
  await rig.server.serve(`/${name}`, '', { location: '/elsewhere/1' });
  await rig.server.serve('/elsewhere/1', newer);
  const updater = await rig.start();
  await updater.check();
  expect(short(updater.progress())).toEqual([null, '1.0.1', 'ready']);
});

it.each([['the same version', '1.0.0'], ['an older version', '0.9.0']])('never installs %s', async (_what, version) => {
  await rig.server.publish(manifestOf(version, fileOf('Latent.AppImage', newer)));
  await rig.server.serve('/Latent.AppImage', newer);
  const updater = await rig.start();
  await updater.check();
  expect(short(updater.progress())).toEqual([null, null, null]);
  expect(await paths()).toEqual(['/feed.json']);
  // Not even if the file were there.
  rig.facts = { ...rig.facts, ready: version };
  expect(await updater.install(true)).toBe('nothing');
  expect(runs()).toBe('Latent 1.0.0');
});

it('refuses an older feed than one that was verified before, also after a start', async () => {
  await rig.server.publish(manifestOf('1.0.2', file, { date: '2026-11-22T10:00:00.000Z' }));
  await rig.server.serve(`/${name}`, newer);
  await (await rig.start()).check();
  // Signed by us, but earlier: the host replays it.
  await rig.server.publish(manifestOf('1.0.1', file, { date: '2026-11-21T10:00:00.000Z' }));
  const updater = await rig.start();
  await updater.check();
  expect(short(updater.progress())).toEqual(['older', '1.0.2', 'ready']);
  // Neither an older release with a new date.
  await rig.server.publish(manifestOf('1.0.1', file, { date: '2026-11-23T10:00:00.000Z' }));
  await updater.check();
  expect(updater.progress().fault).toBe('older');
  // The next one is accepted.
  await rig.server.publish(manifestOf('1.0.3', file, { date: '2026-11-24T10:00:00.000Z' }));
  await updater.check();
  expect(short(updater.progress())).toEqual([null, '1.0.3', 'ready']);
});

it('comes to this computer only when its share has been reached, and can be withdrawn', async () => {
  const staged = (percent: number, day: number) => manifestOf('1.0.1', file, { percent, date: `2026-11-${day}T10:00:00.000Z` });
  await rig.server.serve(`/${name}`, newer);
  const updater = await rig.start();
  // The place of this computer is 40.
  await rig.server.publish(staged(40, 10));
  await updater.check();
  expect(short(updater.progress())).toEqual([null, '1.0.1', 'later']);
  expect(await paths()).not.toContain(`/${name}`);
  await rig.server.publish(staged(41, 11));
  await updater.check();
  expect(short(updater.progress())).toEqual([null, '1.0.1', 'ready']);
  await rig.server.publish(staged(0, 12));
  await updater.check();
  expect(short(updater.progress())).toEqual([null, '1.0.1', 'later']);
  expect(await updater.install(true)).toBe('nothing');
  expect(runs()).toBe('Latent 1.0.0');
});

it.each([
  ['of a package manager', { way: 'package-manager' }],
  ['that is replaced by hand', { way: 'by-hand' }],
  ['for which the feed names no file', { target: 'linux-arm64-appimage' }],
] as const)('a copy %s is only told', async (_what, more) => {
  await rig.server.publish(manifestOf('1.0.1', file));
  await rig.server.serve(`/${name}`, newer);
  const updater = await rig.start(more);
  await updater.check();
  expect(updater.progress().found).toEqual({ release: { version: '1.0.1', date: '2026-11-20T10:00:00.000Z', notes: 'What is new in 1.0.1', page: 'https://example.com/download' }, step: { at: 'told' } });
  expect(await paths()).toEqual(['/feed.json']);
  expect(await updater.install(true)).toBe('nothing');
  expect(runs()).toBe('Latent 1.0.0');
});

it.each([[true, 'continues'], [false, 'begins again']])('a download that was cut %s', async (withRanges) => {
  await rig.server.publish(manifestOf('1.0.1', file));
  await rig.server.serve(`/${name}`, newer, { cutAfter: 100_000, withoutRanges: !withRanges });
  const updater = await rig.start();
  await updater.check();
  expect(short(updater.progress())).toEqual(['cut', '1.0.1', 'stopped']);
  expect(rig.facts.ready).toBeNull();
  expect(await inFolder('updates/files')).toEqual([`${name}.part`]);
  expect(await updater.install(true)).toBe('nothing');
  expect(runs()).toBe('Latent 1.0.0');

  await rig.server.serve(`/${name}`, newer, { withoutRanges: !withRanges });
  const later = await rig.start();
  expect(short(later.progress())).toEqual([null, '1.0.1', 'stopped']);
  await later.check();
  expect(short(later.progress())).toEqual([null, '1.0.1', 'ready']);
  expect((await rig.server.requests()).at(-1)?.headers['range']).toBe('bytes=100000-');
  await later.install(false);
  expect(runs()).toBe('Latent 1.0.1');
});

it.each([
  ['another file of the same size', () => Buffer.from(newer.map((byte, at) => (at === 5_000 ? byte ^ 1 : byte)))],
  ['a longer file', () => Buffer.concat([newer, Buffer.from('more')])],
])('%s in the place of the one that was signed is deleted', async (_what, content) => {
  await rig.server.publish(manifestOf('1.0.1', file));
  await rig.server.serve(`/${name}`, content());
  const updater = await rig.start();
  await updater.check();
  expect(short(updater.progress())).toEqual(['wrong-file', '1.0.1', 'stopped']);
  expect(await inFolder('updates/files')).toEqual([]);
  expect(await updater.install(true)).toBe('nothing');
  expect(runs()).toBe('Latent 1.0.0');
});

it('the part of another file is of no use, and the next check begins again', async () => {
  await rig.server.publish(manifestOf('1.0.1', file));
  await rig.server.serve(`/${name}`, newer, { cutAfter: 100_000 });
  const updater = await rig.start();
  await updater.check();
  await writeFile(path.join(rig.folder, 'updates/files', `${name}.part`), Buffer.alloc(100_000, 'y'));
  await rig.server.serve(`/${name}`, newer);
  await updater.check();
  expect(updater.progress().fault).toBe('wrong-file');
  await updater.check();
  expect(short(updater.progress())).toEqual([null, '1.0.1', 'ready']);
});

it('a downloaded file that was changed afterwards is not installed', async () => {
  await rig.server.publish(manifestOf('1.0.1', file));
  await rig.server.serve(`/${name}`, newer);
  const updater = await rig.start();
  await updater.check();
  await appendFile(path.join(rig.folder, 'updates/files', name), 'evil');
  expect(await updater.install(true)).toBe('nothing');
  expect(runs()).toBe('Latent 1.0.0');
  const later = await rig.start();
  expect(short(later.progress())).toEqual(['wrong-file', '1.0.1', 'stopped']);
  await later.check();
  expect(short(later.progress())).toEqual([null, '1.0.1', 'ready']);
});

it('a kept feed that was changed on the disk counts for nothing', async () => {
  await rig.server.publish(manifestOf('1.0.1', file));
  await rig.server.serve(`/${name}`, newer);
  await (await rig.start()).check();
  const kept = path.join(rig.folder, 'updates/feed.json');
  await writeFile(kept, (await readFile(kept, 'utf8')).replace('1.0.1', '1.0.9'));
  const later = await rig.start();
  expect(await later.install(true)).toBe('nothing');
  expect(runs()).toBe('Latent 1.0.0');
});

it('an installation that does not succeed is told at the next start', async () => {
  await rig.server.publish(manifestOf('1.0.1', file));
  await rig.server.serve(`/${name}`, newer);
  const updater = await rig.start({ installer: { tidy: async () => undefined, stage: async () => undefined, install: () => Promise.reject(new Error('no')) } });
  await updater.check();
  expect(await updater.install(false)).toBe('nothing');
  const later = await rig.start();
  expect(short(later.progress())).toEqual(['not-installed', '1.0.1', 'ready']);
  // And only once.
  expect(short((await rig.start()).progress())).toEqual([null, '1.0.1', 'ready']);
});

it.each<[string, () => Promise<void>]>([
  ['a second profile has installed a newer version from the same file', async () => {
    await writeFile(`${rig.appImage}.new`, fakeAppImage('1.0.2'), { mode: 0o755 });
    await rename(`${rig.appImage}.new`, rig.appImage);
  }],
  ['a person has written another version over it', () => writeFile(rig.appImage, fakeAppImage('1.0.2'))],
])('nothing is installed once %s', async (_what, replace) => {
  await rig.server.publish(manifestOf('1.0.1', file));
  await rig.server.serve(`/${name}`, newer);
  const updater = await rig.start();
  await updater.check();
  await replace();
  await updater.install(false);
  expect(runs(), 'the newer one is not replaced by an older one').toBe('Latent 1.0.2');
  expect(await inFolder('apps')).toEqual(['Latent-1.0.0.AppImage']);
  expect((await rig.start({ version: '1.0.2' })).progress().fault).toBeNull();
});

it('says so at the next start if an older file was put in the place of the running one, and installs at the next end', async () => {
  await rig.server.publish(manifestOf('1.0.1', file));
  await rig.server.serve(`/${name}`, newer);
  const updater = await rig.start();
  await updater.check();
  await writeFile(rig.appImage, fakeAppImage('0.9.0'));
  await updater.install(false);
  expect(runs()).toBe('Latent 0.9.0');
  const later = await rig.start({ version: '0.9.0' });
  expect(short(later.progress())).toEqual(['other-app', '1.0.1', 'ready']);
  await later.install(false);
  expect(runs()).toBe('Latent 1.0.1');
});

it('an installation that fails three times is not tried again, and is told with the page to download it from', async () => {
  await rig.server.publish(manifestOf('1.0.1', file));
  await rig.server.serve(`/${name}`, newer);
  let tries = 0;
  // As an installer that Latent has started and that comes to nothing after the end.
  const more = { installer: { tidy: async () => undefined, stage: async () => undefined, install: async () => ((tries += 1), 'at-work' as const) } };
  await (await rig.start(more)).check();
  for (const fault of [null, 'not-installed', 'not-installed']) {
    const updater = await rig.start(more);
    expect(short(updater.progress())).toEqual([fault, '1.0.1', 'ready']);
    expect(await updater.install(false)).toBe('at-work');
  }
  const last = await rig.start(more);
  expect(short(last.progress())).toEqual(['refused', '1.0.1', 'told']);
  expect(await last.install(true)).toBe('nothing');
  expect(tries).toBe(3);
  expect(short((await rig.start(more)).progress())).toEqual([null, '1.0.1', 'told']);
});

it('what the system refuses is not tried again, and is told with the page to download it from', async () => {
  await rig.server.publish(manifestOf('1.0.1', file));
  await rig.server.serve(`/${name}`, newer);
  let tries = 0;
  const refuses = async (): Promise<never> => {
    tries += 1;
    throw new UpdateFailure('refused');
  };
  const more = { installer: { tidy: async () => undefined, stage: async () => undefined, install: refuses } };
  const updater = await rig.start(more);
  await updater.check();
  expect(await updater.install(false)).toBe('nothing');
  const later = await rig.start(more);
  expect(short(later.progress())).toEqual(['refused', '1.0.1', 'told']);
  expect(later.progress().found?.release.page).toBe('https://example.com/download');
  await later.check();
  expect(await later.install(false)).toBe('nothing');
  expect(tries).toBe(1);
  expect(await inFolder('updates/files')).toEqual([]);
  expect((await paths()).filter((asked) => asked === `/${name}`), 'the file is not downloaded again').toHaveLength(1);
  // Another version may be accepted.
  await rig.server.publish(manifestOf('1.0.2', file, { date: '2026-11-24T10:00:00.000Z' }));
  await later.check();
  expect(short(later.progress())).toEqual([null, '1.0.2', 'ready']);
});

it('two checks at once are one, and closing ends it without a fault', async () => {
  await rig.server.publish(manifestOf('1.0.1', file));
  await rig.server.serve(`/${name}`, newer, { pause: 200 });
  const updater = await rig.start();
  const both = Promise.all([updater.check(), updater.check()]);
  await expect.poll(() => rig.states).toContain('downloading');
  await updater.close();
  await both;
  expect(updater.progress().fault).toBeNull();
  expect((await paths()).filter((asked) => asked === '/feed.json')).toHaveLength(1);
  expect(await inFolder('updates/files')).toEqual([`${name}.part`]);
});
