import type { SavedSearch } from '../../../shared/library/marks.ts';
import { parseSearch } from '../../../shared/search/parse.ts';
import { favouritesSearch, placeOf } from '../../../shared/search/place.ts';
import { setLibrarySearch, useLibrarySearch } from '../../stores/gallery/library-view.ts';
import { savedAs, useSavedSearches } from '../../stores/saved-searches.ts';
import { today } from '../../stores/now.ts';
import { goTo, useView, type Route } from '../../stores/view-store.ts';

/** A place of the sidebar; a number is the id of a saved search. */
export type Place = 'library' | 'favourites' | 'trash' | Exclude<Route, 'gallery'> | number;

const searches = { favourites: favouritesSearch, trash: 'in:trash' } as const;

/** The place that is shown. A search that is not saved belongs to the library, or to the trash if it searches there. */
export function placeInFront(route: Route, search: string, saved: readonly SavedSearch[]): Place {
  if (route !== 'gallery') return route;
  const named = savedAs(saved, search);
  if (named) return named.id;
  if (search.trim() === searches.favourites) return 'favourites';
  return placeOf(parseSearch(search, today())) === 'trash' ? 'trash' : 'library';
}

export function usePlaceInFront(): Place {
  const route = useView((view) => view.route);
  const search = useLibrarySearch((state) => state.search);
  const saved = useSavedSearches((state) => state.saved);
  return placeInFront(route, search, saved);
}

/** Shows the whole library. From another room, it shows the library as it was left. */
export function showLibrary(): void {
  const { route, viewer } = useView.getState();
  const { search } = useLibrarySearch.getState();
  const isLeft = route !== 'gallery' || viewer !== null;
  if (!isLeft || placeInFront('gallery', search, useSavedSearches.getState().saved) !== 'library') setLibrarySearch('');
  goTo('gallery');
}

export const showFavourites = (): void => showSearch(searches.favourites);

/** Shows the trash instead of the library. */
export const showTrash = (): void => showSearch(searches.trash);

export function showSearch(search: string): void {
  setLibrarySearch(search);
  goTo('gallery');
}
