import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { AppFailure } from '../../../shared/errors.ts';
import { syncFolder } from './sync-folder.ts';
import { codeOf, isSystemError } from './system-errors.ts';

type Chunks = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** Bytes collected before a write. */
const writeSize = 64 * 1024;

/**
 * Writes a file whole or not at all: under another name first, synced, then renamed. When this resolves, the file and its name are on the disk.
 * Rejects with AppFailure `disk-full` or `folder-unwritable`, or with what `chunks` threw; the previous file is then unchanged.
 */
export async function writeWholeFile(target: string, chunks: Chunks): Promise<void> {
  const part = `${target}.${randomUUID().slice(0, 8)}.part`;
  try {
    await writeSynced(part, chunks);
    await rename(part, target);
    await syncFolder(path.dirname(target));
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    if (!isSystemError(error)) throw error;
    throw new AppFailure(['ENOSPC', 'EDQUOT'].includes(codeOf(error)) ? 'disk-full' : 'folder-unwritable', target, { cause: error });
  }
}

async function writeSynced(file: string, chunks: Chunks): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    let collected: Uint8Array[] = [];
    let length = 0;
    const flush = async (): Promise<void> => {
      if (length > 0) await handle.writeFile(Buffer.concat(collected));
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
