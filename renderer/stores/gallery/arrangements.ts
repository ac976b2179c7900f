import { create } from 'zustand';
import { inItsOrder, inSets, mostSimilarFirst, newestFirst, sameArrangement, type Arrangement } from '../../../shared/library/arrangement.ts';
import type { RewrittenSearch } from '../../../shared/library/marks.ts';
import { parseSearch } from '../../../shared/search/parse.ts';
import { albumFilter, duplicatesSearch, favouritesSearch, isForDuplicates, likeness, scopeOf } from '../../../shared/search/search-scope.ts';
import { textTerms } from '../../../shared/search/text/text-terms.ts';
import { mostArrangements, type PlaceArrangement } from '../../../shared/windows/view-memory.ts';
import { today } from '../now.ts';
import { useSavedSearches } from '../library/saved-searches.ts';
import { remember, viewMemory } from '../windows/remember-view.ts';

/** How each place is arranged. The gallery's view follows it (`change-arrangement.ts`). */
export const useArrangements = create<{ readonly arrangements: readonly PlaceArrangement[] }>(() => ({ arrangements: viewMemory().arrangements }));

/**
 * The place that a search belongs to. Favourites, the trash, every album and every saved search have their own arrangement. A search within an album
 * shares the album's. All searches for near copies share one, and so do all for pictures like another. All other searches share the library's, so
 * that it does not change while a search is typed.
 */
function placeOfSearch(search: string): string {
  const text = search.trim();
  if (scopeOf(parseSearch(search, today())) === 'trash') return 'in:trash';
  if (text === favouritesSearch || useSavedSearches.getState().saved.some(({ query }) => query === text)) return text;
  if (isForDuplicates(parseSearch(search, today()))) return duplicatesSearch;
  return isLikeSearch(search) ? 'like:' : (albumPart(search) ?? '');
}

/** Whether a search is for one album, which has an order of its own. It may have other filters and words. */
export const isInAlbum = (search: string): boolean => albumPart(search) !== null;

/** The part of a search that names its one album. */
function albumPart(search: string): string | null {
  const query = parseSearch(search, today());
  const filter = scopeOf(query) === 'library' ? albumFilter(query) : null;
  return filter?.values.length === 1 ? search.slice(filter.span.start, filter.span.end) : null;
}

/** The arrangement in which main shows a search if it gets none. */
export const plainArrangement = (search: string): Arrangement => (isInAlbum(search) ? inItsOrder : newestFirst);

/** The arrangement of a search until the person chooses another. Always the same object, because stores compare it. */
function usualArrangement(search: string): Arrangement {
  if (isForDuplicates(parseSearch(search, today()))) return inSets;
  return isLikeSearch(search) ? mostSimilarFirst : plainArrangement(search);
}

/** Whether a search is for pictures like another. */
export const isLikeSearch = (search: string): boolean => likeness(parseSearch(search, today())) !== null;

/** Whether the pictures of a search can be sorted by relevance. */
export const hasWords = (search: string): boolean => textTerms(parseSearch(search, today())).some(({ term }) => !term.negated);

/** The arrangement chosen for the place of a search. */
export function chosenArrangement(search: string, { arrangements } = useArrangements.getState()): Arrangement {
  const place = placeOfSearch(search);
  return arrangements.find((each) => each.place === place)?.arrangement ?? usualArrangement(search);
}

/** The arrangement in which the pictures of a search are shown. */
export function arrangementFor(search: string, chosen = chosenArrangement(search)): Arrangement {
  const isMeaningless = (chosen.by === 'relevance' && !hasWords(search)) || (chosen.by === 'similarity' && !isLikeSearch(search));
  return isMeaningless ? { ...newestFirst, stack: chosen.stack, group: chosen.group } : chosen;
}

/** Places whose searches get a new text keep their arrangements. */
export function moveArrangements(changes: readonly RewrittenSearch[]): void {
  const moved = new Map(changes.map(({ from, to }) => [from, to]));
  const arrangements = useArrangements.getState().arrangements.map((each) => ({ ...each, place: moved.get(each.place) ?? each.place }));
  useArrangements.setState({ arrangements });
  remember({ arrangements });
}

/** Saves the arrangement for the place of a search, also for the next start. */
export function keepArrangement(search: string, arrangement: Arrangement): void {
  const place = placeOfSearch(search);
  const others = useArrangements.getState().arrangements.filter((each) => each.place !== place);
  const arrangements = sameArrangement(arrangement, usualArrangement(search)) ? others : [{ place, arrangement }, ...others].slice(0, mostArrangements);
  useArrangements.setState({ arrangements });
  remember({ arrangements });
}
