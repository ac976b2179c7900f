import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, opendir } from 'node:fs/promises';
import path from 'node:path';
import { journalFolder } from '../library/library-journal.ts';
import { systemError } from '../util/system-errors.ts';

/** One file of a library folder. */
export interface WalkedFile {
  /** Absolute path of the library folder. */
  readonly root: string;
  /** Below the root, with forward slashes, as rows have it. */
  readonly path: string;
  readonly bytes: number;
}

/** File sizes asked for side by side: enough to keep the disk busy, few enough that a picture somebody waits for is not held up. */
const sideBySide = 32;
/** Bytes that are hashed at once: well below a millisecond of main's time. */
const hashChunk = 256 * 1024;

/**
 * Every file in a library folder and its subfolders, whatever its name, but for the journal and what is still arriving. Links are
 * not followed: they may lead anywhere. What cannot be read is told to `unreadable` (its absolute path) and passed over. Keeps one
 * folder's handle and a few names at a time, so that a million files cost no memory.
 */
export async function* walkLibrary(root: string, unreadable: (path: string) => void): AsyncGenerator<WalkedFile> {
  const waiting: string[] = [''];
  const sized = async (names: readonly string[]): Promise<readonly WalkedFile[]> => {
    const files = await Promise.all(
      names.map(async (name) => {
        const stat = await lstat(path.join(root, name)).catch(() => null);
        if (stat === null) unreadable(path.join(root, name));
        return stat?.isFile() ? [{ root, path: name, bytes: stat.size }] : [];
      }),
    );
    return files.flat();
  };
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const below = folder === '' ? '' : `${folder}/`;
    let names: string[] = [];
    try {
      for await (const entry of await opendir(path.join(root, folder), { bufferSize: 256 })) {
        if (entry.isDirectory() && entry.name !== journalFolder) waiting.push(below + entry.name);
        if (!entry.isFile() || entry.name.endsWith('.part')) continue;
        names.push(below + entry.name);
        if (names.length < sideBySide) continue;
        yield* await sized(names);
        names = [];
      }
    } catch {
      unreadable(path.join(root, folder));
    }
    yield* await sized(names);
  }
}

// A link or a pipe that took the file's place since the look is not opened. Windows has neither flag.
const plainFile = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** SHA-256 of a file's content as hexadecimal digits, read piece by piece. Rejects with the system's error. */
export async function sha256Of(file: string, signal: AbortSignal): Promise<string> {
  const handle = await open(file, plainFile);
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw systemError('EINVAL', 'open');
    const hash = createHash('sha256');
    // One buffer for all of the file: a stream makes one for each piece, and for a hundred thousand small files that is most of the work.
    const piece = Buffer.allocUnsafe(Math.min(stat.size + 1, hashChunk));
    for (;;) {
      signal.throwIfAborted();
      const { bytesRead } = await handle.read(piece, 0, piece.length, null);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(piece.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}
