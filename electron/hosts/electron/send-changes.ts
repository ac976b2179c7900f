import type { BrowserWindow } from 'electron';
import { changesChannel, type ChangeBatch } from '../../../shared/ipc/api.ts';

/** Sends changes to the window's page, if there is one. */
export function sendChanges(window: BrowserWindow | null, changes: ChangeBatch): void {
  if (window !== null && !window.webContents.isDestroyed()) window.webContents.send(changesChannel, changes);
}
