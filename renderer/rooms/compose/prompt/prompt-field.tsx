import { useEffect, useLayoutEffect, useRef, type ChangeEvent, type KeyboardEvent } from 'react';
import { isKeyOf } from '../../../commands/registry.ts';
import { longestPrompt } from '../../../../shared/request/request-checks.ts';
import { caretIn, caretMoved, isRecalled, recallPrompt, redoPrompt, typePrompt, undoPrompt, useCompose } from '../../../stores/compose/compose-store.ts';
import { offerList } from '../../../stores/lists/list-offer-store.ts';
import { openPromptText } from '../../../stores/prompts/open-dropped-file.ts';
import { focusSelection, useSelection } from '../../../stores/selection/selection-store.ts';
import { useWords } from '../../../words/words.ts';
import { matches } from '../../../ui/shortcuts/chords.ts';
import { isMac } from '../../../ui/shortcuts/key-listener.ts';
import styles from '../compose-bar.module.css';
import { FaultMarks } from './fault-marks.tsx';
import fieldStyles from './prompt-field.module.css';
import { useSuggestions } from './prompt-suggestions.tsx';
import { faultId } from './template-line.tsx';
import { useTemplate } from './use-template.ts';

/** The latest request for the focus that was granted. Outlives the gallery, which is unmounted while another room is shown. */
const answered = { requests: -1 };

/** Grows with its text up to a few lines, and then scrolls. It has its own undo (prompt-history.ts). */
export function PromptField() {
  const say = useWords();
  const field = useRef<HTMLTextAreaElement>(null);
  const prompt = useCompose((state) => state.prompt);
  const placed = useCompose((state) => state.placed);
  const focusRequests = useCompose((state) => state.focusRequests);
  const isWrong = (useTemplate()?.faults.length ?? 0) > 0;
  const suggestions = useSuggestions();

  useLayoutEffect(() => {
    if (field.current) fitHeight(field.current);
  }, [prompt]);

  useLayoutEffect(() => {
    const { start, end } = caretIn();
    field.current?.setSelectionRange(start, end);
  }, [placed]);

  useEffect(() => {
    const element = field.current;
    if (!element) return;
    // After a return from another room, the focus goes back to the selected picture unless the field asked for it.
    if (answered.requests === focusRequests && useSelection.getState().selection !== null) return focusSelection();
    answered.requests = focusRequests;
    element.focus();
  }, [focusRequests]);

  useEffect(() => {
    const element = field.current;
    if (!element) return;
    // The caret before the change. Undo may also come from a menu.
    const beforeInput = (event: InputEvent): void => {
      caretMoved(element.selectionStart, element.selectionEnd);
      if (event.inputType !== 'historyUndo' && event.inputType !== 'historyRedo') return;
      event.preventDefault();
      (event.inputType === 'historyUndo' ? undoPrompt : redoPrompt)();
    };
    const observer = new ResizeObserver(() => fitHeight(element));
    observer.observe(element);
    element.addEventListener('beforeinput', beforeInput);
    return () => {
      observer.disconnect();
      element.removeEventListener('beforeinput', beforeInput);
    };
  }, []);

  const onChange = ({ currentTarget: element, nativeEvent }: ChangeEvent<HTMLTextAreaElement>): void => {
    typePrompt(element.value, nativeEvent instanceof InputEvent ? nativeEvent.inputType : '');
    caretMoved(element.selectionStart, element.selectionEnd);
    suggestions.caretAt(element.selectionStart);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing || suggestions.onKeyDown(event)) return;
    const undoes = isKeyOf('undo', 'everywhere', event);
    if (undoes || isKeyOf('redo', 'everywhere', event) || isControlY(event)) {
      event.preventDefault();
      return undoes ? undoPrompt() : redoPrompt();
    }
    if (event.key === 'Escape') {
      field.current?.blur();
      return focusSelection();
    }
    const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : null;
    if (step === null || event.shiftKey || !(isRecalled() || (step === 1 && prompt === ''))) return;
    // In a recalled text the arrows move the caret as soon as the person has moved it.
    if (event.currentTarget.selectionEnd !== prompt.length) return;
    event.preventDefault();
    void recallPrompt(step);
  };
  return (
    <div className={fieldStyles.field}>
      <FaultMarks field={field} />
      <textarea
        {...suggestions.aria}
        ref={field}
        className={styles.prompt}
        rows={1}
        dir={prompt === '' ? undefined : 'auto'}
        value={prompt}
        maxLength={longestPrompt}
        aria-label={say('compose.prompt')}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? faultId : undefined}
        placeholder={say('compose.placeholder')}
        spellCheck
        onChange={onChange}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain');
          if (openPromptText(text)) event.preventDefault();
          else void offerList(text);
        }}
        onBlur={() => suggestions.caretAt(null)}
        onSelect={({ currentTarget: element }) => {
          // The same key press has just put another text into the field, and React has not drawn it yet.
          if (element.value !== useCompose.getState().prompt) return;
          caretMoved(element.selectionStart, element.selectionEnd);
          suggestions.caretAt(element.selectionStart === element.selectionEnd ? element.selectionStart : null);
        }}
      />
      {suggestions.list}
    </div>
  );
}

/** The height of the text. The style sheet limits it. */
function fitHeight(element: HTMLTextAreaElement): void {
  element.style.height = 'auto';
  element.style.height = `${element.scrollHeight}px`;
}

/** The other key for Redo, except on a Mac. */
const isControlY = (event: KeyboardEvent): boolean => !isMac() && matches({ key: 'y', mod: true }, event, false);
