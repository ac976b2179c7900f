import { Menu, type App, type MenuItemConstructorOptions } from 'electron';
import type { EarlyWords } from '../../shared/words/early-words.ts';

/** The menu bar of macOS, which provides the editing shortcuts. Elsewhere the window has no menu, and Chromium provides them. */
export function setMacMenu(words: EarlyWords, chooseToImport: (what: 'folder' | 'pictures') => void): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(macTemplate(words, chooseToImport)));
}

function macTemplate(words: EarlyWords, chooseToImport: (what: 'folder' | 'pictures') => void): MenuItemConstructorOptions[] {
  return [
    {
      role: 'appMenu',
      submenu: [
        { role: 'about', label: words('dialogs.menu.about') },
        { type: 'separator' },
        { role: 'hide', label: words('dialogs.menu.hide') },
        { role: 'hideOthers', label: words('dialogs.menu.hide-others') },
        { type: 'separator' },
        { role: 'quit', label: words('dialogs.menu.quit') },
      ],
    },
    {
      label: words('dialogs.menu.file'),
      submenu: [
        { label: words('dialogs.menu.import-folder'), click: () => chooseToImport('folder') },
        { label: words('dialogs.menu.import-pictures'), click: () => chooseToImport('pictures') },
      ],
    },
    { label: words('dialogs.menu.edit'), submenu: editItems(words) },
    {
      role: 'windowMenu',
      label: words('dialogs.menu.window'),
      submenu: [
        { role: 'minimize', label: words('dialogs.menu.minimize') },
        { role: 'togglefullscreen', label: words('dialogs.menu.full-screen') },
        { role: 'close', label: words('dialogs.menu.close') },
      ],
    },
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
