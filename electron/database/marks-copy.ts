import { DatabaseSync } from 'node:sqlite';
import { appendMarks, marksFileBytes, writeMarks } from '../core/library/marks-file.ts';
import type { MarksLine } from '../core/library/marks-line.ts';
import { lineOfSearches, linesOfAll, linesOfPictures } from './marks-states.ts';
import type { MarksCopyJob } from './messages.ts';

export interface MarksCopied {
  /** Of the file, as it stands on the disk. */
  readonly bytes: number;
  /** It was written anew. */
  readonly whole: boolean;
}

/** Copies what is marked into the library folder. Rejects with the system's error, or throws what SQLite throws; what was copied before is there all the same. */
export async function copyMarks({ file, root, name, ids, searches, expected }: MarksCopyJob): Promise<MarksCopied> {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    const bytes = await marksFileBytes(root, name);
    // Before the first row is read: what is marked while this goes on is written with a later time.
    const at = Date.now();
    if (ids === null || bytes === 0 || bytes !== expected) {
      // A library in which nobody marked anything gets no file for it.
      if (bytes === 0 && !hasAny(db)) return { bytes, whole: true };
      return { bytes: await writeMarks(root, name, linesOfAll(db, at)), whole: true };
    }
    return { bytes: await appendMarks(root, name, linesOf(db, ids, searches, at)), whole: false };
  } finally {
    db.close();
  }
}

function* linesOf(db: DatabaseSync, ids: Int32Array, searches: boolean, at: number): Generator<MarksLine> {
  if (searches) yield lineOfSearches(db, at);
  yield* linesOfPictures(db, ids, at);
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
