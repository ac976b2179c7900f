import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { composeUpdates, type UpdateParts } from '../../../electron/compose/compose-updates.ts';
import type { Host, InstallUpdate } from '../../../electron/compose/host.ts';
import { createSocketHttp } from '../../../electron/network/socket-http.ts';
import { defaultSettings } from '../../../shared/settings.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { fileOf, manifestOf, startFeedServer, target, type FeedServer } from '../../support/feed-server.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const content = Buffer.from('newer');

let server: FeedServer;
beforeAll(async () => {
  server = await startFeedServer();
});
afterAll(() => server.stop());

let userData: string;
let clock: FakeClock;
let quits: number;
let installed: string[];
let itself: boolean;
let online: boolean;
let does: 'replaced' | 'at-work';
let canRestart: boolean;
let networkLooks: number;
let open: UpdateParts[];
beforeEach(async () => {
  await server.reset();
  await server.publish(manifestOf('1.0.1', fileOf('Latent.AppImage', content)));
  await server.serve('/Latent.AppImage', content);
  userData = await mkdtemp(path.join(tmpdir(), 'latent-compose-updates-'));
  clock = createFakeClock();
  [quits, installed, itself, online, networkLooks, does, canRestart, open] = [0, [], true, true, 0, 'replaced', true, []];
});
afterEach(async () => {
  for (const { close } of open) await close();
  await rm(userData, { recursive: true });
});

const http = createSocketHttp();
afterAll(() => http.close());

interface Started extends UpdateParts {
  install(isClosed: boolean, how?: 'quit' | 'failed'): ReturnType<InstallUpdate>;
}

/** As the app starts. */
function start(version = '1.0.0', hasFeed = true): Started {
  let install: InstallUpdate = async () => 'nothing';
  const updates: Host['updates'] = {
    feed: server.feed,
    way: 'itself',
    target,
    installer: async () => ({
      tidy: async () => undefined,
      stage: async () => undefined,
      async install(_file, _sha512, restarts) {
        installed.push(`${version} ${String(restarts)}`);
        return does;
      },
    }),
    restarts: canRestart,
    quit: () => void (quits += 1),
    atEnd: (given) => (install = given),
  };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const host = { updates: hasFeed ? updates : null, version, userData, clock, isOnline: () => ((networkLooks += 1), online), appLog: { log } } as unknown as Host;
  const parts = composeUpdates(host, { changes: { publish: () => undefined, sequence: () => 0 } }, { settings: { get: () => ({ ...defaultSettings, updatesItself: itself }) }, http: () => http });
  open.push(parts);
  return { ...parts, install: (isClosed, how = 'quit') => install(isClosed, how) };
}

const asked = async (): Promise<number> => (await server.requests()).filter(({ path: at }) => at === '/feed.json').length;
const isReady = ({ control }: UpdateParts) => expect.poll(() => control.state()?.found?.step.at).toBe('ready');
const stored = async (): Promise<Record<string, unknown>> => JSON.parse(await readFile(path.join(userData, 'updates.json'), 'utf8')) as Record<string, unknown>;

it('does nothing at all without a feed', async () => {
  const parts = start('1.0.0', false);
  expect(parts.control.state()).toBeNull();
  await parts.control.check();
  parts.control.restart();
  expect([clock.waiting(), quits, await parts.install(true), await asked()]).toEqual([0, 0, 'nothing', 0]);
  await expect(stored()).rejects.toThrow('ENOENT');
});

it('asks a minute after the start and then once a day, also if the app is started often', async () => {
  const first = start();
  await clock.advance(minute - 1);
  expect(await asked()).toBe(0);
  await clock.advance(1);
  await isReady(first);
  expect(await asked()).toBe(1);
  await first.close();
  const second = start();
  await clock.advance(day - 2 * minute);
  await isReady(second);
  expect(await asked()).toBe(1);
  await clock.advance(2 * 60 * minute);
  await expect.poll(asked).toBe(2);
  await expect.poll(() => second.control.state()?.isChecking).toBe(false);
  // A clock that is set back does not end the checks.
  clock.moveWall(-30 * day);
  await clock.advance(60 * minute);
  await expect.poll(asked).toBe(3);
});

it('asks once a day also for a feed that cannot be read, and more often only if the person does', async () => {
  await server.serve('/feed.json', 'busy', { status: 503 });
  const first = start();
  await clock.advance(minute);
  await expect.poll(() => first.control.state()?.fault).toBe('unreachable');
  expect(await asked()).toBe(1);
  for (let hour = 0; hour < 23; hour += 1) await clock.advance(60 * minute);
  await expect.poll(() => first.control.state()?.isChecking).toBe(false);
  await first.close();
  expect(await asked()).toBe(1);
  // Also after a start.
  const second = start();
  await clock.advance(minute);
  await second.control.check();
  expect(await asked()).toBe(2);
  expect(second.control.state()?.checkedAt).toBeNull();
  for (let hour = 0; hour < 24; hour += 1) await clock.advance(60 * minute);
  await expect.poll(asked).toBe(3);
});

