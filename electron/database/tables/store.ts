import type { DatabaseSync } from 'node:sqlite';
import { createAccounts } from './account-rows.ts';
import { createAlbumRows } from './album-rows.ts';
import { createAssistantReads } from './tasks/assistant-reads.ts';
import { createBatchRows } from './tasks/batch-rows.ts';
import type { Report, Store } from '../client/database-contract.ts';
import { createImportRows } from './import-rows.ts';
import { createPictureRows } from './pictures/picture-rows.ts';
import { createPriceRows } from './price-rows.ts';
import { createSavedPromptRows } from './saved-prompt-rows.ts';
import { createMarks, createSavedSearches } from './pictures/mark-rows.ts';
import { createReaders } from './row-readers.ts';
import type { Slow } from '../sqlite/slow-log.ts';
import { createConnection } from '../sqlite/statements.ts';
import { createTaskPages, createTaskReads } from './tasks/task-reads.ts';
import { createTaskWrites } from './tasks/task-writes.ts';
import { createTrashRows } from './pictures/trash-rows.ts';

export interface OpenStore {
  readonly store: Store;
  /** The calls that may share a commit with others: they only write, and hundreds of them may wait, such as after a wake from sleep. */
  readonly groupable: ReadonlySet<string>;
}

/** The stores over an open connection. Calls throw what SQLite throws. */
export function createStore(db: DatabaseSync, report: Report, slow?: Slow): OpenStore {
  const connection = createConnection(db, slow);
  const readers = createReaders(connection, report);
  const taskWrites = createTaskWrites(connection, readers);
  return {
    groupable: new Set(Object.keys(taskWrites)),
    store: {
      ...taskWrites,
      ...createTaskReads(connection, readers),
      ...createTaskPages(connection, readers),
      ...createAssistantReads(connection, readers),
      ...createBatchRows(connection, readers),
      ...createPriceRows(connection, readers),
      ...createSavedPromptRows(connection),
      ...createPictureRows(connection, readers),
      ...createImportRows(connection, readers),
      ...createMarks(connection),
      ...createAlbumRows(connection, readers),
      ...createTrashRows(connection, readers),
      ...createSavedSearches(connection),
      ...createAccounts(connection, readers),
    },
  };
}
