import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppFailure } from '../../../shared/errors.ts';
import { failureDetails } from '../sqlite/database-failures.ts';
import { headerLength, headerOffsets, magic, readHeader, sizeOf } from '../sqlite/file-header.ts';
import { usualPragmas } from '../sqlite/statements.ts';
import { quickCheck } from './integrity.ts';
import { applicationId, baselineVersion, latestVersion, migrate } from './migrate.ts';

/** Milliseconds to wait for a lock that something outside the app (a backup program) holds. */
const busyTimeout = 5000;

/** The write version of files with a write-ahead log. There is no higher one. */
const walVersion = 2;

/**
 * Opens the file, makes or migrates its schema, and checks it: unless told otherwise, what can be checked without reading all of it.
 * A file of another program, of a later version or from before the first release is refused before anything is written.
 */
export function openConnection(file: string, check: (db: DatabaseSync) => void = quickCheck): DatabaseSync {
  mkdirSync(path.dirname(file), { recursive: true });
  refuseForeign(file);
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: true, enableDoubleQuotedStringLiterals: false, timeout: busyTimeout });
  try {
    db.exec(`${usualPragmas} PRAGMA cache_size = -8192;`);
    if (db.prepare('PRAGMA application_id').get()?.['application_id'] === 0) claim(db);
    // On macOS a plain fsync leaves data in the drive's cache: fullfsync makes "committed" mean "on disk" there too.
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA journal_size_limit = 16777216;`);
    migrate(db);
    check(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Marks an empty file as Latent's. A file with tables but without the mark belongs to another program. */
function claim(db: DatabaseSync): void {
  if (db.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.['n'] !== 0) throw new AppFailure('database-failed', failureDetails.notOurs);
  db.exec(`PRAGMA application_id = ${applicationId}`);
}

/** Reads the header only: even opening a database in WAL mode and closing it again would write to it. */
function refuseForeign(file: string): void {
  // There is a journal if the very first write was interrupted. SQLite rolls it back.
  if (sizeOf(file) === 0 || sizeOf(`${file}-journal`) > 0) return;
  const bytes = readHeader(file);
  if (bytes.length < headerLength || bytes.toString('latin1', 0, magic.length) !== magic) throw new AppFailure('database-failed', failureDetails.notOurs);
  refuseUnless({ applicationId: bytes.readInt32BE(headerOffsets.applicationId), userVersion: bytes.readInt32BE(headerOffsets.userVersion) });
  // SQLite would open such a file for reading only, and not say that it is damaged.
  if ((bytes[headerOffsets.writeVersion] ?? 0) > walVersion) throw new AppFailure('database-failed', `${failureDetails.corrupt}: write version`);
  // The write-ahead log may contain a newer header than the file.
  if (sizeOf(`${file}-wal`) > 0) {
    const db = new DatabaseSync(file, { readOnly: true, timeout: busyTimeout });
    try {
      refuseUnless({
        applicationId: Number(db.prepare('PRAGMA application_id').get()?.['application_id']),
        userVersion: Number(db.prepare('PRAGMA user_version').get()?.['user_version']),
      });
    } finally {
      db.close();
    }
  }
}

function refuseUnless(found: { applicationId: number; userVersion: number }): void {
  if (found.applicationId !== applicationId && found.applicationId !== 0) throw new AppFailure('database-failed', failureDetails.notOurs);
  if (found.applicationId === 0) return;
  if (found.userVersion > latestVersion) throw new AppFailure('database-failed', failureDetails.newerSchema);
  // Version 0: the process ended before the file had a schema.
  if (found.userVersion !== 0 && found.userVersion < baselineVersion) throw new AppFailure('database-failed', failureDetails.olderSchema);
}
