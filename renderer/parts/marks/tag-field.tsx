import { useEffect, useId, useRef, useState } from 'react';
import { longestTag, tidyTag } from '../../../shared/library/marks.ts';
import { fold } from '../../../shared/search/text/fold.ts';
import { refreshLibraryWords, useLibraryWords } from '../../stores/library/known-tags-and-folders.ts';
import { useMarksStore } from '../../stores/pictures/marks-store.ts';
import { useWords } from '../../words/words.ts';
import { returnFocus } from './return-focus.ts';
import { mark } from './mark-actions.ts';
import type { MarkTarget } from '../../stores/selection/mark-target.ts';
import styles from './marks-panel.module.css';
import { takeFieldRequest } from './field-request.ts';

const mostSuggestions = 100;

interface TagFieldProps {
  readonly of: MarkTarget;
  /** Tags that need not be suggested. */
  readonly has: readonly string[];
}

export function TagField({ of, has }: TagFieldProps) {
  const say = useWords();
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const known = useLibraryWords(({ tags }) => tags);
  const requests = useMarksStore((state) => state.fieldRequests);
  const list = useId();
  useEffect(() => {
    // While the viewer is open, the inspector's field is inert below it.
    if (!field.current?.closest('[inert]') && takeFieldRequest('tag')) field.current?.focus();
  }, [requests]);
  const offered = known.filter(({ name }) => !has.includes(name) && fold(name).includes(fold(text))).slice(0, mostSuggestions);
  const add = (): void => {
    const tag = tidyTag(text);
    setText('');
    if (tag !== '') void mark(of.target(), { kind: 'tag', tag });
  };
  const leave = (): void => {
    setText('');
    returnFocus(field.current);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <input
        ref={field}
        className={styles.field}
        value={text}
        maxLength={longestTag}
        list={list}
        aria-label={say('marks.add-tag')}
        placeholder={say('marks.add-tag')}
        autoComplete="off"
        spellCheck={false}
        onFocus={() => void refreshLibraryWords()}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          leave();
        }}
      />
      <datalist id={list}>
        {offered.map(({ name }) => (
          <option key={name} value={name} aria-label={name} />
        ))}
      </datalist>
    </form>
  );
}
