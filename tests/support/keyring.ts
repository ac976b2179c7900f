import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
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
  lock(): Promise<void>;
  /** Unlocks the keyring, as a login after an autostart does. */
  unlock(): Promise<void>;
  /** Ends it and deletes its contents. */
  stop(): Promise<void>;
}

const password = 'correct horse';

/** The bus starts no services, because a locked keyring would open a dialog that nobody answers. */
const busConfig = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=unused</listen>
  <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>`;

/** An unlocked keyring on its own message bus, as on a Linux desktop. */
export async function startKeyring(): Promise<Keyring> {
  const home = await mkdtemp(path.join(tmpdir(), 'latent-keyring-'));
  const own = { ...process.env, HOME: home, XDG_RUNTIME_DIR: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
  await writeFile(path.join(home, 'bus.conf'), busConfig);
  const bus = spawn('dbus-daemon', [`--config-file=${home}/bus.conf`, '--nofork', '--nopidfile', '--print-address=1', `--address=unix:path=${home}/bus`], {
    env: own,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [address] = (await once(createInterface(bus.stdout), 'line')) as [string];
  const env = { DBUS_SESSION_BUS_ADDRESS: address };
  const daemon = spawn('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets', `--control-directory=${home}`], {
    env: { ...own, ...env },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  daemon.stdin.end(password);
  await answers(address);
  return {
    env,
    switches: ['-r', path.join(import.meta.dirname, 'use-keyring.cjs'), '--password-store=gnome-libsecret'],
    async lock() {
      const collections = 'array:objpath:/org/freedesktop/secrets/collection/login';
      await promisify(execFile)('dbus-send', [`--bus=${address}`, '--print-reply', '--dest=org.freedesktop.secrets', '/org/freedesktop/secrets', 'org.freedesktop.Secret.Service.Lock', collections]);
    },
    unlock: () => sendPassword(path.join(home, 'control')),
    async stop() {
      await end(daemon);
      await end(bus);
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Uses the protocol between the daemon and its login module: a byte, the length, the command to unlock (1), the password; the answer 0 means success. */
async function sendPassword(control: string): Promise<void> {
  const socket = connect(control);
  const message = Buffer.alloc(13 + password.length);
  message.writeUInt32BE(message.length - 1, 1);
  message.writeUInt32BE(1, 5);
  message.writeUInt32BE(password.length, 9);
  message.write(password, 13);
  socket.write(message);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  if (answer.readUInt32BE(4) !== 0) throw new Error('the keyring did not take its password');
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
