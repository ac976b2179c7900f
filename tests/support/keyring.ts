import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startMessageBus } from './message-bus.ts';

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

/** An unlocked keyring on its own message bus, as on a Linux desktop. */
export async function startKeyring(): Promise<Keyring> {
  const bus = await startMessageBus();
  const { folder: home, address } = bus;
  const own = { ...process.env, HOME: home, XDG_RUNTIME_DIR: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
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
      await bus.stop();
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
