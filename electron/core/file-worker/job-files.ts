import { constants, readSync, writeSync } from 'node:fs';
import type { ByteSource } from '../image-header/byte-source.ts';

/** Helpers that the jobs of the file thread share. */

/** Does not open a link or a pipe that has replaced the file meanwhile. Windows has neither flag. */
export const plainFile = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

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

/** An error of the file system that is written to, as opposed to the source. */
export class LibraryFailure extends Error {}

/** Marks errors as errors of the target: the library's disk, or the folder that copies go to. */
export function inLibrary<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw new LibraryFailure('library', { cause: error });
  }
}

/** Writes all bytes to an open file, at an offset or after the last write. Loops, because a disk that is nearly full may write fewer bytes than requested. */
export function writeAll(descriptor: number, bytes: Uint8Array, at: number | null = null): void {
  inLibrary(() => {
    for (let written = 0; written < bytes.length;) written += writeSync(descriptor, bytes, written, bytes.length - written, at === null ? null : at + written);
  });
}
