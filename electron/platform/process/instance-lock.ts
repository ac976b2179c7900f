import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** `theirs`: another process has it. `impossible`: the folder takes no lock. Opening the history there fails a moment later and says so. */
export type InstanceLock = 'ours' | 'theirs' | 'impossible';

/**
 * Locks `folder` for this process until it ends, however it ends, or releases the lock. Waits for `patience` milliseconds: SQLite takes an exclusive lock by way of a shared
 * one, so two processes that start at once may each block the other for an instant.
 *
 * Chromium's own single-instance lock is a link that names a process. After a crash, two processes that start at once may both take the link for
 * stale and go on, and two engines would send a queued task twice. The operating system's file lock, which SQLite takes for us, has no such gap.
 */
export function takeInstanceLock(folder: string, patience: number): InstanceLock {
  return takeLock(path.join(folder, 'instance.lock'), patience);
}

export function releaseInstanceLock(folder: string): void {
  release(path.join(folder, 'instance.lock'));
}

/**
 * A window's host that waits for a profile holds a lock of its own meanwhile, so that of all who wait it gets the profile: a person is looking. Another window's host
 * may hold it already; one of the two gets the profile.
 */
export function holdPlaceOfWindow(folder: string): void {
  takeLock(path.join(folder, windowWaits), 100);
}

export function leavePlaceOfWindow(folder: string): void {
  release(path.join(folder, windowWaits));
}

/** Whether a window's host waits for the profile. Another process that asks the same at this moment looks like one. */
export function windowIsWaiting(folder: string): boolean {
  const file = path.join(folder, windowWaits);
  // Nobody has ever waited.
  if (!existsSync(file)) return false;
  const taken = takeLock(file, 0);
  if (taken === 'ours') release(file);
  return taken === 'theirs';
}

const windowWaits = 'window-waits.lock';

function takeLock(file: string, patience: number): InstanceLock {
  const first = lock(file, patience);
  if (first !== 'impossible') return first;
  // The file is damaged, or a folder has its name. Nobody can have locked that.
  try {
    const aside = `${file}.unreadable`;
    rmSync(aside, { recursive: true, force: true });
    renameSync(file, aside);
  } catch {
    return 'impossible';
  }
  return lock(file, patience);
}

function release(file: string): void {
  locks.get(file)?.close();
  locks.delete(file);
}

function lock(file: string, patience: number): InstanceLock {
  let db: DatabaseSync | null = null;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    db = new DatabaseSync(file);
    db.exec(`PRAGMA busy_timeout = ${patience}; BEGIN EXCLUSIVE`);
    locks.set(file, db);
    return 'ours';
  } catch (error) {
    db?.close();
    return isBusy(error) ? 'theirs' : 'impossible';
  }
}

/** By file. Keeps the connection from the garbage collector, which would release the lock. */
const locks = new Map<string, DatabaseSync>();

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5;
}
