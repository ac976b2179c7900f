import { X } from 'lucide-react';
import type { ChipPart, SearchChip } from '../../../shared/search/chips.ts';
import { removeSpan } from '../../../shared/search/edit.ts';
import { searchFlags, sizeShapes, type NumberRange } from '../../../shared/search/query.ts';
import { writeRange } from '../../../shared/search/ranges.ts';
import { statusWords } from '../../../shared/search/statuses.ts';
import type { Words } from '../../../shared/words/index.ts';
import { useWords } from '../../words/words.ts';
import styles from './filter-chips.module.css';

interface FilterChipsProps {
  readonly chips: readonly SearchChip[];
  readonly search: string;
  readonly onSearchChange: (search: string) => void;
}

/** The filters of a search, each with a button that removes it. */
export function FilterChips({ chips, search, onSearchChange }: FilterChipsProps) {
  const say = useWords();
  return chips.map((chip) => {
    const key = say(`search.key.${chip.key}`);
    const values = chip.parts.map((part) => wordsOf(say, part)).join(say('search.or'));
    const name = say(chip.negated ? 'search.chip-not' : 'search.chip', { key, values });
    return (
      <span key={`${chip.span.start} ${name}`} className={styles.chip} data-alternative={chip.alternative || undefined}>
        <span className={styles.text}>{name}</span>
        <button type="button" className={styles.remove} aria-label={say('search.remove', { name })} onClick={() => onSearchChange(removeSpan(search, chip.span))}>
          <X size={12} aria-hidden />
        </button>
      </span>
    );
  });
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
