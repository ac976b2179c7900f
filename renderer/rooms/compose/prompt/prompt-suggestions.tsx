import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useCompose, completePrompt } from '../../../stores/compose/compose-store.ts';
import { useWords } from '../../../words/words.ts';
import styles from './prompt-field.module.css';
import { classes } from '../../../ui/classes.ts';
import popup from '../../../ui/popup.module.css';
import textStyles from '../../../ui/sheets/text.module.css';
import type { WordKey } from '../../../../shared/words/index.ts';
import { useApp } from '../../../stores/app-store.ts';
import { useTemplates } from '../../../stores/compose/template-store.ts';
import { snippetAtCaret, withSnippet } from '../../../../shared/prompts/snippets.ts';
import { readSavedPrompts, useSavedPrompts } from '../../../stores/prompts/saved-prompts.ts';
import { insertText } from '../../../stores/prompts/use-prompt.ts';
import { snippetsFor } from '../../../stores/prompts/found-prompts.ts';

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
            className={popup.item}
            data-highlighted={index === at || undefined}
            // The field keeps the focus.
            onMouseDown={(event) => {
              event.preventDefault();
              choose(index);
            }}
          >
            <span className={classes(popup.itemText, textStyles.cut)}>{name}</span>
            <span className={styles.hint}>{hint}</span>
          </div>
        ))}
      </div>
    ),
  };
}

/** Texts that can complete what is being typed. */
interface Offer {
  /** The name of the list. */
  readonly label: WordKey;
  /** Where the text that is being typed begins. */
  readonly at: number;
  readonly typed: string;
  readonly matches: readonly { readonly name: string; readonly hint: string }[];
  /** Completes the text in the field with a match. */
  choose(index: number): void;
}

const mostSuggested = 50;

/** The number of values shown beside the name of a wildcard. */
const mostNamed = 4;

/** The wildcards that complete the name that is being typed at the caret. Null: none is being typed. */
function useWildcards(prompt: string, caret: number | null): Offer | null {
  const lists = useTemplates((state) => state.folder?.lists) ?? [];
  const plainBraces = useApp((facts) => facts.settings.plainBraces);
  const begun = caret === null || plainBraces ? null : beginning(prompt.slice(0, caret));
  if (begun === null || caret === null) return null;
  const names = new Map(lists.map(({ name, values }) => [name, values]));
  const matches = [...names].filter(([name]) => name.toLowerCase().includes(begun.typed.toLowerCase())).slice(0, mostSuggested);
  return {
    ...begun,
    label: 'wildcards.suggestions',
    matches: matches.map(([name, values]) => ({
      name,
      hint: [...values.slice(0, mostNamed).map(({ text }) => text), ...(values.length > mostNamed ? ['…'] : [])].join(', '),
    })),
    choose(index) {
      const closed = prompt.startsWith('__', caret) ? caret + 2 : caret;
      const before = `${prompt.slice(0, begun.at)}${matches[index]?.[0] ?? ''}__`;
      completePrompt(before + prompt.slice(closed), before.length);
    },
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

/** The saved prompts whose snippet word is being typed after a slash at the caret. Null: none is being typed. */
function useSnippets(prompt: string, caret: number | null): Offer | null {
  const saved = useSavedPrompts(({ prompts }) => prompts);
  const begun = caret === null ? null : snippetAtCaret(prompt, caret);
  const isNeeded = begun !== null && saved === null;
  useEffect(() => {
    if (isNeeded) void readSavedPrompts();
  }, [isNeeded]);
  if (begun === null || caret === null || saved === null) return null;
  const matches = snippetsFor(saved, begun.typed);
  return {
    ...begun,
    label: 'prompts.snippets',
    matches: matches.map(({ snippet, title, prompt: text }) => ({ name: `/${snippet ?? ''}`, hint: `${title} · ${text.split('\n', 1)[0] ?? ''}` })),
    choose(index) {
      const chosen = matches[index];
      if (!chosen) return;
      const { text, caret: after } = withSnippet(prompt, begun, caret, chosen.prompt);
      insertText(text, after);
    },
  };
}
