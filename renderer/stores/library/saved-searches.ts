import { create } from 'zustand';
import type { SavedSearch } from '../../../shared/library/marks.ts';
import { cutText } from '../../../shared/request/plain-text.ts';
import { ok, type Result } from '../../../shared/result.ts';
import { bridge } from '../../bridge.ts';
import { notifyError } from '../../ui/toast.tsx';
import { didAct, type Outcome } from '../undo.ts';
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

export async function removeSavedSearch(search: SavedSearch): Promise<void> {
  const { name, query, savedAt } = search;
  const say = currentWords();
  const remove = async (): Promise<Outcome> => {
    // If it was saved again, it has another id.
    const now = useSavedSearches.getState().saved.find((other) => other.query === query);
    return now === undefined ? 'nothing' : applied(await bridge.searchesRemove({ id: now.id }));
  };
  const outcome = await remove();
  if (typeof outcome === 'object') return notifyError(outcome);
  if (outcome === 'nothing') return;
  didAct({
    words: say('gallery.deleted-search', { name }),
    name: say('gallery.deleting-search', { name }),
    undo: async () => putBack(search, applied(await bridge.searchesSave({ name, query, savedAt }))),
    redo: remove,
  });
}

/** A search that is saved again keeps its pin and its place in the list. */
async function putBack({ query, pinned, place }: SavedSearch, saved: Outcome): Promise<Outcome> {
  const now = useSavedSearches.getState().saved.find((other) => other.query === query);
  if (saved !== 'done' || now === undefined || (!pinned && place === null)) return saved;
  const answer = await bridge.albumsArrange({ entries: [{ kind: 'search', id: now.id, place, pinned }] });
  return applied(answer.ok ? ok(answer.value.searches) : answer);
}

function applied(answer: Result<readonly SavedSearch[]>): Outcome {
  if (!answer.ok) return answer.error;
  useSavedSearches.setState({ saved: answer.value });
  return 'done';
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
