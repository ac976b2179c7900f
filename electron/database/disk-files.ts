import { closeSync, copyFileSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, renameSync, rmSync, unlinkSync } from 'node:fs';
import path from 'node:path';

/** A database and what SQLite keeps beside it, as files. Nothing here may be lost with the power: `torture/unsynced-copies`. */

const besides = ['', '-wal', '-shm', '-journal'];

/** Returns when the contents are on the disk itself. */
function syncFile(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Returns when the names in a folder are on the disk itself. Windows cannot do that for a folder, and needs not. */
export function syncNames(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Gives a whole, closed database its place, in a folder that may have been made a moment ago. */
export function placeDatabase(from: string, to: string): void {
  const folder = path.dirname(to);
  syncFile(from);
  syncNames(path.dirname(folder));
  renameSync(from, to);
  syncNames(folder);
}

/**
 * Moves a database with everything beside it into a folder of its own, which is made two levels below one that is there.
 * Null when nothing was there. The new names are on the disk before the old ones go.
 */
function moveAside(file: string, folder: string): string | null {
  const found = besides.filter((suffix) => existsSync(file + suffix));
  if (found.length === 0) return null;
  mkdirSync(folder, { recursive: true });
  for (const suffix of found) nameToo(file + suffix, path.join(folder, path.basename(file) + suffix));
  for (const changed of [folder, path.dirname(folder), path.dirname(path.dirname(folder))]) syncNames(changed);
  for (const suffix of found) if (existsSync(file + suffix)) unlinkSync(file + suffix);
  syncNames(path.dirname(file));
  return folder;
}

/** Where a file system has no second names, a file moves at once. */
function nameToo(file: string, target: string): void {
  try {
    linkSync(file, target);
  } catch {
    renameSync(file, target);
  }
}

/**
 * Moves what stands in a database's place aside and puts a whole one there. Whoever goes on writing finds that on the disk:
 * a name that came back after a power cut would make the next start put aside what was written since. Returns as `moveAside`.
 */
export function replaceDatabase(file: string, whole: string, folder: string): string | null {
  const aside = moveAside(file, folder);
  renameSync(whole, file);
  syncNames(path.dirname(file));
  return aside;
}

/** Copies a database with its write-ahead log. */
export function copyDatabase(from: string, to: string): void {
  removeDatabase(to);
  for (const suffix of ['', '-wal']) if (existsSync(from + suffix)) copyFileSync(from + suffix, to + suffix);
}

export function removeDatabase(file: string): void {
  for (const suffix of besides) rmSync(file + suffix, { force: true });
}
