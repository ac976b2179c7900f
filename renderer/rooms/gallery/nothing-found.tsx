import { SearchX, Trash2 } from 'lucide-react';
import { setLibrarySearch, useLibrarySearch } from '../../stores/gallery/library-view.ts';
import { errorWords, useWords } from '../../words/words.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useInWholeTrash } from '../../stores/gallery/sheet-place.ts';
import { NothingUnderstood } from '../../parts/search/filter-chips.tsx';
import { useBrokenFilters } from '../../parts/search/search-query.ts';

/** Shown if no picture matches, a filter cannot be understood, or the trash is empty. */
export function NothingFound() {
  const say = useWords();
  const opening = useLibrarySearch((state) => state.opening);
  const error = useLibrarySearch((state) => state.error);
  const search = useLibrarySearch((state) => state.search);
  const broken = useBrokenFilters(search, useLibrarySearch((state) => state.caret));
  const trashIsEmpty = useInWholeTrash() && !error;
  if (opening) return null;
  if (broken.length > 0 && !error) return <NothingUnderstood broken={broken} search={search} onSearchChange={setLibrarySearch} />;
  const Icon = trashIsEmpty ? Trash2 : SearchX;
  const explanation = say(trashIsEmpty ? 'gallery.trash-empty-explained' : 'gallery.nothing-found-explained');
  return (
    <EmptyState
      icon={<Icon size={30} strokeWidth={1.25} />}
      title={say(trashIsEmpty ? 'gallery.trash-empty' : 'gallery.nothing-found')}
      explanation={error ? errorWords(say, error) : explanation}
    >
      <Button onClick={() => setLibrarySearch('')}>{say('gallery.show-all')}</Button>
    </EmptyState>
  );
}
