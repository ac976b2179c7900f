import type { WordKey } from '../../shared/words/index.ts';
import { currentWords } from '../words/words.ts';
import { notify } from './toast.tsx';

/** Copies text and says so. Must run in a click or key press: Latent grants the page no permission for the clipboard, so only a copy command works. */
export function copyText(text: string, copied: WordKey): void {
  const write = (event: ClipboardEvent): void => {
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
  };
  document.addEventListener('copy', write, { capture: true });
  const done = text !== '' && document.execCommand('copy');
  document.removeEventListener('copy', write, { capture: true });
  notify(currentWords()(done ? copied : 'app.copy-failed'));
}
