import { X } from 'lucide-react';
import type { ChipPart, SearchChip } from '../../../shared/search/chips.ts';
import { removeSpan, withoutPending } from '../../../shared/search/edit.ts';
import { searchFlags, sizeShapes, type NumberRange, type PendingFilter } from '../../../shared/search/query.ts';
import { writeRange } from '../../../shared/search/ranges.ts';
import { statusWords } from '../../../shared/search/statuses.ts';
import type { Words } from '../../../shared/words/index.ts';
import { useWords } from '../../words/words.ts';
import { classes } from '../../ui/classes.ts';
import styles from './filter-chips.module.css';
import { brokenText, sayBroken } from './use-broken-filters.ts';

interface ChipsProps {
  readonly search: string;
  readonly onSearchChange: (search: string) => void;
}

interface FilterChipsProps extends ChipsProps {
  readonly chips: readonly SearchChip[];
}

/** The filters of a search, each with a button that removes it. */
export function FilterChips({ chips, search, onSearchChange }: FilterChipsProps) {
  const say = useWords();
  return chips.map((chip) => {
    const key = say(`search.key.${chip.key}`);
    const values = chip.parts.map((part) => wordsOf(say, part)).join(say('search.or'));
    const name = say(chip.negated ? 'search.chip-not' : 'search.chip', { key, values });
    return <Chip key={`${chip.span.start} ${name}`} name={name} alternative={chip.alternative} onRemove={() => onSearchChange(removeSpan(search, chip.span))} />;
  });
}

interface BrokenChipsProps extends ChipsProps {
  readonly broken: readonly PendingFilter[];
}

/** The filters that cannot be understood, each with valid examples and a button that removes it. */
export function BrokenChips({ broken, search, onSearchChange }: BrokenChipsProps) {
  const say = useWords();
  return broken.map((pending) => (
    <Chip key={pending.span.start} broken name={brokenText(search, pending)} text={sayBroken(say, search, pending)} onRemove={() => onSearchChange(withoutPending(search, pending))} />
  ));
}

interface ChipProps {
  readonly name: string;
  /** Shown instead of the name. */
  readonly text?: string;
  readonly alternative?: boolean;
  readonly broken?: boolean;
  readonly onRemove: () => void;
}

function Chip({ name, text = name, alternative = false, broken = false, onRemove }: ChipProps) {
  const say = useWords();
  return (
    <span className={classes(styles.chip, broken && styles.broken)} data-alternative={alternative || undefined} data-broken={broken || undefined}>
      <span className={styles.text}>{text}</span>
      <button type="button" className={styles.remove} aria-label={say('search.remove', { name })} onClick={onRemove}>
        <X size={12} aria-hidden />
      </button>
    </span>
  );
}

function wordsOf(say: Words, part: ChipPart): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'word':
      return isSearchWord(part.word) ? say(`search.word.${part.word}`) : part.word;
    case 'range':
      return rangeWords(part.range);
    case 'sides':
      return `${rangeWords(part.width)} × ${rangeWords(part.height)}`;
  }
}

function rangeWords(range: NumberRange): string {
  return writeRange(range).replace('>=', '≥ ').replace('<=', '≤ ').replace('..', '–') || '…';
}

/** Values of filters for which the catalogue has words. */
type SearchWord = (typeof searchFlags)[number] | (typeof sizeShapes)[number] | (typeof statusWords)[number] | 'none' | 'trash' | 'anywhere';

const known: ReadonlySet<string> = new Set([...searchFlags, ...sizeShapes, ...statusWords, 'none', 'trash', 'anywhere']);

function isSearchWord(word: string): word is SearchWord {
  return known.has(word);
}
