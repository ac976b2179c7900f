import { SearchX } from 'lucide-react';
import { setLibrarySearch, useLibrarySearch } from '../../stores/library-view.ts';
import { errorWords, useWords } from '../../stores/words.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** No picture matches what is searched for. */
export function NothingFound() {
  const say = useWords();
  const opening = useLibrarySearch((state) => state.opening);
  const error = useLibrarySearch((state) => state.error);
  if (opening) return null;
  return (
    <EmptyState icon={<SearchX size={30} strokeWidth={1.25} />} title={say('gallery.nothing-found')} explanation={error ? errorWords(say, error) : say('gallery.nothing-found-explained')}>
      <Button onClick={() => setLibrarySearch('')}>{say('gallery.show-all')}</Button>
    </EmptyState>
  );
}
