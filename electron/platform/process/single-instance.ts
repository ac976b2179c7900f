import { existsSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import type { App } from 'electron';
import { takeInstanceLock } from './instance-lock.ts';

/**
 * `alone`: this process runs the app. `shown`: another one does, and has come to the front. `unreachable`: another process has the profile, but Chromium cannot find it:
 * a command of Latent, or an app whose traces somebody removed.
 * `elsewhere`: this process may run the app, but another computer may do so too. A lock does not reach it on every network disk.
 */
export type Instance = { readonly is: 'alone' } | { readonly is: 'shown' } | { readonly is: 'unreachable' } | { readonly is: 'elsewhere'; readonly computer: string };

type SingleInstanceApp = Pick<App, 'requestSingleInstanceLock' | 'hasSingleInstanceLock'>;

/** Milliseconds for which the lock is asked for, and of one attempt. */
const patience = { all: 2_000, once: 100 };

/** What Chromium finds a running instance by, except on Windows. */
const lockName = 'SingletonLock';
const socketName = 'SingletonSocket';
const cookieName = 'SingletonCookie';
/** Characters. The path of a socket has at most 107, on macOS 103, and Chromium adds up to 50. */
const longestTemporaryFolder = 50;

/**
 * Our own lock (instance-lock.ts) decides who runs; Chromium's only carries messages to the one that does. A restored backup, a copied profile or
 * another computer may leave Chromium's files in any shape. Chromium would then refuse to start without a word, or kill an unrelated process that has
 * the number in the link. So Chromium is asked only if somebody runs, or after `openForMessages`.
 */
export function claimProfile(app: SingleInstanceApp, folder: string): Instance {
  for (let waited = 0; waited < patience.all; waited += patience.once) {
    const instance = tryToClaim(app, folder);
    if (instance.is !== 'unreachable' || publishesAddress(folder)) return instance;
  }
  return { is: 'unreachable' };
}

/** One attempt of `claimProfile`, which stops this thread for a tenth of a second at most. */
export function tryToClaim(app: SingleInstanceApp, folder: string): Instance {
  const lock = takeInstanceLock(folder, patience.once);
  const owner = chromiumsOwner(folder);
  if (lock === 'ours') return owner === null || owner === hostname() ? { is: 'alone' } : { is: 'elsewhere', computer: owner };
  if (canBeAsked(folder, owner) && !askChromium(app)) return { is: 'shown' };
  return lock === 'impossible' ? { is: 'alone' } : { is: 'unreachable' };
}

/** Whether the owner, or one that was killed, is no app, or says at its socket what it is (electron/socket). */
const publishesAddress = (folder: string): boolean => existsSync(path.join(folder, 'socket.json'));

/** Lets later instances bring this one to the front. Without it, they say that this one is open. */
export function openForMessages(app: SingleInstanceApp, folder: string): void {
  // It was asked while this one waited for the profile, and found traces of a killed instance. It would not make them anew.
  if (app.hasSingleInstanceLock()) return;
  for (const name of [lockName, socketName, cookieName]) {
    try {
      rmSync(path.join(folder, name), { recursive: true, force: true });
    } catch {
      // Then Chromium carries no messages.
    }
  }
  askChromium(app);
}

/**
 * Chromium makes its socket in a folder of its own in the temporary folder, and ends the process without a word if the socket's path gets too long. The
 * usual temporary folder then takes the place of the one that was named.
 */
function askChromium(app: SingleInstanceApp): boolean {
  const named = process.env['TMPDIR'];
  if (process.platform === 'win32' || named === undefined || tmpdir().length <= longestTemporaryFolder) return app.requestSingleInstanceLock();
  process.env['TMPDIR'] = '/tmp';
  try {
    return app.requestSingleInstanceLock();
  } finally {
    process.env['TMPDIR'] = named;
  }
}

/** Whether Chromium would reach a process on this computer. It does not say so by itself. */
function canBeAsked(folder: string, owner: string | null): boolean {
  if (process.platform === 'win32') return true;
  try {
    return owner === hostname() && statSync(path.join(folder, socketName)).isSocket();
  } catch {
    return false;
  }
}

/** The computer in Chromium's link `HOST-PID`, or null if there is no such link. */
export function chromiumsOwner(folder: string): string | null {
  try {
    return /^(.+)-\d+$/.exec(readlinkSync(path.join(folder, lockName)))?.[1] ?? null;
  } catch {
    return null;
  }
}
