import type { KeyboardEvent } from 'react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { isRecalled, recallPrompt, setPrompt, useCompose } from '../../stores/compose-store.ts';
import { focusSelection, useSelection } from '../../stores/selection-store.ts';
import { useWords } from '../../stores/words.ts';
import styles from './compose-bar.module.css';

/** The latest wish for the focus that was granted; outlives the gallery, which is not there while another place is in front. */
const answered = { requests: -1 };

/** Grows with what is written in it, up to a few lines, then scrolls. */
export function PromptField() {
  const say = useWords();
  const field = useRef<HTMLTextAreaElement>(null);
  const prompt = useCompose((state) => state.prompt);
  const focusRequests = useCompose((state) => state.focusRequests);

  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [prompt]);

  useEffect(() => {
    const element = field.current;
    if (!element) return;
    // Back from another place, not asked for: the keyboard goes on where it was.
    if (answered.requests === focusRequests && useSelection.getState().selection !== null) return focusSelection();
    answered.requests = focusRequests;
    element.focus();
    element.setSelectionRange(element.value.length, element.value.length);
  }, [focusRequests]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      field.current?.blur();
      return focusSelection();
    }
    const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : null;
    if (step === null || !(isRecalled() || (step === 1 && prompt === ''))) return;
    event.preventDefault();
    void recallPrompt(step);
  };
  return (
    <textarea
      ref={field}
      className={styles.prompt}
      rows={1}
      dir={prompt === '' ? undefined : 'auto'}
      value={prompt}
      maxLength={32_000}
      aria-label={say('compose.prompt')}
      placeholder={say('compose.placeholder')}
      spellCheck
      onChange={(event) => setPrompt(event.target.value)}
      onKeyDown={onKeyDown}
    />
  );
}
