import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { longestTag, tidyTag } from '../../../shared/library/marks.ts';
import { fold } from '../../../shared/search/text/fold.ts';
import { refreshLibraryWords, useLibraryWords } from '../../stores/library/known-tags-and-folders.ts';
import { useMarksStore } from '../../stores/pictures/marks-store.ts';
import { notify } from '../../ui/toast.tsx';
import { useWords } from '../../words/words.ts';
import { returnFocus } from './return-focus.ts';
import { mark } from './mark-actions.ts';
import type { MarkTarget } from '../../stores/selection/mark-target.ts';
import { Highlighted } from '../search/highlighted.tsx';
import styles from './tags.module.css';
import { takeFieldRequest } from './field-request.ts';
import { useLeaving } from './use-leaving.ts';

const mostSuggestions = 100;

interface TagFieldProps {
  readonly of: MarkTarget;
  /** Tags that need not be suggested. */
  readonly has: readonly string[];
}

interface TagListProps {
  readonly of: MarkTarget;
  readonly tags: readonly string[];
  /** Names the picture, so that what is typed for one is not taken for another. */
  readonly fieldKey: number;
}

/** The tags of a picture, with buttons to remove them and a field for another. */
export function TagList({ of, tags, fieldKey }: TagListProps) {
  const say = useWords();
  return (
    <ul className={styles.tags} aria-label={say('marks.tags')}>
      {tags.map((tag) => (
        <li key={tag} className={styles.tag}>
          <span>
            <Highlighted text={tag} kind="tag" />
          </span>
          <button type="button" className={styles.remove} aria-label={say('marks.remove-tag', { tag })} onClick={() => void mark(of.target(), { kind: 'untag', tag })}>
            <X size={11} />
          </button>
        </li>
      ))}
      <li>
        <TagField key={fieldKey} of={of} has={tags} />
      </li>
    </ul>
  );
}

/** A tag that is typed is added by Enter, or when the field is left in another way, so that it is not lost. Escape discards it. */
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
  /** What was selected when the field got the focus. A click elsewhere may select other pictures before the field loses it. */
  const chosen = useRef(of.target);
  // What is in the field now. It is emptied before the focus goes, and React has not drawn that yet.
  const typed = useRef('');
  const write = (to: string): void => {
    typed.current = to;
    setText(to);
  };
  const add = (): void => {
    const tag = tidyTag(typed.current);
    write('');
    if (tag !== '') void save(tag);
  };
  /** A tag that cannot be saved stays in the field, or a message names it. */
  const save = async (tag: string): Promise<void> => {
    if (await mark(chosen.current(), { kind: 'tag', tag })) return;
    if (field.current && typed.current === '') write(tag);
    else notify(say('marks.tag-unsaved', { tag }));
  };
  const leaving = useLeaving(add);
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
        onFocus={() => {
          const target = of.target();
          chosen.current = () => target;
          leaving.onFocus();
          void refreshLibraryWords();
        }}
        onBlur={() => {
          // The window is behind another one, and the field still has the focus.
          if (document.activeElement !== field.current) leaving.onBlur();
        }}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={(event) => {
          // An input method needs Escape itself.
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          write('');
          returnFocus(field.current);
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
