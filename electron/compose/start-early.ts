import { hostname } from 'node:os';
import path from 'node:path';
import { practiceAccountId } from '../../shared/account.ts';
import { createLibraryFolders, type LibraryFolders } from '../core/library/library-folders.ts';
import { marksFileName } from '../core/library/marks/marks-file.ts';
import { createBackups } from '../database/backup/backup-schedule.ts';
import { createMarksCopies, wasKilled } from '../database/backup/marks-copy-schedule.ts';
import { openDatabase } from '../database/client/open-database.ts';
import { openThumbnailStore } from '../database/client/open-thumbnail-store.ts';
import { openViews } from '../database/client/open-views.ts';
import { createChangeFeed } from '../handlers/changes.ts';
import { createDatabaseNotices } from '../handlers/database-notices.ts';
import { createNoticeBoard, type NoticeBoard } from '../handlers/notice-board.ts';
import type { JsonStore } from '../platform/stores/json-store.ts';
import { openKeysFile } from '../platform/stores/keys-file.ts';
import { openSettingsStore, openViewStateStore, type ViewState } from '../platform/stores/settings-store.ts';
import type { Settings } from '../../shared/settings.ts';
import type { EarlyHost } from './host.ts';

export type EarlyParts = ReturnType<typeof startEarly>;
export type DatabaseParts = Awaited<ReturnType<typeof composeDatabase>>;

export type Stores = ReturnType<typeof openStores>;

/** Writes the start into the log and opens the small files that a window needs before it is created. Throws if a newer version wrote them. */
export function openStores({ userData, save, appLog, versions }: Pick<EarlyHost, 'userData' | 'save' | 'appLog' | 'versions'>) {
  appLog.log.info('app', 'started', versions());
  const viewState = openViewStateStore(userData, save);
  return { settings: openSettingsStore(userData, viewState.get().libraryFolder, save), viewState };
}

/** Starts the threads, which need neither the rest of the host nor a window. The views' thread starts once `served` resolves, because the first frame does not need it. */
export function startEarly(host: EarlyHost, stores: Stores = openStores(host), served: Promise<void> = Promise.resolve()) {
  const { userData, built, appLog } = host;
  const { log, redactor } = appLog;
  const keys = openKeysFile(userData);
  const changes = createChangeFeed(host.send);
  const noticeBoard = createNoticeBoard(changes);
  const folders = composeFolders(stores, host.picturesFolder, host.worker?.library ?? null);
  redactor.hideBelow(folders.roots);
  const database = composeDatabase(host, { libraries: folders.roots, keyOrigins: keys.origins(), noticeBoard, served });
  // It is awaited only after the host is ready.
  database.catch(() => undefined);
  const thumbnailStore = openThumbnailStore(path.join(userData, 'thumbnails'), built('thumbnail-worker.cjs'), (message) => log.warn('library', message));
  return { stores, keys, changes, noticeBoard, folders, database, thumbnailStore };
}

interface FolderStores {
  readonly settings: Pick<JsonStore<Settings>, 'get'>;
  readonly viewState: Pick<JsonStore<ViewState>, 'get'>;
}

/** The folders with the pictures: the current one, and those that were used before. `worker`: the one that a worker was started with. */
export function composeFolders({ settings, viewState }: FolderStores, picturesFolder: () => string, worker: string | null = null): LibraryFolders {
  const current = (): string => worker ?? settings.get().libraryFolder ?? path.join(picturesFolder(), 'Latent');
  return createLibraryFolders(current, () => viewState.get().formerLibraryFolders.filter((folder) => folder !== current()));
}

export interface DatabaseInput {
  /** Library folders, the current one first. */
  readonly libraries: () => readonly [string, ...(readonly string[])];
  /** The origin of each stored key, by account. */
  readonly keyOrigins: Readonly<Record<string, string>>;
  readonly noticeBoard: Pick<NoticeBoard, 'put'>;
  readonly served: Promise<void>;
}

/** Opens `latent.db`, rebuilt if necessary, and schedules its backups. Rejects as `openDatabase` does. */
export async function composeDatabase(host: Pick<EarlyHost, 'userData' | 'built' | 'clock' | 'appLog' | 'worker' | 'earlyWords'>, { libraries, keyOrigins, noticeBoard, served }: DatabaseInput) {
  const { userData, clock } = host;
  const { log } = host.appLog;
  const workerFile = host.built('database-worker.cjs');
  const report = (message: string): void => log.warn('database', message);
  const notices = createDatabaseNotices({ clock, log, put: noticeBoard.put });
  const inUserData = (name: string): string => path.join(userData, name);
  const file = inUserData('latent.db');
  const folder = inUserData('backups');
  const createdAt = clock.now();
  const marksFile = marksFileName(hostname(), userData);
  const killed = wasKilled(file);
  const opening = openDatabase({
    file,
    workerFile,
    report,
    slow: notices.slow,
    watch: notices.watch('writer'),
    clock,
    safety: {
      backups: folder,
      thumbnails: inUserData('thumbnails'),
      quarantine: inUserData('quarantine'),
      // A worker's history is its own work alone, and the library may hold a million pictures of others.
      libraries: host.worker === undefined ? libraries() : [],
      marksFile,
      accounts: Object.entries(keyOrigins).map(([id, origin]) => ({ id, kind: 'service', name: new URL(origin).host, baseUrl: origin, createdAt })),
      owner: { id: practiceAccountId, kind: 'practice', name: host.earlyWords('dialogs.practice-account'), baseUrl: 'http://127.0.0.1', createdAt },
    },
  });
  const opened = served.then(() => openViews({ file, there: opening, workerFile, report, slow: notices.slow, watch: notices.watch('reader') }));
  const [database, views] = await Promise.all([opening, opened]);
  const { recovery } = database;
  const marksCopies = createMarksCopies({ file, workerFile, root: () => libraries()[0], name: marksFile, due: await killed, clock, report });
  // The rebuilt history has adopted the older copy of the marks, so a new, complete copy can replace it.
  if (recovery !== null) void marksCopies.copy();
  const backups = createBackups({ file, folder, workerFile, clock, report, made: () => void marksCopies.copy() });
  backups.start();
  if (recovery !== null) {
    const code = recovery.from === 'backup' ? 'database-restored' : 'database-rebuilt';
    const subject = recovery.quarantine ?? userData;
    log.warn('database', code, { subject });
    noticeBoard.put(code, subject);
  }
  return { repository: marksCopies.watch(database), views, backups, marksCopies };
}
