import type { DatabaseSync } from 'node:sqlite';
import { readStoredOptions } from '../../../shared/account-options-schema.ts';
import { isInFlight, type Task } from '../../../shared/task.ts';
import type { JournalReplay } from './journal-replay.ts';
import type { Report, Store } from '../client/database-contract.ts';
import { restoreHeader } from '../sqlite/file-header.ts';
import { readUntrusted } from '../sqlite/disk-files.ts';
import { imageSelectionOf, rowToImage } from '../tables/pictures/image-rows.ts';
import { rowToTask } from '../tables/tasks/task-parsing.ts';
import { taskSelectionOf, type Row } from '../tables/tasks/task-rows.ts';

/**
 * Copies whatever can still be read from a damaged database, such as tasks that were submitted after the last backup. Never throws: what
 * cannot be read is lost.
 */
export function salvage(damaged: string, store: Store, replay: JournalReplay, report: Report): void {
  try {
    readUntrusted(damaged, (db) => copyRows(db, store, replay), restoreHeader);
  } catch (error) {
    report(`Nothing more could be read of the damaged database: ${String(error)}`);
  }
}

function copyRows(db: DatabaseSync, store: Store, replay: JournalReplay): void {
  // One table may be readable even if another is not.
  for (const row of readableRows(db, 'accounts', 'accounts.id AS row_id, uuid, kind, name, base_url, created_at, options')) attempt(() => copyAccount(row, store));
  for (const row of readableRows(db, 'tasks', taskSelectionOf(columnsOf(db, 'tasks')))) attempt(() => copyTask(rowToTask(row), store));
  for (const row of readableRows(db, 'images', imageSelectionOf(columnsOf(db, 'images')))) attempt(() => copyImage(row, store, replay));
}

/** Whether a table has a column: the damaged file may be of an older version of Latent. */
function columnsOf(db: DatabaseSync, table: string): (column: string) => boolean {
  const names = new Set(db.prepare('SELECT name FROM pragma_table_info(?)').all(table).map(({ name }) => String(name)));
  return (column) => names.has(column);
}

/** The options are newer than those of the backup, and the budget is one of them. */
function copyAccount({ uuid, kind, name, base_url, created_at, options }: Row, store: Store): void {
  if (kind !== 'practice' && kind !== 'service') return;
  const known = store.accounts().find(({ id }) => id === uuid);
  if (known !== undefined && typeof options !== 'string') return;
  const account = known ?? { id: String(uuid), kind, name: String(name), baseUrl: new URL(String(base_url)).href.replace(/\/$/, ''), createdAt: Number(created_at) };
  store.saveAccount({ ...account, ...(typeof options === 'string' && { options: readStoredOptions(options) }) });
}

/** A task that had ended before the last backup is already correct, apart from what the person said later that it cost. */
function copyTask(task: Task, store: Store): void {
  const known = store.task(task.id)?.task;
  if (known === undefined || isInFlight(known) || known.state.status === 'unknown' || known.state.status === 'missing') store.saveTask(task);
  else if (known.settled !== task.settled) store.saveTask({ ...known, settled: task.settled });
}

function copyImage(row: Row, store: Store, replay: JournalReplay): void {
  const { taskId, index, state, source } = rowToImage(row);
  const known = store.storedImages(taskId).find((image) => image.index === index);
  if (known?.state.status !== 'kept') replay.putImage(taskId, index, state, source);
}

/** From the first row to the first unreadable one, then from the last row backwards. */
function readableRows(db: DatabaseSync, table: 'accounts' | 'tasks' | 'images', selection: string): Iterable<Row> {
  const rows = new Map<unknown, Row>();
  for (const direction of ['ASC', 'DESC']) {
    attempt(() => {
      const key = table === 'images' ? 'image_id' : 'row_id';
      for (const row of db.prepare(`SELECT ${selection} FROM ${table} NOT INDEXED ORDER BY ${table}.id ${direction}`).iterate() as Iterable<Row>) {
        if (direction === 'DESC' && rows.has(row[key])) return;
        rows.set(row[key], row);
      }
    });
  }
  return rows.values();
}

function attempt(run: () => void): void {
  try {
    run();
  } catch {
    // The next one may be readable.
  }
}
