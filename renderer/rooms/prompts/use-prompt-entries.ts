import { useEffect, useMemo } from 'react';
import { parseSearch } from '../../../shared/search/parse.ts';
import { foundIn, readOlder, searchHistory, usePastPrompts } from '../../stores/prompts/found-prompts.ts';
import type { PromptsTab } from '../../stores/prompts/prompts-dialog-store.ts';
import { useSavedPrompts } from '../../stores/prompts/saved-prompts.ts';
import { today } from '../../stores/now.ts';
import type { Entry } from './prompt-entries.ts';

/** Enough rows to fill the list in a large window. */
const screenful = 30;

interface Entries {
  readonly entries: readonly Entry[];
  /** Whether the other rows are not loaded yet. */
  readonly reading: boolean;
  /** Whether the search has a filter that cannot be read. */
  readonly broken: boolean;
  /** Whether no saved prompt matches, but some in the history do. */
  readonly inHistory: boolean;
}

/** The rows of the chosen list that match a search. */
export function useEntries(tab: PromptsTab, search: string, folder: string | null): Entries {
  const saved = useSavedPrompts(({ prompts }) => prompts);
  const past = usePastPrompts();
  const ofHistory = tab === 'history';
  const { prompts, next, reading } = past;
  useEffect(() => {
    if (ofHistory && !reading && next !== null && prompts.length < screenful) void readOlder();
  }, [ofHistory, reading, next, prompts]);
  const entries = useMemo(
    (): readonly Entry[] =>
      ofHistory ? prompts.map((prompt) => ({ kind: 'past', prompt })) : foundIn(saved ?? [], search, folder).map((prompt) => ({ kind: 'saved', prompt })),
    [ofHistory, prompts, saved, search, folder],
  );
  const asksHistory = ofHistory || (saved !== null && entries.length === 0 && search.trim() !== '');
  useEffect(() => {
    if (asksHistory) void searchHistory(search);
  }, [asksHistory, search]);
  const broken = useMemo(() => ofHistory && parseSearch(search, today()).pending.length > 0, [ofHistory, search]);
  const inHistory = !ofHistory && asksHistory && past.search === search && prompts.length > 0 && !reading;
  return { entries, reading: ofHistory ? reading || past.search !== search : saved === null, broken, inHistory };
}
