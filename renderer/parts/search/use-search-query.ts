import { useMemo } from 'react';
import { parseSearch } from '../../../shared/search/parse.ts';
import type { SearchQuery } from '../../../shared/search/query.ts';
import { today } from '../../stores/now.ts';

/** What is searched for, read once for all that mark it. */
export function useSearchQuery(search: string): SearchQuery {
  return useMemo(() => parseSearch(search, today()), [search]);
}
