import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { App, SafeStorage } from 'electron';
import type { Secrets } from '../core/accounts/key-vault.ts';

/** Starts the app as a keyring reader, which decrypts one text for the process that started it, and ends. Linux only. */
export const readerSwitch = 'read-keyring';

type Request = { readonly bytes: string };
type Answer = { readonly text: string } | { readonly failed: string };

/** Milliseconds to wait for a reader. It may have to wait for a person's password, or for a computer that is busy after the login. */
const patience = 60_000;

/**
 * Reads the keyring on Linux again. Chromium asks for it only once in a process. If it was locked then, that process can never read it, so
 * another process of the app does. This gives nothing away: every program of the session may read an unlocked keyring.
 */
export function createKeyring(app: Pick<App, 'commandLine' | 'getAppPath' | 'isPackaged'>): Pick<Secrets, 'decryptAgain'> {
  /** Ciphertexts that an unlocked keyring did not decrypt. They are tried again only after the keyring was locked, or if a person asks. */
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

/** The reader's side. Electron answers only after the person has typed the keyring's password, if the keyring is locked. */
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

/** Switches of this process that choose the keyring, or without which the reader could not start. */
function switchesOf({ commandLine }: Pick<App, 'commandLine'>): readonly string[] {
  const store = commandLine.getSwitchValue('password-store');
  return [...(store === '' ? [] : [`--password-store=${store}`]), ...(commandLine.hasSwitch('no-sandbox') ? ['--no-sandbox'] : [])];
}

const collection = '/org/freedesktop/secrets/aliases/default';
const property = ['org.freedesktop.Secret.Collection', 'Locked'] as const;

/** System programs that read a property from the session bus. Every desktop has one of them. */
const questions = [
  ['busctl', ['--user', 'get-property', 'org.freedesktop.secrets', collection, ...property]],
  [
    'dbus-send',
    ['--session', '--print-reply=literal', '--dest=org.freedesktop.secrets', collection, 'org.freedesktop.DBus.Properties.Get', ...property.map((name) => `string:${name}`)],
  ],
] as const;

/** Whether the default keyring is unlocked. Opens no dialog. False if this cannot be determined. */
async function isUnlocked(): Promise<boolean> {
  for (const [program, args] of questions) {
    const answer = await promisify(execFile)(program, args, { timeout: 5_000 }).catch(() => null);
    if (answer !== null) return /\bfalse\b/.test(answer.stdout);
  }
  return false;
}
