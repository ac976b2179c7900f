import type { DatabaseSync } from 'node:sqlite';
import type { ImageMarks } from '../../../shared/library/marks.ts';
import type { MarksLine, NamedSearch, PictureKey } from '../../core/marks/marks-line.ts';
import type { Row } from './task-rows.ts';

/** Most pictures in one line. A damaged line loses them all. */
const mostInLine = 2_000;
/** Rows read in one query. */
const slice = 2_000;
/** Pictures held in memory before all unfinished lines are written. Reached when nearly every picture has different marks. */
const mostHeld = 40_000;

const columns = `uuid, position, favourite, rating, trashed_at,
  (SELECT json_group_array(name) FROM (SELECT name FROM image_tags JOIN tags ON tags.id = tag WHERE image = images.id ORDER BY folded)) AS tags`;

const isMarked = `(favourite = 1 OR rating > 0 OR trashed_at IS NOT NULL OR EXISTS (SELECT 1 FROM image_tags WHERE image = images.id))`;

/** All marks and all saved searches. */
export function* linesOfAll(db: DatabaseSync, at: number): Generator<MarksLine> {
  yield { kind: 'whole', at };
  yield lineOfSearches(db, at);
  const statement = db.prepare(
    `SELECT images.id AS id, ${columns} FROM images JOIN tasks ON tasks.id = task WHERE images.id > ? AND images.status = 'kept' AND ${isMarked} ORDER BY images.id LIMIT ${slice}`,
  );
  yield* grouped(
    (function* () {
      for (let last = 0; ; ) {
        const rows = statement.all(last);
        yield rows;
        if (rows.length < slice) return;
        last = Number(rows.at(-1)?.['id']);
      }
    })(),
    at,
  );
}

function lineOfSearches(db: DatabaseSync, at: number): MarksLine {
  const searches = db.prepare('SELECT name, query, created_at FROM saved_searches ORDER BY created_at, id').all();
  return { kind: 'searches', at, searches: searches.map(({ name, query, created_at }): NamedSearch => ({ name: String(name), query: String(query), savedAt: Number(created_at) })) };
}

/** Pictures with the same marks share a line. */
function* grouped(slices: Iterable<readonly Row[]>, at: number): Generator<MarksLine> {
  const groups = new Map<string, { readonly marks: ImageMarks; readonly pictures: PictureKey[] }>();
  let held = 0;
  for (const rows of slices) {
    for (const row of rows) {
      const { uuid, position, favourite, rating, trashed_at, tags } = row;
      const state = JSON.stringify([favourite, rating, trashed_at, tags]);
      const group = groups.get(state) ?? { marks: marksOf(row), pictures: [] };
      groups.set(state, group);
      group.pictures.push({ taskId: String(uuid), index: Number(position) });
      held += 1;
      if (group.pictures.length < mostInLine) continue;
      groups.delete(state);
      held -= group.pictures.length;
      yield { kind: 'marks', at, ...group };
    }
    if (held < mostHeld) continue;
    for (const group of groups.values()) yield { kind: 'marks', at, ...group };
    groups.clear();
    held = 0;
  }
  for (const group of groups.values()) yield { kind: 'marks', at, ...group };
}

function marksOf({ favourite, rating, trashed_at, tags }: Row): ImageMarks {
  return { favourite: favourite === 1, rating: Number(rating), tags: JSON.parse(String(tags)) as readonly string[], trashedAt: trashed_at === null ? null : Number(trashed_at) };
}
