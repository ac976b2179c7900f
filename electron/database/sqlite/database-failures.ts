import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { AppFailure } from '../../../shared/errors.ts';
import { sizeOf } from './file-header.ts';
import { isFull } from '../../core/util/system-errors.ts';

/** Details of `database-failed` that the rest of the app distinguishes. */
export const failureDetails = {
  /** A later version of the app wrote the file. */
  newerSchema: 'newer-schema',
  /** A version from before the first release wrote the file. */
  olderSchema: 'older-schema',
  /** Not a database, or one of another program. */
  notOurs: 'not-ours',
  corrupt: 'corrupt',
  /** The file was moved or deleted while the app was running. */
  missing: 'missing',
  /** The history must be rebuilt, and a library folder's disk does not answer. */
  silent: 'library folder does not answer',
  closed: 'closed',
} as const;

const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_NOTADB = 26;

/** Translates an error to the app's codes. `file`: the database, whose disk may be full. */
export function toAppFailure(error: unknown, file: string): AppFailure {
  if (error instanceof AppFailure) return error;
  const message = error instanceof Error ? error.message : String(error);
  const options = { cause: error };
  // Extended result codes carry the primary one in their low byte.
  const primary = sqliteCode(error) & 0xff;
  if (primary === SQLITE_FULL) return new AppFailure('disk-full', message, options);
  if (primary === SQLITE_IOERR && !hasRoom(file)) return new AppFailure('disk-full', message, options);
  if (isFull(error)) return new AppFailure('disk-full', message, options);
  if (primary === SQLITE_CORRUPT || primary === SQLITE_NOTADB) {
    return new AppFailure('database-failed', `${failureDetails.corrupt}: ${message}`, options);
  }
  return new AppFailure('database-failed', message, options);
}

/** Primary codes about rights, locks, memory or the disk, not about the file's contents. */
const surroundings = new Set([3, 5, 6, 7, 8, 9, SQLITE_IOERR, SQLITE_FULL, 14, 23]);

/** Whether the file itself is damaged. SQLite can report this in any way, from a syntax error to a constraint. */
export function isDamage(error: unknown): boolean {
  if (error instanceof AppFailure) return error.appError.detail?.startsWith(failureDetails.corrupt) ?? false;
  const code = sqliteCode(error) & 0xff;
  return code !== 0 && !surroundings.has(code);
}

/** Whether SQLite met impossible bytes, as opposed to a statement that it refuses. */
export function isCorruption(error: unknown): boolean {
  return [SQLITE_CORRUPT, SQLITE_NOTADB].includes(sqliteCode(error) & 0xff);
}

function sqliteCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0;
}

const probeBytes = 1024 * 1024;

/**
 * SQLite does not report why a write failed: a quota, a limit of the file size, or a disk that became full during a sync. So this tries to write
 * next to the database, beyond the length of its longest file.
 */
function hasRoom(file: string): boolean {
  const probe = `${file}.probe`;
  try {
    const start = Math.max(sizeOf(file), sizeOf(`${file}-wal`));
    const block = new Uint8Array(probeBytes).fill(1);
    const descriptor = openSync(probe, 'w');
    try {
      let written = 0;
      while (written < block.length) written += writeSync(descriptor, block, written, block.length - written, start + written);
    } finally {
      closeSync(descriptor);
      rmSync(probe, { force: true });
    }
    return true;
  } catch (error) {
    return !isFull(error);
  }
}
