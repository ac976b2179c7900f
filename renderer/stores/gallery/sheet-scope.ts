import { parseSearch } from '../../../shared/search/parse.ts';
import { isWholeTrash, scopeOf, type SearchScope } from '../../../shared/search/search-scope.ts';
import type { SearchQuery } from '../../../shared/search/query.ts';
import { useGallery } from './gallery-store.ts';
import { today } from '../now.ts';

/** Parsed once for all cells. The day does not affect the place. */
let read: SearchQuery = parseSearch('', today());

function queryOf(search: string): SearchQuery {
  if (read.text !== search) read = parseSearch(search, today());
  return read;
}

/** Where the pictures on the sheet are, by the same rule as in main. */
export function useSheetScope(): SearchScope {
  return useGallery(({ view }) => scopeOf(queryOf(view.search)));
}

/** The same, for event handlers. */
export const sheetScope = (): SearchScope => scopeOf(queryOf(useGallery.getState().view.search));

/** Whether the sheet shows the whole trash. */
export function useInWholeTrash(): boolean {
  return useGallery(({ view }) => isWholeTrash(queryOf(view.search)));
}
