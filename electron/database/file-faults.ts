import { DatabaseSync } from 'node:sqlite';
import { copyConsistently } from './backups.ts';
import { removeDatabase } from './disk-files.ts';
import { faultsOfIndexes, faultsOfRows, faultsOfStructure } from './integrity.ts';

/**
 * What is wrong with a database that is in use. The connection only reads, all of it as it stands at one moment, so that no commit waits. SQLite
 * checks an index of the search only where it may write, and would keep everybody else from writing meanwhile: that is done on a copy.
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

/** The copy that a check makes; one that was killed leaves it to the next. */
function checkedCopy(file: string): string {
  return `${file}.checking`;
}
