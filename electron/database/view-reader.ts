import { DatabaseSync } from 'node:sqlite';
import type { CivilDate } from '../../shared/search/query.ts';
import type { Report } from './contract.ts';
import { createReaders } from './readers.ts';
import { createConnection } from './statements.ts';
import { createViews } from './views/views.ts';
import { createTermsTable } from './views/words-match.ts';

/** Milliseconds to wait for a lock, as the writer's connection does. */
const busyTimeout = 5000;

/** A connection that only reads, and what rooms show of it. */
export function openViewReader(file: string, report: Report, firstToken = 1): { readonly views: ReturnType<typeof createViews>; close(): void } {
  const db = new DatabaseSync(file, { readOnly: true, enableDoubleQuotedStringLiterals: false, timeout: busyTimeout });
  // The system has the pages in its own cache: four times as many here made no search faster.
  db.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -4096;');
  db.exec(createTermsTable);
  db.exec('PRAGMA query_only = ON');
  const connection = createConnection(db, report);
  return { views: createViews(connection, createReaders(connection, report), today, firstToken), close: () => db.close() };
}

function today(): CivilDate {
  const now = new Date();
  return { year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() };
}
