import { createHash, randomUUID } from 'node:crypto';
import { open, readdir, stat, unlink, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { ByteSource } from '../../image-header/byte-source.ts';
import { typeBytes } from '../../image-header/image-type.ts';
import { partFolders } from '../library-folders.ts';

const partName = /^\.latent-[0-9a-f-]{36}\.part$/;

/** The names of all parts of this run begin with this. */
export const runOfParts = `.latent-${randomUUID().slice(0, 18)}`;

/** Bytes collected before a write, so that writes are few and large. */
const writeBytes = 512 * 1024;
const readBytes = 1024 * 1024;

/** A file that is being downloaded, beside its final place. Its name shows what it is. */
export interface PartFile {
  readonly path: string;
  /** Bytes taken so far, on disk or about to be. */
  readonly bytes: number;
  append(chunk: Uint8Array): Promise<void>;
  /** The first bytes, which decide the type. */
  readonly head: Uint8Array;
  /** Writes what is still in memory. */
  flush(): Promise<void>;
  /** Bytes that were written, where a later attempt continues. */
  readonly written: number;
  /** Reads what was written. */
  source(): ByteSource;
  /** Returns when everything is on the disk itself. */
  sync(): Promise<void>;
  /** Lower-case hex, of all bytes. To be called once, at the end. */
  sha256(): string;
  close(): Promise<void>;
}

/** A name for a part in a folder, which no other part ever has. */
export function newPart(folder: string): string {
  return path.join(folder, `${runOfParts}${randomUUID().slice(18)}.part`);
}

/** Creates a part in a folder, or continues one after its first `from.written` bytes, at least one. */
export async function openPart(
  folder: string,
  from: { readonly path: string; readonly written: number } | null,
): Promise<PartFile> {
  const file = from?.path ?? newPart(folder);
  const handle = await open(file, from === null ? 'wx+' : 'r+');
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let written = 0;

  const take = (chunk: Uint8Array): void => {
    hash.update(chunk);
    if (head.length < typeBytes) head = Buffer.concat([head, chunk.subarray(0, typeBytes - head.length)]);
  };
  const flush = async (): Promise<void> => {
    const bytes = Buffer.concat(pending);
    pending = [];
    pendingBytes = 0;
    // A full disk may take only a part of a write.
    for (let at = 0; at < bytes.length;) {
      const { bytesWritten } = await handle.write(bytes, at, bytes.length - at, written);
      at += bytesWritten;
      written += bytesWritten;
    }
  };

  if (from !== null) {
    try {
      await handle.truncate(from.written);
      const before = handle.createReadStream({ start: 0, end: from.written - 1, autoClose: false, highWaterMark: readBytes });
      for await (const chunk of before) take(chunk as Buffer);
      written = from.written;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  return {
    path: file,
    get bytes() {
      return written + pendingBytes;
    },
    get written() {
      return written;
    },
    async append(chunk) {
      take(chunk);
      pending.push(chunk);
      pendingBytes += chunk.length;
      if (pendingBytes >= writeBytes) await flush();
    },
    get head() {
      return head;
    },
    flush,
    source: () => sourceOf(handle, written),
    async sync() {
      await flush();
      await handle.sync();
    },
    sha256: () => hash.digest('hex'),
    close: () => handle.close(),
  };
}

/**
 * Deletes the parts of earlier runs. `isAnothers` is asked before each, because another Latent may have begun one meanwhile. Never rejects: a library
 * that cannot be reached has none.
 */
export async function removeStrayParts(root: string, isAnothers: () => Promise<boolean> = () => Promise.resolve(false)): Promise<void> {
  for await (const part of strayParts(root)) if (!(await isAnothers())) await removePart(part);
}

/** The parts of earlier runs in a library, absolute. Some may be of another Latent that writes now. */
export async function* strayParts(root: string): AsyncGenerator<string> {
  for await (const { folder, names } of partFolders(root)) {
    for (const name of names) if (partName.test(name) && !name.startsWith(runOfParts)) yield path.join(root, folder, name);
  }
}

/** Deletes the parts of earlier runs in one folder, which nobody else may write to. Never rejects. */
export async function removeStrayPartsIn(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) if (partName.test(name) && !name.startsWith(runOfParts)) await removePart(path.join(folder, name));
}

/** Whether a file is a part of the run whose `runOfParts` is given. */
export const isPartOf = (name: string, run: string): boolean => run.length === runOfParts.length && partName.test(name) && name.startsWith(run);

/** Deletes a part. Failures are ignored. */
export async function removePart(file: string): Promise<void> {
  await unlink(file).catch(() => undefined);
}

/** Bytes of a file; null when it is not there. */
export async function sizeOf(file: string): Promise<number | null> {
  return stat(file).then(
    ({ size }) => size,
    () => null,
  );
}

/** Reads an open file of so many bytes. */
export function sourceOf(handle: FileHandle, size: number): ByteSource {
  return {
    size,
    async read(offset, length) {
      const buffer = Buffer.alloc(Math.max(Math.min(length, size - offset), 0));
      let filled = 0;
      while (filled < buffer.length) {
        const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, offset + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return buffer.subarray(0, filled);
    },
  };
}
