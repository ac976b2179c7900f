import { Heart, SearchX, Trash2 } from 'lucide-react';
import { favouritesSearch } from '../../../shared/search/place.ts';
import { setLibrarySearch, useLibrarySearch } from '../../stores/gallery/library-view.ts';
import { errorWords, useWords } from '../../words/words.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useInWholeTrash } from '../../stores/gallery/sheet-place.ts';
import { NothingUnderstood } from '../../parts/search/filter-chips.tsx';
import { useBrokenFilters } from '../../parts/search/search-query.ts';

/** Shown if no picture matches, a filter cannot be understood, or there is nothing in the favourites or the trash. */
export function NothingFound() {
  const say = useWords();
  const opening = useLibrarySearch((state) => state.opening);
  const error = useLibrarySearch((state) => state.error);
  const search = useLibrarySearch((state) => state.search);
  const broken = useBrokenFilters(search, useLibrarySearch((state) => state.caret));
  const trashIsEmpty = useInWholeTrash() && !error;
  if (opening) return null;
  if (broken.length > 0 && !error) return <NothingUnderstood broken={broken} search={search} onSearchChange={setLibrarySearch} />;
  const [Icon, title, explanation] = trashIsEmpty
    ? ([Trash2, 'gallery.trash-empty', 'gallery.trash-empty-explained'] as const)
    : !error && search.trim() === favouritesSearch
      ? ([Heart, 'gallery.favourites-empty', 'gallery.favourites-empty-explained'] as const)
      : ([SearchX, 'gallery.nothing-found', 'gallery.nothing-found-explained'] as const);
  return (
    <EmptyState icon={<Icon size={30} strokeWidth={1.25} />} title={say(title)} explanation={error ? errorWords(say, error) : say(explanation)}>
      <Button onClick={() => setLibrarySearch('')}>{say('gallery.show-all')}</Button>
    </EmptyState>
  );
}
