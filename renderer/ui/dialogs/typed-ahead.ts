import { isRepetition } from '../costly-press.ts';
import { arrive, end, useOpenings } from './ask.ts';

/** Keys that were pressed for a dialog before it had the focus. */
let keys: string[] = [];

const isModifier = (key: string): boolean => ['Control', 'Meta', 'Shift', 'Alt', 'AltGraph', 'CapsLock'].includes(key);

/**
 * Keeps keys for a dialog that was asked for and does not have the focus yet, because main is answering, its code is being loaded, or it is rendered a
 * frame later. They must not act on what is below it. Returns what ends that.
 */
export function keepKeys(): () => void {
  window.addEventListener('keydown', keep, true);
  return () => window.removeEventListener('keydown', keep, true);
}

function keep(event: KeyboardEvent): void {
  const awaited = useOpenings.getState().openings.findLast(({ open, arrived }) => open && !arrived);
  if (!awaited) return;
  event.stopImmediatePropagation();
  if (isModifier(event.key) || event.isComposing) return;
  event.preventDefault();
  if (event.key === 'Escape') return end(awaited.id);
  const writes = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
  // The press that asked for the dialog may be held or doubled.
  if (writes || (event.key === 'Enter' && !isRepetition(event))) keys.push(event.key);
}

/** The dialog has the focus. What was typed for it goes into its field, if that is what has the focus. Enter then submits its form, or begins a line. */
export function takeKeys(id: number): void {
  arrive(id);
  const typed = keys;
  keys = [];
  // The dialog is still being rendered when it takes the focus.
  queueMicrotask(() => void type(typed));
}

async function type(typed: readonly string[]): Promise<void> {
  for (const key of typed) {
    const field = document.activeElement;
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
    if (key === 'Enter' && field instanceof HTMLInputElement) field.form?.requestSubmit();
    else document.execCommand('insertText', false, key === 'Enter' ? '\n' : key);
    // React applies each before the next one.
    await Promise.resolve();
  }
}
