import { Search, X } from 'lucide-react';
import type { KeyboardEvent, RefObject } from 'react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { PendingFilter } from '../../../shared/search/query.ts';
import type { FilterSuggestion, SearchVocabulary } from '../../../shared/search/suggest.ts';
import { suggestFilters } from '../../../shared/search/suggest.ts';
import { refreshLibraryWords, useLibraryWords } from '../../stores/library-words.ts';
import { useFormats, useWords } from '../../stores/words.ts';
import { IconButton } from '../../ui/button.tsx';
import { ShortcutHint } from '../../ui/kbd.tsx';
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
  /** From the field down into the results. */
  readonly onLeaveDown: () => void;
}

/** Text in the language of shared/search, with the filters that may come next. */
export function SearchField({ ref, label, shortcut, value, onValueChange, broken, vocabulary, onLeaveDown }: SearchFieldProps) {
  const say = useWords();
  const list = useId();
  const wrong = useId();
  const [caret, setCaret] = useState(value.length);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const caretAfter = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caretAfter.current === null) return;
    ref.current?.setSelectionRange(caretAfter.current, caretAfter.current);
    caretAfter.current = null;
  }, [ref, value]);

  // Between words any filter may come: only where something was begun is one offered, or in an empty field.
  const suggestions = open ? suggestFilters(value, caret, vocabulary).filter(({ kind, span }) => kind === 'value' || value === '' || span.start < caret) : [];
  const shown = suggestions.length > 0;
  const take = ({ span, insert }: FilterSuggestion): void => {
    const end = span.start + insert.length;
    caretAfter.current = end;
    onValueChange(value.slice(0, span.start) + insert + value.slice(span.end), end);
    setCaret(end);
    setActive(-1);
    ref.current?.focus();
  };
  const close = (): void => {
    setOpen(false);
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
      onLeaveDown();
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
          setOpen(event.target.value.trim() !== '');
          setActive(-1);
        }}
        onSelect={(event) => {
          const { value: typed, selectionStart } = event.currentTarget;
          setCaret(selectionStart ?? typed.length);
          onValueChange(typed, selectionStart ?? typed.length);
        }}
        onClick={() => setOpen(value === '' || open)}
        onFocus={() => void refreshLibraryWords()}
        onBlur={(event) => {
          close();
          // Where the window itself is left, the caret is still here.
          if (document.activeElement !== event.currentTarget) onValueChange(event.currentTarget.value, null);
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
          {suggestions.map((suggestion, at) => (
            <div
              key={`${suggestion.key} ${suggestion.value}`}
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
              <span className={popup.itemText}>{suggestion.kind === 'key' ? suggestion.insert : suggestion.value}</span>
              {suggestion.kind === 'key' && <span className={popup.itemHint}>{say(`search.key.${suggestion.key}`)}</span>}
              {suggestion.kind === 'value' && suggestion.key === 'tag' && <TagPictures name={suggestion.value} />}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/** How many pictures have a tag. */
function TagPictures({ name }: { readonly name: string }) {
  const { number } = useFormats();
  const pictures = useLibraryWords(({ tags }) => tags.find((tag) => tag.name === name)?.pictures);
  return pictures === undefined ? null : <span className={popup.itemHint}>{number(pictures)}</span>;
}
