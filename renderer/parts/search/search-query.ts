import { useMemo } from 'react';
import { brokenFilters } from '../../../shared/search/field/broken-filters.ts';
import { mistypedFilters, type MistypedFilter } from '../../../shared/search/field/mistyped-filters.ts';
import { parseSearch } from '../../../shared/search/parse.ts';
import type { FilterKey, PendingFilter, SearchQuery } from '../../../shared/search/query.ts';
import type { Words } from '../../../shared/words/index.ts';
import { today } from '../../stores/now.ts';

/** The parsed search. */
export function useSearchQuery(search: string): SearchQuery {
  return useMemo(() => parseSearch(search, today()), [search]);
}

/** The filters of a search that cannot be understood and are not being typed. Because of them nothing is found. */
export function useBrokenFilters(search: string, caret: number | null): readonly PendingFilter[] {
  const query = useSearchQuery(search);
  return useMemo(() => brokenFilters(query, caret), [query, caret]);
}

/** The words of a search that are nearly filters and are not being typed. */
export function useMistypedFilters(search: string, caret: number | null): readonly MistypedFilter[] {
  const query = useSearchQuery(search);
  return useMemo(() => mistypedFilters(query, caret, today()), [query, caret]);
}

export const sayMistyped = (say: Words, { typed, meant }: MistypedFilter): string => say('search.mistyped', { typed, filter: meant });

/** The filter as it was typed, such as `-before:12/3/2020`, with only the value in question. */
export function brokenText(search: string, { key, why, span, filter }: PendingFilter): string {
  const typed = search.slice(span.start, span.end);
  return why === 'empty' ? typed : `${search.startsWith('-', filter.start) ? '-' : ''}${key}:${typed}`;
}

/** `Not understood: rating:4+ (write 4, >=3, 3..5 or none)`. */
export function sayBroken(say: Words, search: string, pending: PendingFilter): string {
  return say('search.broken', { filter: brokenText(search, pending), examples: say(`search.broken.${kindOf(pending.key)}`) });
}

/** Filters whose values are written alike share examples. The others have their own, by their key. */
function kindOf(key: FilterKey) {
  switch (key) {
    case 'model':
    case 'quality':
    case 'account':
    case 'tag':
    case 'album':
    case 'batch':
    case 'id':
      return 'name';
    case 'note':
    case 'prompt':
      return 'words';
    case 'before':
    case 'after':
    case 'on':
      return 'day';
    default:
      return key;
  }
}
