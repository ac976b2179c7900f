import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useApp } from '../../stores/app-store.ts';
import { completePrompt, useCompose } from '../../stores/compose/compose-store.ts';
import { useTemplates } from '../../stores/compose/template-store.ts';
import { useWords } from '../../words/words.ts';
import styles from './prompt-field.module.css';

const listId = 'wildcard-suggestions';
const mostSuggested = 50;

interface Suggestions {
  /** The list below the field, or nothing. */
  readonly list: ReactNode;
  /** What the field tells screen readers. */
  readonly aria: { readonly 'aria-autocomplete'?: 'list'; readonly 'aria-controls'?: string; readonly 'aria-activedescendant'?: string };
  /** Takes the keys that choose. Returns whether it did. */
  onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): boolean;
  /** The caret has moved. */
  caretAt(caret: number | null): void;
}

/** Offers the wildcards while `__` and the beginning of a name are typed. */
export function useWildcardSuggestions(): Suggestions {
  const say = useWords();
  const prompt = useCompose((state) => state.prompt);
  const lists = useTemplates((state) => state.folder?.lists) ?? [];
  const plainBraces = useApp((facts) => facts.settings.plainBraces);
  const [caret, setCaret] = useState<number | null>(null);
  /** The chosen one, while this is typed. */
  const [active, setActive] = useState({ typed: '', index: 0 });
  /** The beginning that Escape closed the list at. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const selected = useRef<HTMLDivElement>(null);

  const begun = caret === null || plainBraces ? null : beginning(prompt.slice(0, caret));
  const names = new Map(lists.map(({ name, values }) => [name, values]));
  const matches = begun === null || begun.at === closedAt ? [] : [...names].filter(([name]) => name.toLowerCase().includes(begun.typed.toLowerCase())).slice(0, mostSuggested);
  const open = begun !== null && matches.length > 0;
  const at = active.typed === begun?.typed ? Math.min(active.index, matches.length - 1) : 0;

  useEffect(() => selected.current?.scrollIntoView({ block: 'nearest' }), [at, open]);

  const choose = (name: string): void => {
    if (!begun || caret === null) return;
    const closed = prompt.startsWith('__', caret) ? caret + 2 : caret;
    const before = `${prompt.slice(0, begun.at)}${name}__`;
    setCaret(null);
    completePrompt(before + prompt.slice(closed), before.length);
  };

  return {
    aria: open ? { 'aria-autocomplete': 'list', 'aria-controls': listId, 'aria-activedescendant': `${listId}-${at}` } : {},
    caretAt(next) {
      setCaret(next);
      if (next === null || beginning(prompt.slice(0, next))?.at !== closedAt) setClosedAt(null);
    },
    onKeyDown(event) {
      if (!open || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (step !== 0) setActive({ typed: begun.typed, index: (at + step + matches.length) % matches.length });
      else if (event.key === 'Enter' || event.key === 'Tab') choose(matches[at]?.[0] ?? '');
      else if (event.key === 'Escape') setClosedAt(begun.at);
      else return false;
      event.preventDefault();
      return true;
    },
    list: open && (
      <div id={listId} role="listbox" aria-label={say('wildcards.suggestions')} className={styles.suggestions}>
        {matches.map(([name, values], index) => (
          <div
            key={name}
            ref={index === at ? selected : undefined}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className={styles.suggestion}
            // The field keeps the focus.
            onMouseDown={(event) => {
              event.preventDefault();
              choose(name);
            }}
          >
            <span>{name}</span>
            <span className={styles.values}>{values.slice(0, 4).map(({ text }) => text).join(', ')}</span>
          </div>
        ))}
      </div>
    ),
  };
}

/** The name that is being typed after `__`, and where it begins. */
function beginning(before: string): { readonly at: number; readonly typed: string } | null {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const marks = line.split('__');
  const typed = marks.at(-1) ?? '';
  // After an even number of marks, none is open.
  if (marks.length % 2 === 1 || /[{}|#()]|^\s/.test(typed)) return null;
  const name = typed.replace(/^[~@!]/, '');
  return { at: before.length - name.length, typed: name };
}
