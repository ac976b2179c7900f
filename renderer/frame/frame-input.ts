import { endFirstScreen, removeFirstScreen } from './first-screen.ts';
import { copyOf, isModifier, keptKey, pastes, type Typed } from './typed-keys.ts';

/** A change of the text that a person made before the app was there. */
export interface EarlyEdit {
  /** The selection before it. */
  readonly start: number;
  readonly end: number;
  /** The text after it. */
  readonly text: string;
  /** An `InputEvent`'s type. */
  readonly kind: string;
}

let field: HTMLTextAreaElement | null = null;
const edits: EarlyEdit[] = [];
/** What waits for the app. */
const waiting: Typed[] = [];
let composing = false;
const compositionEnded = new EventTarget();
const watch = new AbortController();

/** Records what is typed into the field and keeps what the app must act on. The browser does the writing. */
export function watchFrame(prompt: HTMLTextAreaElement): void {
  field = prompt;
  const { signal } = watch;
  let before = { start: prompt.selectionStart, end: prompt.selectionEnd };
  fit(prompt);
  prompt.addEventListener('beforeinput', () => (before = { start: prompt.selectionStart, end: prompt.selectionEnd }), { signal });
  prompt.addEventListener(
    'input',
    (event) => {
      edits.push({ ...before, text: prompt.value, kind: event instanceof InputEvent ? event.inputType : '' });
      fit(prompt);
    },
    { signal },
  );
  prompt.addEventListener('compositionstart', () => (composing = true), { signal });
  prompt.addEventListener(
    'compositionend',
    () => {
      composing = false;
      compositionEnded.dispatchEvent(new Event('end'));
    },
    { signal },
  );
  window.addEventListener('keydown', keepKey, { capture: true, signal });
  window.addEventListener('paste', keepPasted, { capture: true, signal });
  window.addEventListener('mousedown', keepFocus, { capture: true, signal });
  window.addEventListener('dragover', refuseFiles, { capture: true, signal });
}

/** Whether an input method is composing a word in the field, which would be lost if the app took over now. */
export const isComposing = (): boolean => composing;

/** Calls `run` whenever a composition has ended. Returns what stops that. */
export function onComposed(run: () => void): () => void {
  compositionEnded.addEventListener('end', run);
  return () => compositionEnded.removeEventListener('end', run);
}

/** The height of the text. The style sheet limits it. */
export function fitHeight(element: HTMLTextAreaElement): void {
  element.style.height = 'auto';
  element.style.height = `${element.scrollHeight}px`;
}

/** Shows the text as the app's field does. */
function fit(prompt: HTMLTextAreaElement): void {
  prompt.dir = prompt.value === '' ? '' : 'auto';
  fitHeight(prompt);
}

/** Keys that the browser's own field answers to together with Control or Command. */
const editing: ReadonlySet<string> = new Set(['a', 'c', 'v', 'x', 'y', 'z', 'Backspace', 'Delete', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']);

/** Once something waits, all that follows it waits too: it may be meant for what that opens. */
function keepKey(event: KeyboardEvent): void {
  if (!event.isTrusted || isModifier(event.key) || event.isComposing) return;
  if (waiting.length === 0 && isWriting(event)) return;
  event.stopImmediatePropagation();
  if (pastes(event)) return;
  event.preventDefault();
  wait(keptKey(event));
}

/** The app may take pictures, several lines or a prompt file in another way than the field does. */
function keepPasted(event: ClipboardEvent): void {
  const { isTrusted, clipboardData, target } = event;
  if (!isTrusted || clipboardData === null) return;
  if (waiting.length === 0 && target === field && /^[^\n\r{]+$/.test(clipboardData.getData('text/plain'))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  wait(copyOf(clipboardData));
}

/** The text stays as it was for what waits, such as the key that sends it, whatever input methods, menus and drops would do. */
function wait(typed: Typed): void {
  waiting.push(typed);
  if (field) field.readOnly = true;
}

/** There is nothing else that could have the focus. */
function keepFocus(event: MouseEvent): void {
  if (field && event.target !== field) event.preventDefault();
}

/** What happens to files depends on where they are dropped, and nothing is there yet. The field would take them without showing it. */
function refuseFiles(event: DragEvent): void {
  if (!field || !event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}

function isWriting({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (target !== field) return false;
  if (ctrlKey || metaKey) return altKey || editing.has(key.length === 1 ? key.toLowerCase() : key);
  // Tab would leave the field, and there is nothing else yet. The others are the app's.
  return !['Tab', 'Escape'].includes(key) && !/^F\d+$/.test(key) && !(key === 'ArrowUp' && field?.value === '');
}

/** What was done in the field before the app took over. */
export interface EarlyInput extends Pick<HTMLTextAreaElement, 'selectionStart' | 'selectionEnd' | 'selectionDirection' | 'scrollTop'> {
  readonly edits: readonly EarlyEdit[];
}

/** Removes the frame, and returns what was done in it. Null: it was removed before. */
export function takeFrame(): EarlyInput | null {
  if (field === null) return null;
  const { selectionStart, selectionEnd, selectionDirection, scrollTop } = field;
  document.getElementById('frame')?.remove();
  endFirstScreen();
  field = null;
  return { edits, selectionStart, selectionEnd, selectionDirection, scrollTop };
}

/**
 * Hides the frame, because the app shows why it cannot begin. What was typed is taken over once it can. What waited for it is forgotten: keys are for the
 * app's message now, and a later success must not send anything.
 */
export function hideFrame(): void {
  const frame = document.getElementById('frame');
  if (frame) frame.hidden = true;
  removeFirstScreen();
  waiting.length = 0;
  composing = false;
  watch.abort();
}

/** Hands over what waited, one after the other, and then ends the watch. What is typed meanwhile comes after it. */
export async function replayWaiting(replay: (typed: Typed) => Promise<void>): Promise<void> {
  for (let typed = waiting[0]; typed !== undefined; typed = waiting[0]) {
    await replay(typed);
    waiting.shift();
  }
  watch.abort();
}
