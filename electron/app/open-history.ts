import { existsSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import type { Notice } from '../../shared/ipc/api.ts';
import { practiceAccountId } from '../../shared/account.ts';
import { marksFileName } from '../core/marks/marks-file.ts';
import type { Clock } from '../core/util/clock.ts';
import type { LibraryViews } from '../core/library/library-views.ts';
import { createBackups, type Backups } from '../database/backup/backup-schedule.ts';
import type { Database, Report } from '../database/client/database-contract.ts';
import { openDatabase } from '../database/client/open-database.ts';
import { createMarksCopies, type MarksCopies } from '../database/backup/marks-copies.ts';
import { openViews } from '../database/client/open-views.ts';
import type { HistoryNotices } from '../ipc/history-notices.ts';

export interface HistoryOptions {
  readonly userData: string;
  readonly workerFile: string;
  /** Library folders, the one in force first. */
  readonly libraries: () => readonly [string, ...(readonly string[])];
  /** The origin of each stored key, by account. */
  readonly keyOrigins: Readonly<Record<string, string>>;
  readonly practiceName: string;
  readonly clock: Clock;
  readonly report: Report;
  readonly notices: HistoryNotices;
}

export interface History {
  readonly repository: Database;
  readonly views: LibraryViews;
  readonly backups: Backups;
  readonly marksCopies: MarksCopies;
  /** What to tell the person about the opening. */
  readonly notice: Notice | null;
}

/** Opens `latent.db`, rebuilt if necessary, and schedules its backups. Rejects as `openDatabase` does. */
export async function openHistory({ userData, workerFile, libraries, keyOrigins, practiceName, clock, report, notices }: HistoryOptions): Promise<History> {
  const inUserData = (name: string): string => path.join(userData, name);
  const file = inUserData('latent.db');
  const folder = inUserData('backups');
  const wasThere = existsSync(file);
  const createdAt = clock.now();
  const marksFile = marksFileName(hostname(), userData);
  const opening = openDatabase({
    file,
    workerFile,
    report,
    slow: notices.slow,
    watch: notices.watch('writer'),
    namesRead: notices.namesRead,
    clock,
    safety: {
      backups: folder,
      quarantine: inUserData('quarantine'),
      libraries: libraries(),
      marksFile,
      accounts: Object.entries(keyOrigins).map(([id, origin]) => ({ id, kind: 'service', name: new URL(origin).host, baseUrl: origin, createdAt })),
      owner: { id: practiceAccountId, kind: 'practice', name: practiceName, baseUrl: 'http://127.0.0.1', createdAt },
    },
  });
  const opened = openViews({ file, there: opening, workerFile, report, slow: notices.slow, watch: notices.watch('reader') });
  const [database, views] = await Promise.all([opening, opened]);
  const { recovery } = database;
  if (recovery !== null) {
    // Thumbnails are stored by row number, and the numbers now belong to other pictures.
    rmSync(inUserData('thumbnails'), { recursive: true, force: true });
  }
  const marksCopies = createMarksCopies({ file, workerFile, root: () => libraries()[0], name: marksFile, clock, report });
  // The rebuilt history has adopted the older copy of the marks, so a new, complete copy can replace it.
  if (recovery !== null) void marksCopies.copy();
  const backups = createBackups({ file, folder, workerFile, clock, report, made: () => void marksCopies.copy() });
  backups.start(!wasThere && recovery === null);
  return {
    repository: marksCopies.watch(database),
    views,
    backups,
    marksCopies,
    notice: recovery && { code: recovery.from === 'backup' ? 'database-restored' : 'database-rebuilt', subject: recovery.quarantine ?? userData },
  };
}
