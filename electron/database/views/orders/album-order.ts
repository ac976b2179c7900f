import type { AlbumCount } from '../../../../shared/library/albums.ts';
import { matchesName } from '../../../../shared/search/text/match-name.ts';
import { albumFilter, scopeOf } from '../../../../shared/search/search-scope.ts';
import type { NameOrNone, SearchQuery } from '../../../../shared/search/query.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { numbersIn, type Column } from '../number-list.ts';
import { bitsOf, createBits } from '../search/bit-set.ts';
import { allRows } from '../search/table-scan.ts';
import { createStride } from '../stride.ts';
import { orderedBy, type PictureOrder } from './picture-orders.ts';

/** Rows in the first step. */
const firstStep = 2_000;

/** An album in a search. */
export interface FoundAlbum {
  /** Its row number. */
  readonly row: number;
  readonly id: string;
}

/** Albums with these names. They are also found by their whole id, because two albums may have the same name. */
export function albumsNamed({ sql }: Connection, values: readonly NameOrNone[]): readonly FoundAlbum[] {
  return sql('SELECT id, uuid, name FROM albums WHERE removed_at IS NULL')
    .all()
    .filter(({ uuid, name }) => values.some((value) => value.of === 'name' && (matchesName(String(name), value) || uuid === value.text)))
    .map(({ id, uuid }) => ({ row: Number(id), id: String(uuid) }));
}

/** The album whose own order the pictures of a search have: the search is for one album, and it may have other filters and words. Null for any other search. */
export function albumIn(connection: Connection, query: SearchQuery): FoundAlbum | null {
  const filter = scopeOf(query) === 'library' ? albumFilter(query) : null;
  const [album, another] = filter === null ? [] : albumsNamed(connection, filter.values);
  return album === undefined || another !== undefined ? null : album;
}

/** Whether a search, which is for an album, has nothing else. */
export const isOnlyAlbum = ({ clauses }: SearchQuery): boolean => clauses.length === 1;

/** Pictures of an album up to this number are looked up one by one. In a larger album, this takes longer than to read the order of the whole library. */
const mostLookedUp = 5_000;

export function isLargeAlbum({ sql }: Connection, album: number): boolean {
  const row = sql('SELECT count(*) AS n FROM (SELECT 1 FROM album_images INDEXED BY album_images_in_order WHERE album = ? AND gone = 0 LIMIT ?)').get(album, mostLookedUp + 1);
  return Number(row?.['n']) > mostLookedUp;
}

const page = 'SELECT image, place FROM album_images INDEXED BY album_images_in_order WHERE album = ? AND gone = 0 AND (place, image) > (?, ?) ORDER BY place, image LIMIT ?';
const lookedUp = `SELECT group_concat(image) AS images, group_concat(kept) AS kept, count(*) AS n, max(place) AS last FROM
  (SELECT image, place, ${orderedBy.library.where} AS kept FROM (${page}) CROSS JOIN images ON images.id = image)`;
const asTheyAre = `SELECT group_concat(image) AS images, count(*) AS n, max(place) AS last FROM (${page})`;

interface AlbumReading {
  /** The order of the library, for a large album. If absent, each picture is looked up. */
  readonly library?: PictureOrder;
  /** Stops after about this many pictures, never before. */
  readonly most?: number;
}

/**
 * The pictures of an album that are in the library, in the album's order. Reads in slices. Each starts where the previous one ended, so that commits
 * in between do not shift the rows. Pushes their ids to `found`. Returns true if these are all.
 */
export function albumOrder(connection: Connection, album: number, found: Pick<Column, 'push' | 'length'>, { library, most = Infinity }: AlbumReading = {}): boolean {
  const statement = connection.sql(library ? asTheyAre : lookedUp);
  const { image: span } = allRows(connection);
  const isKept = library && bitsOf(library.ids, span);
  // A picture that is moved during the reading could be found in both places.
  const known = createBits(span);
  const stride = createStride(Math.min(most, firstStep));
  for (let after: readonly [place: number, image: number] | null = [-Number.MAX_VALUE, 0]; after !== null && found.length < most; ) {
    const [place, image]: readonly [number, number] = after;
    after = stride((limit): typeof after => {
      const row = statement.get(album, place, image, limit);
      const images = numbersIn(row?.['images']);
      const kept = isKept ? [] : numbersIn(row?.['kept']);
      for (let at = 0; at < images.length; at += 1) {
        const id = images[at] ?? 0;
        if (known.has(id) || !(isKept ? isKept.has(id) : kept[at] === 1)) continue;
        known.add(id);
        found.push(id);
      }
      return Number(row?.['n']) < limit ? null : [Number(row?.['last']), images.at(-1) ?? 0];
    });
    if (after === null) return true;
  }
  return false;
}

/** The number of pictures in each album, without those in the trash. An album of a million pictures takes some 30 milliseconds. */
export function countAlbums({ sql }: Connection): readonly AlbumCount[] {
  const counted: AlbumCount[] = [];
  const all = sql('SELECT count(*) AS n FROM album_images INDEXED BY album_images_in_order WHERE album = ? AND gone = 0');
  // The trash is usually small.
  const trashed = sql(`SELECT count(*) AS n FROM images INDEXED BY images_trash CROSS JOIN album_images ON album = ? AND image = images.id AND gone = 0 WHERE ${orderedBy.trash.where}`);
  for (const { id, uuid } of sql('SELECT id, uuid FROM albums WHERE removed_at IS NULL').all()) {
    counted.push({ id: String(uuid), pictures: Number(all.get(Number(id))?.['n']) - Number(trashed.get(Number(id))?.['n']) });
  }
  return counted;
}
