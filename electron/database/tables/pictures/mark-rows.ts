import { markValue, ownMark, type StoredValue } from '../../../../shared/library/marks.ts';
import { fold } from '../../../../shared/search/text/fold.ts';
import type { MarkStore, MarkedBefore, SavedSearchStore, StoredMark } from '../../../core/library/marks/mark-store.ts';
import type { NamedSearch } from '../../../core/library/marks/marks-line.ts';
import type { Synchronous } from '../../client/database-contract.ts';
import { idList } from '../../sqlite/id-lists.ts';
import type { Connection } from '../../sqlite/statements.ts';
import type { Row } from '../tasks/task-rows.ts';
import { markColumns, markedPictures, markSelection, ownMarksIn, type MarkedPictures } from './mark-columns.ts';

const isListed = 'id IN (SELECT value FROM json_each(:ids))';
const isKept = `${isListed} AND status = 'kept'`;
const hasTag = 'EXISTS (SELECT 1 FROM image_tags WHERE image = images.id AND tag = (SELECT id FROM tags WHERE folded = :value))';

/** A mark as a value of a column. `differs`: the condition for a picture that it changes, with `:value`. */
interface Change {
  readonly column: string;
  readonly value: StoredValue;
  readonly differs: string;
}

const ofAlbum = '(SELECT id FROM albums WHERE uuid = :album AND removed_at IS NULL)';
const inAlbum = `EXISTS (SELECT 1 FROM album_images WHERE album = ${ofAlbum} AND image = images.id AND gone = 0)`;

/** What a person adds to pictures. */
export function createMarks(connection: Connection): Synchronous<MarkStore> {
  const { sql, transaction } = connection;

  const addTag = (name: string, ids: string): void => {
    const tag = tagId(connection, name);
    sql(`INSERT INTO image_tags (image, tag) SELECT id, :tag FROM images WHERE ${isKept} ON CONFLICT DO NOTHING`).run({ tag, ids });
    dropUnused(tag);
  };

  const removeTag = (name: string, ids: string): void => {
    const tag = sql('SELECT id FROM tags WHERE folded = ?').get(fold(name))?.['id'];
    if (tag === undefined) return;
    sql('DELETE FROM image_tags WHERE tag = :tag AND image IN (SELECT value FROM json_each(:ids))').run({ tag, ids });
    dropUnused(Number(tag));
  };

  const dropUnused = (tag: number): void => {
    sql('DELETE FROM tags WHERE id = ? AND NOT EXISTS (SELECT 1 FROM image_tags WHERE tag = tags.id)').run(tag);
  };

  /** Does nothing if the album has been removed. */
  const addToAlbum = (album: string, ids: string, back: boolean): void => {
    const row = sql(`SELECT ${ofAlbum} AS id`).get({ album })?.['id'] ?? null;
    if (row === null) return;
    const order = { album: Number(row), ids };
    const place = back ? 'album_images.place' : 'excluded.place';
    sql(
      `INSERT INTO album_images (album, image, place)
        SELECT :album, images.id, ifnull((SELECT max(place) FROM album_images WHERE album = :album AND gone = 0), 0) + 1 + listed.key
        FROM json_each(:ids) AS listed JOIN images ON images.id = listed.value WHERE images.status = 'kept'
        ON CONFLICT (album, image) DO UPDATE SET place = ${place}, gone = 0 WHERE gone = 1`,
    ).run(order);
  };

  return {
    changedBy(ids, mark) {
      if (mark.kind === 'album' || mark.kind === 'unalbum') {
        const [was, differs] = mark.kind === 'album' ? [0, `NOT ${inAlbum} AND ${ofAlbum} IS NOT NULL`] : [1, inAlbum];
        return grouped(sql(`SELECT id, ${was} AS was FROM images WHERE ${isKept} AND ${differs}`).all({ ids: idList(ids), album: mark.album }));
      }
      if (mark.kind === 'tag' || mark.kind === 'untag') {
        const [was, differs] = mark.kind === 'tag' ? [0, `NOT ${hasTag}`] : [1, hasTag];
        return grouped(sql(`SELECT id, ${was} AS was FROM images WHERE ${isKept} AND ${differs}`).all({ ids: idList(ids), value: fold(mark.tag) }));
      }
      const { column, value, differs } = changeOf(mark);
      return grouped(sql(`SELECT id, ${column} AS was FROM images WHERE ${isKept} AND ${differs}`).all({ ids: idList(ids), value }));
    },
    markImages: (ids, mark) =>
      transaction(() => {
        if (mark.kind === 'tag') addTag(mark.tag, idList(ids));
        else if (mark.kind === 'untag') removeTag(mark.tag, idList(ids));
        else if (mark.kind === 'album') addToAlbum(mark.album, idList(ids), mark.back ?? false);
        else if (mark.kind === 'unalbum') sql(`UPDATE album_images SET gone = 1 WHERE album = ${ofAlbum} AND image IN (SELECT value FROM json_each(:ids))`).run({ album: mark.album, ids: idList(ids) });
        else {
          const { column, value, differs } = changeOf(mark);
          sql(`UPDATE images SET ${column} = :value WHERE ${isKept} AND ${differs}`).run({ value, ids: idList(ids) });
        }
      }),
    renameTag: (from, to) =>
      transaction(() => {
        const { changes } = sql('UPDATE OR IGNORE tags SET name = :to, folded = :toFolded WHERE folded = :fromFolded').run({ to, toFolded: fold(to), fromFolded: fold(from) });
        // If the call is repeated after this thread died, the tag may already have its new name.
        return changes > 0 || (sql('SELECT 1 FROM tags WHERE folded = ?').get(fold(from)) === undefined && sql('SELECT 1 FROM tags WHERE name = ?').get(to) !== undefined);
      }),
    imageMarks(id) {
      const row = sql(`SELECT ${markSelection} FROM images WHERE id = ? AND status = 'kept'`).get(id);
      if (row === undefined) return null;
      const tags = sql('SELECT name FROM tags WHERE id IN (SELECT tag FROM image_tags WHERE image = ?) ORDER BY folded').all(id);
      const albums = sql('SELECT uuid FROM albums WHERE removed_at IS NULL AND id IN (SELECT album FROM album_images WHERE image = ? AND gone = 0) ORDER BY place, id').all(id);
      return { ...ownMarksIn(row), tags: tags.map(({ name }) => String(name)), albums: albums.map(({ uuid }) => String(uuid)) };
    },
    usedMarks() {
      const isUsed = ({ condition, index = '' }: MarkedPictures): boolean => sql(`SELECT 1 FROM images INDEXED BY ${index} WHERE ${condition} AND status = 'kept' LIMIT 1`).get() !== undefined;
      return { favourite: isUsed(markedPictures.favourite), label: isUsed(markedPictures.labelled) };
    },
  };
}

