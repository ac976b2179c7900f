import { createHash } from 'node:crypto';
import { importedAlbums } from '../../../../shared/library/albums.ts';
import type { ImportedPicture } from '../../../../shared/library/import.ts';
import { importedSchema } from '../../../../shared/library/imported-schema.ts';
import { noMarks, ownMarkKeys, type OwnMarks } from '../../../../shared/library/marks.ts';
import { fold } from '../../../../shared/search/text/fold.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { columnValues, setMarkColumns } from './mark-columns.ts';
import { tagId } from './mark-rows.ts';

/** The marks that an imported picture came with. Its row starts with them; afterwards only the person changes them. */
type GivenMarks = Pick<ImportedPicture, 'rating' | 'tags' | 'label' | 'flag' | 'note' | 'origin'>;

const ownMarksGiven = ({ rating, label, flag, note, origin }: GivenMarks): OwnMarks => ({ ...noMarks, rating, label: label ?? null, flag: flag ?? null, note: note ?? '', ...(origin && { favourite: origin.favourite, flag: origin.flag, note: origin.note }) });

/** Sets the marks of a new row, except for its albums. */
export function giveMarks(connection: Connection, image: number, given: GivenMarks): void {
  const own = ownMarksGiven(given);
  if (ownMarkKeys.some((key) => own[key] !== noMarks[key])) connection.sql(`UPDATE images SET ${setMarkColumns} WHERE id = :image`).run({ ...columnValues(own), image });
  for (const name of given.tags) connection.sql('INSERT INTO image_tags (image, tag) VALUES (?, ?) ON CONFLICT DO NOTHING').run(image, tagId(connection, name));
}

/**
 * Adds a new picture to its albums, and creates albums whose names do not exist, up to a limit. Not called when the database is rebuilt, because the copy
 * of the marks then restores the albums.
 */
export function giveAlbums(connection: Connection, image: number, { origin }: GivenMarks, at: number): void {
  for (const name of origin?.albums ?? []) {
    const album = albumNamed(connection, name) ?? newAlbum(connection, name, at);
    if (album === null) continue;
    connection
      .sql(
        `INSERT INTO album_images (album, image, place) SELECT :album, :image, ifnull((SELECT max(place) FROM album_images WHERE album = :album AND gone = 0), 0) + 1 WHERE true
          ON CONFLICT DO NOTHING`,
      )
      .run({ album, image });
  }
}

/** The album with this name. If there is none, the one whose name differs only in case or accents. */
function albumNamed({ sql }: Connection, name: string): number | null {
  const same = sql('SELECT id FROM albums WHERE name = ? AND removed_at IS NULL ORDER BY place, id LIMIT 1').get(name);
  if (same !== undefined) return Number(same['id']);
  const folded = fold(name);
  const alike = sql('SELECT id, name FROM albums WHERE removed_at IS NULL ORDER BY place, id').all().find((row) => fold(String(row['name'])) === folded);
  return alike === undefined ? null : Number(alike['id']);
}

/** Null if there are too many albums. */
function newAlbum({ sql }: Connection, name: string, at: number): number | null {
  const row = sql(
    `INSERT INTO albums (uuid, name, place, pinned, takes_new, created_at) SELECT ?, ?, ifnull(max(place), 0) + 1, 0, 0, ? FROM albums HAVING count(*) < ?
      ON CONFLICT (uuid) DO UPDATE SET removed_at = NULL RETURNING id`,
  ).get(albumIdOf(name), name, Math.round(at), importedAlbums.most);
  return row === undefined ? null : Number(row['id']);
}

interface MarksNow extends OwnMarks {
  readonly tags: readonly string[];
  readonly albums: readonly { readonly id: string; readonly name: string }[];
}

/** Whether a picture still has the marks that it came with. `tags`: folded. An album that the import created may have another name by now. */
export function isAsGiven(now: MarksNow, given: GivenMarks): boolean {
  const wanted = new Set(given.tags.map(fold));
  const own = ownMarksGiven(given);
  const names = new Map((given.origin?.albums ?? []).map((name) => [fold(name), name]));
  const isInThem = now.albums.length === names.size && [...names].every(([folded, name]) => now.albums.some((album) => fold(album.name) === folded || album.id === albumIdOf(name)));
  return ownMarkKeys.every((key) => now[key] === own[key]) && isInThem && now.tags.length === wanted.size && now.tags.every((tag) => wanted.has(tag));
}

/** The id of an album that an import creates. It depends on the name alone. */
function albumIdOf(name: string): string {
  const hex = createHash('sha256').update(`album ${name}`).digest('hex');
  // A custom UUID (version 8 of RFC 9562).
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}

/** Parses what a task's column says of an imported picture. Null if it is empty or cannot be read. */
export function importedIn(column: unknown): ImportedPicture | null {
  if (typeof column !== 'string') return null;
  try {
    return importedSchema.parse(JSON.parse(column));
  } catch {
    return null;
  }
}
