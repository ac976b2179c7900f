import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Place, Press } from '../../../../renderer/commands/command.ts';
import type { MenuList } from '../../../../renderer/commands/menus.ts';
import type { CommandId, Handlers } from '../../../../renderer/commands/registry.ts';
import { ariaChord, readings } from '../../../../renderer/ui/shortcuts/chords.ts';
import { valueMarkKeys } from '../../../../shared/library/marks.ts';
import { wordsFor } from '../../../../shared/words/index.ts';

vi.stubGlobal('window', { api: {}, addEventListener: () => undefined });
vi.stubGlobal('document', { addEventListener: () => undefined });
const { nothingIn, pictureIn, places } = await import('../../../../renderer/commands/command.ts');
const menus = await import('../../../../renderer/commands/menus.ts');
const { actFor, commands, commandsIn, helpOf, keysOf, mount, nameOf, subjectOf } = await import('../../../../renderer/commands/registry.ts');

const ids = Object.keys(commands) as CommandId[];
const say = wordsFor('en');
const press: Press = { key: 'f', shiftKey: false, target: null };
const mounted: (() => void)[] = [];
afterEach(() => mounted.splice(0).forEach((end) => end()));

const renderer = join(import.meta.dirname, '../../../../renderer');
const files = readdirSync(renderer, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/')).filter((file) => /\.tsx?$/.test(file));
/** What is not of the registry itself: pages that handle commands, widgets that ask for their keys, and bars. */
const elsewhere = files.filter((file) => !/^commands\/(?:rows\/|menus)/.test(file)).map((file) => readFileSync(join(renderer, file), 'utf8')).join('\n');
const isNamed = (id: CommandId): boolean => new RegExp(`['"]${id}['"]|(?<![\\w-])${id}\\s*[:,}]`).test(elsewhere);

const namesIn = (list: MenuList): readonly CommandId[] => list.flatMap((entry) => (typeof entry === 'string' ? [entry] : 'items' in entry ? namesIn(entry.items) : []));
const inMenus = new Set(Object.values(menus).flatMap(namesIn));

const page = (handlers: Handlers): void => void mounted.push(mount({ place: 'viewer', handlers: () => handlers }));

describe('the rows', () => {
  /** Of each pair, only one applies to what is selected. */
  const shared = [['dismiss', 'trash'], ['hold', 'open'], ['edit', 'rename']];

  test('give a key to one command of a place', () => {
    for (const place of places) {
      const owners = new Map<string, CommandId[]>();
      for (const id of commandsIn(place)) for (const chord of keysOf(id, place) ?? []) owners.set(ariaChord(chord, false), [...(owners.get(ariaChord(chord, false)) ?? []), id]);
      const several = [...owners.values()].map((of) => of.toSorted()).filter((of) => of.length > 1);
      expect(several.filter((of) => !shared.some((pair) => pair.join() === of.join())), place).toEqual([]);
    }
  });

  test('give a letter one meaning, whatever the place', () => {
    const owners = new Map<string, Set<CommandId>>();
    for (const id of ids) for (const chord of Object.values(commands[id].keys ?? {}).flat()) if (/^[a-z]$/.test(chord.key)) owners.set(ariaChord(chord, false), (owners.get(ariaChord(chord, false)) ?? new Set()).add(id));
    // The key that opens the prompts switches between their lists.
    expect([...owners].filter(([, of]) => of.size > 1).map(([key, of]) => `${key}: ${[...of].join(', ')}`)).toEqual(['Control+p: prompts, prompts-tab']);
  });

  test('say what each command does wherever it has keys, and its name in menus', () => {
    for (const place of places) {
      expect(commandsIn(place), place).not.toEqual([]);
      for (const id of commandsIn(place)) expect(helpOf(say, id, place), `${id} in ${place}`).not.toBe(id);
    }
    for (const id of ids.filter((each) => commands[each].icon)) expect(commands[id].name, id).toBeDefined();
  });

  test('are reached by a key, a menu or a button, and do something', () => {
    expect(ids.filter((id) => !commands[id].keys && !inMenus.has(id) && !isNamed(id))).toEqual([]);
    // Widgets bind the keys of these themselves (below).
    expect(ids.filter((id) => !commands[id].run && !isNamed(id))).toEqual(['add-value', 'recall-prompt', 'leave-prompt']);
  });

  test('have a name if they stand in a menu', () => {
    expect([...inMenus].filter((id) => commands[id].name === undefined)).toEqual([]);
  });

  test('have an item for each mark in the menu of marks', () => {
    const items = menus.viewerMenu.flatMap((entry) => (typeof entry === 'object' && 'submenu' in entry && entry.submenu === 'marks.menu' ? entry.items : []));
    const shown = items.map((entry) => (typeof entry === 'object' && 'part' in entry ? entry.part : entry));
    expect(shown).toEqual(expect.arrayContaining([...valueMarkKeys]));
  });

  test('let a held key repeat only what moves or undoes', () => {
    expect(ids.filter((id) => commands[id].repeats)).toEqual([
      'zoom-in',
      'zoom-out',
      'undo',
      'redo',
      'move',
      'move-far',
      'extend',
      'move-group',
      'larger',
      'smaller',
      'move-in-album',
      'next',
      'previous',
      'sibling',
      'zoom-picture-in',
      'zoom-picture-out',
      'pan',
      'cull-next',
      'divide',
      'amplify',
      'step-prompt',
      'send-earlier',
      'send-later',
    ]);
  });

  test('say which of them only a key can give: those whose keys mean different things, and the one that buys', () => {
    expect(ids.filter((id) => commands[id].byKeyAlone)).toEqual(['submit', 'move', 'move-far', 'extend', 'move-group', 'move-in-album', 'sibling', 'pan', 'divide', 'amplify', 'step-prompt', 'rate', 'label']);
  });

  test('can be typed on a keyboard of the United States, where place and sign agree', () => {
    const codes: Readonly<Record<string, string>> = { ',': 'Comma', '/': 'Slash', '-': 'Minus', '=': 'Equal' };
    for (const chord of ids.flatMap((id) => Object.values(commands[id].keys ?? {}).flat())) {
      if (chord.key.length > 1 || chord.shift) continue;
      const code = /[a-z]/.test(chord.key) ? `Key${chord.key.toUpperCase()}` : /[0-9]/.test(chord.key) ? `Digit${chord.key}` : (codes[chord.key] ?? '');
      const pressed = { key: chord.key, code, ctrlKey: chord.mod === true, metaKey: false, shiftKey: false, altKey: false };
      expect(readings(pressed), ariaChord(chord, false)).toHaveLength(1);
    }
  });

  test('name the keys of the rows of tasks as those of the pictures of the gallery', () => {
    const names = (id: CommandId, place: 'gallery' | 'tasks') => (keysOf(id, place) ?? []).map((chord) => ariaChord(chord, false));
    expect(names('move-far', 'tasks')).toEqual(names('move-far', 'gallery'));
    expect(names('extend', 'tasks')).toEqual(names('extend', 'gallery').filter((key) => !/Left|Right/.test(key)));
    expect(names('select-all', 'tasks')).toEqual(names('select-all', 'gallery'));
  });
});

describe('what a command does', () => {
  const picture = pictureIn('viewer', 7, null);
  const did: string[] = [];
  const does = (what: string) => () => void did.push(what);
  afterEach(() => void did.splice(0));
  const take = (id: CommandId): boolean => {
    const act = actFor(id, picture);
    act?.(press);
    return act !== null;
  };

  test('is what the mounted page handles, the last one if there are several, and else what its row says', () => {
    expect(actFor('close', picture)).toBeNull();
    page({ close: does('first') });
    page({ close: does('second') });
    page({ next: does('next') });
    expect(take('close')).toBe(true);
    expect(did).toEqual(['second']);
    expect(actFor('copy-picture', picture)).not.toBeNull();
    expect(actFor('copy-picture', nothingIn('viewer'))).toBeNull();
  });

  test('is nothing while the page says that it does not apply, even if its row could act', () => {
    page({ compare: false });
    expect(actFor('compare', picture)).toBeNull();
    expect(actFor('compare', { ...picture, place: 'matrix' })).not.toBeNull();
  });

  test('is told what it acts on by its place', () => {
    expect(subjectOf('viewer')).toBeNull();
    mounted.push(mount({ place: 'viewer', handlers: () => ({}), subject: () => picture }));
    expect(subjectOf('viewer')?.imageId).toBe(7);
    expect(subjectOf('gallery')).toBeNull();
  });

  test('has the name for what it acts on', () => {
    expect(nameOf(say, 'compare', pictureIn('gallery', 7, null))).toBe('Compare with the next picture');
    expect(nameOf(say, 'compare', { ...nothingIn('gallery'), of: { together: 3, target: () => ({ token: null, revision: 0, ranges: [], imageIds: [] }) } })).toBe('Compare');
  });
});

/** Widgets that answer to keys of their own while they have the focus. Everything else is a command. */
const widgets = ['ui/fields/combobox.tsx', 'rooms/wildcards/file-editor.tsx', 'rooms/compose/prompt/prompt-field.tsx'];

test('nothing but the registry binds a key', () => {
  const others = files.filter((file) => !/^(?:ui\/shortcuts|commands)\//.test(file));
  const binds = /\b(?:isOneOf|isChord|matches)\([^)]*(?:event|press)|useKeyListener/;
  expect(others.filter((file) => binds.test(readFileSync(join(renderer, file), 'utf8'))).toSorted()).toEqual([...widgets, 'app/app.tsx'].toSorted());
});

test('whatever shows keys follows when a person changes them', () => {
  const fixed = files.filter((file) => file.endsWith('.tsx') && /import \{[^}]*\bkeysOf\b[^}]*\} from '[^']*registry\.ts'/.test(readFileSync(join(renderer, file), 'utf8')));
  expect(fixed).toEqual([]);
});

describe('from right to left', () => {
  afterEach(() => void Reflect.deleteProperty(document, 'dir'));
  const names = (id: CommandId, place: Place) => (keysOf(id, place) ?? []).map((chord) => ariaChord(chord, false));

  test.each([
    ['next', 'viewer', ['ArrowRight'], ['ArrowLeft']],
    ['previous', 'viewer', ['ArrowLeft'], ['ArrowRight']],
    ['open-group', 'tasks', ['ArrowRight'], ['ArrowLeft']],
    ['sibling', 'viewer', ['ArrowUp', 'ArrowDown'], ['ArrowUp', 'ArrowDown']],
    ['decide', 'compare', ['Control+Enter'], ['Control+Enter']],
  ] as const)('the keys of %s follow the line', (id, place, before, after) => {
    expect(names(id, place)).toEqual(before);
    Object.assign(document, { dir: 'rtl' });
    expect(names(id, place)).toEqual(after);
  });
});
