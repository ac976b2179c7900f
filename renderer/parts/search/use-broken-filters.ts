import { useMemo } from 'react';
import { brokenFilters } from '../../../shared/search/broken.ts';
import type { FilterKey, PendingFilter } from '../../../shared/search/query.ts';
import type { Words } from '../../../shared/words/index.ts';
import { useSearchQuery } from './use-search-query.ts';

/** What of a search cannot be understood and is not being typed; because of it nothing is found. */
export function useBrokenFilters(search: string, caret: number | null): readonly PendingFilter[] {
  const query = useSearchQuery(search);
  return useMemo(() => brokenFilters(query, caret), [query, caret]);
}

/** As it was typed: `-before:12/3/2020`; of several values the one. */
export function brokenText(search: string, { key, why, span, filter }: PendingFilter): string {
  const typed = search.slice(span.start, span.end);
  return why === 'empty' ? typed : `${search.startsWith('-', filter.start) ? '-' : ''}${key}:${typed}`;
}

/** `Not understood: rating:4+ (write 3, >=3, 3..5 or none)`. */
export function sayBroken(say: Words, search: string, pending: PendingFilter): string {
  return say('search.broken', { filter: brokenText(search, pending), examples: say(`search.broken.${kindOf(pending.key)}`) });
}

function kindOf(key: FilterKey): 'name' | 'day' | 'size' | 'rating' | 'status' | 'is' | 'in' {
  switch (key) {
    case 'model':
    case 'quality':
    case 'account':
    case 'tag':
    case 'id':
      return 'name';
    case 'before':
    case 'after':
    case 'on':
      return 'day';
    default:
      return key;
  }
}
