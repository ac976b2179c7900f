import { expect, test, vi } from 'vitest';
import type { CommandId } from '../../../../renderer/commands/registry.ts';
import { readChord, type Chord } from '../../../../renderer/ui/shortcuts/chords.ts';
import { defaultSettings } from '../../../../shared/settings.ts';
import { nativeMenusSchema } from '../../../../shared/windows/native-menu.ts';
import { wordsFor } from '../../../../shared/words/index.ts';
import { FakeMain } from '../fake-main.ts';

const main = new FakeMain();
main.install();
vi.stubGlobal('document', { addEventListener: () => undefined });
const { acceleratorOf, barMenus, nativeMenus } = await import('../../../../renderer/commands/menu-bar.ts');
const { setPlatform } = await import('../../../../renderer/ui/shortcuts/key-listener.ts');
const { useAppStore } = await import('../../../../renderer/stores/app-store.ts');
const { commands } = await import('../../../../renderer/commands/registry.ts');

useAppStore.setState({ facts: { spoken: { language: 'en', locale: 'en' }, settings: defaultSettings, imports: { latest: null } } as unknown as ReturnType<typeof useAppStore.getState>['facts'] });

const chord = (text: string): Chord => readChord(text) ?? expect.fail(text);
const idsIn = (mac: boolean): readonly CommandId[] => barMenus(mac).flatMap(({ items }) => items.flatMap((item) => (item === '-' || (typeof item === 'object' && 'role' in item) ? [] : [typeof item === 'object' ? item.id : item])));

test.each([true, false])('every command that the palette can offer is in the menu bar once, but for those that need the thing they act on (mac: %s)', (mac) => {
  const ids = idsIn(mac);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  const left = (Object.keys(commands) as CommandId[]).filter((id) => !ids.includes(id) && !commands[id].byKeyAlone && !commands[id].keysStay && !(mac && id === 'about'));
  expect(left).toEqual([
    // The album that has the focus.
    'takes-new', 'rename-listed', 'pin-listed', 'list-up', 'list-down', 'remove-listed',
    // It opens a menu of the window. Steps within a page in front, which has buttons for them.
    'view-menu', 'cull-next', 'cull-skips', 'cull-end', 'knock-out', 'decide', 'overlay', 'difference', 'compare-column', 'swap-axes',
    // In dialogs, where no menu acts.
    'show-tagged', 'select-tag', 'rename-tag', 'remove-tag', 'use-prompt', 'insert-prompt', 'edit-prompt', 'remove-prompt', 'prompts-tab',
    // The other half of a toggle, a field's own key, or what one picture's own menu has.
    'no-favourite', 'keep-note', 'copy-for-support', 'open-other', 'restore', 'open-group', 'close-group', 'resume', 'withdraw',
  ]);
});

test('no item buys', () => {
  expect([...idsIn(true), ...idsIn(false)].filter((id) => commands[id].costs || commands[id].byKeyAlone)).toEqual([]);
});

test.each(['darwin', 'linux', 'win32'])('every item of %s has words and what main takes', (platform) => {
  setPlatform(platform);
  const menus = nativeMenusSchema.parse(nativeMenus(wordsFor('en'), new Set(['palette'])));
  expect(menus.map(({ label }) => label)).toEqual([...(platform === 'darwin' ? ['Latent'] : []), 'File', 'Edit', 'View', 'Go', 'Prompt', 'Picture', 'Task', 'Window', 'Help']);
  for (const { label, items } of menus) {
    expect([items.at(0)?.kind, items.at(-1)?.kind], label).not.toContain('line');
    for (const item of items) if (item.kind === 'command') expect(item.label, item.command).not.toBe(item.command);
  }
  const named = menus.flatMap(({ items }) => items).filter((item) => item.kind === 'command');
  expect(named.filter(({ enabled }) => enabled).map(({ command }) => command)).toEqual(['palette']);
  expect(named.find(({ command }) => command === 'palette')?.accelerator).toBe('CmdOrCtrl+K');
  // macOS would take a letter from a text.
  expect(named.find(({ command }) => command === 'pick')?.accelerator).toBe(platform === 'darwin' ? null : 'P');
  const roles = menus.flatMap(({ items }) => items.flatMap((item) => (item.kind === 'role' ? [item.role] : [])));
  expect(roles).toEqual(expect.arrayContaining(platform === 'darwin' ? ['about', 'services', 'hide', 'hideOthers', 'unhide', 'quit', 'front'] : ['quit', 'close', 'minimize']));
  setPlatform('linux');
});

test.each([
  ['Mod+k', 'CmdOrCtrl+K'], ['Mod+Shift+t', 'CmdOrCtrl+Shift+T'], ['Alt+ArrowUp', 'Alt+Up'], ['Mod++', 'CmdOrCtrl+Plus'], ['Space', 'Space'], ['?', '?'], ['F11', 'F11'], ['Mod+,', 'CmdOrCtrl+,'],
  ['ö', null],
])('%s is %s for Electron', (text, accelerator) => {
  expect(acceleratorOf(chord(text), false)).toBe(accelerator);
});
