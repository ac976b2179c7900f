import { useEffect, useLayoutEffect, useRef, type ChangeEvent, type KeyboardEvent, type RefObject } from 'react';
import { longestPrompt } from '../../../../shared/request/request-checks.ts';
import { caretIn, caretMoved, isRecalled, recallPrompt, redoPrompt, typePrompt, undoPrompt, useCompose } from '../../../stores/compose/compose-store.ts';
import { fitHeight } from '../../../frame/frame-input.ts';
import { offerList } from '../../../stores/lists/list-offer-store.ts';
import { openPromptText } from '../../../stores/prompts/open-dropped-file.ts';
import { focusSelection, useSelection } from '../../../stores/selection/selection-store.ts';
import { useWords } from '../../../words/words.ts';
import { matches } from '../../../ui/shortcuts/chords.ts';
import { isMac } from '../../../ui/shortcuts/key-listener.ts';
import { useEarlyInput } from './early-input.ts';
import fieldStyles from './prompt-field.module.css';
import { useSuggestions } from './prompt-suggestions.tsx';
import { faultId } from './template-line.tsx';
import { useTemplate } from './use-template.ts';

/** The latest request for the focus that was granted. Outlives the gallery, which is unmounted while another page is shown. */
const answered = { requests: -1 };

/** Grows with its text up to a few lines, and then scrolls. It has its own undo (prompt-history.ts), with the keys of every text field, also if those of the window were changed. */
export function PromptField() {
  const say = useWords();
  const field = useRef<HTMLTextAreaElement>(null);
  const prompt = useCompose((state) => state.prompt);
  const placed = useCompose((state) => state.placed);
  const focusRequests = useCompose((state) => state.focusRequests);
  const isWrong = (useTemplate()?.faults.length ?? 0) > 0;
  const suggestions = useSuggestions();

  useEarlyInput(field);
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
    // After a return from another page, the focus goes back to the selected picture unless the field asked for it.
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
    const undoes = matches({ key: 'z', mod: true }, event, isMac());
    if (undoes || matches({ key: 'z', mod: true, shift: true }, event, isMac()) || isControlY(event)) {
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
        className="compose-prompt"
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

/** The other key for Redo, except on a Mac. */
const isControlY = (event: KeyboardEvent): boolean => !isMac() && matches({ key: 'y', mod: true }, event, false);

/** Marks what is wrong in a template, behind the text of the field. The same text in the same place, invisible but for its marks. */
function FaultMarks({ field }: { readonly field: RefObject<HTMLTextAreaElement | null> }) {
  const prompt = useCompose((state) => state.prompt);
  const template = useTemplate();
  const layer = useRef<HTMLDivElement>(null);
  const faults = template?.faults ?? [];
  const isShown = faults.length > 0;
  useLayoutEffect(() => {
    const [element, marks] = [field.current, layer.current];
    if (!element || !marks) return;
    const follow = (): void => {
      marks.style.width = `${element.clientWidth}px`;
      marks.style.height = `${element.clientHeight}px`;
      marks.scrollTop = element.scrollTop;
    };
    follow();
    const observer = new ResizeObserver(follow);
    observer.observe(element);
    element.addEventListener('scroll', follow);
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', follow);
    };
  }, [field, isShown]);
  if (!isShown) return null;
  const start = prompt.length - prompt.trimStart().length;
  const pieces: { readonly text: string; readonly wrong: boolean }[] = [];
  let done = 0;
  for (const { at, length } of faults) {
    const [from, to] = [Math.max(start + at, done), Math.min(start + at + length, prompt.length)];
    if (to <= from) continue;
    pieces.push({ text: prompt.slice(done, from), wrong: false }, { text: prompt.slice(from, to), wrong: true });
    done = to;
  }
  return (
    <div ref={layer} className={fieldStyles.marks} dir="auto" aria-hidden data-fault-marks>
      {pieces.map(({ text, wrong }, at) => (wrong ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>))}
      {/* A line break at the end takes a line in the field. */}
      <span>{`${prompt.slice(done)}\u200B`}</span>
    </div>
  );
}
