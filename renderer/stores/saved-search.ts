import type { SavedSearch } from '../../shared/library/marks.ts';

/** What main takes for a name, in characters. */
export const longestSearchName = 100;

/** The saved one that searches for just this, if there is one: main keeps each search once, without the blanks around it. */
export function savedAs(saved: readonly SavedSearch[], search: string): SavedSearch | null {
  return saved.find(({ query }) => query === search.trim()) ?? null;
}

/** What the name field begins with: the name it has, or else the search itself, on one line. */
export function proposedName(saved: readonly SavedSearch[], search: string): string {
  return savedAs(saved, search)?.name ?? search.trim().replaceAll(/\s+/g, ' ').slice(0, longestSearchName);
}
