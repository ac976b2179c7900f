import { DatabaseSync } from 'node:sqlite';
import { copyConsistently } from '../backup/backups.ts';
import { removeDatabase } from '../backup/disk-files.ts';
import { faultsOfIndexes, faultsOfRows, faultsOfStructure } from './integrity.ts';

/**
 * The faults of a database that is in use. The connection reads one snapshot of the whole file, so no commit waits. SQLite needs write access to
 * check a search index, and would block every other writer, so the indexes are checked in a copy.
 */
export function faultsOfFile(file: string): readonly string[] {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    db.exec('BEGIN');
    const faults = faultsOfStructure(db);
    return faults.length > 0 ? faults : [...faultsOfRows(db), ...faultsOfCopy(file)];
  } finally {
    db.close();
  }
}

function faultsOfCopy(file: string): readonly string[] {
  const copy = checkedCopy(file);
  try {
    removeDatabase(copy);
    copyConsistently(file, copy);
    const db = new DatabaseSync(copy);
    try {
      return faultsOfIndexes(db);
    } finally {
      db.close();
    }
  } catch (error) {
    return [`the search indexes could not be checked: ${error instanceof Error ? error.message : String(error)}`];
  } finally {
    removeDatabase(copy);
  }
}

/** The copy that a check makes. If the check is killed, the next one removes it. */
function checkedCopy(file: string): string {
  return `${file}.checking`;
}
