import { isSystemError } from '../../core/util/system-errors.ts';
import { findMarksFile, readMarksFile } from '../../core/library/marks/marks-file.ts';
import type { MarksLine, NamedSearch, PictureKey } from '../../core/library/marks/marks-line.ts';
import type { EpochMs } from '../../../shared/task.ts';
import type { Report } from '../client/database-contract.ts';
import { reportRefusal } from './journal-replay.ts';
import type { Connection } from '../sqlite/statements.ts';
import { beforeJournal, restoreRow } from '../tables/copied-rows.ts';
import { columnValues, hasOwnMark, setMarkColumns } from '../tables/pictures/mark-columns.ts';
import { tagId } from '../tables/pictures/mark-rows.ts';
import { noMarks } from '../../../shared/library/marks.ts';

interface MarksSource {
  readonly libraries: readonly string[];
  /** Name of the profile's own file. */
  readonly marksFile: string;
  /** When the backup that the history is rebuilt from was made, milliseconds since the epoch; 0 without one. The history has all earlier marks. */
  readonly since: number;
}

/** Gives a rebuilt history what the copy in the library folder has. */
export interface MarksReplay {
  /** Adds the accounts and batches that the tasks of the journal refer to. */
  beforeJournal(): Promise<void>;
  /** Adds everything else. */
  afterJournal(): Promise<void>;
}

export async function openMarksReplay(connection: Connection, { libraries, marksFile, since }: MarksSource, report: Report): Promise<MarksReplay> {
  const { sql, transaction } = connection;
  const file = await findMarksFile(libraries, marksFile);
  if (file === null) return { beforeJournal: () => Promise.resolve(), afterJournal: () => Promise.resolve() };
  if (file.damaged > 0) report(`${file.damaged} damaged lines of ${file.path} were left out`);
  const { wholeAt } = file;
  const isWhole = wholeAt !== null && wholeAt >= since;

  const forEachLine = async (run: (line: MarksLine) => void): Promise<void> => {
    try {
      for await (const line of readMarksFile(file.path)) {
        if (isWhole || line.at >= since) reportRefusal(`A line of ${marksFile} was left out`, report, () => transaction(() => run(line)));
      }
    } catch (error) {
      if (!isSystemError(error)) throw error;
      report(`${file.path} could not be read to its end: ${String(error)}`);
    }
  };

  return {
    beforeJournal: () =>
      forEachLine((line) => {
        if (line.kind === 'row' && beforeJournal.has(line.row.table)) restoreRow(connection, line.row);
      }),
    async afterJournal() {
      // A picture that a complete copy does not name has no marks.
      if (isWhole && file.damaged === 0) transaction(() => clear(wholeAt));
      await forEachLine(apply);
      sql('DELETE FROM tags WHERE NOT EXISTS (SELECT 1 FROM image_tags WHERE tag = tags.id)').run();
      // None of its tasks brought a picture.
      sql('DELETE FROM batches WHERE NOT EXISTS (SELECT 1 FROM tasks WHERE batch = batches.id)').run();
    },
  };

  /** Later pictures keep the marks that they came with. */
  function clear(before: EpochMs): void {
    sql(`UPDATE images SET ${setMarkColumns} WHERE ${hasOwnMark} AND saved_at < :before`).run({ ...columnValues(noMarks), before });
    sql('DELETE FROM album_images WHERE image IN (SELECT id FROM images WHERE saved_at < ?)').run(before);
    // The copy brings back those that it names. They keep their rows, because tasks under way refer to them.
    sql('UPDATE albums SET removed_at = :before, takes_new = 0 WHERE created_at < :before AND NOT EXISTS (SELECT 1 FROM album_images WHERE album = albums.id)').run({ before });
    sql('DELETE FROM image_tags WHERE image IN (SELECT id FROM images WHERE saved_at < ?)').run(before);
  }

  function apply(line: MarksLine): void {
    if (line.kind === 'searches') takeSearches(line.searches);
    if (line.kind === 'row' && !beforeJournal.has(line.row.table)) restoreRow(connection, line.row);
    if (line.kind === 'album') addToAlbum(line.album, idsOf(line.pictures));
    if (line.kind !== 'marks') return;
    const ids = idsOf(line.pictures);
    sql(`UPDATE images SET ${setMarkColumns} WHERE id IN (SELECT value FROM json_each(:ids))`).run({ ...columnValues(line.marks), ids });
    sql('DELETE FROM image_tags WHERE image IN (SELECT value FROM json_each(?))').run(ids);
    for (const name of line.marks.tags) {
      sql('INSERT INTO image_tags (image, tag) SELECT value, ? FROM json_each(?) WHERE true ON CONFLICT DO NOTHING').run(tagId(connection, name), ids);
    }
  }

  /** The row numbers of those pictures that exist, in the same order, as JSON. */
  function idsOf(pictures: readonly PictureKey[]): string {
    const found = sql(
      `SELECT images.id FROM json_each(?) AS listed JOIN tasks ON tasks.uuid = listed.value ->> 0 JOIN images ON images.task = tasks.id AND images.position = listed.value ->> 1
        WHERE images.status = 'kept' ORDER BY listed.key`,
    ).all(JSON.stringify(pictures.map(({ taskId, index }) => [taskId, index])));
    return `[${found.map(({ id }) => Number(id)).join(',')}]`;
  }

  /** Lines of an album come in the album's order, so each call appends. */
  function addToAlbum(album: string, ids: string): void {
    sql(
      `INSERT INTO album_images (album, image, place)
        SELECT albums.id, listed.value, ifnull((SELECT max(place) FROM album_images WHERE album = albums.id), 0) + 1 + listed.key FROM albums, json_each(:ids) AS listed
        WHERE albums.uuid = :album AND albums.removed_at IS NULL ON CONFLICT (album, image) DO UPDATE SET place = excluded.place, gone = 0`,
    ).run({ album, ids });
  }

  function takeSearches(searches: readonly NamedSearch[]): void {
    sql('DELETE FROM saved_searches').run();
    for (const { name, query, savedAt, pinned, place } of searches) {
      sql('INSERT INTO saved_searches (name, query, created_at, pinned, place) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING').run(name, query, savedAt, pinned ? 1 : 0, place);
    }
  }
}
