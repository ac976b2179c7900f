import { useMemo } from 'react';
import type { SearchVocabulary } from '../../../shared/search/suggest.ts';
import { useApp } from '../../stores/app-store.ts';

/** The names in use that a filter may be completed with. */
export function useVocabulary(): SearchVocabulary {
  const suggestions = useApp((facts) => facts.suggestions);
  const accounts = useApp((facts) => facts.accounts);
  return useMemo(
    () => ({ ...suggestions, accounts: accounts.filter(({ inView }) => inView).map(({ name }) => name), tags: [], folders: [] }),
    [suggestions, accounts],
  );
}
