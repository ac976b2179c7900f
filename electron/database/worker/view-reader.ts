import { DatabaseSync } from 'node:sqlite';
import type { CivilDate } from '../../../shared/search/query.ts';
import type { Report } from '../client/database-contract.ts';
import { createReaders } from '../tables/row-readers.ts';
import type { Slow } from '../sqlite/slow-log.ts';
import { createConnection, usualPragmas } from '../sqlite/statements.ts';
import { createViews } from '../views/views.ts';
import { createTermsTable } from '../views/search/full-text-query.ts';

/** Milliseconds to wait for a lock, the same as for the writing connection. */
const busyTimeout = 5000;

/** Opens a read-only connection and the views on it. */
export function openViewReader(file: string, report: Report, slow?: Slow, firstToken = 1): { readonly views: ReturnType<typeof createViews>; close(): void } {
  const db = new DatabaseSync(file, { readOnly: true, enableDoubleQuotedStringLiterals: false, timeout: busyTimeout });
  // The system caches the pages as well: four megabytes made no search clearly faster.
  db.exec(`${usualPragmas} PRAGMA cache_size = -1024;`);
  db.exec(createTermsTable);
  db.exec('PRAGMA query_only = ON');
  const connection = createConnection(db, slow);
  return { views: createViews(connection, createReaders(connection, report), today, firstToken), close: () => db.close() };
}

function today(): CivilDate {
  const now = new Date();
  return { year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() };
}
