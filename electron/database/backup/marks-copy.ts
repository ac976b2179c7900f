import { DatabaseSync } from 'node:sqlite';
import { marksFileExists, writeMarks } from '../../core/marks/marks-file.ts';
import { linesOfAll } from '../tables/mark-states.ts';
import type { MarksCopyJob } from '../client/thread-messages.ts';

/** Writes all marks into the library folder. Rejects with the system's error or SQLite's; the previous file then stays. */
export async function copyMarks({ file, root, name }: MarksCopyJob): Promise<void> {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    // A library without marks gets no file.
    if (!hasAny(db) && !(await marksFileExists(root, name))) return;
    await writeMarks(root, name, linesOfAll(db, Date.now()));
  } finally {
    db.close();
  }
}

function hasAny(db: DatabaseSync): boolean {
  const row = db
    .prepare(
      `SELECT EXISTS (SELECT 1 FROM images WHERE favourite = 1) OR EXISTS (SELECT 1 FROM images WHERE rating > 0) OR EXISTS (SELECT 1 FROM images WHERE trashed_at IS NOT NULL)
        OR EXISTS (SELECT 1 FROM image_tags) OR EXISTS (SELECT 1 FROM saved_searches) AS found`,
    )
    .get();
  return row?.['found'] === 1;
}
