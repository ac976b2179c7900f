import type { AppError } from '../errors.ts';
import { fold } from '../search/text/fold.ts';
import { inQuotes } from '../search/tokenize.ts';
import type { EpochMs } from '../task.ts';
import type { UndoToken } from '../undo-token.ts';
import type { SavedSearch } from './marks.ts';

/** A named list of pictures in an order that the person chose. A picture may be in several albums. */
export interface Album {
  readonly id: string;
  readonly name: string;
  /** Order in the list of albums and saved searches. */
  readonly place: number;
  readonly pinned: boolean;
  /** Whether pictures of new tasks go here. At most one album takes them. */
  readonly takesNew: boolean;
  readonly createdAt: EpochMs;
}

export interface AlbumCount {
  readonly id: string;
  readonly pictures: number;
}

/** A move of pictures within an album. */
export interface AlbumMove {
  /** How many were moved. */
  readonly pictures: number;
  /** Null if nothing was moved. */
  readonly token: UndoToken | null;
  /** Why only a part was moved, if so. That part can be undone. */
  readonly failure: AppError | null;
}

/** The place of an entry in the list that albums and saved searches share. Searches without a place come last, in the order in which they were saved. */
export type ListedPlace = { readonly kind: 'album'; readonly id: string; readonly place: number; readonly pinned: boolean } | { readonly kind: 'search'; readonly id: number; readonly place: number | null; readonly pinned: boolean };

/** The most characters in the name of an album. */
export const longestAlbumName = 100;

/** The most albums that imports create, and the most that a file can name. Each has a row in the sidebar, and files from elsewhere can name any number. */
export const importedAlbums = { most: 1000, mostOfFile: 100 } as const;

/** An album or a saved search in the list that they share. */
export type ListedEntry = ListedPlace & { readonly key: string; readonly name: string } & ({ readonly kind: 'album'; readonly album: Album } | { readonly kind: 'search'; readonly search: SavedSearch });

/** Pinned entries come first, then the others by place. Searches without a place come last, in the order in which they were saved. */
export function inTheirOrder(albums: readonly Album[], searches: readonly SavedSearch[]): readonly ListedEntry[] {
  const entries: readonly ListedEntry[] = [
    ...albums.map((album) => ({ kind: 'album' as const, key: album.id, id: album.id, name: album.name, place: album.place, pinned: album.pinned, album })),
    ...searches.map((search) => ({ kind: 'search' as const, key: String(search.id), id: search.id, name: search.name, place: search.place, pinned: search.pinned, search })),
  ];
  return entries.toSorted((a, b) => Number(b.pinned) - Number(a.pinned) || compare(a.place ?? Infinity, b.place ?? Infinity));
}

/** The search that shows an album. Albums that share a name are searched by id. */
export function albumSearch({ id, name }: Album, albums: readonly Album[]): string {
  const isShared = albums.some((other) => other.id !== id && fold(other.name) === fold(name));
  return `album:${inQuotes(isShared ? id : name)}`;
}

/** Avoids subtracting Infinity from itself, which is NaN. */
const compare = (a: number, b: number): number => (a === b ? 0 : a - b);
