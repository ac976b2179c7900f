import { readlinkSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import type { App } from 'electron';
import { takeInstanceLock } from './instance-lock.ts';

/** `alone`: this process runs the app. `shown`: another one does, and has come to the front. `unreachable`: another one does, but cannot be found. */
export type Instance = 'alone' | 'shown' | 'unreachable';

/** Milliseconds for which the lock is asked for, and of one attempt. */
const patience = { all: 2_000, once: 100 };

/** What Chromium finds a running instance by, except on Windows. */
const lockName = 'SingletonLock';
const socketName = 'SingletonSocket';
const cookieName = 'SingletonCookie';

/**
 * Our own lock (instance-lock.ts) alone decides who runs; Chromium's only carries messages to the one that does. A restored backup, a copied profile
 * or another computer may leave Chromium's files in any shape. Chromium would then refuse to start without a word, or kill an unrelated process that
 * has the number in the link. So whoever has our lock removes them first.
 */
export function claimProfile(app: Pick<App, 'requestSingleInstanceLock'>, folder: string): Instance {
  for (let attempt = 0; attempt * patience.once < patience.all; attempt += 1) {
    const lock = takeInstanceLock(folder, patience.once);
    if (lock !== 'theirs') {
      if (lock === 'ours') removeLeftovers(folder);
      else if (canBeAsked(folder) && !app.requestSingleInstanceLock()) return 'shown';
      // Without it, a second instance says that this one is open, instead of bringing it to the front.
      if (lock === 'ours') app.requestSingleInstanceLock();
      return 'alone';
    }
    if (canBeAsked(folder) && !app.requestSingleInstanceLock()) return 'shown';
  }
  return 'unreachable';
}

/** Whether Chromium would reach a process on this computer. It does not say so by itself. */
function canBeAsked(folder: string): boolean {
  if (process.platform === 'win32') return true;
  try {
    return readlinkSync(path.join(folder, lockName)).startsWith(`${hostname()}-`) && statSync(path.join(folder, socketName)).isSocket();
  } catch {
    return false;
  }
}

function removeLeftovers(folder: string): void {
  for (const name of [lockName, socketName, cookieName]) {
    try {
      rmSync(path.join(folder, name), { recursive: true, force: true });
    } catch {
      // Then Chromium carries no messages.
    }
  }
}
