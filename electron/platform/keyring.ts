import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { App, SafeStorage } from 'electron';
import type { Secrets } from '../core/ports.ts';

/** Starts the app as a reader: it decrypts one text for the process that started it, and ends. Linux only. */
export const readerSwitch = 'read-keyring';

type Request = { readonly bytes: string };
type Answer = { readonly text: string } | { readonly failed: string };

/** Milliseconds that a reader is given: it may have to wait for a person's password, or for a busy computer after the login. */
const patience = 60_000;

/**
 * The keyring on Linux, asked anew. Chromium asks it once in a process's life, so one that was locked then stays unreadable for that process;
 * another process of the app reads it instead. Every program of the session may read an unlocked keyring, so nothing is given away.
 */
export function createKeyring(app: Pick<App, 'commandLine' | 'getAppPath' | 'isPackaged'>): Pick<Secrets, 'decryptAgain'> {
  /** What an unlocked keyring did not decrypt. It is tried again only when the keyring was locked meanwhile, or a person asks. */
  const hopeless = new Set<string>();

  const read = async (request: Request): Promise<Answer> => {
    const profile = await mkdtemp(path.join(tmpdir(), 'latent-keyring-'));
    const args = [...switchesOf(app), ...(app.isPackaged ? [] : [app.getAppPath()]), `--${readerSwitch}`, `--user-data-dir=${profile}`];
    const reader = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    const late = setTimeout(() => reader.kill('SIGKILL'), patience);
    try {
      const gone = once(reader, 'exit');
      const first = Promise.race([once(reader, 'message').then(([message]) => message as Answer), gone.then(() => null)]);
      // A process that could not be started has no pipe; `first` rejects with the reason.
      if (reader.connected) reader.send(request);
      const answer = await first;
      if (reader.connected) reader.disconnect();
      await gone;
      if (answer === null) throw new Error('the reader ended without an answer');
      return answer;
    } finally {
      clearTimeout(late);
      // A helper of the reader may still write there; what was read counts all the same.
      await rm(profile, { recursive: true, force: true }).catch(() => undefined);
    }
  };

  return {
    async decryptAgain(bytes, asked) {
      const request = { bytes: Buffer.from(bytes).toString('base64') };
      const unlocked = await isUnlocked();
      if (!unlocked) hopeless.clear();
      if (!asked && !unlocked) throw new Error('the keyring is locked');
      if (!asked && hopeless.has(request.bytes)) throw new Error('the keyring is unlocked, but does not decrypt the key');
      const answer = await read(request);
      if (!('failed' in answer)) return answer.text;
      if (unlocked) hopeless.add(request.bytes);
      throw new Error(answer.failed);
    },
  };
}

/** The reader's side. Electron waits with its answer while it asks for the keyring's password. */
export function answerAsReader(app: Pick<App, 'exit'>, safeStorage: Pick<SafeStorage, 'decryptStringAsync'>): void {
  process.on('disconnect', () => app.exit(0));
  process.once('message', ({ bytes }: Request) => {
    safeStorage
      .decryptStringAsync(Buffer.from(bytes, 'base64'))
      .then(({ result }): Answer => ({ text: result }), (error: unknown): Answer => ({ failed: String(error) }))
      .then((answer) => process.send?.(answer))
      .catch(() => app.exit(1));
  });
  if (!process.connected) app.exit(1);
}

/** Switches of this process that decide which keyring is asked, and whether the reader starts at all. */
function switchesOf({ commandLine }: Pick<App, 'commandLine'>): readonly string[] {
  const store = commandLine.getSwitchValue('password-store');
  return [...(store === '' ? [] : [`--password-store=${store}`]), ...(commandLine.hasSwitch('no-sandbox') ? ['--no-sandbox'] : [])];
}

const collection = '/org/freedesktop/secrets/aliases/default';
const property = ['org.freedesktop.Secret.Collection', 'Locked'] as const;

/** Programs of the system that read a property from the session's bus; one or the other is on every desktop. */
const questions = [
  ['busctl', ['--user', 'get-property', 'org.freedesktop.secrets', collection, ...property]],
  [
    'dbus-send',
    ['--session', '--print-reply=literal', '--dest=org.freedesktop.secrets', collection, 'org.freedesktop.DBus.Properties.Get', ...property.map((name) => `string:${name}`)],
  ],
] as const;

/** Whether the default keyring is unlocked. Asking opens no dialog. False where it cannot be known. */
async function isUnlocked(): Promise<boolean> {
  for (const [program, args] of questions) {
    const answer = await promisify(execFile)(program, args, { timeout: 5_000 }).catch(() => null);
    if (answer !== null) return /\bfalse\b/.test(answer.stdout);
  }
  return false;
}
