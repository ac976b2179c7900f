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
  /** With each change of the text, and of where the caret stands in it; null: the field is left. */
  readonly onValueChange: (value: string, caret: number | null) => void;
  /** Says what of the value cannot be understood. */
  readonly broken: readonly PendingFilter[];
  readonly vocabulary: SearchVocabulary;
  /** Whose examples are shown in the empty field. */
  readonly room: Room;
  /** From the field down into the results. */
  readonly onLeaveDown: () => void;
}

/** Text in the language of shared/search, with the filters that may come next. */
export function SearchField({ ref, label, shortcut, value, onValueChange, broken, vocabulary, room, onLeaveDown }: SearchFieldProps) {
  const say = useWords();
  const list = useId();
  const wrong = useId();
  const [caret, setCaret] = useState(value.length);
  // What is suggested: whole searches in a field that was entered empty, or how what is typed may go on.
  const [open, setOpen] = useState<'whole' | 'typed' | null>(null);
  const [active, setActive] = useState(-1);
  const caretAfter = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caretAfter.current === null) return;
    ref.current?.setSelectionRange(caretAfter.current, caretAfter.current);
    caretAfter.current = null;
  }, [ref, value]);

  // Between words any filter may come: only where something was begun is one offered, or in an empty field.
  const filters = open === (value === '' ? 'whole' : 'typed') ? suggestFilters(value, caret, vocabulary).filter(({ kind, span }) => kind === 'value' || value === '' || span.start < caret) : [];
  const suggestions: readonly Suggestion[] = open === 'whole' && value === '' ? [...wholeSearches(room, vocabulary), ...filters] : filters;
  const shown = suggestions.length > 0;
  const take = (suggestion: Suggestion): void => {
    const { span, insert } = suggestion;
    const end = span.start + insert.length;
    caretAfter.current = end;
    onValueChange(value.slice(0, span.start) + insert + value.slice(span.end), end);
    setCaret(end);
    setActive(-1);
    if (suggestion.kind === 'example' || suggestion.kind === 'recent') setOpen(null);
    else setOpen('typed');
    ref.current?.focus();
  };
  const close = (): void => {
    setOpen(null);
    setActive(-1);
  };
  const clear = (): void => {
    close();
    onValueChange('', null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const chosen = suggestions[active];
    if (shown && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      // Round and round, by way of none: then Enter leads into the results.
      const places = suggestions.length + 1;
      setActive(((active + 1 + (event.key === 'ArrowDown' ? 1 : places - 1)) % places) - 1);
    } else if (chosen && (event.key === 'Enter' || event.key === 'Tab')) {
      event.preventDefault();
      take(chosen);
    } else if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault();
      close();
      // Nothing is being typed any more, so a filter that is not understood finds nothing, and there are no results to enter.
      if (brokenFilters(parseSearch(value, today()), null).length > 0) onValueChange(value, null);
      else onLeaveDown();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      if (shown) close();
      else if (value === '') onLeaveDown();
      else clear();
    }
  };
  return (
    <div className={styles.search} role="search">
      <Search size={15} aria-hidden className={styles.glass} />
      <input
        ref={ref}
        type="text"
        role="combobox"
        className={styles.input}
        value={value}
        onChange={(event) => {
          const at = event.target.selectionStart ?? event.target.value.length;
          onValueChange(event.target.value, at);
          setCaret(at);
          setOpen(event.target.value.trim() === '' ? null : 'typed');
          setActive(-1);
        }}
        onSelect={(event) => {
          const { value: typed, selectionStart } = event.currentTarget;
          setCaret(selectionStart ?? typed.length);
          onValueChange(typed, selectionStart ?? typed.length);
        }}
        onClick={() => setOpen(value === '' ? 'whole' : open)}
        onFocus={() => {
          setOpen(value === '' ? 'whole' : null);
          void refreshLibraryWords();
        }}
        onBlur={(event) => {
          close();
          // Where the window itself is left, the caret is still here.
          if (document.activeElement === event.currentTarget) return;
          onValueChange(event.currentTarget.value, null);
          if (broken.length === 0) rememberSearch(event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
        placeholder={label}
        aria-label={label}
        aria-invalid={broken.length > 0}
        aria-describedby={wrong}
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={shown ? list : undefined}
        aria-activedescendant={active >= 0 ? `${list}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={1000}
      />
      <p id={wrong} role="status" className="visually-hidden">
        {broken.map((pending) => sayBroken(say, value, pending)).join(' ')}
      </p>
      {value === '' ? (
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
        <div id={list} role="listbox" aria-label={say('search.suggestions')} className={styles.suggestions}>
          {suggestions.map((suggestion, at) => [
            value === '' && suggestion.kind !== suggestions[at - 1]?.kind && (
              <div key={`${suggestion.kind} title`} role="presentation" className={popup.groupLabel}>
                {say(`search.suggested.${suggestion.kind}`)}
              </div>
            ),
            <div
              key={`${suggestion.kind} ${suggestion.insert}`}
              id={`${list}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === active}
              className={popup.item}
              data-highlighted={at === active || undefined}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => setActive(at)}
              onClick={() => take(suggestion)}
              onKeyDown={onKeyDown}
            >
              <span className={popup.itemText}>{suggestion.kind === 'value' ? suggestion.value : suggestion.insert}</span>
              {suggestion.kind === 'key' && <span className={popup.itemHint}>{say(`search.key.${suggestion.key}`)}</span>}
              {suggestion.kind === 'value' && suggestion.key === 'tag' && <TagPictures name={suggestion.value} />}
            </div>,
          ])}
        </div>
      )}
    </div>
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
  // The blank says that the last word is finished.
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
