import { hostname } from 'node:os';
import path from 'node:path';
import { practiceAccountId } from '../../../shared/account.ts';
import { marksFileName } from '../../core/marks/marks-file.ts';
import { createBackups } from '../../database/backup/backup-schedule.ts';
import { openDatabase } from '../../database/client/open-database.ts';
import { createMarksCopies, wasKilled } from '../../database/backup/marks-copy-schedule.ts';
import { openViews } from '../../database/client/open-views.ts';
import { createDatabaseNotices } from '../../ipc/database-notices.ts';
import type { NoticeBoard } from '../../ipc/notice-board.ts';
import type { AppContext } from './app-context.ts';

export interface DatabaseInput {
  /** Library folders, the current one first. */
  readonly libraries: () => readonly [string, ...(readonly string[])];
  /** The origin of each stored key, by account. */
  readonly keyOrigins: Readonly<Record<string, string>>;
  readonly noticeBoard: Pick<NoticeBoard, 'put'>;
}

export type DatabaseParts = Awaited<ReturnType<typeof buildDatabase>>;

/** Opens `latent.db`, rebuilt if necessary, and schedules its backups. Rejects as `openDatabase` does. */
export async function buildDatabase(context: Pick<AppContext, 'words' | 'userData' | 'built' | 'clock' | 'log'>, { libraries, keyOrigins, noticeBoard }: DatabaseInput) {
  const { words, userData, clock, log } = context;
  const workerFile = context.built('database-worker.cjs');
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
      libraries: libraries(),
      marksFile,
      accounts: Object.entries(keyOrigins).map(([id, origin]) => ({ id, kind: 'service', name: new URL(origin).host, baseUrl: origin, createdAt })),
      owner: { id: practiceAccountId, kind: 'practice', name: words('dialogs.practice-account'), baseUrl: 'http://127.0.0.1', createdAt },
    },
  });
  const opened = openViews({ file, there: opening, workerFile, report, slow: notices.slow, watch: notices.watch('reader') });
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
