/** A shortcut that the system tells Latent of whichever program has the focus, as Electron writes it: `Control+Shift+Space`. */

/** In the order in which they are written. `Super`: the key with the sign of Windows, or Command. */
const modifiers = ['Control', 'Super', 'Alt', 'Shift'] as const;
type Modifier = (typeof modifiers)[number];

/** Keys with a name, by `KeyboardEvent.code`, as Electron calls them. Not Escape, Tab, Enter and Backspace, which every program needs. */
const namedKeys: Readonly<Record<string, string>> = {
  Space: 'Space',
  Insert: 'Insert',
  Home: 'Home',
  End: 'End',
  PageUp: 'PageUp',
  PageDown: 'PageDown',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  Comma: ',',
  Period: '.',
  Slash: '/',
  Semicolon: ';',
  Quote: "'",
  BracketLeft: '[',
  BracketRight: ']',
  Backslash: '\\',
  Backquote: '`',
  Minus: '-',
  Equal: '=',
};

const functionKey = /^F(?:[1-9]|1[0-9]|2[0-4])$/;
const isKeyName = (key: string): boolean => /^[A-Z0-9]$/.test(key) || functionKey.test(key) || Object.values(namedKeys).includes(key);

/** What a KeyboardEvent says of a press. */
export interface AcceleratorPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** The shortcut that a key press is, or why it can be none. */
export type AcceleratorRead = { readonly accelerator: string } | { readonly fault: 'no-modifier' | 'no-key' };

/**
 * Reads a key press. Null: the person still holds modifiers only. A letter is the one that the key writes, if it writes a
 * Latin one; anything else goes by its place, because Shift and Alt change what it writes.
 */
export function acceleratorOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: AcceleratorPress): AcceleratorRead | null {
  if (['Control', 'Meta', 'Alt', 'Shift', 'AltGraph', 'OS', 'Dead', 'Process'].includes(key) && !/^(?:Key|Digit)/.test(code)) return null;
  const letter = /^[a-z]$/i.test(key) ? key : /^Key([A-Z])$/.exec(code)?.[1];
  const name = letter?.toUpperCase() ?? /^Digit([0-9])$/.exec(code)?.[1] ?? namedKeys[code] ?? (functionKey.test(code) ? code : null);
  if (name === null) return { fault: 'no-key' };
  // Shift alone would take a capital letter from every other program.
  if (!ctrlKey && !metaKey && !altKey && !functionKey.test(name)) return { fault: 'no-modifier' };
  const held: Readonly<Record<Modifier, boolean>> = { Control: ctrlKey, Super: metaKey, Alt: altKey, Shift: shiftKey };
  return { accelerator: [...modifiers.filter((each) => held[each]), name].join('+') };
}

/** Whether a text is one that `acceleratorOf` gives. */
export function isAccelerator(text: string): boolean {
  const parts = text.split('+');
  const held = parts.slice(0, -1);
  const key = parts.at(-1) ?? '';
  const isInOrder = JSON.stringify(held) === JSON.stringify(modifiers.filter((each) => held.includes(each)));
  return isKeyName(key) && isInOrder && (functionKey.test(key) || held.some((each) => each !== 'Shift'));
}
