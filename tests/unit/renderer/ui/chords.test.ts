import { describe, expect, test } from 'vitest';
import type { Chord, KeyPress } from '../../../../renderer/ui/shortcuts/chords.ts';
import { ariaChord, keyCaps, matches, readings } from '../../../../renderer/ui/shortcuts/chords.ts';

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({ key, code: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held });
const enter: Chord = { key: 'Enter', mod: true };

describe('matches', () => {
  test('Command on a Mac and Control elsewhere, never both', () => {
    expect(matches(enter, press('Enter', { ctrlKey: true }), false)).toBe(true);
    expect(matches(enter, press('Enter', { metaKey: true }), false)).toBe(false);
    expect(matches(enter, press('Enter', { metaKey: true }), true)).toBe(true);
    expect(matches(enter, press('Enter', { ctrlKey: true }), true)).toBe(false);
    expect(matches(enter, press('Enter'), false)).toBe(false);
  });

  test('signs regardless of Shift', () => {
    expect(matches({ key: '?' }, press('?', { shiftKey: true }), false)).toBe(true);
    expect(matches({ key: '+', mod: true }, press('+', { ctrlKey: true }), false)).toBe(true);
  });

  test('letters only with the right Shift', () => {
    const copyPrompt: Chord = { key: 'c', mod: true, shift: true };
    expect(matches(copyPrompt, press('C', { ctrlKey: true, shiftKey: true }), false)).toBe(true);
    expect(matches(copyPrompt, press('c', { ctrlKey: true }), false)).toBe(false);
    expect(matches({ key: 'c', mod: true }, press('C', { ctrlKey: true, shiftKey: true }), false)).toBe(false);
    expect(matches({ key: 'i' }, press('i', { altKey: true }), false)).toBe(false);
  });
});

