import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useCompose } from '../../../stores/compose/compose-store.ts';
import { useWords } from '../../../words/words.ts';
import styles from './prompt-field.module.css';
import { useSnippets } from './use-snippets.ts';
import { useWildcards } from './use-wildcards.ts';

const listId = 'prompt-suggestions';

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

/** Offers wildcards after `__`, and snippets after a slash, while the beginning of a name is typed. */
export function useSuggestions(): Suggestions {
  const say = useWords();
  const prompt = useCompose((state) => state.prompt);
  const [caret, setCaret] = useState<number | null>(null);
  /** The chosen one, while this is typed. */
  const [active, setActive] = useState({ typed: '', index: 0 });
  /** The beginning that Escape closed the list at. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const selected = useRef<HTMLDivElement>(null);

  const wildcards = useWildcards(prompt, caret);
  const snippets = useSnippets(prompt, caret);
  const begun = wildcards ?? snippets;
  const offer = begun && begun.at !== closedAt && begun.matches.length > 0 ? begun : null;
  const { label, matches, typed } = offer ?? { label: null, matches: [], typed: '' };
  const at = active.typed === typed ? Math.min(active.index, matches.length - 1) : 0;

  useEffect(() => selected.current?.scrollIntoView({ block: 'nearest' }), [at, label]);
  // The caret moved away from where the list was closed.
  if (closedAt !== null && begun?.at !== closedAt) setClosedAt(null);

  const choose = (index: number): void => {
    setCaret(null);
    offer?.choose(index);
  };

  return {
    aria: offer ? { 'aria-autocomplete': 'list', 'aria-controls': listId, 'aria-activedescendant': `${listId}-${at}` } : {},
    caretAt: setCaret,
    onKeyDown(event) {
      if (!offer || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (step !== 0) setActive({ typed, index: (at + step + matches.length) % matches.length });
      else if (event.key === 'Enter' || event.key === 'Tab') choose(at);
      else if (event.key === 'Escape') setClosedAt(offer.at);
      else return false;
      event.preventDefault();
      return true;
    },
    list: label && (
      <div id={listId} role="listbox" aria-label={say(label)} className={styles.suggestions}>
        {matches.map(({ name, hint }, index) => (
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
              choose(index);
            }}
          >
            <span>{name}</span>
            <span className={styles.values}>{hint}</span>
          </div>
        ))}
      </div>
    ),
  };
}
