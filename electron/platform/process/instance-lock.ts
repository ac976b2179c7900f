import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Milliseconds to wait for the lock. Two instances that start at the same time block each other for a moment, and one of them must get it. */
const patience = 2_000;

/** Keeps the lock from the garbage collector, which would release it. */
const held: DatabaseSync[] = [];

/**
 * Makes this process the only one that works with `folder`, until it ends in any way. False if another process has the lock.
 *
 * Chromium's own single-instance lock is a link that names a process. Two instances that start at once after a crash can each take the dead
 * one's link for stale, and both would send a queued task. SQLite holds a lock of the operating system, which has no such moment.
 */
export function takeInstanceLock(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    const db = new DatabaseSync(path.join(folder, 'instance.lock'));
    held.push(db);
    db.exec(`PRAGMA busy_timeout = ${patience}; BEGIN EXCLUSIVE`);
    return true;
  } catch (error) {
    // If the folder cannot be written, opening the history reports it in words a moment later.
    return !isBusy(error);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5;
}
