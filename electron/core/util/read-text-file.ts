import { open } from 'node:fs/promises';
import path from 'node:path';
import { AppFailure } from '../../../shared/errors.ts';
import { NotText, readText } from '../../../shared/texts/text-reader.ts';

/**
 * Reads a text file that a person chose (text-reader.ts). Rejects with AppFailure `file-too-large` for more than `mostBytes`, `file-unreadable`, or as
 * `certainText` does.
 */
export async function readTextFile(file: string, mostBytes: number): Promise<string> {
  const bytes = await readAtMost(file, mostBytes).catch((error: unknown) => {
    throw error instanceof AppFailure ? error : new AppFailure('file-unreadable', path.basename(file), { cause: error });
  });
  return certainText(bytes, path.basename(file));
}

/** The text of a file. Throws AppFailure `file-not-text` with the file's name if it is not certain. */
export function certainText(bytes: Uint8Array, name: string): string {
  try {
    return readText(bytes);
  } catch (error) {
    throw error instanceof NotText ? new AppFailure('file-not-text', name, { cause: error }) : error;
  }
}

async function readAtMost(file: string, mostBytes: number): Promise<Uint8Array> {
  const handle = await open(file, 'r');
  try {
    // The size of a device or a growing file says nothing.
    const bytes = new Uint8Array(mostBytes + 1);
    let length = 0;
    while (length < bytes.length) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length);
      if (bytesRead === 0) return bytes.subarray(0, length);
      length += bytesRead;
    }
    throw new AppFailure('file-too-large', path.basename(file));
  } finally {
    await handle.close();
  }
}
