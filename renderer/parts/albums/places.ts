import { albumSearch, type Album, type ListedEntry } from '../../../shared/library/albums.ts';
import type { AlbumId, SavedSearch, TagCount } from '../../../shared/library/marks.ts';
import { nameAsValue } from '../../../shared/search/field/facets.ts';
import { parseSearch } from '../../../shared/search/parse.ts';
import { favouritesSearch, scopeOf } from '../../../shared/search/search-scope.ts';
import { searchOf, useAlbums } from '../../stores/library/albums-store.ts';
import { setLibrarySearch, useLibrarySearch } from '../../stores/gallery/library-view.ts';
import { useLibraryWords } from '../../stores/library/known-tags-and-folders.ts';
import { savedAs, useSavedSearches } from '../../stores/library/saved-searches.ts';
import { today } from '../../stores/now.ts';
import { goTo, useView, type Route } from '../../stores/windows/view-store.ts';

/** A place in the sidebar. A number is the id of a saved search, and an object is an album or a tag. */
export type Place = 'library' | 'favourites' | 'trash' | Exclude<Route, 'gallery'> | number | { readonly album: AlbumId } | { readonly tag: string };

const searches = { favourites: favouritesSearch, trash: 'in:trash' } as const;

/** The place that is shown. A search that is not saved belongs to the library, or to the trash if it searches there. */
export function placeInFront(route: Route, search: string, saved: readonly SavedSearch[], albums: readonly Album[], tags: readonly TagCount[]): Place {
  if (route !== 'gallery') return route;
  const named = savedAs(saved, search);
  if (named) return named.id;
  const album = albums.find((each) => albumSearch(each, albums) === search.trim());
  if (album) return { album: album.id };
  const tag = search.startsWith('tag:') ? tags.find(({ name }) => taggedSearch([name]) === search.trim()) : undefined;
  if (tag) return { tag: tag.name };
  if (search.trim() === searches.favourites) return 'favourites';
  return scopeOf(parseSearch(search, today())) === 'trash' ? 'trash' : 'library';
}

export function usePlaceInFront(): Place {
  const route = useView((view) => view.route);
  const search = useLibrarySearch((state) => state.search);
  const saved = useSavedSearches((state) => state.saved);
  const albums = useAlbums((state) => state.albums);
  const tags = useLibraryWords((known) => known.tags);
  return placeInFront(route, search, saved, albums, tags);
}

/** Whether a place is this entry of the list. */
export function isPlaceOf(place: Place, { kind, id }: ListedEntry): boolean {
  return kind === 'search' ? place === id : typeof place === 'object' && 'album' in place && place.album === id;
}

/** Shows the whole library. From another page, it shows the library as it was left. */
export function showLibrary(): void {
  const { route, viewer } = useView.getState();
  const { search } = useLibrarySearch.getState();
  const isLeft = route !== 'gallery' || viewer !== null;
  if (!isLeft || placeInFront('gallery', search, useSavedSearches.getState().saved, useAlbums.getState().albums, useLibraryWords.getState().tags) !== 'library') setLibrarySearch('');
  goTo('gallery');
}

export const showFavourites = (): void => showSearch(searches.favourites);

/** Shows the trash instead of the library. */
export const showTrash = (): void => showSearch(searches.trash);

/** Shows an album, or what a saved search finds. */
export const showEntry = (entry: ListedEntry): void => (entry.kind === 'album' ? showAlbum(entry.album) : showSearch(entry.search.query));

/** Shows the pictures that have any of these tags. */
export const showTagged = (names: readonly string[]): void => showSearch(`${taggedSearch(names)} `);

const taggedSearch = (names: readonly string[]): string => `tag:${names.map((name) => nameAsValue(name, true)).join(',')}`;

const showAlbum = (album: Album): void => showSearch(searchOf(album));

/** Shows what a search finds in the library. */
export function showSearch(search: string): void {
  setLibrarySearch(search);
  goTo('gallery');
}
