import { parseSearch } from './parse.ts';
import type { CivilDate, PendingFilter, SearchQuery } from './query.ts';

/**
 * The filters that nobody can understand. Where the caret still stands in one it is being typed, and no fault is found with it yet;
 * null: nobody types.
 */
export function brokenFilters({ pending }: SearchQuery, caret: number | null): readonly PendingFilter[] {
  return pending.filter(({ filter }) => caret === null || caret < filter.start || caret > filter.end);
}

/** Whether all that cannot be understood of a search is being typed: main is to leave it out, and not to find nothing for its sake. */
export function isHalfTyped(search: string, caret: number | null, today: CivilDate): boolean {
  const query = parseSearch(search, today);
  return query.pending.length > 0 && brokenFilters(query, caret).length === 0;
}
