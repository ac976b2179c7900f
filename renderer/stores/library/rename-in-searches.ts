import { longestSearch, type RewrittenSearch } from '../../../shared/library/marks.ts';
import { withRenamed } from '../../../shared/search/field/rename-in-search.ts';
import { moveArrangements, useArrangements } from '../gallery/arrangements.ts';
import { followArrangement, setLibrarySearch, useLibrarySearch } from '../gallery/library-view.ts';
import { readSavedSearches, useSavedSearches } from './saved-searches.ts';
import { remember, viewMemory } from '../windows/remember-view.ts';

/** Searches that name tags or albums. Main rewrites those that are saved; `redo` and `undo` let the window follow. */
export interface Rewriting {
  readonly changes: readonly RewrittenSearch[];
  readonly redo: () => Promise<void>;
  readonly undo: () => Promise<void>;
}

/** What a new name changes in the saved and recent searches, in the search that is shown, and in places that are arranged. */
export function renamingInSearches(key: 'tag' | 'album', from: readonly string[], to: string): Rewriting {
  const texts = new Set([useLibrarySearch.getState().search.trim(), ...useSavedSearches.getState().saved.map(({ query }) => query), ...useArrangements.getState().arrangements.map(({ place }) => place), ...viewMemory().recentSearches]);
  const changes = [...texts].map((text) => ({ from: text, to: withRenamed(text, key, from, to) })).filter((change) => change.to !== change.from && change.to.length <= longestSearch);
  return { changes, redo: () => follow(changes), undo: () => follow(changes.map((change) => ({ from: change.to, to: change.from }))) };
}

async function follow(changes: readonly RewrittenSearch[]): Promise<void> {
  if (changes.length === 0) return;
  moveArrangements(changes);
  renameRecent(changes);
  await readSavedSearches();
  const shown = changes.find((change) => change.from === useLibrarySearch.getState().search.trim());
  if (shown) setLibrarySearch(shown.to);
  // An album that is shown has its new name already, and was opened without its arrangement.
  followArrangement();
}

function renameRecent(changes: readonly RewrittenSearch[]): void {
  const renamed = new Map(changes.map(({ from, to }) => [from, to]));
  remember({ recentSearches: [...new Set(viewMemory().recentSearches.map((search) => renamed.get(search) ?? search))] });
}
