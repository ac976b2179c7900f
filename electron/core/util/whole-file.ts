import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { AppFailure } from '../../../shared/errors.ts';
import { codeOf, isSystemError } from '../library/library-files.ts';

/** Bytes gathered before they are written. */
const writeSize = 64 * 1024;

/**
 * Writes a file that is there as a whole or not at all: beside its place, synced, then renamed. What stood there before
 * is replaced only then. Rejects with AppFailure `disk-full` or `folder-unwritable`, or with what `chunks` threw.
 */
export async function writeWholeFile(target: string, chunks: AsyncIterable<string | Uint8Array>): Promise<void> {
  const part = `${target}.${randomUUID().slice(0, 8)}.part`;
  try {
    await writeSynced(part, chunks);
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    if (!isSystemError(error)) throw error;
    throw new AppFailure(['ENOSPC', 'EDQUOT'].includes(codeOf(error)) ? 'disk-full' : 'folder-unwritable', target, { cause: error });
  }
}

async function writeSynced(file: string, chunks: AsyncIterable<string | Uint8Array>): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    let gathered: Uint8Array[] = [];
    let length = 0;
    const flush = async (): Promise<void> => {
      if (length > 0) await handle.writeFile(Buffer.concat(gathered));
      gathered = [];
      length = 0;
    };
    for await (const chunk of chunks) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      gathered.push(bytes);
      length += bytes.length;
      if (length >= writeSize) await flush();
    }
    await flush();
    await handle.sync();
  } finally {
    await handle.close();
  }
}
