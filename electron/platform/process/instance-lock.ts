import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Milliseconds to wait for the lock. SQLite takes an exclusive lock by way of a shared one, so two processes that start at once may each block the
 * other for an instant. If neither waited, both would quit, and no window would open.
 */
const patience = 2_000;

/**
 * Locks `folder` for this process until it ends, however it ends. Returns false if another process has the lock.
 *
 * Chromium's own single-instance lock is a link that names a process. After a crash, two processes that start at once may both take the link for
 * stale and go on, and two engines would send a queued task twice. The operating system's file lock, which SQLite takes for us, has no such gap. It
 * blocks for about a millisecond, or for `patience` if another process has it.
 */
export function takeInstanceLock(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    const db = new DatabaseSync(path.join(folder, 'instance.lock'));
    held.push(db);
    db.exec(`PRAGMA busy_timeout = ${patience}; BEGIN EXCLUSIVE`);
    return true;
  } catch (error) {
    // If the folder cannot be written, opening the history there fails a moment later and says so.
    return !isBusy(error);
  }
}

/** Keeps the connections from the garbage collector, which would release the lock. */
const held: DatabaseSync[] = [];

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5;
}
