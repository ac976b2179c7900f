import { Autocomplete } from '@base-ui/react/autocomplete';
import type { BaseUIEvent } from '@base-ui/react/types';
import { Search, X } from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { ViewKind } from '../../../shared/library/view.ts';
import { brokenFilters } from '../../../shared/search/field/broken-filters.ts';
import { exampleSearches } from '../../../shared/search/field/examples.ts';
import type { Span } from '../../../shared/search/query.ts';
import { suggestFilters, type FilterSuggestion, type SearchVocabulary } from '../../../shared/search/field/suggest.ts';
import { mostRecentSearches } from '../../../shared/windows/view-memory.ts';
import { refreshLibraryWords, useLibraryWords } from '../../stores/library/known-tags-and-folders.ts';
import { today } from '../../stores/now.ts';
import { remember, viewMemory } from '../../stores/windows/remember-view.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { IconButton } from '../../ui/button.tsx';
import type { Chord } from '../../ui/shortcuts/chords.ts';
import { KeyHint } from '../../ui/shortcuts/kbd.tsx';
import popup from '../../ui/popup.module.css';
import { useSearchesInWords } from './chip-words.ts';
import styles from './search-field.module.css';
import { sayBroken, sayMistyped, useMistypedFilters, useSearchQuery } from './search-query.ts';
import { useVocabulary } from './search-vocabulary.ts';
import { sentences } from '../../../shared/words/in-a-row.ts';

interface SearchFieldProps {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly label: string;
  /** The key that leads here. */
  readonly keys: readonly Chord[] | undefined;
  readonly value: string;
  /** Null: nobody types in the field. */
  readonly caret: number | null;
  readonly onValueChange: (value: string, caret: number | null) => void;
  /** Its examples are shown in the empty field. */
  readonly view: ViewKind;
  /** Moves from the field down into the results. */
  readonly onLeaveDown: () => void;
}

/** A search in the language of shared/search, with suggestions of filters. */
export function SearchField({ ref, label, keys, value, caret, onValueChange, view, onLeaveDown }: SearchFieldProps) {
  const say = useWords();
  const wrong = useId();
  const vocabulary = useVocabulary();
  const query = useSearchQuery(value);
  const broken = brokenFilters(query, caret);
  const mistyped = useMistypedFilters(value, caret);
  // Whole searches are suggested in a field that was entered empty, and filters as they are typed. In the history, a typed status becomes a
  // button and leaves the field empty, with nothing to suggest.
  const [open, setOpen] = useState<'whole' | 'typed' | null>(null);
  const highlighted = useRef<Suggestion | undefined>(undefined);

  // Between words any filter could follow, so filters are offered only where one was begun and in an empty field.
  const isEmpty = value === '';
  const at = caret ?? value.length;
  const filters = open === (isEmpty ? 'whole' : 'typed') ? suggestFilters(value, at, vocabulary).filter(({ kind, span }) => kind === 'value' || isEmpty || span.start < at) : [];
  const suggestions: readonly Suggestion[] = open === 'whole' && isEmpty ? [...wholeSearches(view, vocabulary), ...filters] : filters;
  const shown = suggestions.length > 0;
  const take = ({ kind, span, insert }: Suggestion): void => {
    const end = span.start + insert.length;
    // The list closes and opens again with nothing highlighted.
    flushSync(() => {
      setOpen(null);
      onValueChange(value.slice(0, span.start) + insert + value.slice(span.end), end);
    });
    ref.current?.setSelectionRange(end, end);
    setOpen(kind === 'key' || kind === 'value' ? 'typed' : null);
  };
  const type = (text: string): void => {
    onValueChange(text, ref.current?.selectionStart ?? text.length);
    setOpen(text.trim() === '' ? null : 'typed');
  };
  const clear = (): void => {
    setOpen(null);
    onValueChange('', null);
  };
  const onKeyDown = (event: BaseUIEvent<KeyboardEvent>): void => {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    const chosen = shown ? highlighted.current : undefined;
    if (key === 'Tab' && chosen) {
      event.preventDefault();
      take(chosen);
    } else if ((key === 'Enter' && !chosen) || (key === 'ArrowDown' && !shown)) {
      event.preventDefault();
      event.preventBaseUIHandler();
      setOpen(null);
      // Nothing is being typed any more. A filter that cannot be understood finds nothing, so there are no results to enter.
      if (query.pending.length > 0) onValueChange(value, null);
      else onLeaveDown();
    } else if (key === 'Escape') {
      event.preventDefault();
      event.preventBaseUIHandler();
      if (shown) setOpen(null);
      else if (isEmpty) onLeaveDown();
      else clear();
    } else if (key === 'ArrowUp' && !shown) event.preventBaseUIHandler();
  };
  return (
    <Autocomplete.Root inline open mode="none" items={suggestions} value={value} onValueChange={type} onItemHighlighted={(suggestion) => (highlighted.current = suggestion)}>
      <div className={styles.search} role="search">
        <Search size={15} aria-hidden className={styles.glass} />
        <Autocomplete.Input
          ref={ref}
          className={styles.input}
          onSelect={({ currentTarget }) => onValueChange(currentTarget.value, currentTarget.selectionStart)}
          onClick={() => isEmpty && setOpen('whole')}
          onFocus={() => {
            setOpen(isEmpty ? 'whole' : null);
            void refreshLibraryWords();
          }}
          onBlur={({ currentTarget }) => {
            setOpen(null);
            // If the whole window lost the focus, the caret is still here.
            if (document.activeElement === currentTarget) return;
            onValueChange(currentTarget.value, null);
            if (query.pending.length === 0) rememberSearch(currentTarget.value);
          }}
          onKeyDown={onKeyDown}
          placeholder={label}
          aria-label={label}
          aria-invalid={broken.length > 0}
          aria-describedby={wrong}
          aria-expanded={shown}
          maxLength={1000}
        />
        <p id={wrong} role="status" className="visually-hidden">
          {sentences(say, [...broken.map((pending) => sayBroken(say, value, pending)), ...mistyped.map((each) => sayMistyped(say, each))])}
        </p>
        {isEmpty ? (
          <span className={styles.hint} aria-hidden>
            {keys && <KeyHint keys={keys} />}
          </span>
        ) : (
          <IconButton
            label={say('search.clear')}
            size="small"
            onClick={() => {
              clear();
              ref.current?.focus();
            }}
          >
            <X size={14} />
          </IconButton>
        )}
        {shown && (
          <Autocomplete.List className={styles.suggestions} aria-label={say('search.suggestions')}>
            {kinds.map((kind) => (
              <Suggestions key={kind} kind={kind} titled={isEmpty} suggestions={suggestions.filter((suggestion) => suggestion.kind === kind)} onTake={take} />
            ))}
          </Autocomplete.List>
        )}
      </div>
    </Autocomplete.Root>
  );
}

