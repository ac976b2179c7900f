import { SearchX, X } from 'lucide-react';
import { useEffect, useState, type SyntheticEvent } from 'react';
import type { ChipPart, SearchChip } from '../../../shared/search/field/chips.ts';
import { removeSpan, withoutPending } from '../../../shared/search/field/edit.ts';
import { labels } from '../../../shared/library/marks.ts';
import { searchFlags, sizeShapes, type NumberRange, type PendingFilter } from '../../../shared/search/query.ts';
import { writeRange } from '../../../shared/search/number-ranges.ts';
import { statusWords } from '../../../shared/search/statuses.ts';
import type { ImageId } from '../../../shared/task.ts';
import type { Words } from '../../../shared/words/index.ts';
import { bridge, thumbnailAddress } from '../../bridge.ts';
import { useWords } from '../../words/words.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import styles from './filter-chips.module.css';
import { brokenText, sayBroken } from './search-query.ts';

interface BrokenProps {
  /** The filters that cannot be understood. */
  readonly broken: readonly PendingFilter[];
  readonly search: string;
  readonly onSearchChange: (search: string) => void;
}

/** The filters of a search, each with a button that removes it. Those that cannot be understood have valid examples. */
export function FilterChips({ chips, broken, search, onSearchChange }: BrokenProps & { readonly chips: readonly SearchChip[] }) {
  const say = useWords();
  return (
    <>
      {chips.map((chip) => {
        const values = chip.parts.map((part) => (chip.key === 'is' ? flagWords(say, part) : wordsOf(say, part))).join(say('search.or'));
        const name = say(chip.negated ? 'search.chip-not' : 'search.chip', { key: say(`search.key.${chip.key}`), values });
        return <Chip key={`${chip.span.start} ${name}`} name={name} picture={pictureOf(chip)} alternative={chip.alternative} onRemove={() => onSearchChange(removeSpan(search, chip.span))} />;
      })}
      {broken.map((pending) => (
        <Chip key={pending.span.start} name={brokenText(search, pending)} broken={sayBroken(say, search, pending)} onRemove={() => onSearchChange(withoutPending(search, pending))} />
      ))}
    </>
  );
}

/** Shown if a filter cannot be understood, so that nothing is found. The chip above names the filter. */
export function NothingUnderstood({ broken, search, onSearchChange }: BrokenProps) {
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

interface ChipProps {
  readonly name: string;
  /** Why it cannot be understood, shown instead of the name. */
  readonly broken?: string;
  readonly alternative?: boolean;
  /** The picture that is searched for. */
  readonly picture?: string | null;
  readonly onRemove: () => void;
}

function Chip({ name, broken, alternative = false, picture = null, onRemove }: ChipProps) {
  const say = useWords();
  return (
    <span className={classes(styles.chip, broken !== undefined && styles.broken)} data-alternative={alternative || undefined} data-broken={broken !== undefined || undefined}>
      {picture !== null && <Subject key={picture} name={picture} />}
      <span className={styles.text}>{broken ?? name}</span>
      <button type="button" className={styles.remove} aria-label={say('search.remove', { name })} onClick={onRemove}>
        <X size={12} aria-hidden />
      </button>
    </span>
  );
}

/** The thumbnail of the picture with this name. */
function Subject({ name }: { readonly name: string }) {
  const [found, setFound] = useState<ImageId | null>(null);
  const [taskId = '', position] = name.split('/');
  useEffect(() => {
    if (position === undefined) return;
    void bridge.tasksDetail({ taskId }).then((answer) => setFound((answer.ok && answer.value.images.find(({ index }) => index === Number(position))?.id) || null));
  }, [taskId, position]);
  const id = position === undefined ? Number(name) : found;
  return id === null ? null : <img className={styles.picture} src={thumbnailAddress(id)} alt="" onError={hide} />;
}

/** A picture without a thumbnail is shown only by its name. */
const hide = ({ currentTarget }: SyntheticEvent<HTMLImageElement>): void => {
  currentTarget.hidden = true;
};

function pictureOf({ parts: [part] }: SearchChip): string | null {
  return part?.kind === 'picture' ? part.name : null;
}

function wordsOf(say: Words, part: ChipPart): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'word':
      return isSearchWord(part.word) ? say(`search.word.${part.word}`) : part.word;
    case 'picture':
      return part.name.includes('/') ? say('search.one-picture') : say('search.picture', { id: part.name });
    case 'range':
      return rangeWords(part.range);
    case 'sides':
      return `${rangeWords(part.width)} × ${rangeWords(part.height)}`;
  }
}

/** What a picture or task is, after "Is:" and "Is: not". */
function flagWords(say: Words, part: ChipPart): string {
  return part.kind === 'word' && isPhrased(part.word) ? say(`search.is.${part.word}`) : wordsOf(say, part);
}

/** Flags whose own words do not follow "Is:". */
const phrased = ['problem', 'no-picture', 'unknown'] as const;
const isPhrased = (word: string): word is (typeof phrased)[number] => phrased.some((each) => each === word);

function rangeWords(range: NumberRange): string {
  return writeRange(range).replace('>=', '≥ ').replace('<=', '≤ ').replace('..', '–') || '…';
}

/** Values of filters for which the catalogue has words. */
type SearchWord = (typeof searchFlags)[number] | (typeof sizeShapes)[number] | (typeof statusWords)[number] | (typeof labels)[number] | 'none' | 'trash' | 'anywhere';

const known: ReadonlySet<string> = new Set([...searchFlags, ...sizeShapes, ...statusWords, ...labels, 'none', 'trash', 'anywhere']);

function isSearchWord(word: string): word is SearchWord {
  return known.has(word);
}
