import { readSync, writeSync } from 'node:fs';
import type { ByteSource } from '../image-header/image-header.ts';

/** What the jobs of the file thread have in common. */

/** Bytes read at once. */
export const pieceBytes = 1024 * 1024;

/** Reads an open file. `disk[0]` is 1 while a read waits. */
export function sourceOf(descriptor: number, size: number, disk: Int32Array): ByteSource {
  return {
    size,
    read(offset, length) {
      const buffer = Buffer.alloc(Math.max(Math.min(length, size - offset), 0));
      let filled = 0;
      while (filled < buffer.length) {
        const read = waiting(disk, () => readSync(descriptor, buffer, filled, buffer.length - filled, offset + filled));
        if (read === 0) break;
        filled += read;
      }
      return Promise.resolve(buffer.subarray(0, filled));
    },
  };
}

/** Runs a call that may wait for the disk. */
export function waiting<T>(disk: Int32Array, run: () => T): T {
  Atomics.store(disk, 0, 1);
  try {
    return run();
  } finally {
    Atomics.store(disk, 0, 0);
  }
}

/** An error of the file system that is written to, not of the source's. */
export class LibraryFailure extends Error {}

/** Marks an error as one of the library's disk, or of the folder that copies go to. */
export function inLibrary<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw new LibraryFailure('library', { cause: error });
  }
}

/** Writes all bytes at a place of an open file, or where it was written last. A disk that is nearly full may write fewer than requested at once. */
export function writeAll(descriptor: number, bytes: Uint8Array, at: number | null = null): void {
  inLibrary(() => {
    for (let written = 0; written < bytes.length;) written += writeSync(descriptor, bytes, written, bytes.length - written, at === null ? null : at + written);
  });
}
