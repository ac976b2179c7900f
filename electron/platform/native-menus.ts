import { Menu, type App, type BrowserWindow, type MenuItemConstructorOptions } from 'electron';
import type { EarlyWords } from '../../shared/words/early-words.ts';
import type { NativeItem, NativeMenus } from '../../shared/windows/native-menu.ts';

/** The application's menus. On macOS, they are at the top of the screen; elsewhere, the bar is hidden until Alt is pressed. */
export interface NativeMenu {
  /** Shows the menus that the window describes. What is open stays open if only states have changed. */
  set(menus: NativeMenus): void;
  /** Calls back with the command of each item that is pressed. */
  onPressed(listener: (command: string) => void): void;
}

interface NativeMenuDeps {
  readonly words: EarlyWords;
  readonly window: () => BrowserWindow | null;
  /** Opens the window if it is closed, which it may be on macOS. */
  readonly comeToFront: () => void;
  readonly platform?: NodeJS.Platform;
}

/** Until the window has described the menus, macOS has a few that provide the editing shortcuts, and other systems have none: there, Chromium provides them. */
export function createNativeMenu({ words, window, comeToFront, platform = process.platform }: NativeMenuDeps): NativeMenu {
  const mac = platform === 'darwin';
  let shown: NativeMenus = [];
  let pressed: (command: string) => void = () => undefined;
  /** Pressed while there was no window. */
  let waiting: string | null = null;
  if (mac) Menu.setApplicationMenu(Menu.buildFromTemplate(firstMacMenus(words)));

  const press = (command: string, byAccelerator: boolean): void => {
    const contents = window()?.webContents;
    if (!contents) {
      waiting = command;
      return comeToFront();
    }
    // On macOS, the page gets each key first. What it leaves to the menu is meant for a text field, or does nothing now.
    if (!byAccelerator) pressed(command);
    else if (command === 'undo') contents.undo();
    else if (command === 'redo') contents.redo();
  };

  const template = (item: NativeItem): MenuItemConstructorOptions => {
    if (item.kind === 'line') return { type: 'separator' };
    // Elsewhere than on macOS the page answers to all keys, so that menus only show them.
    const keys = mac ? {} : { registerAccelerator: false };
    if (item.kind === 'role') return { role: item.role, label: escaped(item.label), ...keys, ...(!mac && !ofTexts.has(item.role) && { accelerator: '' }) };
    const { command, label, accelerator, enabled } = item;
    return { id: command, label: escaped(label), enabled, ...keys, ...(accelerator !== null && { accelerator }), click: (_item, _window, event) => press(command, event.triggeredByAccelerator === true) };
  };

  return {
    set(menus) {
      const menu = Menu.getApplicationMenu();
      if (menu !== null && isSameBut(menus, shown)) {
        for (const { items } of menus) {
          for (const each of items) {
            const native = each.kind === 'command' ? menu.getMenuItemById(each.command) : null;
            if (native && each.kind === 'command' && native.enabled !== each.enabled) native.enabled = each.enabled;
          }
        }
      } else {
        Menu.setApplicationMenu(Menu.buildFromTemplate(menus.map(({ name, label, items }) => ({ label: escaped(label), ...(mac && macRoles[name]), submenu: items.map(template) }))));
      }
      shown = menus;
      if (waiting !== null) pressed(waiting);
      waiting = null;
    },
    onPressed: (listener) => void (pressed = listener),
  };
}

/** Items whose keys Chromium answers to in texts. */
const ofTexts: ReadonlySet<string> = new Set(['cut', 'copy', 'paste', 'selectAll']);

/** The menus that macOS adds to. */
const macRoles: Readonly<Record<string, MenuItemConstructorOptions>> = { app: { role: 'appMenu' }, window: { role: 'windowMenu' }, help: { role: 'help' } };

/** A single & would underline the next letter. */
const escaped = (label: string): string => label.replaceAll('&', '&&');

/** Whether only states differ. Electron cannot change the words and keys of an item. */
const isSameBut = (a: NativeMenus, b: NativeMenus): boolean => withoutStates(a) === withoutStates(b);

const withoutStates = (menus: NativeMenus): string => JSON.stringify(menus.map(({ name, label, items }) => ({ name, label, items: items.map((item) => (item.kind === 'command' ? { ...item, enabled: true } : item)) })));

function firstMacMenus(words: EarlyWords): MenuItemConstructorOptions[] {
  return [
    { role: 'appMenu', submenu: [{ role: 'hide', label: words('dialogs.menu.hide') }, { role: 'quit', label: words('dialogs.menu.quit') }] },
    { label: words('dialogs.menu.edit'), submenu: editItems(words) },
  ];
}

function editItems(words: EarlyWords): MenuItemConstructorOptions[] {
  return [
    { role: 'undo', label: words('dialogs.menu.undo') },
    { role: 'redo', label: words('dialogs.menu.redo') },
    { type: 'separator' },
    { role: 'cut', label: words('dialogs.menu.cut') },
    { role: 'copy', label: words('dialogs.menu.copy') },
    { role: 'paste', label: words('dialogs.menu.paste') },
    { role: 'selectAll', label: words('dialogs.menu.select-all') },
  ];
}

/** Right click in a text field, or on selected text: the editing commands that apply. */
export function offerContextMenu(app: App, words: EarlyWords): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('context-menu', (_contextEvent, { isEditable, selectionText }) => {
      if (isEditable) Menu.buildFromTemplate(editItems(words)).popup();
      else if (selectionText !== '') Menu.buildFromTemplate([{ role: 'copy', label: words('dialogs.menu.copy') }]).popup();
    });
  });
}
