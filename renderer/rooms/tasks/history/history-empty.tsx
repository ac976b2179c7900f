import { History as HistoryIcon, SearchX } from 'lucide-react';
import { errorWords, useWords } from '../../../words/words.ts';
import { focusPrompt } from '../../../stores/compose/compose-store.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { NothingUnderstood } from '../../../parts/search/filter-chips.tsx';
import { useBrokenFilters } from '../../../parts/search/search-query.ts';
import { useHistory } from '../../../stores/tasks/history-store.ts';
import { openHistory, setSearch } from '../../../stores/tasks/history-view.ts';

/** Shown if there are no tasks, none matches, or they could not be read. */
export function HistoryEmpty() {
  const say = useWords();
  const { search, caret, error, stale } = useHistory();
  const broken = useBrokenFilters(search, caret);
  if (error) {
    return (
      <EmptyState title={say('history.error')} explanation={errorWords(say, error)}>
        <Button size="large" onClick={() => void openHistory()}>
          {say('app.retry')}
        </Button>
      </EmptyState>
    );
  }
  // While an answer is awaited, show nothing rather than a sentence that disappears in a moment.
  if (stale) return null;
  if (broken.length > 0) return <NothingUnderstood broken={broken} search={search} onSearchChange={setSearch} />;
  if (search.trim() === '') {
    return (
      <EmptyState icon={<HistoryIcon size={28} strokeWidth={1.5} />} title={say('history.empty')} explanation={say('history.empty-explained')}>
        <Button size="large" variant="solid" onClick={focusPrompt}>
          {say('history.empty-do')}
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<SearchX size={28} strokeWidth={1.5} />} title={say('history.nothing-found')} explanation={say('history.nothing-found-explained')}>
      <Button size="large" onClick={() => setSearch('')}>
        {say('history.show-all')}
      </Button>
    </EmptyState>
  );
}
