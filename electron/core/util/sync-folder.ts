import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { codeOf } from './system-errors.ts';

/** How systems report that a folder cannot be synced. Windows never syncs one, and need not. */
const cannotSync = new Set(['EPERM', 'EISDIR', 'EINVAL', 'ENOTSUP', 'EBADF', 'EACCES']);

/** Resolves when the names in a folder are on the disk, if the system can sync folders. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!cannotSync.has(codeOf(error))) throw error;
  }
}

/** Like `syncFolder`, but returns only when the names are on the disk. */
export function syncFolderSync(folder: string): void {
  if (process.platform === 'win32') return;
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (!cannotSync.has(codeOf(error))) throw error;
  }
}
