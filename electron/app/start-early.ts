import path from 'node:path';
import { app, Menu } from 'electron';
import { wordsFor } from '../../shared/words/index.ts';
import { openThumbnailStore } from '../database/client/open-thumbnail-store.ts';
import { createChangeFeed } from '../ipc/changes.ts';
import { createNoticeBoard } from '../ipc/notice-board.ts';
import { openKeysFile } from '../platform/stores/keys-file.ts';
import { openSettingsStore, openViewStateStore } from '../platform/stores/settings-store.ts';
import type { AppContext } from './builders/app-context.ts';
import { buildDatabase } from './builders/build-database.ts';
import { buildFolders } from './builders/build-folders.ts';

export type EarlyParts = ReturnType<typeof startEarly>;

/** Starts what takes long and needs neither Electron nor the window, so that the database opens while Chromium starts. */
export function startEarly({ built, clock, log, redactor, window }: Pick<AppContext, 'built' | 'clock' | 'log' | 'redactor' | 'window'>) {
  const userData = app.getPath('userData');
  const viewState = openViewStateStore(userData);
  const stores = { settings: openSettingsStore(userData, viewState.get().libraryFolder), viewState };
  const keys = openKeysFile(userData);
  const changes = createChangeFeed(() => window()?.webContents ?? null);
  const noticeBoard = createNoticeBoard(changes);
  const folders = buildFolders(stores);
  redactor.hideBelow(folders.roots);
  // Electron does not know the locale yet, but the catalogue has only one language.
  const words = wordsFor('en');
  const database = buildDatabase({ words, userData, built, clock, log }, { libraries: folders.roots, keyOrigins: keys.origins(), noticeBoard });
  // It is awaited only after Electron is ready.
  database.catch(() => undefined);
  const thumbnailStore = openThumbnailStore(path.join(userData, 'thumbnails'), built('thumbnail-worker.cjs'), (message) => log.warn('library', message));
  // Before `ready`, this keeps Electron from building its default menu. On macOS, Latent replaces that menu.
  if (process.platform !== 'darwin') Menu.setApplicationMenu(null);
  return { stores, keys, changes, noticeBoard, folders, database, thumbnailStore };
}