/** All saved searches, for `searchIn`. */
export const readSavedSearches = 'SELECT id, name, query, created_at, pinned, place FROM saved_searches ORDER BY created_at, id';

export function searchIn({ name, query, created_at, pinned, place }: Row): NamedSearch {
  return { name: String(name), query: String(query), savedAt: Number(created_at), pinned: pinned === 1, place: place === null ? null : Number(place) };
}

/** Searches that a person has named. A search has one name, so saving it again renames it. */
export function createSavedSearches({ sql, transaction }: Connection): Synchronous<SavedSearchStore> {
  return {
    savedSearches: () => sql(readSavedSearches).all().map((row) => ({ id: Number(row['id']), ...searchIn(row) })),
    saveSearch: (name, query, at) =>
      transaction(() => {
        sql('INSERT INTO saved_searches (name, query, created_at) VALUES (?, ?, ?) ON CONFLICT (query) DO UPDATE SET name = excluded.name').run(name, query, Math.round(at));
      }),
    renameSearch: (id, name) =>
      transaction(() => {
        sql('UPDATE saved_searches SET name = ? WHERE id = ?').run(name, id);
      }),
    rewriteSearches: (changes) =>
      transaction(() => {
        for (const { from, to } of changes) sql('UPDATE OR IGNORE saved_searches SET query = ? WHERE query = ?').run(to, from);
      }),
    removeSearch: (id) =>
      transaction(() => {
        sql('DELETE FROM saved_searches WHERE id = ?').run(id);
      }),
  };
}

/** The row of a tag, which is created if it does not exist. Names that differ only in case are the same tag, which keeps its first name. */
export function tagId({ sql }: Connection, name: string): number {
  const folded = fold(name);
  sql('INSERT INTO tags (name, folded) VALUES (?, ?) ON CONFLICT DO NOTHING').run(name, folded);
  return Number(sql('SELECT id FROM tags WHERE folded = ?').get(folded)?.['id']);
}

function changeOf(mark: Exclude<StoredMark, { readonly kind: 'tag' | 'untag' | 'album' | 'unalbum' }>): Change {
  // A picture that is in the trash keeps its time.
  if (mark.kind === 'trash') return { column: 'trashed_at', value: Math.round(mark.at), differs: 'trashed_at IS NULL AND :value IS NOT NULL' };
  if (mark.kind === 'restore') return { column: 'trashed_at', value: null, differs: 'trashed_at IS NOT :value' };
  const { column } = markColumns[mark.kind];
  return { column, value: ownMark(mark.kind).toColumn(markValue(mark)), differs: `${column} IS NOT :value` };
}

/** Groups pictures by their previous value. */
function grouped(rows: readonly Row[]): readonly MarkedBefore[] {
  const byValue = new Map<StoredValue, number[]>();
  for (const { id, was } of rows) {
    const value = typeof was === 'string' || was === null ? was : Number(was);
    const others = byValue.get(value);
    if (others === undefined) byValue.set(value, [Number(id)]);
    else others.push(Number(id));
  }
  return [...byValue].map(([was, ids]) => ({ was, ids: Int32Array.from(ids) }));
}
