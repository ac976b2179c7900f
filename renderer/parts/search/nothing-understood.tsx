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

/** Shown when a filter cannot be understood, and so nothing is found. The chip above names the filter. */
export function NothingUnderstood({ broken, search, onSearchChange }: NothingUnderstoodProps) {
  const say = useWords();
  // From the end, so that the earlier spans stay valid.
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