const kinds = ['example', 'recent', 'key', 'value'] as const;

interface SuggestionsProps {
  readonly kind: Suggestion['kind'];
  readonly titled: boolean;
  readonly suggestions: readonly Suggestion[];
  readonly onTake: (suggestion: Suggestion) => void;
}

function Suggestions({ kind, titled, suggestions, onTake }: SuggestionsProps) {
  const say = useWords();
  const { number } = useFormats();
  const tags = useLibraryWords((known) => known.tags);
  /** What a key means, or how many pictures have a tag. */
  const hintOf = (suggestion: Suggestion): string => {
    if (suggestion.kind === 'key') return say(`search.key.${suggestion.key}`);
    const tag = suggestion.kind === 'value' && suggestion.key === 'tag' ? tags.find(({ name }) => name === suggestion.value) : undefined;
    return tag ? number(tag.pictures) : '';
  };
  const inWords = useSearchesInWords(suggestions.map(({ insert }) => (kind === 'recent' ? insert : '')));
  if (suggestions.length === 0) return null;
  return (
    <Autocomplete.Group>
      {titled && <Autocomplete.GroupLabel className={popup.groupLabel}>{say(`search.suggested.${kind}`)}</Autocomplete.GroupLabel>}
      {suggestions.map((suggestion, at) => (
        <Autocomplete.Item key={suggestion.insert} value={suggestion} className={popup.item} onClick={() => onTake(suggestion)}>
          <span className={popup.itemText}>{suggestion.kind === 'value' ? suggestion.value : inWords[at] || suggestion.insert}</span>
          {hintOf(suggestion) !== '' && <span className={popup.itemHint}>{hintOf(suggestion)}</span>}
        </Autocomplete.Item>
      ))}
    </Autocomplete.Group>
  );
}

/** A whole search, for the empty field. */
interface WholeSearch {
  readonly kind: 'example' | 'recent';
  readonly insert: string;
  readonly span: Span;
}

type Suggestion = WholeSearch | FilterSuggestion;

function wholeSearches(view: ViewKind, { models }: SearchVocabulary): readonly WholeSearch[] {
  const { recentSearches } = viewMemory();
  const examples = exampleSearches(view, models[0], today().year).filter((example) => !recentSearches.includes(example));
  // The space ends the last word.
  const whole = (kind: WholeSearch['kind']) => (search: string): WholeSearch => ({ kind, insert: `${search} `, span: { start: 0, end: 0 } });
  return [...examples.map(whole('example')), ...recentSearches.map(whole('recent'))];
}

/** Remembers the search that is in the field when the person leaves it, as the latest. */
function rememberSearch(search: string): void {
  const written = search.trim().replaceAll(/\s+/g, ' ');
  const known = viewMemory().recentSearches;
  if (written === '' || written === known[0]) return;
  remember({ recentSearches: [written, ...known.filter((other) => other !== written)].slice(0, mostRecentSearches) });
}
