import { describe, expect, test, vi } from 'vitest';
import type { Place } from '../../../../renderer/commands/command.ts';
import type { CommandId } from '../../../../renderer/commands/registry.ts';
import { chordOf, chordText, isSingleKey, readChord, type Chord, type KeyPress } from '../../../../renderer/ui/shortcuts/chords.ts';

vi.stubGlobal('window', { api: {}, addEventListener: () => undefined });
vi.stubGlobal('document', { addEventListener: () => undefined });
const { addedTo, effectiveKeys, isChanged, placesAlike, withKeys, withoutKeys } = await import('../../../../renderer/commands/changed-keys.ts');
const { refusalOf } = await import('../../../../renderer/commands/key-rules.ts');
const { conflictOf } = await import('../../../../renderer/commands/key-conflicts.ts');
const { places } = await import('../../../../renderer/commands/command.ts');
const { commands, commandsIn, keysOf } = await import('../../../../renderer/commands/registry.ts');

const chord = (text: string): Chord => readChord(text) ?? expect.fail(text);
const keys = (record: Readonly<Record<string, unknown>>, id: CommandId, place: Place, single = true): string => effectiveKeys(record, single, id, place, commands[id]).map(chordText).join(' ');
const set = (record: Readonly<Record<string, unknown>>, id: CommandId, place: Place, ...texts: readonly string[]) => withKeys(record, id, place, commands[id], texts.map(chord));

describe('the text of a chord', () => {
  test('of every key of every command is read as the same chord', () => {
    const chords = Object.values(commands).flatMap((command) => Object.values(command.keys ?? {}).flat());
    expect(chords.length).toBeGreaterThan(150);
    for (const each of chords) expect(readChord(chordText(each))).toEqual(each);
  });

  test.each(['', 'Mod+', '+', 'hyper+q', 'Shift+Mod+q', 'Mod+Q', 'Q', 'Mod+ ', 'Mod+Mod+k', 'Control', 'Shift', 'k k', '\u0000'])('%j is read only if it is what is written', (text) => {
    const read = readChord(text);
    expect(read === null || chordText(read) === text).toBe(true);
    if (text !== '+') expect(read).toBeNull();
  });
});