it('asks nothing without a network, and asks at the next look', async () => {
  online = false;
  start();
  await clock.advance(minute);
  await expect.poll(() => networkLooks).toBe(1);
  expect(await asked()).toBe(0);
  online = true;
  await clock.advance(60 * minute);
  await expect.poll(asked).toBe(1);
});

it('asks only when the person does, if they want it so, and then installs only with “Restart now”', async () => {
  itself = false;
  const parts = start();
  await clock.advance(2 * day);
  expect(await asked()).toBe(0);
  await parts.control.check();
  await isReady(parts);
  expect(await parts.install(true)).toBe('nothing');
  expect(installed).toEqual([]);
  parts.control.restart();
  expect(quits).toBe(1);
  expect(await parts.install(true)).toBe('start-again');
  expect(installed).toEqual(['1.0.0 true']);
});

it('installs nothing while something is still open, and starts again all the same', async () => {
  const parts = start();
  await parts.control.check();
  parts.control.restart();
  expect(await parts.install(false)).toBe('start-again');
  expect(installed).toEqual([]);
});

it('is not started beside an installer that is at work', async () => {
  does = 'at-work';
  const parts = start();
  await parts.control.check();
  parts.control.restart();
  expect(await parts.install(true)).toBe('replaced');
  expect(installed).toEqual(['1.0.0 true']);
});

it('with arguments of its own, installs without a start, which would open another profile, and says so before', async () => {
  [does, canRestart, itself] = ['at-work', false, false];
  const parts = start();
  expect(parts.control.state()).toMatchObject({ restarts: false });
  await parts.control.check();
  parts.control.restart();
  expect(quits).toBe(1);
  expect(await parts.install(true)).toBe('replaced');
  expect(installed).toEqual(['1.0.0 false']);
});

it('with arguments of its own, starts again with them if nothing was installed', async () => {
  canRestart = false;
  const parts = start();
  parts.control.restart();
  expect(await parts.install(true)).toBe('start-again');
});

it('installs at the end of a later run that has not looked yet', async () => {
  await start().control.check();
  expect(await start().install(true)).toBe('replaced');
  expect(installed).toEqual(['1.0.0 false']);
});

it('after a start that ended within its first minute, asks at once, but not twice in a day', async () => {
  // Killed, or its end was no end in order.
  await start().close();
  const second = start();
  await clock.advance(0);
  await isReady(second);
  expect(await asked()).toBe(1);
  await second.close();
  const third = start();
  await clock.advance(0);
  await isReady(third);
  expect(await asked()).toBe(1);
  // What passed its first minute is no such start, and neither is one that the person ended.
  await clock.advance(minute);
  expect(await stored()).toMatchObject({ isStarting: false });
  await third.close();
  start();
  expect(await stored()).toMatchObject({ isStarting: true });
  expect(await start().install(false)).toBe('nothing');
  expect(await stored()).toMatchObject({ isStarting: false });
});

it('a crash or a failed start installs what is ready within the first minute, and later ones do not', async () => {
  await start().control.check();
  expect(await start().install(false, 'failed')).toBe('nothing');
  const later = start();
  await clock.advance(minute);
  expect(await later.install(true, 'failed')).toBe('nothing');
  itself = false;
  expect(await start().install(true, 'failed')).toBe('nothing');
  itself = true;
  expect(installed).toEqual([]);
  expect(await start().install(true, 'failed')).toBe('replaced');
  expect(installed).toEqual(['1.0.0 false']);
});

it('keeps the words of the feed about the version that runs', async () => {
  await start().control.check();
  const { release } = await stored();
  const newer = start('1.0.1');
  expect(newer.control.state()?.news).toEqual({ release, isTold: false });
  // It stays in Settings.
  expect(start('1.0.1').control.state()?.news).toMatchObject({ release });
  // A version that no feed described, and an older one that was put back, have none.
  expect(start('1.0.2').control.state()?.news).toBeNull();
  expect(start('1.0.1').control.state()?.news).toBeNull();
});

it('says nothing at the very first start, and keeps its place among all computers', async () => {
  expect(start().control.state()?.news).toBeNull();
  const { place } = await stored();
  start();
  expect((await stored())['place']).toBe(place);
  await writeFile(path.join(userData, 'updates.json'), 'no JSON');
  expect(start().control.state()).toMatchObject({ found: null, fault: null });
});
