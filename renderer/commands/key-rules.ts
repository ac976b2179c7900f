import type { Chord, KeyPress } from '../ui/shortcuts/chords.ts';
import { isMac } from '../ui/shortcuts/key-listener.ts';
import type { Command, Place } from './command.ts';

/**
 * Why a command cannot have a key.
 * `list`, `field`: the command's own keys stay as they are. `text`: text fields need it. `move`: it moves in lists and texts, or from control to control. `leave`: it
 * closes what is in front. `system`: the system has it. `sign`: on many keyboards, it writes a sign. `input-method`: an input method is writing with it. `modifier`:
 * the command acts in text fields. `row`: only its own keys, with other modifiers.
 */
export type KeyRefusal = 'list' | 'field' | 'text' | 'move' | 'leave' | 'system' | 'sign' | 'input-method' | 'modifier' | 'row';

const arrows = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];
const ends = ['Home', 'End', 'PageUp', 'PageDown'];

/** With Control or Command. Undo, copy and select all of pictures have some of them already, where no text is edited. */
const ofTexts = new Set(['a', 'c', 'v', 'x', 'y', 'z', 'Shift+z', 'Shift+v', 'Backspace', 'Delete', 'Home', 'End', 'Insert', 'ArrowLeft', 'ArrowRight']);

/** What the system or Chromium does itself. */
const ofSystem = new Set(['Alt+F4', 'Alt+ ', 'Mod+F4', 'F10', 'Shift+F10', 'ContextMenu', 'PrintScreen', 'Pause']);
const ofMac = new Set(['Mod+q', 'Mod+h', 'Mod+m', 'Mod+w', 'Mod+ ', 'Mod+`', 'Alt+Mod+h', 'Alt+Mod+Escape', 'Mod+Shift+3', 'Mod+Shift+4', 'Mod+Shift+5', 'Mod+Shift+q']);

/**
 * Why a command cannot have these keys in a place; null: it can. Its usual keys are always allowed. `press`: the press that they were made of, if there was one,
 * which may have keys that no chord has.
 */
export function refusalOf(chord: Chord, command: Command, place: Place, press: KeyPress | null, mac = isMac()): KeyRefusal | null {
  if (command.keysStay) return command.keysStay;
  if (press !== null && (mac ? press.ctrlKey : press.metaKey)) return 'system';
  if (['Process', 'Dead', 'Unidentified', 'Compose'].includes(chord.key)) return 'input-method';
  const usual = command.keys?.[place] ?? [];
  if (usual.some((each) => each.key === chord.key && each.mod === chord.mod && each.alt === chord.alt && each.shift === chord.shift)) return null;
  const { key, mod, alt, shift } = chord;
  if (key === 'Escape') return 'leave';
  if (key === 'Tab' || (!mod && !alt && (arrows.includes(key) || ends.includes(key)))) return 'move';
  const name = `${alt ? 'Alt+' : ''}${mod ? 'Mod+' : ''}${shift ? 'Shift+' : ''}${key}`;
  if (ofSystem.has(name) || (mac && ofMac.has(name))) return 'system';
  if (mod && !alt && ofTexts.has(`${shift && key.length === 1 ? 'Shift+' : ''}${key}`)) return 'text';
  // AltGr arrives as Ctrl+Alt; on a Mac, Option writes.
  if (alt && [...key].length === 1 && (mac || mod)) return 'sign';
  if (command.needsModifier && !mod) return 'modifier';
  if (command.byKeyAlone && !command.needsModifier && !usual.some((each) => each.key === key)) return 'row';
  return null;
}
