import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { composeUpdates, type UpdateParts } from '../../../electron/compose/compose-updates.ts';
import type { Host } from '../../../electron/compose/host.ts';
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
let open: UpdateParts[];
beforeEach(async () => {
  await server.reset();
  await server.publish(manifestOf('1.0.1', fileOf('Latent.AppImage', content)));
  await server.serve('/Latent.AppImage', content);
  userData = await mkdtemp(path.join(tmpdir(), 'latent-compose-updates-'));
  clock = createFakeClock();
  [quits, installed, itself, open] = [0, [], true, []];
});
afterEach(async () => {
  for (const { close } of open) await close();
  await rm(userData, { recursive: true });
});

const http = createSocketHttp();
afterAll(() => http.close());

/** As the app starts. */
function start(version = '1.0.0', hasFeed = true): UpdateParts {
  const updates: Host['updates'] = {
    feed: server.feed,
    way: 'itself',
    target,
    installer: async () => ({
      tidy: async () => undefined,
      stage: async () => undefined,
      async install(_file, _sha512, restarts) {
        installed.push(`${version} ${String(restarts)}`);
        return 'ends';
      },
    }),
    quit: () => void (quits += 1),
  };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const host = { updates: hasFeed ? updates : null, version, userData, clock, appLog: { log } } as unknown as Host;
  const parts = composeUpdates(host, { changes: { publish: () => undefined, sequence: () => 0 } }, { settings: { get: () => ({ ...defaultSettings, updatesItself: itself }) }, http: () => http });
  open.push(parts);
  parts.start();
  return parts;
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

it('installs at the end of a later run that has not looked yet', async () => {
  await start().control.check();
  expect(await start().install(true)).toBe('replaced');
  expect(installed).toEqual(['1.0.0 false']);
});

it('notes a newer version once, with the words of its feed', async () => {
  await start().control.check();
  const { release } = await stored();
  const newer = start('1.0.1');
  expect(newer.control.state()?.news).toEqual({ release, isTold: false });
  newer.control.newsTold();
  expect(start('1.0.1').control.state()?.news).toEqual({ release, isTold: true });
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
