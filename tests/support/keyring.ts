import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

export interface Keyring {
  /** For the app's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Chromium switches, before the app's path. */
  readonly switches: readonly string[];
  /** Ends it and forgets what it held. */
  stop(): Promise<void>;
}

/** An unlocked keyring on a message bus of its own, as a person's desktop on Linux has one. */
export async function startKeyring(): Promise<Keyring> {
  const home = await mkdtemp(path.join(tmpdir(), 'latent-keyring-'));
  const own = { ...process.env, HOME: home, XDG_RUNTIME_DIR: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--nopidfile', '--print-address=1', `--address=unix:path=${home}/bus`], {
    env: own,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [address] = (await once(createInterface(bus.stdout), 'line')) as [string];
  const env = { DBUS_SESSION_BUS_ADDRESS: address };
  const daemon = spawn('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets', `--control-directory=${home}`], {
    env: { ...own, ...env },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // The password that unlocks it: none.
  daemon.stdin.end('\n');
  await answers(address);
  return {
    env,
    switches: ['-r', path.join(import.meta.dirname, 'use-keyring.cjs'), '--password-store=gnome-libsecret'],
    async stop() {
      await end(daemon);
      await end(bus);
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function answers(address: string): Promise<void> {
  const question = [
    `--bus=${address}`,
    '--print-reply=literal',
    '--dest=org.freedesktop.DBus',
    '/org/freedesktop/DBus',
    'org.freedesktop.DBus.NameHasOwner',
    'string:org.freedesktop.secrets',
  ];
  const deadline = performance.now() + 10_000;
  while (performance.now() < deadline) {
    const { stdout } = await promisify(execFile)('dbus-send', question);
    if (stdout.includes('true')) return;
    await wait(50);
  }
  throw new Error('the keyring did not appear on its bus within 10 s');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
