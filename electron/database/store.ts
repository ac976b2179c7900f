import type { DatabaseSync } from 'node:sqlite';
import { createAccounts } from './accounts.ts';
import type { Report, Store } from './contract.ts';
import { createHistory } from './history.ts';
import { createImportRows } from './imports.ts';
import { createKeptFiles } from './kept-files.ts';
import { createMarks } from './marks.ts';
import { createReaders } from './readers.ts';
import { createSavedSearches } from './saved-searches.ts';
import { createConnection } from './statements.ts';
import { createTaskReads } from './task-reads.ts';
import { createTaskWrites } from './task-writes.ts';
import { createTrashRows } from './trash.ts';

/** The repository over an open connection; calls throw what SQLite throws. */
export function createStore(db: DatabaseSync, report: Report): Store {
  const connection = createConnection(db, report);
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
