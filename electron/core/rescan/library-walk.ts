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

/** Files examined at once: enough to keep the disk busy, few enough not to delay other reads. */
const sideBySide = 32;
/** Bytes hashed at once, which takes well below a millisecond. */
const hashChunk = 256 * 1024;

/**
 * Returns all files in a library folder and its subfolders, except the journal, links and files that are still arriving. Passes the absolute path
 * of what cannot be read to `unreadable`. Holds one folder handle and a few names at a time, so that a million files need no memory.
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

// Does not open a link or a pipe that has replaced the file meanwhile. Windows has neither flag.
const plainFile = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** The SHA-256 of a file's content as hexadecimal digits. Rejects with the system's error. */
export async function sha256Of(file: string, signal: AbortSignal): Promise<string> {
  const handle = await open(file, plainFile);
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw systemError('EINVAL', 'open');
    const hash = createHash('sha256');
    // A single buffer. A stream allocates one for each piece, which is most of the work for a hundred thousand small files.
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