describe('keyboard layouts', () => {
  const shift = { shiftKey: true } as const;
  const ctrl = { ctrlKey: true } as const;
  const cases: readonly (readonly [layout: string, pressed: Partial<KeyPress>, chord: Chord, is: boolean])[] = [
    ['Russian, f', { key: 'а', code: 'KeyF' }, { key: 'f' }, true],
    ['Russian, f with Caps Lock', { key: 'А', code: 'KeyF' }, { key: 'f' }, true],
    ['Russian, undo', { key: 'я', code: 'KeyZ', ...ctrl }, { key: 'z', mod: true }, true],
    ['Russian, redo', { key: 'Я', code: 'KeyZ', ...ctrl, ...shift }, { key: 'z', mod: true, shift: true }, true],
    ['Russian, redo is not undo', { key: 'Я', code: 'KeyZ', ...ctrl, ...shift }, { key: 'z', mod: true }, false],
    ['Russian, settings at the key of the comma', { key: 'б', code: 'Comma', ...ctrl }, { key: ',', mod: true }, true],
    ['Russian, a letter at the key of the comma', { key: 'б', code: 'Comma' }, { key: ',' }, false],
    ['Russian, ? by its sign', { key: '?', code: 'Digit7', ...shift }, { key: '?' }, true],
    ['Russian, / by its sign', { key: '/', code: 'Backslash', ...shift }, { key: '/' }, true],
    ['Russian, the key of the slash writes a point', { key: '.', code: 'Slash' }, { key: '/' }, false],
    ['Greek, p', { key: 'π', code: 'KeyP' }, { key: 'p' }, true],
    ['Greek, q writes a semicolon', { key: ';', code: 'KeyQ' }, { key: 'q' }, false],
    ['Hebrew, p', { key: 'פ', code: 'KeyP' }, { key: 'p' }, true],
    ['Hebrew, / by its sign', { key: '/', code: 'KeyQ' }, { key: '/' }, true],
    ['Hebrew, full screen with Shift', { key: 'F', code: 'KeyF', ...shift }, { key: 'f', shift: true }, true],
    ['Arabic, x', { key: 'ء', code: 'KeyX' }, { key: 'x' }, true],
    ['Arabic, two letters on one key', { key: 'لا', code: 'KeyB' }, { key: 'b' }, true],
    ['Arabic, 3', { key: '٣', code: 'Digit3' }, { key: '3' }, true],
    ['Persian, 3 of the keypad', { key: '۳', code: 'Numpad3' }, { key: '3' }, true],
    ['Thai, d', { key: 'ก', code: 'KeyD' }, { key: 'd' }, true],
    ['Thai, 1', { key: 'ๅ', code: 'Digit1' }, { key: '1' }, true],
    ['Korean, k', { key: 'ㅏ', code: 'KeyK' }, { key: 'k' }, true],
    ['Georgian, t', { key: 'ტ', code: 'KeyT' }, { key: 't' }, true],
    ['French, the gallery', { key: '&', code: 'Digit1', ...ctrl }, { key: '1', mod: true }, true],
    ['French, two stars', { key: 'é', code: 'Digit2' }, { key: '2' }, true],
    ['French, two stars with Shift', { key: '2', code: 'Digit2', ...shift }, { key: '2' }, true],
    ['French, a by what it writes', { key: 'a', code: 'KeyQ' }, { key: 'a' }, true],
    ['French, q is not a', { key: 'q', code: 'KeyA' }, { key: 'a' }, false],
    ['French, ? with Shift', { key: '?', code: 'KeyM', ...shift }, { key: '?' }, true],
    ['American, the sign above 1', { key: '!', code: 'Digit1', ...shift }, { key: '1' }, false],
    ['American, the keypad without Num Lock', { key: 'End', code: 'Numpad1' }, { key: '1' }, false],
    ['Dvorak, z', { key: 'z', code: 'Slash' }, { key: 'z' }, true],
    ['Dvorak, what is at the place of z', { key: ';', code: 'KeyZ' }, { key: 'z' }, false],
    ['Dvorak, a point at the place of e', { key: '.', code: 'KeyE' }, { key: 'e' }, false],
    ['German, undo', { key: 'z', code: 'KeyY', ...ctrl }, { key: 'z', mod: true }, true],
    ['German, y is not z', { key: 'y', code: 'KeyZ', ...ctrl }, { key: 'z', mod: true }, false],
    ['German, ö', { key: 'ö', code: 'Semicolon' }, { key: 'o' }, false],
    ['Czech, four stars', { key: 'č', code: 'Digit4' }, { key: '4' }, true],
    ['Swiss, / with Shift', { key: '/', code: 'Digit7', ...shift }, { key: '/' }, true],
    ['Swiss, / with Shift is not 7', { key: '/', code: 'Digit7', ...shift }, { key: '7' }, false],
    ['Turkish, dotted i', { key: 'i', code: 'Quote' }, { key: 'i' }, true],
    ['Turkish, dotted i with Caps Lock', { key: 'İ', code: 'Quote' }, { key: 'i' }, true],
    ['Turkish, dotless i', { key: 'ı', code: 'KeyI' }, { key: 'i' }, true],
    ['Turkish, dotless i with Shift', { key: 'I', code: 'KeyI', ...ctrl, ...shift }, { key: 'i', mod: true, shift: true }, true],
    ['Japanese, direct input', { key: 'f', code: 'KeyF' }, { key: 'f' }, true],
    ['Japanese, taken by the input method', { key: 'Process', code: 'KeyF' }, { key: 'f' }, false],
    ['a dead key', { key: 'Dead', code: 'KeyE' }, { key: 'e' }, false],
    ['Mac, Option writes a sign', { key: 'ƒ', code: 'KeyF', altKey: true }, { key: 'f' }, false],
    ['Mac, Option writes a letter of another script', { key: 'π', code: 'KeyP', altKey: true }, { key: 'p' }, false],
    ['Caps Lock', { key: 'F', code: 'KeyF' }, { key: 'f' }, true],
    ['Caps Lock and Shift', { key: 'f', code: 'KeyF', ...shift }, { key: 'f', shift: true }, true],
  ];
  for (const [layout, pressed, chord, is] of cases) {
    test(`${layout}: ${JSON.stringify(pressed.key)} ${is ? 'is' : 'is not'} ${ariaChord(chord, false)}`, () => {
      expect(matches(chord, press('', pressed), false)).toBe(is);
    });
  }

  test('what the key writes counts before its place', () => {
    const keys = (pressed: Partial<KeyPress>): readonly string[] => readings(press('', pressed)).map(({ key }) => key);
    // On a French keyboard the minus sign is at the place of 6.
    expect(keys({ key: '-', code: 'Digit6' })).toEqual(['-', '6']);
    // On a Thai keyboard the slash is at the place of 2.
    expect(keys({ key: '/', code: 'Digit2', ctrlKey: true })).toEqual(['/', '2']);
    expect(keys({ key: '6', code: 'Digit6' })).toEqual(['6']);
  });
});

test('keys have the names on the keyboard', () => {
  expect(keyCaps(enter, false)).toEqual(['Ctrl', 'Enter']);
  expect(keyCaps(enter, true)).toEqual(['⌘', '↩']);
  expect(keyCaps({ key: 'c', mod: true, shift: true }, false)).toEqual(['Ctrl', 'Shift', 'C']);
  expect(ariaChord({ key: ' ' }, false)).toBe('Space');
});
