import { parseSearch } from '../parse.ts';
import type { CivilDate, PendingFilter, SearchQuery } from '../query.ts';

/**
 * The filters that cannot be understood. A filter that contains the caret is still being typed and is not among them.
 * `caret`: null if the search field does not have the focus.
 */
export function brokenFilters({ pending }: SearchQuery, caret: number | null): readonly PendingFilter[] {
  return pending.filter(({ filter }) => caret === null || caret < filter.start || caret > filter.end);
}

/** Whether every filter that cannot be understood is still being typed. Main then ignores it instead of finding nothing. */
export function isHalfTyped(search: string, caret: number | null, today: CivilDate): boolean {
  const query = parseSearch(search, today);
  return query.pending.length > 0 && brokenFilters(query, caret).length === 0;
}
