import { useWords } from '../../words/words.ts';
import { MenuChoice } from '../../ui/menu.tsx';
import { mark } from './mark-actions.ts';
import type { MarkTarget } from '../../stores/selection/mark-target.ts';

const ratings = ['5', '4', '3', '2', '1', '0'] as const;
type Choice = (typeof ratings)[number];

interface RatingItemsProps {
  /** The rating that is ticked. Null: none, because there are several pictures. */
  readonly rating: number | null;
  readonly of: MarkTarget;
}

/** Menu items for five stars down to none. */
export function RatingItems({ rating, of }: RatingItemsProps) {
  const say = useWords();
  const ticked = ratings.find((choice) => choice === String(rating)) ?? null;
  return (
    <MenuChoice<Choice>
      label={say('marks.rating-menu')}
      value={ticked}
      onValueChange={(choice) => void mark(of.target(), { kind: 'rating', rating: Number(choice) })}
      choices={ratings.map((value) => ({ value, name: value === '0' ? say('marks.unrated') : say('marks.rate', { rating: Number(value) }) }))}
    />
  );
}
