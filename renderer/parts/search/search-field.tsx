import { Autocomplete } from '@base-ui/react/autocomplete';
import type { BaseUIEvent } from '@base-ui/react/types';
import { Search, X } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { Room } from '../../../shared/library/view.ts';
import { brokenFilters } from '../../../shared/search/broken.ts';
import { exampleSearches } from '../../../shared/search/examples.ts';
import { parseSearch } from '../../../shared/search/parse.ts';
import type { PendingFilter, Span } from '../../../shared/search/query.ts';
import { suggestFilters, type FilterSuggestion, type SearchVocabulary } from '../../../shared/search/suggest.ts';
import { mostRecentSearches } from '../../../shared/view-memory.ts';
import { refreshLibraryWords, useLibraryWords } from '../../stores/library-words.ts';
import { today } from '../../stores/now.ts';
import { remember, viewMemory } from '../../stores/view-memory.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { IconButton } from '../../ui/button.tsx';
import { ShortcutHint } from '../../ui/shortcuts/kbd.tsx';
import popup from '../../ui/popup.module.css';
import type { ShortcutId } from '../../ui/shortcuts/shortcut-table.ts';
import styles from './search-field.module.css';
import { sayBroken } from './use-broken-filters.ts';

interface SearchFieldProps {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly label: string;
  /** The key that leads here. */
  readonly shortcut: ShortcutId;
  readonly value: string;
  /** Called when the text or the caret changes. `caret` is null when the field is left. */
  readonly onValueChange: (value: string, caret: number | null) => void;
  /** The filters of the value that cannot be understood. */
  readonly broken: readonly PendingFilter[];
  readonly vocabulary: SearchVocabulary;
  /** Its examples are shown in the empty field. */
  readonly room: Room;
  /** Moves from the field down into the results. */
  readonly onLeaveDown: () => void;
}

/** A search in the language of shared/search, with suggestions of filters. */
export function SearchField({ ref, label, shortcut, value, onValueChange, broken, vocabulary, room, onLeaveDown }: SearchFieldProps) {
  const say = useWords();
  const wrong = useId();
  const [caret, setCaret] = useState(value.length);
  // Whole searches are suggested in a field that was entered empty, and filters as they are typed.
  const [open, setOpen] = useState<'whole' | 'typed' | null>(null);
  const highlighted = useRef<Suggestion | undefined>(undefined);
  const taken = useRef<Suggestion | null>(null);
  useLayoutEffect(() => {
    if (!taken.current) return;
    const { kind, span, insert } = taken.current;
    taken.current = null;
    ref.current?.setSelectionRange(span.start + insert.length, span.start + insert.length);
    if (kind === 'key' || kind === 'value') setOpen('typed');
  }, [ref, value]);

  // Between words any filter could follow, so filters are offered only where one was begun and in an empty field.
  const isEmpty = value === '';
  const filters = open === (isEmpty ? 'whole' : 'typed') ? suggestFilters(value, caret, vocabulary).filter(({ kind, span }) => kind === 'value' || isEmpty || span.start < caret) : [];
  const suggestions: readonly Suggestion[] = open === 'whole' && isEmpty ? [...wholeSearches(room, vocabulary), ...filters] : filters;
  const shown = suggestions.length > 0;
  const change = (text: string, at: number | null): void => {
    onValueChange(text, at);
    if (at !== null) setCaret(at);
  };
  const take = (suggestion: Suggestion): void => {
    const { span, insert } = suggestion;
    taken.current = suggestion;
    // The list closes and opens again with nothing highlighted.
    setOpen(null);
    change(value.slice(0, span.start) + insert + value.slice(span.end), span.start + insert.length);
  };
  const type = (text: string): void => {
    change(text, ref.current?.selectionStart ?? text.length);
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
      if (brokenFilters(parseSearch(value, today()), null).length > 0) onValueChange(value, null);
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
          onSelect={({ currentTarget }) => change(currentTarget.value, currentTarget.selectionStart)}
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
            if (broken.length === 0) rememberSearch(currentTarget.value);
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
          {broken.map((pending) => sayBroken(say, value, pending)).join(' ')}
        </p>
        {isEmpty ? (
          <span className={styles.hint} aria-hidden>
            <ShortcutHint id={shortcut} />
          </span>
        ) : (
          <IconButton
            label={say('search.clear')}
            className={styles.clear}
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
  if (suggestions.length === 0) return null;
  return (
    <Autocomplete.Group>
      {titled && <Autocomplete.GroupLabel className={popup.groupLabel}>{say(`search.suggested.${kind}`)}</Autocomplete.GroupLabel>}
      {suggestions.map((suggestion) => (
        <Autocomplete.Item key={suggestion.insert} value={suggestion} className={popup.item} onClick={() => onTake(suggestion)}>
          <span className={popup.itemText}>{suggestion.kind === 'value' ? suggestion.value : suggestion.insert}</span>
          {suggestion.kind === 'key' && <span className={popup.itemHint}>{say(`search.key.${suggestion.key}`)}</span>}
          {suggestion.kind === 'value' && suggestion.key === 'tag' && <TagPictures name={suggestion.value} />}
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

function wholeSearches(room: Room, { models }: SearchVocabulary): readonly WholeSearch[] {
  const recent = recentSearches();
  const examples = exampleSearches(room, models[0], today().year).filter((example) => !recent.includes(example));
  // The space ends the last word.
  const whole = (kind: WholeSearch['kind']) => (search: string): WholeSearch => ({ kind, insert: `${search} `, span: { start: 0, end: 0 } });
  return [...examples.map(whole('example')), ...recent.map(whole('recent'))];
}

/** How many pictures have a tag. */
function TagPictures({ name }: { readonly name: string }) {
  const { number } = useFormats();
  const pictures = useLibraryWords(({ tags }) => tags.find((tag) => tag.name === name)?.pictures);
  return pictures === undefined ? null : <span className={popup.itemHint}>{number(pictures)}</span>;
}

/** The latest first. */
const recentSearches = (): readonly string[] => viewMemory().recentSearches;

/** Remembers the search that is in the field when the person leaves it. */
function rememberSearch(search: string): void {
  const written = search.trim().replaceAll(/\s+/g, ' ');
  const known = recentSearches();
  if (written === '' || written === known[0]) return;
  remember({ recentSearches: [written, ...known.filter((other) => other !== written)].slice(0, mostRecentSearches) });
}
