import { useMemo } from 'react';
import { parseSearch } from '../../../shared/search/parse.ts';
import type { SearchQuery } from '../../../shared/search/query.ts';
import { today } from '../../stores/now.ts';

/** The parsed search. */
export function useSearchQuery(search: string): SearchQuery {
  return useMemo(() => parseSearch(search, today()), [search]);
}
