import { closeSync, copyFileSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, renameSync, rmSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { syncFolderSync } from '../../core/util/sync-folder.ts';
import { DatabaseSync } from 'node:sqlite';

/** Moves and copies a database with the files that SQLite keeps beside it. A power cut must lose nothing: see `torture/unsynced-copies`. */

/** SQLite's names for the files of a database. */
const suffixes = ['', '-wal', '-shm', '-journal'];

/** Returns when the contents are synced. */
function syncFile(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Moves a finished, closed database to its place, in a folder that may be new. */
export function placeDatabase(from: string, to: string): void {
  const folder = path.dirname(to);
  syncFile(from);
  syncFolderSync(path.dirname(folder));
  renameSync(from, to);
  syncFolderSync(folder);
}

/**
 * Moves a database with everything beside it into a folder of its own, which is created two levels below an existing one.
 * Null if there was nothing to move. The new names are synced before the old ones are removed.
 */
export function moveAside(file: string, folder: string): string | null {
  const found = suffixes.filter((suffix) => existsSync(file + suffix));
  if (found.length === 0) return null;
  mkdirSync(folder, { recursive: true });
  for (const suffix of found) linkOrMove(file + suffix, path.join(folder, path.basename(file) + suffix));
  for (const changed of [folder, path.dirname(folder), path.dirname(path.dirname(folder))]) syncFolderSync(changed);
  for (const suffix of found) if (existsSync(file + suffix)) unlinkSync(file + suffix);
  syncFolderSync(path.dirname(file));
  return folder;
}

/** On a file system without hard links, the file is renamed. */
function linkOrMove(file: string, target: string): void {
  try {
    linkSync(file, target);
  } catch {
    renameSync(file, target);
  }
}

/**
 * Moves the old database aside and puts a finished one in its place. Returns only when the change is synced: if a power cut undid it later,
 * the next start would move aside what was written since. Returns the same as `moveAside`.
 */
export function replaceDatabase(file: string, whole: string, folder: string): string | null {
  const aside = moveAside(file, folder);
  renameSync(whole, file);
  syncFolderSync(path.dirname(file));
  return aside;
}

/** Copies a database with its write-ahead log. */
export function copyDatabase(from: string, to: string): void {
  removeDatabase(to);
  for (const suffix of ['', '-wal']) if (existsSync(from + suffix)) copyFileSync(from + suffix, to + suffix);
}

export function removeDatabase(file: string): void {
  for (const suffix of suffixes) rmSync(file + suffix, { force: true });
}

/**
 * Runs `read` on a copy of a database whose contents cannot be trusted. The file itself does not change.
 * @param prepare changes the copy before it is opened
 * @throws the system's or SQLite's error
 */
export function readUntrusted<T>(file: string, read: (db: DatabaseSync) => T, prepare: (copy: string) => void = () => undefined): T {
  const copy = `${file}.untrusted`;
  try {
    copyDatabase(file, copy);
    prepare(copy);
    const db = new DatabaseSync(copy, { enableForeignKeyConstraints: false });
    try {
      db.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
      return read(db);
    } finally {
      db.close();
    }
  } finally {
    removeDatabase(copy);
  }
}
