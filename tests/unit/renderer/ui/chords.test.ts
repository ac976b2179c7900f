import { describe, expect, test } from 'vitest';
import { wordsFor } from '../../../../shared/words/index.ts';
import type { KeyPress } from '../../../../renderer/ui/shortcuts/chords.ts';
import { ariaChord, keyCaps, matches } from '../../../../renderer/ui/shortcuts/chords.ts';
import type { Chord, ShortcutId } from '../../../../renderer/ui/shortcuts/shortcut-table.ts';
import { shortcutTable } from '../../../../renderer/ui/shortcuts/shortcut-table.ts';

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held });
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

test('keys have the names on the keyboard', () => {
  expect(keyCaps(enter, false)).toEqual(['Ctrl', 'Enter']);
  expect(keyCaps(enter, true)).toEqual(['⌘', '↩']);
  expect(keyCaps({ key: 'c', mod: true, shift: true }, false)).toEqual(['Ctrl', 'Shift', 'C']);
  expect(ariaChord({ key: ' ' }, false)).toBe('Space');
});

describe('the table', () => {
  const rows = (Object.keys(shortcutTable) as ShortcutId[]).map((id) => ({ id, ...shortcutTable[id] }));
  const name = (chord: Chord): string => ariaChord(chord, false);

  test('has no key for two shortcuts of one place', () => {
    for (const area of new Set(rows.map((row) => row.area))) {
      const keys = rows.filter((row) => row.area === area).flatMap((row) => row.chords.map(name));
      expect(keys.filter((key, at) => keys.indexOf(key) !== at), area).toEqual([]);
    }
  });

  test('names the keys of the rows of the history as well as those of the pictures of the gallery', () => {
    const keysOf = (...ids: ShortcutId[]): string[] => rows.filter(({ id }) => ids.includes(id)).flatMap((row) => row.chords.map(name));
    expect(keysOf('history-move-far')).toEqual(keysOf('move-far'));
    expect(keysOf('history-extend')).toEqual(keysOf('extend').filter((key) => !/Left|Right/.test(key)));
    expect(keysOf('history-select-all')).toEqual(keysOf('select-all'));
  });

  test('has words for all', () => {
    const say = wordsFor('en');
    for (const { words } of rows) expect(say(words)).not.toBe('');
  });
});
