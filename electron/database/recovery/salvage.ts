import { DatabaseSync } from 'node:sqlite';
import { isInFlight, type Task } from '../../../shared/task.ts';
import type { Adoption } from './journal-replay.ts';
import type { Report, Store } from '../client/database-contract.ts';
import { copyDatabase, removeDatabase } from '../backup/disk-files.ts';
import { restoreHeader } from './file-header.ts';
import { imageSelection, rowToImage } from '../tables/image-rows.ts';
import { rowToTask, taskSelection, type Row } from '../tables/task-rows.ts';

/**
 * Copies whatever can still be read from a damaged database: above all the ids of tasks that were paid for
 * after the last backup. Works on a copy, and never throws: what cannot be read is lost.
 */
export function salvage(damaged: string, store: Store, adoption: Adoption, report: Report): void {
  const copy = `${damaged}.salvage`;
  try {
    copyDatabase(damaged, copy);
    restoreHeader(copy);
    const db = new DatabaseSync(copy, { enableForeignKeyConstraints: false });
    try {
      // As wary as of any file that cannot be trusted.
      db.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
      takeOver(db, store, adoption);
    } finally {
      db.close();
    }
  } catch (error) {
    report(`Nothing more could be read of the damaged database: ${String(error)}`);
  }
  removeDatabase(copy);
}

function takeOver(db: DatabaseSync, store: Store, adoption: Adoption): void {
  // One schema may be broken where another is whole: each list is read for itself.
  for (const row of readableRows(db, 'accounts', 'accounts.id AS row_id, uuid, kind, name, base_url, created_at')) attempt(() => takeAccount(row, store));
  for (const row of readableRows(db, 'tasks', selectionFor(db, 'tasks', taskSelection, ['title', 'imported']))) attempt(() => takeTask(rowToTask(row), store));
  for (const row of readableRows(db, 'images', selectionFor(db, 'images', imageSelection, ['removed_at']))) attempt(() => takeImage(row, store, adoption));
}

/** A file that an earlier version wrote has not all columns; a text that may not be missing is empty then. */
function selectionFor(db: DatabaseSync, table: 'tasks' | 'images', selection: string, later: readonly string[]): string {
  const columns = new Set(db.prepare(`SELECT name FROM pragma_table_info('${table}')`).all().map(({ name }) => String(name)));
  return later.reduce((text, column) => (columns.has(column) ? text : text.replace(`${table}.${column}`, `${column === 'title' ? `''` : 'NULL'} AS ${column}`)), selection);
}

function takeAccount({ uuid, kind, name, base_url, created_at }: Row, store: Store): void {
  if ((kind !== 'practice' && kind !== 'service') || store.accounts().some(({ id }) => id === uuid)) return;
  store.saveAccount({ id: String(uuid), kind, name: String(name), baseUrl: new URL(String(base_url)).href.replace(/\/$/, ''), createdAt: Number(created_at) });
}

/** A task that had ended by the last backup is right there. */
function takeTask(task: Task, store: Store): void {
  const known = store.task(task.id)?.task;
  if (known === undefined || isInFlight(known) || known.state.status === 'unknown' || known.state.status === 'missing') store.saveTask(task);
}

function takeImage(row: Row, store: Store, adoption: Adoption): void {
  const { taskId, index, state, source } = rowToImage(row);
  const known = store.storedImages(taskId).find((image) => image.index === index);
  if (known?.state.status !== 'kept') adoption.image(taskId, index, state, source);
}

/** From the first row until one cannot be read, then from the last one back. */
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
    // Whatever is wrong with this one says nothing of the next.
  }
}
