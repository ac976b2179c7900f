import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';

/** Where a file is written before it takes its name. */
export function partOf(file: string): string {
  return `${file}.part`;
}

/**
 * Replaces a small file as a whole: when this returns, the new content stands on the disk itself under its name; until
 * then, and whenever it throws the system's error, the old one does. Only the file's owner may read it.
 */
export function writeWholeFileSync(file: string, text: string): void {
  const part = partOf(file);
  try {
    const descriptor = openSync(part, 'w', 0o600);
    try {
      // A disk that is nearly full takes less than it was given, and says so by a number only.
      const bytes = Buffer.from(text);
      for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written, bytes.length - written, written);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
  syncPlace(file);
}

/** Brings a file that something else wrote, and its name, onto the disk itself. */
export function syncWholeFile(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  syncPlace(file);
}

function syncPlace(file: string): void {
  syncNames(path.dirname(file));
  syncNames(path.dirname(path.dirname(file)));
}

/** What cannot be synced, a folder on Windows or on some network shares, is as durable as it gets. */
function syncNames(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // The file itself is whole, whichever of the two it is.
  }
}
