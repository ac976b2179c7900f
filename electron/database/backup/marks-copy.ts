import { DatabaseSync } from 'node:sqlite';
import { marksFileExists, writeMarks } from '../../core/library/marks/marks-file.ts';
import type { CopiedMarks, MarksLine, PictureKey } from '../../core/library/marks/marks-line.ts';
import type { SingleJob } from '../client/thread-messages.ts';
import { copiedRows, hasCopiedRows } from '../tables/copied-rows.ts';
import { isMarked, markSelection, ownMarkConditions, ownMarksIn } from '../tables/pictures/mark-columns.ts';
import { readSavedSearches, searchIn } from '../tables/pictures/mark-rows.ts';
import type { Row } from '../tables/tasks/task-rows.ts';

/** Writes all marks, and the rows that are in no journal, into the library folder. Rejects with the system's error or SQLite's; the previous file then stays. */
export async function copyMarks({ file, root, name }: Extract<SingleJob, { kind: 'copy-marks' }>): Promise<void> {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    // Without any of it, there is no file.
    if (!hasMarks(db) && !hasCopiedRows(db) && !(await marksFileExists(root, name))) return;
    await writeMarks(root, name, linesOfAll(db, Date.now()));
  } finally {
    db.close();
  }
}

function hasMarks(db: DatabaseSync): boolean {
  const row = db
    .prepare(
      `SELECT ${ownMarkConditions.map((condition) => `EXISTS (SELECT 1 FROM images WHERE ${condition})`).join(' OR ')}
        OR EXISTS (SELECT 1 FROM image_tags) OR EXISTS (SELECT 1 FROM saved_searches) AS found`,
    )
    .get();
  return row?.['found'] === 1;
}

/** Most pictures in one line. A damaged line loses them all. */
const mostInLine = 2_000;
/** Pictures kept in memory before all unfinished lines are written. Reached when nearly every picture has different marks. */
const mostInMemory = 40_000;

const markedPictures = `SELECT uuid, position, ${markSelection},
    (SELECT json_group_array(name) FROM (SELECT name FROM image_tags JOIN tags ON tags.id = tag WHERE image = images.id ORDER BY folded)) AS tags
  FROM images JOIN tasks ON tasks.id = task
  WHERE images.status = 'kept' AND ${isMarked}
  ORDER BY images.id`;

/** All marks, saved searches and rows. Pictures with the same marks share a line. */
function* linesOfAll(db: DatabaseSync, at: number): Generator<MarksLine> {
  yield { kind: 'whole', at };
  yield { kind: 'searches', at, searches: db.prepare(readSavedSearches).all().map(searchIn) };
  for (const row of copiedRows(db)) yield { kind: 'row', at, row };
  const groups = new Map<string, { readonly marks: CopiedMarks; readonly pictures: PictureKey[] }>();
  let inMemory = 0;
  for (const row of db.prepare(markedPictures).iterate() as Iterable<Row>) {
    const { uuid, position, ...rest } = row;
    const state = JSON.stringify(rest);
    const group = groups.get(state) ?? { marks: marksOf(row), pictures: [] };
    groups.set(state, group);
    group.pictures.push({ taskId: String(uuid), index: Number(position) });
    inMemory += 1;
    const full = inMemory >= mostInMemory ? [...groups] : group.pictures.length >= mostInLine ? [[state, group] as const] : [];
    for (const [key, { marks, pictures }] of full) {
      yield { kind: 'marks', at, marks, pictures };
      groups.delete(key);
      inMemory -= pictures.length;
    }
  }
  for (const group of groups.values()) yield { kind: 'marks', at, ...group };
  yield* albumLines(db, at);
}

/** The pictures of each album, in its order. Albums themselves are copied rows. */
function* albumLines(db: DatabaseSync, at: number): Generator<MarksLine> {
  const inOrder = db.prepare(
    `SELECT uuid, position FROM album_images JOIN images ON images.id = image JOIN tasks ON tasks.id = images.task
      WHERE album_images.album = ? AND gone = 0 AND images.status = 'kept' ORDER BY album_images.place, image`,
  );
  for (const { id, uuid: album } of db.prepare('SELECT id, uuid FROM albums WHERE removed_at IS NULL ORDER BY id').all()) {
    let pictures: PictureKey[] = [];
    for (const { uuid, position } of inOrder.iterate(Number(id)) as Iterable<Row>) {
      pictures.push({ taskId: String(uuid), index: Number(position) });
      if (pictures.length < mostInLine) continue;
      yield { kind: 'album', at, album: String(album), pictures };
      pictures = [];
    }
    if (pictures.length > 0) yield { kind: 'album', at, album: String(album), pictures };
  }
}

function marksOf(row: Row): CopiedMarks {
  return { ...ownMarksIn(row), tags: JSON.parse(String(row['tags'])) as readonly string[] };
}
