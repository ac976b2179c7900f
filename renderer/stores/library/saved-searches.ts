import { create } from 'zustand';
import type { SavedSearch } from '../../../shared/library/marks.ts';
import { cutText } from '../../../shared/request/plain-text.ts';
import { bridge } from '../../bridge.ts';
import { notifyIfFailed } from '../../ui/toast.tsx';
import { didAct, followedBy } from '../undo.ts';
import { currentWords } from '../../words/words.ts';

interface SavedSearchesStore {
  /** Oldest first. */
  readonly saved: readonly SavedSearch[];
}

export const useSavedSearches = create<SavedSearchesStore>(() => ({ saved: [] }));

/** Shows no error, because the person did not ask for this. The gallery reports a database that cannot be read. */
export async function readSavedSearches(): Promise<void> {
  const answer = await bridge.searchesList();
  if (answer.ok) useSavedSearches.setState({ saved: answer.value });
}

export function takeSaved(saved: readonly SavedSearch[]): void {
  useSavedSearches.setState({ saved });
}

export async function removeSavedSearch({ id, name }: SavedSearch): Promise<void> {
  const say = currentWords();
  const answer = await notifyIfFailed(bridge.searchesRemove({ id }));
  if (!answer.ok) return;
  const { searches, token } = answer.value;
  takeSaved(searches);
  didAct({ words: say('gallery.deleted-search', { name }), name: say('gallery.deleting-search', { name }), token, around: (run) => followedBy(run(), readSavedSearches) });
}

/** The most characters that main accepts in a name. */
export const longestSearchName = 100;

/** The saved search with this text, or null. Blanks around the text do not count. */
export function savedAs(saved: readonly SavedSearch[], search: string): SavedSearch | null {
  return saved.find(({ query }) => query === search.trim()) ?? null;
}

/** What the name field starts with: the present name of the search, or the search itself on one line, as the window says it (`inWords`). */
export function proposedName(saved: readonly SavedSearch[], search: string, inWords: string): string {
  return savedAs(saved, search)?.name ?? cutText(inWords.trim().replaceAll(/\s+/g, ' '), longestSearchName);
}
