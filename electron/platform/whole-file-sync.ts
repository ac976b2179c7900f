import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';

/** The name under which a file is written before it is renamed. */
export function partOf(file: string): string {
  return `${file}.part`;
}

/**
 * Replaces a small file. When this returns, the new content and its name are on the disk. If it throws the system's error, the old
 * content is unchanged. Only the file's owner may read it.
 */
export function writeWholeFileSync(file: string, text: string): void {
  const part = partOf(file);
  try {
    const descriptor = openSync(part, 'w', 0o600);
    try {
      // A disk that is nearly full writes fewer bytes than asked for, without an error.
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

/** Syncs a file that another library wrote, and its name. */
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

/** Folders on Windows and on some network shares cannot be synced. */
function syncNames(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // The file is whole in any case: the old one or the new one.
  }
}
