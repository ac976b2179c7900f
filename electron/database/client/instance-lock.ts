import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Milliseconds that a taker waits. SQLite takes an exclusive lock by way of a shared one: of two that start at once each
 * can be in the other's way for an instant, and if neither waited both would go away, and a person would get no window.
 */
const patience = 2_000;

/**
 * Makes this process the only one that works with `folder`, until it ends, however it ends; false when another is.
 *
 * Chromium's own single-instance lock is a link that names a process: two that start at once after a crash can each take
 * the dead one's link for stale, and both go on. Two engines would send a queued task twice. A lock of the operating
 * system's, which SQLite holds for us, knows no such moment. It blocks for about a millisecond, and for `patience` where
 * another has the lock.
 */
export function takeInstanceLock(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    const db = new DatabaseSync(path.join(folder, 'instance.lock'));
    held.push(db);
    db.exec(`PRAGMA busy_timeout = ${patience}; BEGIN EXCLUSIVE`);
    return true;
  } catch (error) {
    // A folder that cannot be written is told in words when the history is opened there, a moment later.
    return !isBusy(error);
  }
}

/** Kept from the garbage collector, which would let the lock go. */
const held: DatabaseSync[] = [];

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5;
}
