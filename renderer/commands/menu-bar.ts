import type { MenuRole, NativeItem, NativeMenus } from '../../shared/windows/native-menu.ts';
import type { WordKey, Words } from '../../shared/words/index.ts';
import type { Chord } from '../ui/shortcuts/chords.ts';
import { isMac } from '../ui/shortcuts/key-listener.ts';
import { nothingIn, type Place } from './command.ts';
import { commands, helpOf, keysOf, nameOf, type CommandId } from './registry.ts';

/** An item of the menu bar: a command, what the system does, or a line between groups. */
type BarItem = CommandId | { readonly id: CommandId; readonly words: WordKey } | { readonly role: MenuRole; readonly words: WordKey } | '-';

const role = (name: MenuRole, words: WordKey) => ({ role: name, words });
/** A command that is called otherwise in the menus of every program. */
const called = (id: CommandId, words: WordKey) => ({ id, words });
const settings = called('go-settings', 'app.settings');
const quit = role('quit', 'dialogs.menu.quit');

interface BarMenu {
  readonly name: NativeMenus[number]['name'];
  readonly words: WordKey;
  readonly items: readonly BarItem[];
}

/** The menu that bears the app's name, on macOS alone. Elsewhere, its commands are in the menus that other systems have them in. */
const appMenu: BarMenu = {
  name: 'app',
  words: 'dialogs.menu.app',
  items: [role('about', 'dialogs.menu.about'), '-', settings, '-', role('services', 'dialogs.menu.services'), '-', role('hide', 'dialogs.menu.hide'), role('hideOthers', 'dialogs.menu.hide-others'), role('unhide', 'dialogs.menu.show-all'), '-', quit],
};

/** The menu bar in its order. What may cost money is in none of them: only the compose form buys. */
export function barMenus(mac: boolean): readonly BarMenu[] {
  const elsewhere = (...items: readonly BarItem[]): readonly BarItem[] => (mac ? [] : items);
  return [
    ...(mac ? [appMenu] : []),
    { name: 'file', words: 'dialogs.menu.file', items: ['import', 'import-pictures', 'undo-import', '-', 'export', 'contact-sheet', 'reveal', 'open-outside', 'open-with', '-', ...elsewhere(settings, '-'), role('close', 'dialogs.menu.close'), ...elsewhere(quit)] },
    {
      name: 'edit',
      words: 'dialogs.menu.edit',
      items: [called('undo', 'dialogs.menu.undo'), called('redo', 'dialogs.menu.redo'), '-', role('cut', 'dialogs.menu.cut'), role('copy', 'dialogs.menu.copy'), role('paste', 'dialogs.menu.paste'), role('selectAll', 'dialogs.menu.select-all'), '-', 'select-all', 'select-group', 'select-one', '-', 'search', 'filters', 'copy-search-link'],
    },
    {
      name: 'view',
      words: 'dialogs.menu.view',
      items: ['palette', '-', 'sidebar', 'details', 'strip', '-', 'larger', 'smaller', 'switch-layout', 'reverse-order', 'all-stacks', '-', 'zoom-picture-in', 'zoom-picture-out', 'fit', 'actual-size', 'keep-zoom', 'ground', 'slideshow', '-', 'zoom-in', 'zoom-out', 'zoom-reset', '-', 'full-screen', 'second-window'],
    },
    {
      name: 'go',
      words: 'dialogs.menu.go',
      items: ['close', '-', 'go-gallery', 'go-favourites', 'go-history', 'go-waiting', 'go-spending', 'go-statistics', 'go-trash', '-', 'previous', 'next', 'go-to-date', '-', 'tags'],
    },
    { name: 'prompt', words: 'dialogs.menu.prompt', items: ['focus-prompt', '-', 'prompts', 'save-prompt', 'save-settings', 'list', 'wildcards', '-', 'many', 'fields', 'add-reference', 'swap-size'] },
    {
      name: 'picture',
      words: 'dialogs.menu.picture',
      items: ['open', 'compare', 'cull', 'like', 'near-copies', 'keep-best', 'stack', 'matrix', '-', 'favourite', 'pick', 'reject', 'unflag', 'tag', 'note', 'add-to-album', 'add-to-last-album', 'take-out-of-album', '-', 'use-again', 'vary', 'use-as-reference', 'save-prompt-of', '-', 'copy-picture', 'copy-files', 'copy-paths', 'copy-prompt', 'copy-link', '-', 'trash'],
    },
    { name: 'task', words: 'dialogs.menu.task', items: ['show-task', 'edit', 'ask', 'dismiss', '-', 'hold', 'rename', 'send-first', 'send-earlier', 'send-later', 'send-last', 'batch-pictures', 'batch-tasks', '-', 'hold-all', 'adopt', '-', 'copy-id'] },
    { name: 'window', words: 'dialogs.menu.window', items: [role('minimize', 'dialogs.menu.minimize'), role('zoom', 'dialogs.menu.zoom'), ...(mac ? ['-' as const, role('front', 'dialogs.menu.front')] : [])] },
    { name: 'help', words: 'dialogs.menu.help', items: ['show-shortcuts', 'diagnostics', '-', 'licences', ...elsewhere('about')] },
  ];
}

/** The menu bar for main. `offered`: the commands that apply now. */
export const nativeMenus = (say: Words, offered: ReadonlySet<CommandId>): NativeMenus =>
  barMenus(isMac()).map(({ name, words, items }) => ({ name, label: say(words), items: items.map((item) => nativeItem(say, item, offered)) }));

function nativeItem(say: Words, item: BarItem, offered: ReadonlySet<CommandId>): NativeItem {
  if (item === '-') return { kind: 'line' };
  if (typeof item === 'object' && 'role' in item) return { kind: 'role', role: item.role, label: say(item.words) };
  const id = typeof item === 'object' ? item.id : item;
  const place = firstPlaceOf(id);
  const [first] = keysOf(id, place) ?? [];
  // What `?` says of it is understood without anything around it, and does not follow what is selected.
  const own = commands[id].help === undefined ? nameOf(say, id, nothingIn(place)) : helpOf(say, id, place);
  return { kind: 'command', command: id, label: typeof item === 'object' ? say(item.words) : own, accelerator: first ? acceleratorOf(first, isMac()) : null, enabled: offered.has(id) };
}

/** A menu shows one key. Where the command has others in other places, `?` shows them. */
const firstPlaceOf = (id: CommandId): Place => (Object.keys(commands[id].keys ?? {}) as Place[])[0] ?? 'everywhere';

const electronKeys: Readonly<Record<string, string>> = { ' ': 'Space', '+': 'Plus', ArrowUp: 'Up', ArrowDown: 'Down', ArrowLeft: 'Left', ArrowRight: 'Right', Escape: 'Esc' };

/** A chord as Electron names it. Null: Electron has no name for it, or it is a single key on macOS, where menus take such keys from texts. */
export function acceleratorOf({ key, mod, alt, shift }: Chord, mac: boolean): string | null {
  if (mac && !mod && !/^F\d+$/.test(key)) return null;
  if (!/^[\x21-\x7e ]+$/.test(key)) return null;
  return [...(mod ? ['CmdOrCtrl'] : []), ...(alt ? ['Alt'] : []), ...(shift ? ['Shift'] : []), electronKeys[key] ?? (key.length === 1 ? key.toUpperCase() : key)].join('+');
}
