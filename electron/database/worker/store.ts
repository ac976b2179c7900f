import type { DatabaseSync } from 'node:sqlite';
import { createAccounts } from '../tables/account-rows.ts';
import type { Report, Store } from '../client/database-contract.ts';
import { createHistory } from '../tables/history-pages.ts';
import { createImportRows } from '../tables/import-rows.ts';
import { createKeptFiles } from '../tables/kept-file-rows.ts';
import { createMarks } from '../tables/mark-rows.ts';
import { createReaders } from '../tables/row-readers.ts';
import { createSavedSearches } from '../tables/saved-search-rows.ts';
import type { Slow } from './slow-log.ts';
import { createConnection } from './statements.ts';
import { createTaskReads } from '../tables/task-reads.ts';
import { createTaskWrites } from '../tables/task-writes.ts';
import { createTrashRows } from '../tables/trash-rows.ts';

/** The repository over an open connection; calls throw what SQLite throws. */
export function createStore(db: DatabaseSync, report: Report, slow?: Slow): Store {
  const connection = createConnection(db, slow);
  const readers = createReaders(connection, report);
  return {
    ...createTaskWrites(connection, readers),
    ...createTaskReads(connection, readers),
    ...createHistory(connection, readers),
    ...createKeptFiles(connection),
    ...createImportRows(connection, readers),
    ...createMarks(connection),
    ...createTrashRows(connection, readers),
    ...createSavedSearches(connection),
    ...createAccounts(connection, readers),
  };
}
