import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
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
  test.setTimeout(600_000 + pairs * 15_000);
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
  test.setTimeout(600_000 + starts * 10_000);
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

const inProfile = (name: string): string => path.join(profile.userData, name);
const names = ['SingletonLock', 'SingletonSocket', 'SingletonCookie'] as const;

/** What a restored backup, a sync tool, another computer or a crash may leave. Each: a window opens. */
const leftovers: Readonly<Record<string, () => Promise<unknown>>> = {
  'plain files': () => Promise.all(names.map((name) => writeFile(inProfile(name), 'of a backup'))),
  'an empty plain lock': () => writeFile(inProfile('SingletonLock'), ''),
  'a folder as the lock': () => mkdir(inProfile('SingletonLock/inner'), { recursive: true }),
  'a folder as the socket': () => mkdir(inProfile('SingletonSocket')),
  'a lock without a number': () => symlink('nonsense', inProfile('SingletonLock')),
  'a lock of a process that is gone': () => symlink(`${hostname()}-4194303`, inProfile('SingletonLock')),
  'a socket that nobody listens at': () => Promise.all([symlink(`${hostname()}-4194303`, inProfile('SingletonLock')), symlink('/nonexistent/SingletonSocket', inProfile('SingletonSocket'))]),
  'our own lock as a folder': () => mkdir(inProfile('instance.lock')),
  'our own lock damaged': () => writeFile(inProfile('instance.lock'), 'not a database, but longer than its header'.repeat(100)),
};
for (const [what, leave] of Object.entries(leftovers)) {
  test(`opens a window over ${what}`, { tag: what === 'plain files' ? [] : ['@long'] }, async () => {
    await mkdir(profile.userData, { recursive: true });
    await leave();
    const first = start(tellLife);
    await expect.poll(() => said(first, 'loaded') || hasExited(first)).toBe(true);
    expect(hasExited(first), first.output()).toBe(false);
    // Messages arrive again too.
    const second = start(tellLife);
    await expect.poll(() => hasExited(second)).toBe(true);
    expect(second.child.exitCode).toBe(0);
    await expect.poll(() => said(first, 'second-instance')).toBe(true);
  });
}

test('a lock of another computer asks, and opens a window only after yes', async () => {
  await mkdir(profile.userData, { recursive: true });
  await symlink('the-other-computer-4711', inProfile('SingletonLock'));
  const refused = startDirectly(profile, ['-r', tellLife], { SAYS_NO: '1' });
  started.add(refused);
  await expect.poll(() => hasExited(refused)).toBe(true);
  expect([said(refused, 'asked: Is Latent open on another computer?'), said(refused, 'window'), refused.child.exitCode]).toEqual([true, false, 0]);
  await expect(readFile(inProfile('latent.db'))).rejects.toThrow('ENOENT');

  const first = start(tellLife);
  await expect.poll(() => said(first, 'loaded')).toBe(true);
  expect(said(first, 'asked: Is Latent open on another computer?')).toBe(true);
  const second = start(tellLife);
  await expect.poll(() => said(first, 'second-instance')).toBe(true);
  await expect.poll(() => hasExited(second)).toBe(true);
});

test('a lock that names another Latent ends neither of the two', { tag: '@long' }, async () => {
  const other = await createProfile();
  const theirs = startDirectly(other, ['-r', tellLife]);
  started.add(theirs);
  await expect.poll(() => said(theirs, 'loaded')).toBe(true);
  await mkdir(profile.userData, { recursive: true });
  // Chromium would take it for this profile's, and kill it, because it does not answer here.
  await symlink(`${hostname()}-${String(theirs.child.pid)}`, inProfile('SingletonLock'));
  const ours = start(tellLife);
  await expect.poll(() => said(ours, 'loaded')).toBe(true);
  expect(hasExited(theirs)).toBe(false);
  await end(theirs.child, 'SIGKILL');
  await other.remove();
});

test('a second instance says that the first is open if the lock became a plain file', { tag: '@long' }, async () => {
  const first = start(tellLife);
  await expect.poll(() => said(first, 'loaded')).toBe(true);
  for (const name of names) {
    await rm(inProfile(name), { force: true });
    await writeFile(inProfile(name), '');
  }
  const second = start(tellLife);
  await expect.poll(() => hasExited(second)).toBe(true);
  expect(second.child.exitCode).toBe(1);
  expectSentHome(second);
});

/** Surroundings that a desktop, a container or a script may give. `null`: the variable is missing. Each: a window opens, or words say why not. */
const surroundings: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  'an empty address of the bus': { DBUS_SESSION_BUS_ADDRESS: '' },
  'no address of the bus': { DBUS_SESSION_BUS_ADDRESS: null },
  'a bus that is turned off': { DBUS_SESSION_BUS_ADDRESS: 'disabled:' },
  'a bus that is not there': { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' },
  'an address of the bus that means nothing': { DBUS_SESSION_BUS_ADDRESS: 'nonsense' },
  'no runtime folder': { XDG_RUNTIME_DIR: null },
  'a runtime folder that is not there': { XDG_RUNTIME_DIR: '/nonexistent' },
  'no home': { HOME: null },
  'an empty home': { HOME: '', XDG_CONFIG_HOME: null },
  'a home that is not there': { HOME: '/nonexistent', XDG_CONFIG_HOME: null },
  'a folder of settings that is a file': { XDG_CONFIG_HOME: '/etc/passwd' },
  'no folder for temporary files': { TMPDIR: '/nonexistent' },
  'a folder for temporary files with a long path': { TMPDIR: `/tmp${'/.'.repeat(50)}` },
  'an odd language': { LANG: 'xx_YY.nonsense', LC_ALL: 'xx_YY.nonsense', LANGUAGE: '' },
};
for (const [what, env] of Object.entries(surroundings)) {
  test(`starts with ${what}, or says why not`, { tag: what === 'an empty address of the bus' ? [] : ['@long'] }, async () => {
    test.skip(process.platform !== 'linux', 'these are variables of Linux');
    const instance = startDirectly(profile, ['-r', tellLife], env);
    started.add(instance);
    await expect.poll(() => said(instance, 'loaded') || hasExited(instance)).toBe(true);
    if (hasExited(instance)) {
      expect(instance.child.exitCode, instance.output()).toBe(1);
      expect(said(instance, 'told: ')).toBe(true);
    }
  });
}

test('a profile that cannot be made is named', async () => {
  await writeFile(profile.userData, 'a file where the folder should be');
  const instance = start(tellLife);
  await expect.poll(() => hasExited(instance)).toBe(true);
  expect(instance.child.exitCode, instance.output()).toBe(1);
  expect(said(instance, 'told: Latent')).toBe(true);
  expect(instance.output()).toContain(profile.userData);
});
