import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { chmod, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppFailure } from '../../../shared/errors.ts';
import { createSequencer } from './sequencer.ts';
import { syncFolder, syncFolderSync } from './sync-folder.ts';
import { isFull, isSystemError } from './system-errors.ts';

/**
 * Replaces files whole or not at all: under another name first, synced, then renamed. When a call returns or resolves, the content and the
 * name are on the disk. If it fails with AppFailure `disk-full` or `folder-unwritable`, the previous file is unchanged.
 */

type Chunks = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** Bytes collected before a write. */
const writeSize = 64 * 1024;

/** The name of a file while it is written. A killed process leaves it there, and the next write replaces it. */
export function partOf(file: string): string {
  return `${file}.latent.part`;
}

const writes = createSequencer();

/**
 * Who may read a file. `private`: only its owner, for what is Latent's own. `usual`: who the replaced file or else the system allows, for a file that
 * a person saves where other people and programs look for it.
 */
type Readers = 'private' | 'usual';

/** Calls for the same file run one after another, in their order. Also rejects with what `chunks` threw. */
export function writeWholeFile(file: string, chunks: Chunks, readers: Readers = 'private'): Promise<void> {
  return writes.run(file, async () => {
    const part = partOf(file);
    try {
      // A part that a killed process left would keep its own mode.
      await rm(part, { force: true });
      await writePart(part, chunks, readers === 'usual' ? file : null);
      await replaceFile(part, file);
    } catch (error) {
      await rm(part, { force: true }).catch(() => undefined);
      throw writeFailure(error, file);
    }
  });
}

/** For a small private file whose content must be on the disk before anything else happens, such as a key. */
export function writeWholeFileSync(file: string, text: string): void {
  placeWholeFileSync(file, (part) => {
    const descriptor = openSync(part, 'w', 0o600);
    try {
      // A disk that is nearly full writes fewer bytes than asked for, without an error.
      const bytes = Buffer.from(text);
      for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written, bytes.length - written, written);
    } finally {
      closeSync(descriptor);
    }
  });
}

/** `write` writes the part, by whatever means. It need not sync it. */
export function placeWholeFileSync(file: string, write: (part: string) => void): void {
  const part = partOf(file);
  try {
    write(part);
    const descriptor = openSync(part, 'r+');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(part, file);
    syncFolderSync(path.dirname(file));
  } catch (error) {
    removePart(part);
    throw writeFailure(error, file);
  }
}

function removePart(part: string): void {
  try {
    rmSync(part, { force: true });
  } catch {
    // The next write replaces it.
  }
}

/** @param modeOf the file whose mode it gets, if that exists; null: it is private */
async function writePart(part: string, chunks: Chunks, modeOf: string | null): Promise<void> {
  const handle = await open(part, 'w', modeOf === null ? 0o600 : 0o666);
  try {
    if (modeOf !== null) await keepMode(modeOf, part);
    let collected: Uint8Array[] = [];
    let length = 0;
    const flush = async (): Promise<void> => {
      if (length > 0) await handle.appendFile(Buffer.concat(collected));
      collected = [];
      length = 0;
    };
    for await (const chunk of chunks) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      collected.push(bytes);
      length += bytes.length;
      if (length >= writeSize) await flush();
    }
    await flush();
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Lets those read and write a part who may use the file that it will replace, if there is one. */
export async function keepMode(file: string, part: string): Promise<void> {
  const mode = await stat(file).then((facts) => facts.mode & 0o777, () => null);
  // Some file systems have no modes.
  if (mode !== null) await chmod(part, mode).catch(() => undefined);
}

/** Gives a synced part the name of a file, and replaces that file. When this resolves, the name is on the disk. Rejects with the system's error. */
export async function replaceFile(part: string, file: string): Promise<void> {
  await rename(part, file);
  await syncFolder(path.dirname(file));
}

/** The AppFailure, `disk-full` or `folder-unwritable`, of a system's error that kept Latent from writing. Any other error stays as it is. */
export function writeFailure(error: unknown, file: string): unknown {
  if (!isSystemError(error)) return error;
  return new AppFailure(isFull(error) ? 'disk-full' : 'folder-unwritable', file, { cause: error });
}
