import { DatabaseSync } from 'node:sqlite';
import { copyDatabase, removeDatabase } from '../sqlite/disk-files.ts';

/**
 * Runs `read` on a copy of a database whose contents cannot be trusted. The file itself does not change.
 * @param prepare changes the copy before it is opened
 * @throws the system's or SQLite's error
 */
export function readUntrusted<T>(file: string, read: (db: DatabaseSync) => T, prepare: (copy: string) => void = () => undefined): T {
  const copy = `${file}.untrusted`;
  try {
    copyDatabase(file, copy);
    prepare(copy);
    const db = new DatabaseSync(copy, { enableForeignKeyConstraints: false });
    try {
      db.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
      return read(db);
    } finally {
      db.close();
    }
  } finally {
    removeDatabase(copy);
  }
}
