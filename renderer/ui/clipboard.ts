import type { WordKey } from '../../shared/words/index.ts';
import { currentWords } from '../words/words.ts';
import { notify } from './toast.tsx';

/** Copies text and says so. Must run in a click or key press: the page has no clipboard permission beyond that. */
export async function copyText(text: string, copied: WordKey): Promise<void> {
  const say = currentWords();
  const done = await write(text);
  notify(done ? say(copied) : say('app.copy-failed'));
}

async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Latent grants the page no permissions. A copy command within a user gesture still works.
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return done;
}
