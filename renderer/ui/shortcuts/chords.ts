/** `mod` is Command on a Mac and Control elsewhere. `key` is KeyboardEvent.key, single letters in lower case. */
export interface Chord {
  readonly key: string;
  readonly mod?: true;
  readonly shift?: true;
  readonly alt?: true;
}

/** The parts of a KeyboardEvent that count. */
export interface KeyPress {
  readonly key: string;
  /** Where the key is, by the name that it has on the keyboard of the United States. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Keys whose signs are shortcuts with Control. */
const signs: Readonly<Record<string, string>> = { Comma: ',', Slash: '/', Minus: '-', Equal: '=' };

/**
 * What a key press can mean, likeliest first. What the key writes counts first, so that each shortcut is where its sign is on the keyboard. If no
 * shortcut can have what it writes, its position counts: a letter of another script is the Latin one of that key, and a key of the upper row that
 * writes a digit only with Shift, or another script's digit, is the digit.
 */
export function readings(press: KeyPress): readonly KeyPress[] {
  const { code, ctrlKey, metaKey, shiftKey, altKey } = press;
  const as = (key: string): KeyPress => ({ key, code: '', ctrlKey, metaKey, shiftKey, altKey });
  // A Turkish keyboard has two keys that say I.
  const key = press.key === 'İ' || press.key === 'ı' ? 'i' : press.key;
  // Named keys, and those that a dead key or an input method takes.
  if (/^[A-Za-z0-9]{2,}$/.test(key)) return [as(key)];
  const foreign = !/[\x20-\x7e]|\p{Script=Latin}/u.test(key);
  const letter = foreign ? /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() : undefined;
  const digit = shiftKey || /[0-9]/.test(key) ? undefined : /^(?:Digit|Numpad)([0-9])$/.exec(code)?.[1];
  // Without Control, it is a letter of a text: the comma completes a value.
  const sign = foreign && (ctrlKey || metaKey) ? signs[code] : undefined;
  const byPosition = letter ?? digit ?? sign;
  return byPosition === undefined ? [as(key)] : [as(key), as(byPosition)];
}

/** Whether a key press can be the chord. */
export const matches = (chord: Chord, press: KeyPress, mac: boolean): boolean => readings(press).some((reading) => isChord(chord, reading, mac));

/** Whether one reading of a key press is the chord. Signs such as `?` and `+` need Shift on some keyboards only, so Shift counts for letters and named keys alone. */
export function isChord(chord: Chord, press: Omit<KeyPress, 'code'>, mac: boolean): boolean {
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  if (key !== chord.key) return false;
  const wantsMod = chord.mod === true;
  if ((mac ? press.metaKey : press.ctrlKey) !== wantsMod || (mac ? press.ctrlKey : press.metaKey)) return false;
  // AltGr arrives as Ctrl+Alt: a sign typed with it is not a shortcut with Control.
  if (press.altKey !== (chord.alt === true)) return false;
  return isSign(key) || press.shiftKey === (chord.shift === true);
}

const isSign = (key: string): boolean => key.length === 1 && key.toUpperCase() === key && key !== ' ';

/** Keys that only change what others mean, or what the keyboard writes. */
const modifiers = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'OS', 'Fn', 'FnLock', 'Hyper', 'Super', 'Symbol', 'CapsLock', 'NumLock', 'ScrollLock']);

export const isModifier = ({ key }: Pick<KeyPress, 'key'>): boolean => modifiers.has(key);

/**
 * The chord that a person presses to make it a shortcut: the key as it is seen on the keyboard. One that writes another script is stored as the Latin letter at its
 * place, which works with every layout and is what all other shortcuts are shown as.
 */
export function chordOf(press: KeyPress, mac: boolean): Chord {
  const [written, placed] = readings(press);
  const isForeign = written !== undefined && !/[\x20-\x7e]|\p{Script=Latin}/u.test(written.key);
  const raw = (isForeign && placed ? placed : (written ?? press)).key;
  const key = raw.length === 1 ? raw.toLowerCase() : raw;
  return { key, ...((mac ? press.metaKey : press.ctrlKey) && { mod: true }), ...(press.altKey && { alt: true }), ...(press.shiftKey && !isSign(key) && { shift: true }) };
}

/** A letter, a digit or a sign without Control, Command or Alt (WCAG 2.1.4). The space bar writes nothing that speech could be taken for. */
export const isSingleKey = ({ key, mod, alt }: Chord): boolean => !mod && !alt && [...key].length === 1 && key !== ' ';

export const isSameChord = (a: Chord, b: Chord): boolean => chordText(a) === chordText(b);

/** The form in which settings keep a chord: `Mod+Shift+k`, `F5`, `Alt+ArrowUp`, `Mod++`. The same on every system. */
export const chordText = ({ key, mod, alt, shift }: Chord): string => [...(mod ? ['Mod'] : []), ...(alt ? ['Alt'] : []), ...(shift ? ['Shift'] : []), key === ' ' ? 'Space' : key].join('+');

/** Null: it is not in the form that `chordText` writes. */
export function readChord(text: string): Chord | null {
  const { mod, alt, shift, name = '' } = /^(?<mod>Mod\+)?(?<alt>Alt\+)?(?<shift>Shift\+)?(?<name>[A-Z][A-Za-z0-9]{1,30}|[^\s\p{C}])$/u.exec(text)?.groups ?? {};
  if (name === '' || name !== (name.length === 1 ? name.toLowerCase() : name) || modifiers.has(name)) return null;
  return { key: name === 'Space' ? ' ' : name, ...(mod && { mod: true }), ...(alt && { alt: true }), ...(shift && { shift: true }) };
}

const symbols: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  ' ': 'Space',
  Delete: 'Del',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
};
const macSymbols: Readonly<Record<string, string>> = { Enter: '↩', Backspace: '⌫', Delete: '⌦', Escape: 'esc' };

/** The names of a chord's keys, as they stand on the keyboard. */
export function keyCaps(chord: Chord, mac: boolean): readonly string[] {
  const key = (mac ? macSymbols[chord.key] : undefined) ?? symbols[chord.key] ?? (chord.key.length === 1 ? chord.key.toUpperCase() : chord.key);
  return [
    ...(chord.mod ? [mac ? '⌘' : 'Ctrl'] : []),
    ...(chord.alt ? [mac ? '⌥' : 'Alt'] : []),
    ...(chord.shift ? [mac ? '⇧' : 'Shift'] : []),
    key,
  ];
}

/** The same for a shortcut of the whole system (shared/shortcuts/accelerator.ts). */
export function acceleratorCaps(accelerator: string, platform: 'darwin' | 'win32' | 'linux'): readonly string[] {
  const mac = platform === 'darwin';
  const names: Readonly<Record<string, string>> = { Control: mac ? '⌃' : 'Ctrl', Super: mac ? '⌘' : platform === 'win32' ? 'Win' : 'Super', Alt: mac ? '⌥' : 'Alt', Shift: mac ? '⇧' : 'Shift' };
  return accelerator.split('+').map((part) => names[part] ?? symbols[`Arrow${part}`] ?? symbols[part] ?? part);
}

/** For aria-keyshortcuts. */
export function ariaChord(chord: Chord, mac: boolean): string {
  return [...(chord.mod ? [mac ? 'Meta' : 'Control'] : []), ...(chord.alt ? ['Alt'] : []), ...(chord.shift ? ['Shift'] : []), chord.key === ' ' ? 'Space' : chord.key].join('+');
}
