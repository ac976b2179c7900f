import type { Chord } from './shortcut-table.ts';

/** The parts of a KeyboardEvent that count. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Whether a key press is the chord. Signs such as `?` and `+` need Shift on some keyboards only, so Shift counts for letters and named keys alone. */
export function matches(chord: Chord, press: KeyPress, mac: boolean): boolean {
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  if (key !== chord.key) return false;
  const wantsMod = chord.mod === true;
  if ((mac ? press.metaKey : press.ctrlKey) !== wantsMod || (mac ? press.ctrlKey : press.metaKey)) return false;
  // AltGr arrives as Ctrl+Alt: a sign typed with it is not a shortcut with Control.
  if (press.altKey !== (chord.alt === true)) return false;
  const isSign = key.length === 1 && key.toUpperCase() === key && key !== ' ';
  return isSign || press.shiftKey === (chord.shift === true);
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

/** For aria-keyshortcuts. */
export function ariaChord(chord: Chord, mac: boolean): string {
  return [...(chord.mod ? [mac ? 'Meta' : 'Control'] : []), ...(chord.alt ? ['Alt'] : []), ...(chord.shift ? ['Shift'] : []), chord.key === ' ' ? 'Space' : chord.key].join('+');
}
