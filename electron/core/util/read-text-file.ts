import { open } from 'node:fs/promises';
import { AppFailure } from '../../../shared/errors.ts';

/**
 * Reads a text file that a person chose: UTF-8, UTF-16 with a byte order mark, or else Windows-1252, as spreadsheets write it. Rejects with
 * AppFailure `file-too-large` for more than `mostBytes`, or `file-unreadable`.
 */
export async function readTextFile(file: string, mostBytes: number): Promise<string> {
  const bytes = await readAtMost(file, mostBytes).catch((error: unknown) => {
    throw error instanceof AppFailure ? error : new AppFailure('file-unreadable', undefined, { cause: error });
  });
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
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
    throw new AppFailure('file-too-large');
  } finally {
    await handle.close();
  }
}
