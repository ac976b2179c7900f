import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { createProfile, type Profile } from '../support/latent-app.ts';
import { isLongForm } from '../support/long-form.ts';
import { hasExited, startDirectly, type DirectStart } from '../support/start-directly.ts';
import { expect, test } from '../support/test.ts';

/** One instance keeps the library, whoever was first; a stale lock keeps nobody out. The app is started here as a desktop starts it. */

let profile: Profile;
const started = new Set<DirectStart>();
test.beforeEach(async () => {
  profile = await createProfile();
});
test.afterEach(async () => {
  const { status, expectedStatus } = test.info();
  if (status !== expectedStatus) for (const instance of started) console.log(`[instance ${String(instance.child.pid)}] ${instance.output()}`);
  for (const { child } of started) if (child.exitCode === null && child.signalCode === null) await end(child, 'SIGKILL');
  started.clear();
  await profile.remove();
});

const tellLife = path.join(import.meta.dirname, '../support/tell-life.cjs');
const asPackaged = path.join(import.meta.dirname, '../support/as-packaged.cjs');

function start(preload: string, ...switches: readonly string[]): DirectStart {
  const instance = startDirectly(profile, [...switches, '-r', preload]);
  started.add(instance);
  return instance;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

/** What tell-life.cjs says. */
const said = (instance: DirectStart, what: string): boolean => instance.output().includes(`[life] ${what}`);

const pairs = isLongForm ? 50 : 10;
const starts = isLongForm ? 100 : 5;

/** Ended before it opened anything, and not without a reason: the first one came forward, or the words said why not. */
function expectSentHome(second: DirectStart): void {
  expect(said(second, 'window')).toBe(false);
  if (second.child.exitCode === 0) return;
  expect(second.child.exitCode).toBe(1);
  expect(said(second, 'told: Latent is already open')).toBe(true);
}

test(`of ${pairs} pairs started at once, exactly one keeps the library, and the other quits before it opens anything`, { tag: '@long' }, async () => {
  test.setTimeout(60_000 + pairs * 15_000);
  let told = 0;
  for (let pair = 0; pair < pairs; pair += 1) {
    const both = [start(tellLife), start(tellLife)] as const;
    await expect.poll(() => both.filter(hasExited).length).toBe(1);
    const [first, second] = hasExited(both[0]) ? [both[1], both[0]] : both;
    expectSentHome(second);
    if (second.child.exitCode === 1) told += 1;
    await expect.poll(() => said(first, 'window')).toBe(true);
    // One that comes later is sent home too, and the first one comes forward.
    if (pair === 0) {
      const late = start(tellLife);
      await expect.poll(() => hasExited(late)).toBe(true);
      expect(late.child.exitCode).toBe(0);
      await expect.poll(() => said(first, 'second-instance')).toBe(true);
    }
    await end(first.child, 'SIGKILL');
  }
  console.log(`[figures] ${pairs} pairs, in ${told} of them the second found only the history taken`);
});

test(`locks that SIGKILL left behind block no start, ${starts} times`, { tag: '@long' }, async () => {
  test.setTimeout(60_000 + starts * 10_000);
  for (let round = 0; round <= starts; round += 1) {
    const instance = start(tellLife);
    await expect.poll(() => said(instance, 'loaded')).toBe(true);
    expect(hasExited(instance)).toBe(false);
    await end(instance.child, 'SIGKILL');
  }
});

test('a second instance that can no longer find the first says why it does not open', async () => {
  const first = start(tellLife);
  await expect.poll(() => said(first, 'loaded')).toBe(true);
  // What Chromium finds a running instance by, gone as a cleaner of temporary files would have it.
  for (const name of ['SingletonLock', 'SingletonSocket', 'SingletonCookie']) await rm(path.join(profile.userData, name), { force: true });
  const second = start(tellLife);
  await expect.poll(() => hasExited(second)).toBe(true);
  expect(second.child.exitCode).toBe(1);
  expectSentHome(second);
  expect(second.output()).toContain('Nothing was changed, sent or charged.');
  expect(second.output()).toContain(profile.userData);
  expect(hasExited(first)).toBe(false);
});

test('a packaged app does not start with switches for debuggers', async () => {
  const instance = start(asPackaged, '--remote-debugging-port=0');
  await expect.poll(() => hasExited(instance)).toBe(true);
  expect(instance.child.exitCode).toBe(1);
  expect(instance.output()).toContain('another program read or control it');
  expect(instance.output()).not.toContain('DevTools listening');
  await expect(readFile(path.join(profile.userData, 'latent.db'))).rejects.toThrow('ENOENT');
});
