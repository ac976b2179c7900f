import { copyOf, isModifier, keptKey, pastes, type KeptKey, type Typed } from '../../frame/typed-keys.ts';
import { isRepetition } from '../costly-press.ts';
import { editByKey } from '../fields/edit-by-key.ts';
import { arrive, end, useOpenings, type Opening } from './ask.ts';

/** What was typed for a dialog before it had the focus. */
let ahead: Typed[] = [];

/**
 * Keeps what is typed and pasted for a dialog that was asked for and does not have the focus yet, because main is answering, its code is being loaded, or
 * it is rendered a frame later. It must not act on what is below it. Returns what ends that.
 */
export function keepTyped(): () => void {
  window.addEventListener('keydown', keepKey, true);
  window.addEventListener('paste', keepPasted, true);
  return () => {
    window.removeEventListener('keydown', keepKey, true);
    window.removeEventListener('paste', keepPasted, true);
  };
}

const findAwaited = (): Opening | undefined => useOpenings.getState().openings.findLast(({ open, arrived }) => open && !arrived);

function keepKey(event: KeyboardEvent): void {
  const awaited = findAwaited();
  if (!awaited) return;
  event.stopImmediatePropagation();
  if (isModifier(event.key) || event.isComposing || pastes(event)) return;
  event.preventDefault();
  if (event.key === 'Escape') return end(awaited.id);
  // The press that asked for the dialog may be held or doubled.
  if (event.key !== 'Enter' || !isRepetition(event)) ahead.push(keptKey(event));
}

function keepPasted(event: ClipboardEvent): void {
  if (!findAwaited()) return;
  event.stopImmediatePropagation();
  event.preventDefault();
  if (event.clipboardData) ahead.push(copyOf(event.clipboardData));
}

/** The dialog has the focus. What was typed for it goes into its field, if that is what has the focus. Enter then submits its form, or begins a line. */
export function takeTyped(id: number): void {
  arrive(id);
  const typed = ahead;
  ahead = [];
  // The dialog is still being rendered when it takes the focus.
  queueMicrotask(() => void type(typed));
}

/** Types into the field that has the focus. Enter alone submits the form of a field of one line. */
export async function type(typed: readonly Typed[]): Promise<void> {
  for (const each of typed) {
    const field = document.activeElement;
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
    if (each instanceof DataTransfer) paste(each, field);
    else if (field instanceof HTMLInputElement && isPlainEnter(each)) field.form?.requestSubmit();
    else editByKey(field, each);
    // React applies each before the next one.
    await Promise.resolve();
  }
}

const isPlainEnter = ({ key, ctrlKey, metaKey, altKey }: KeptKey): boolean => key === 'Enter' && !ctrlKey && !metaKey && !altKey;

/** The field may use what is pasted in its own way. */
function paste(clipboardData: DataTransfer, field: Element): void {
  const isUsual = field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  if (isUsual) document.execCommand('insertText', false, clipboardData.getData('text/plain'));
}
