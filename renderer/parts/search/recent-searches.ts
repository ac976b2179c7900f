import { mostRecentSearches } from '../../../shared/view-memory.ts';
import { remember, viewMemory } from '../../stores/view-memory.ts';

/** The latest first. */
export const recentSearches = (): readonly string[] => viewMemory().recentSearches;

/** A search that was stayed with: the field was left with it in it. */
export function rememberSearch(search: string): void {
  const written = search.trim().replaceAll(/\s+/g, ' ');
  const known = recentSearches();
  if (written === '' || written === known[0]) return;
  remember({ recentSearches: [written, ...known.filter((other) => other !== written)].slice(0, mostRecentSearches) });
}
