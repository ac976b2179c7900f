import { existsSync, mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { moveAside } from '../sqlite/disk-files.ts';

/**
 * Whether a profile has a history. One without a single task, as a first start makes it, is moved to `aside` with `others`, such as its backups, so that a restored one can take its place. A
 * file that cannot be read counts as a history.
 * @throws the system's error
 */
export function hasHistory(file: string, others: readonly string[], aside: string): boolean {
  if (!existsSync(file)) return false;
  if (!isEmpty(file)) return true;
  moveAside(file, aside);
  mkdirSync(aside, { recursive: true });
  for (const other of others) if (existsSync(other)) renameSync(other, path.join(aside, path.basename(other)));
  return false;
}

function isEmpty(file: string): boolean {
  try {
    const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
    try {
      return db.prepare('SELECT EXISTS (SELECT 1 FROM tasks) AS found').get()?.['found'] === 0;
    } finally {
      db.close();
    }
  } catch {
    return false;
  }
}
