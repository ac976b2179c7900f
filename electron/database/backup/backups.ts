import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppFailure } from '../../../shared/errors.ts';
import { placeDatabase, removeDatabase } from '../sqlite/disk-files.ts';
import { failureDetails, isDamage } from '../sqlite/database-failures.ts';
import { findFaults } from '../schema/integrity.ts';

const kept = 3;
const backupName = /^latent-(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z)\.db$/;
const partName = /^latent-.*\.part/;

/** Absolute paths of the backups, newest first. */
export function listBackups(folder: string): readonly string[] {
  return entriesOf(folder)
    .filter((name) => backupName.test(name))
    .sort()
    .reverse()
    .map((name) => path.join(folder, name));
}

/** Path of the backup made `at` a time, in milliseconds since the epoch. */
export function backupFile(folder: string, at: number): string {
  return path.join(folder, `latent-${new Date(at).toISOString().replace(/[:.]/g, '-')}.db`);
}

/** When a backup was made, milliseconds since the epoch. */
export function backupTime(file: string): number {
  const [date = '', clock = ''] = path.basename(file).replace(/^latent-|\.db$/g, '').split('T');
  return Date.parse(`${date}T${clock.replace(/^(\d\d)-(\d\d)-(\d\d)-/, '$1:$2:$3.')}`);
}

/** The presence of this file makes the next start check the whole database. */
export function suspectMark(file: string): string {
  return `${file}.suspect`;
}

export function markSuspect(file: string): void {
  try {
    writeFileSync(suspectMark(file), '');
  } catch {
    // Without the mark, the next start makes its quick check only.
  }
}

/**
 * Copies a snapshot of the database, checks the copy, and only then deletes the oldest backup. The app can write meanwhile:
 * in WAL mode a reader blocks no writer. Throws SQLite's errors; a damaged original is marked.
 */
export function makeBackup(file: string, folder: string, now: number): string {
  mkdirSync(folder, { recursive: true });
  for (const name of entriesOf(folder)) if (partName.test(name)) rmSync(path.join(folder, name), { force: true });
  // A clock that was set back must not make the newest copy look like the oldest.
  const [newest] = listBackups(folder);
  const at = newest === undefined ? now : Math.max(now, backupTime(newest) + 1);
  const target = backupFile(folder, at);
  const part = `${target}.part`;
  try {
    copyConsistently(file, part);
    refuseFaults(part);
    placeDatabase(part, target);
  } catch (error) {
    removeDatabase(part);
    if (isDamage(error)) markSuspect(file);
    throw error;
  }
  for (const old of listBackups(folder).slice(kept)) rmSync(old, { force: true });
  return target;
}

/** Copies a snapshot of a database that is being written to. */
function copyConsistently(file: string, target: string): void {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    // A caller that keeps the copy syncs it. If SQLite synced every copy, commits would have to wait for the disk.
    db.exec('PRAGMA synchronous = OFF');
    db.prepare('VACUUM INTO ?').run(target);
  } finally {
    db.close();
  }
}

function refuseFaults(file: string): void {
  const db = new DatabaseSync(file);
  try {
    const [fault] = findFaults(db);
    if (fault !== undefined) throw new AppFailure('database-failed', `${failureDetails.corrupt}: ${fault}`);
  } finally {
    db.close();
  }
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
