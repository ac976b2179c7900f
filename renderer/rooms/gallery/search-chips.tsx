import { chipsOf } from '../../../shared/search/chips.ts';
import { enterResults } from '../../stores/selection/enter-results.ts';
import { setLibrarySearch, useLibrarySearch } from '../../stores/gallery/library-view.ts';
import { useWords } from '../../words/words.ts';
import { FilterChips } from '../../parts/search/filter-chips.tsx';
import { useBrokenFilters, useSearchQuery } from '../../parts/search/search-query.ts';
import styles from './search-chips.module.css';

/** The filters of the search, below its field, and those that cannot be understood. */
export function SearchChips() {
  const say = useWords();
  const search = useLibrarySearch((state) => state.search);
  const chips = chipsOf(useSearchQuery(search));
  const broken = useBrokenFilters(search, useLibrarySearch((state) => state.caret));
  if (chips.length === 0 && broken.length === 0) return null;
  return (
    <div className={styles.chips} role="group" aria-label={say('gallery.filters')}>
      <FilterChips chips={chips} broken={broken} search={search} onSearchChange={change} />
    </div>
  );
}

/** Removing a chip with the keyboard would lose the focus, so it moves to the results. */
function change(search: string): void {
  const byKey = document.activeElement?.matches(':focus-visible') === true;
  setLibrarySearch(search);
  if (byKey) enterResults();
}
