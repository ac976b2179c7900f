import { SearchX } from 'lucide-react';
import { withoutPending } from '../../../shared/search/edit.ts';
import type { PendingFilter } from '../../../shared/search/query.ts';
import { useWords } from '../../words/words.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

interface NothingUnderstoodProps {
  readonly broken: readonly PendingFilter[];
  readonly search: string;
  readonly onSearchChange: (search: string) => void;
}

/** Nothing is found, because nobody can tell what a filter was to leave out: which one is said above, by its chip. */
export function NothingUnderstood({ broken, search, onSearchChange }: NothingUnderstoodProps) {
  const say = useWords();
  // From behind, so that the spans before stay what they are.
  const takeOut = (): void => onSearchChange(broken.toReversed().reduce(withoutPending, search));
  return (
    <EmptyState
      icon={<SearchX size={30} strokeWidth={1.25} />}
      title={say('search.nothing-understood', { count: broken.length })}
      explanation={say('search.nothing-understood-explained', { count: broken.length })}
    >
      <Button onClick={takeOut}>{say('search.take-out', { count: broken.length })}</Button>
    </EmptyState>
  );
}
