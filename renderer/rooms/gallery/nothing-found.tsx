import { CopyCheck, Heart, ScanSearch, SearchX, Trash2 } from 'lucide-react';
import { useEffect } from 'react';
import { favouritesSearch } from '../../../shared/search/search-scope.ts';
import { readSimilarityProgress, isAboutLooks, useSimilarityProgress } from '../../stores/gallery/similarity-progress.ts';
import { isLikeSearch } from '../../stores/gallery/arrangements.ts';
import { useKeyName } from '../../commands/registry.ts';
import { setLibrarySearch, useLibrarySearch } from '../../stores/gallery/library-view.ts';
import { errorWords, useWords } from '../../words/words.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useInWholeTrash } from '../../stores/gallery/sheet-scope.ts';
import { NothingUnderstood } from '../../parts/search/filter-chips.tsx';
import { useBrokenFilters } from '../../parts/search/search-query.ts';

/** Shown if no picture matches, a filter cannot be understood, or there is nothing in the favourites or the trash. */
export function NothingFound() {
  const say = useWords();
  const key = useKeyName('favourite', 'gallery');
  const opening = useLibrarySearch((state) => state.opening);
  const error = useLibrarySearch((state) => state.error);
  const search = useLibrarySearch((state) => state.search);
  const broken = useBrokenFilters(search, useLibrarySearch((state) => state.caret));
  const trashIsEmpty = useInWholeTrash() && !error;
  if (opening) return null;
  if (isAboutLooks(search) && !error && broken.length === 0) return <NothingSimilar search={search} />;
  if (broken.length > 0 && !error) return <NothingUnderstood broken={broken} search={search} onSearchChange={setLibrarySearch} />;
  const [Icon, title, explanation] = trashIsEmpty
    ? ([Trash2, 'gallery.trash-empty', 'gallery.trash-empty-explained'] as const)
    : !error && search.trim() === favouritesSearch
      ? ([Heart, 'gallery.favourites-empty', 'gallery.favourites-empty-explained'] as const)
      : ([SearchX, 'gallery.nothing-found', 'gallery.nothing-found-explained'] as const);
  return (
    <EmptyState icon={<Icon size={30} strokeWidth={1.25} />} title={say(title)} explanation={error ? errorWords(say, error) : say(explanation, { key })}>
      <Button onClick={() => setLibrarySearch('')}>{say('gallery.show-all')}</Button>
    </EmptyState>
  );
}

/** Says how many pictures are compared so far, because the others are not found yet. */
function NothingSimilar({ search }: { readonly search: string }) {
  const say = useWords();
  const counts = useSimilarityProgress((state) => state.counts);
  useEffect(() => void readSimilarityProgress(), [search]);
  const [Icon, title, explanation] = isLikeSearch(search) ? ([ScanSearch, 'similar.none', 'similar.none-explained'] as const) : ([CopyCheck, 'similar.no-copies', 'similar.no-copies-explained'] as const);
  const isWhole = counts === null || counts.compared >= counts.pictures;
  return (
    <EmptyState icon={<Icon size={30} strokeWidth={1.25} />} title={say(title)} explanation={isWhole ? say(explanation) : `${say(explanation)} ${say('similar.compared', { ...counts })}`}>
      <Button onClick={() => setLibrarySearch('')}>{say('gallery.show-all')}</Button>
    </EmptyState>
  );
}
