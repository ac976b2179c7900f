import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { removeDatabase } from '../sqlite/disk-files.ts';
import { isDamage, toAppFailure } from '../sqlite/database-failures.ts';
import type { FromThread, ThumbnailsJob } from '../client/thread-messages.ts';
import type { Asked } from '../client/thread-calls.ts';
import { openThumbnails, peekThumbnails, type ThumbnailCalls, type ThumbnailTable } from './thumbnail-table.ts';

/** Owns the file of thumbnails. Entry point of the thread that `openThumbnailStore` starts. */

const port = parentPort;
if (port === null) throw new Error('This file runs in a worker thread.');

const { file } = workerData as ThumbnailsJob;
const folder = path.dirname(file);
let table: ThumbnailTable | null = null;

/** At the first call that is not `peek`: while a history is rebuilt, the folder is deleted. */
function openTable(): ThumbnailTable {
  mkdirSync(folder, { recursive: true });
  return openThumbnails(file);
}

/** If the file is damaged, deletes it and repeats the call on an empty one. */
function answer(method: string, args: readonly unknown[]): unknown {
  if (method === 'peek') return peekThumbnails(file, args[0] as Parameters<ThumbnailCalls['peek']>[0]);
  for (let tries = 1; ; tries += 1) {
    try {
      table ??= openTable();
      return (table[method as 'read'] as (...given: readonly unknown[]) => unknown)(...args);
    } catch (error) {
      if (!isDamage(error) || tries === 2) throw error;
      table?.close();
      table = null;
      removeDatabase(file);
    }
  }
}

const post = (message: FromThread, transfer: readonly ArrayBuffer[] = []): void => port.postMessage(message, transfer);

port.on('message', (message: Asked) => {
  if (message.method === 'close') {
    table?.close();
    port.close();
    return;
  }
  const { id, method, args } = message as Extract<Asked, { readonly id: number }>;
  try {
    const value = answer(method, args);
    post({ kind: 'value', id, value }, buffersOf(value));
  } catch (error) {
    post({ kind: 'error', id, error: toAppFailure(error, file).appError });
  }
});

post({ kind: 'opened', methods: [], recovery: null });

/** The bytes of thumbnails are transferred instead of copied. */
function buffersOf(value: unknown): readonly ArrayBuffer[] {
  const found: readonly unknown[] = Array.isArray(value) ? value : typeof value === 'object' && value !== null && 'thumbnail' in value ? [value.thumbnail] : [];
  return found.flatMap((bytes) => (bytes instanceof Uint8Array && bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer] : []));
}
