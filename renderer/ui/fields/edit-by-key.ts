import { writes, type KeptKey } from '../../frame/typed-keys.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Where keys move the caret: alone, and together with Control (on a Mac, Option). */
const moves: Readonly<Record<string, readonly [direction: 'left' | 'right' | 'backward' | 'forward', alone: string, far: string]>> = {
  ArrowLeft: ['left', 'character', 'word'],
  ArrowRight: ['right', 'character', 'word'],
  ArrowUp: ['backward', 'line', 'paragraph'],
  ArrowDown: ['forward', 'line', 'paragraph'],
  Home: ['backward', 'lineboundary', 'documentboundary'],
  End: ['forward', 'lineboundary', 'documentboundary'],
};

const deletions: Readonly<Record<string, readonly [direction: 'backward' | 'forward', command: string]>> = { Backspace: ['backward', 'delete'], Delete: ['forward', 'forwardDelete'] };

const withControl: Readonly<Record<string, string>> = { a: 'selectAll', c: 'copy', x: 'cut' };

/** Does in the field that has the focus what the browser does for a key. For keys that were pressed before the field was there. */
export function editByKey(field: Field, press: KeptKey): void {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = press;
  const far = ctrlKey || altKey;
  const [move, deletion, command] = [moves[key], deletions[key], withControl[key.toLowerCase()]];
  if (writes(press)) document.execCommand('insertText', false, key);
  else if (key === 'Enter' && !far && !metaKey) document.execCommand('insertText', false, '\n');
  else if (move) window.getSelection()?.modify(shiftKey ? 'extend' : 'move', move[0], metaKey || far ? move[2] : move[1]);
  else if (deletion) {
    if (far && field.selectionStart === field.selectionEnd) window.getSelection()?.modify('extend', deletion[0], 'word');
    document.execCommand(deletion[1]);
  } else if (command !== undefined && (ctrlKey || metaKey)) document.execCommand(command);
}
