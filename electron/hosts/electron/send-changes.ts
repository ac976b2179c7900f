import type { BrowserWindow } from 'electron';
import { changesChannel, type ChangeBatch } from '../../../shared/ipc/api.ts';

/** Sends changes to the window's page, if there is one. */
export function sendChanges(window: BrowserWindow | null, changes: ChangeBatch): void {
  // A window that is being destroyed may have none, whatever its type says.
  const contents = window?.webContents ?? null;
  if (contents !== null && !contents.isDestroyed()) contents.send(changesChannel, changes);
}
