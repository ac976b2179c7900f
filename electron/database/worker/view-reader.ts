import { DatabaseSync } from 'node:sqlite';
import type { CivilDate } from '../../../shared/search/query.ts';
import type { Report } from '../client/database-contract.ts';
import { createReaders } from '../tables/row-readers.ts';
import type { Slow } from '../sqlite/slow-log.ts';
import { createConnection, usualPragmas } from '../sqlite/statements.ts';
import { createCallQueue, type CallQueue } from '../views/call-queue.ts';
import { createViews, type ViewMethod } from '../views/views.ts';
import { createTermsTable } from '../views/search/full-text-query.ts';

/** Milliseconds to wait for a lock, the same as for the writing connection. */
const busyTimeout = 5000;

export interface ViewReader extends Pick<CallQueue, 'take' | 'work'> {
  /** The names of the calls that it answers. */
  readonly methods: readonly string[];
  close(): void;
}

export interface ViewReaderOptions {
  readonly file: string;
  readonly report: Report;
  readonly slow?: Slow;
  readonly firstToken?: number;
  /** Passes calls that arrived during long work to `take`. */
  readonly receive?: () => void;
}

/** Opens a read-only connection and the views on it. */
export function openViewReader({ file, report, slow, firstToken = 1, receive = () => undefined }: ViewReaderOptions): ViewReader {
  const db = new DatabaseSync(file, { readOnly: true, enableDoubleQuotedStringLiterals: false, timeout: busyTimeout });
  // The system caches the pages as well: four megabytes made no search clearly faster.
  db.exec(`${usualPragmas} PRAGMA cache_size = -1024;`);
  db.exec(createTermsTable);
  db.exec('PRAGMA query_only = ON');
  const queue: CallQueue = createCallQueue({ run: ({ method, args }) => (views[method as ViewMethod] as (...args: readonly unknown[]) => unknown)(...args), receive });
  const connection = createConnection(db, slow, queue.pause);
  const views = createViews(connection, createReaders(connection, report), today, firstToken, queue);
  const close = (): void => {
    queue.close();
    db.close();
  };
  return { take: queue.take, work: queue.work, methods: Object.keys(views), close };
}

function today(): CivilDate {
  const now = new Date();
  return { year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() };
}