describe('what is pressed', () => {
  const none = { code: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
  test.each<readonly [string, Partial<KeyPress> & { readonly key: string }, string]>([
    ['a letter', { key: 'k', code: 'KeyK', ctrlKey: true }, 'Mod+k'],
    ['with Shift', { key: 'K', code: 'KeyK', ctrlKey: true, shiftKey: true }, 'Mod+Shift+k'],
    ['a sign that needs Shift', { key: '?', code: 'Slash', shiftKey: true }, '?'],
    ['Russian', { key: 'л', code: 'KeyK', ctrlKey: true }, 'Mod+k'],
    ['Arabic digit', { key: '٣', code: 'Digit3' }, '3'],
    ['French, as it is seen', { key: '&', code: 'Digit1' }, '&'],
    ['German ö', { key: 'ö', code: 'Semicolon' }, 'ö'],
    ['a named key', { key: 'F9', code: 'F9', shiftKey: true }, 'Shift+F9'],
    ['the space bar', { key: ' ', code: 'Space', shiftKey: true }, 'Shift+Space'],
  ])('%s is stored as the key is seen', (_name, press, text) => {
    expect(chordText(chordOf({ ...none, ...press }, false))).toBe(text);
  });

  test('Command is the modifier of a Mac', () => {
    expect(chordText(chordOf({ ...none, key: 'k', metaKey: true }, true))).toBe('Mod+k');
  });
});

describe('changed keys', () => {
  test('are those of all places where a command has the same ones', () => {
    const record = set({}, 'compare', 'viewer', 'Mod+Shift+y');
    expect(record).toEqual({ compare: ['Mod+Shift+y'] });
    for (const place of ['gallery', 'viewer', 'compare', 'matrix'] as const) expect(keys(record, 'compare', place)).toBe('Mod+Shift+y');
  });

  test('are those of some places if a command has others elsewhere', () => {
    expect(placesAlike(commands.open, 'gallery')).toEqual(['gallery', 'matrix']);
    const record = set({}, 'open', 'matrix', 'F6');
    expect(record).toEqual({ 'open gallery': ['F6'], 'open matrix': ['F6'] });
    expect([keys(record, 'open', 'gallery'), keys(record, 'open', 'tasks')]).toEqual(['F6', 'Space']);
  });

  test('may be none', () => {
    expect(keys(set({}, 'palette', 'everywhere'), 'palette', 'everywhere')).toBe('');
  });

  test('that are the usual ones leave nothing behind, nor does a reset', () => {
    const record = set({ x: 1 }, 'palette', 'everywhere', 'F6');
    expect(isChanged(record, 'palette', 'everywhere', commands.palette)).toBe(true);
    expect(set(record, 'palette', 'everywhere', 'Mod+k')).toEqual({ x: 1 });
    expect(withoutKeys(record, 'palette', 'everywhere', commands.palette)).toEqual({ x: 1 });
    // A file may have keys for all places of a command that has different ones.
    expect(withoutKeys({ open: ['F6'] }, 'open', 'tasks', commands.open)).toEqual({ 'open gallery': ['F6'], 'open matrix': ['F6'] });
  });

  test('that cannot be read or are not allowed are ignored and kept', () => {
    const record = { palette: ['hyper+q', 'F6'], undo: 7, redo: ['Mod+c'], submit: ['g', 'Enter'], move: ['F6'], 'of a later version': ['F6'] };
    expect(keys(record, 'palette', 'everywhere')).toBe('F6');
    expect(keys(record, 'undo', 'everywhere')).toBe('Mod+z');
    expect(keys(record, 'redo', 'everywhere')).toBe('Mod+Shift+z');
    expect(keys(record, 'submit', 'compose')).toBe('Mod+Enter');
    expect(keys(record, 'move', 'gallery')).toBe('ArrowLeft ArrowRight ArrowUp ArrowDown');
    expect(set(record, 'go-gallery', 'everywhere', 'F7')).toEqual({ ...record, 'go-gallery': ['F7'] });
  });

  test('of a row of keys are the same keys with other modifiers', () => {
    expect(addedTo(commands.rate.keys?.gallery ?? [], commands.rate, 'gallery', chord('Alt+3')).map(chordText)).toEqual(['Alt+0', 'Alt+1', 'Alt+2', 'Alt+3', 'Alt+4', 'Alt+5']);
    expect(addedTo([chord('Mod+k')], commands.palette, 'everywhere', chord('F6')).map(chordText)).toEqual(['Mod+k', 'F6']);
  });
});

test('without single keys, no letter, digit or sign does anything, but those that are typed in a field', () => {
  const left = places.flatMap((place) => commandsIn(place).flatMap((id) => effectiveKeys({ palette: ['q'] }, false, id, place, commands[id]).filter(isSingleKey).map(() => id)));
  expect([...new Set(left)]).toEqual(['add-value', 'snippet']);
  expect(keys({}, 'full-screen', 'everywhere', false)).toBe('F11');
  expect(keys({}, 'open', 'gallery', false)).toBe('Enter Space');
});

describe('a command cannot have', () => {
  const refused = (id: CommandId, place: Place, text: string, mac = false) => refusalOf(chord(text), commands[id], place, null, mac);
  test.each([
    ['Mod+c', 'text'], ['Mod+v', 'text'], ['Mod+x', 'text'], ['Mod+z', 'text'], ['Mod+Shift+z', 'text'], ['Mod+a', 'text'], ['Mod+Backspace', 'text'], ['Mod+ArrowLeft', 'text'],
    ['Tab', 'move'], ['Shift+Tab', 'move'], ['Mod+Tab', 'move'], ['ArrowUp', 'move'], ['Shift+ArrowDown', 'move'], ['Home', 'move'],
    ['Escape', 'leave'], ['Mod+Escape', 'leave'], ['Alt+F4', 'system'], ['F10', 'system'], ['Mod+Alt+e', 'sign'], ['Process', 'input-method'], ['Dead', 'input-method'],
  ])('%s: %s', (text, why) => {
    expect(refused('palette', 'everywhere', text)).toBe(why);
  });

  test('the keys that its system has', () => {
    expect([refused('palette', 'everywhere', 'Mod+q', true), refused('palette', 'everywhere', 'Mod+q'), refused('palette', 'everywhere', 'Alt+f', true), refused('palette', 'everywhere', 'Alt+f')]).toEqual(['system', null, 'sign', null]);
    const press = { key: 'k', code: 'KeyK', ctrlKey: false, metaKey: true, shiftKey: false, altKey: false };
    expect([refusalOf(chord('k'), commands.palette, 'everywhere', press, false), refusalOf(chord('Mod+k'), commands.palette, 'everywhere', press, true)]).toEqual(['system', null]);
  });

  test('any key for buying without Control or Command, so that no letter and no Enter alone buys', () => {
    for (const text of ['g', 'Enter', 'Shift+Enter', 'Alt+Enter', 'Space', 'F5', 'Shift+g']) expect(refused('submit', 'compose', text), text).toBe('modifier');
    for (const text of ['Mod+g', 'Mod+Shift+Enter']) expect(refused('submit', 'compose', text), text).toBeNull();
  });

  test('keys that move in lists, whatever the person presses', () => {
    expect([refused('move', 'gallery', 'F6'), refused('snippet', 'compose', 'F6'), refused('rate', 'gallery', 'F6'), refused('rate', 'gallery', 'Shift+3')]).toEqual(['list', 'field', 'row', null]);
  });

  test('but its usual keys always', () => {
    for (const place of places) {
      for (const id of commandsIn(place).filter((each) => !commands[each].keysStay)) for (const each of commands[id].keys?.[place] ?? []) expect(refusalOf(each, commands[id], place, null), `${id} ${chordText(each)}`).toBeNull();
    }
  });
});

describe('a key that is taken', () => {
  const owner = (id: CommandId, place: Place, text: string) => conflictOf(id, place, chord(text), places);
  test('is named with its place', () => {
    expect(owner('palette', 'everywhere', 'Mod+b')).toEqual({ id: 'sidebar', place: 'everywhere' });
    expect(owner('palette', 'everywhere', 'f')).toEqual({ id: 'favourite', place: 'gallery' });
    expect(owner('many', 'compose', 'g')).toEqual({ id: 'go-to-date', place: 'gallery' });
    expect(owner('cull-skips', 'cull', 'z')).toEqual({ id: 'actual-size', place: 'viewer' });
  });

  test('is free where its command does not act, and for what is typed', () => {
    expect(owner('edit', 'tasks', 'v')).toBeNull();
    expect(owner('go-gallery', 'everywhere', ',')).toBeNull();
    expect(owner('palette', 'everywhere', 'Mod+k')).toBeNull();
    expect(owner('rename-tag', 'tags', 'Mod+b')).toBeNull();
  });
});

test('without changes, every command has the keys of its row', () => {
  for (const place of places) for (const id of commandsIn(place)) expect(keysOf(id, place)).toEqual(commands[id].keys?.[place]);
});
