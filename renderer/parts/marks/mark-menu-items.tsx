import { flags, labels, type Flag, type Label } from '../../../shared/library/marks.ts';
import { MenuChoice } from '../../ui/menu.tsx';
import type { Chord } from '../../ui/shortcuts/chords.ts';
import { useWords } from '../../words/words.ts';
import { LabelSign } from './label-sign.tsx';
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

interface FlagItemsProps {
  /** The flag to tick. Null: "Not flagged". Undefined: nothing is ticked, because there are several pictures. */
  readonly flag: Flag | null | undefined;
  readonly of: MarkTarget;
  readonly keys: Partial<Readonly<Record<Flag | 'none', readonly Chord[] | undefined>>>;
}

/** Menu items for the flags. */
export function FlagItems({ flag, of, keys }: FlagItemsProps) {
  const say = useWords();
  return (
    <MenuChoice<Flag | 'none'>
      label={say('marks.flag-menu')}
      value={flag === undefined ? null : (flag ?? 'none')}
      onValueChange={(choice) => void mark(of.target(), { kind: 'flag', flag: choice === 'none' ? null : choice })}
      choices={[...flags.map((value) => ({ value, name: say(`marks.flag.${value}`), keys: keys[value] })), { value: 'none', name: say('marks.unflagged'), keys: keys.none }]}
    />
  );
}

interface LabelItemsProps {
  /** As in `FlagItems`. */
  readonly label: Label | null | undefined;
  readonly of: MarkTarget;
  /** One for each of the first labels. */
  readonly keys: readonly Chord[];
}

/** Menu items for the labels. */
export function LabelItems({ label, of, keys }: LabelItemsProps) {
  const say = useWords();
  return (
    <MenuChoice<Label | 'none'>
      label={say('marks.label-menu')}
      value={label === undefined ? null : (label ?? 'none')}
      onValueChange={(choice) => void mark(of.target(), { kind: 'label', label: choice === 'none' ? null : choice })}
      choices={[
        ...labels.map((value, at) => ({ value, name: say(`marks.label.${value}`), icon: <LabelSign label={value} size={12} />, keys: keys[at] && [keys[at]] })),
        { value: 'none', name: say('marks.unlabelled') },
      ]}
    />
  );
}
