import type { SearchVocabulary } from '../../../shared/search/field/suggest.ts';
import { useAlbums } from '../../stores/library/albums-store.ts';
import { useApp } from '../../stores/app-store.ts';
import { useLibraryWords } from '../../stores/library/known-tags-and-folders.ts';

/** The names in use, for the suggestions of filters. */
export function useVocabulary(): SearchVocabulary {
  const suggestions = useApp((facts) => facts.suggestions);
  const accounts = useApp((facts) => facts.accounts);
  const { tags, folders } = useLibraryWords();
  const batches = useApp((facts) => facts.batches);
  const albums = useAlbums((state) => state.albums);
  return { ...suggestions, accounts: accounts.filter(({ removed }) => !removed).map(({ name }) => name), tags: tags.map(({ name }) => name), folders, batches: batches.map(({ name }) => name), albums: albums.map(({ name }) => name) };
}
