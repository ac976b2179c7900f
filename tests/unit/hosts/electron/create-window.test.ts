import type { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { createWindow } from '../../../../electron/hosts/electron/create-window.ts';

vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events');
  class BrowserWindow extends EventEmitter {
    getNormalBounds = (): object => ({ x: 1, y: 2, width: 640, height: 400 });
    isMaximized = (): boolean => false;
    webContents = new EventEmitter();
  }
  return { app: { isPackaged: false }, nativeTheme: {}, BrowserWindow };
});

it('a window whose place cannot be saved closes all the same', () => {
  const set = vi.fn(() => {
    throw new Error('disk-full');
  });
  const view = { selectedAccountId: null, environmentKeyDeclined: false, lastTests: {}, formerLibraryFolders: [], libraryFolder: null, ran: null, news: null, window: { bounds: null, maximized: false } };
  const window = createWindow('preload.cjs', { get: () => view, set }, () => true);
  expect(() => (window as unknown as EventEmitter).emit('close')).not.toThrow();
  expect(set).toHaveBeenCalledWith({ ...view, window: { bounds: { x: 1, y: 2, width: 640, height: 400 }, maximized: false } });
});
