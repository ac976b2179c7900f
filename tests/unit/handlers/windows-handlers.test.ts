import { expect, test } from 'vitest';
import { windowsHandlers } from '../../../electron/handlers/windows-handlers.ts';
import type { Windows } from '../../../electron/handlers/windows-port.ts';
import { inputSchemas } from '../../../shared/ipc/schemas.ts';

/** Windows that do what they are asked at once, and record it. */
function fakeWindows() {
  const state = { fullScreen: false, second: false };
  const shown: unknown[] = [];
  const windows: Windows = {
    state: () => ({ ...state }),
    set: (wanted) => Object.assign(state, wanted),
    close: () => void shown.push('closed'),
    show: (picture) => void shown.push(picture),
    setMenus: (menus) => void shown.push(menus),
  };
  return { handlers: windowsHandlers({ windows }), shown };
}

test('the windows change as asked, and say how they are', async () => {
  const { handlers } = fakeWindows();
  expect(await handlers['windows:set']({})).toEqual({ fullScreen: false, second: false });
  expect(await handlers['windows:set']({ second: true })).toEqual({ fullScreen: false, second: true });
  expect(await handlers['windows:set']({ fullScreen: true })).toEqual({ fullScreen: true, second: true });
});

test('the menu bar gets words, keys and names of commands, and of the system only what is listed', async () => {
  const { handlers, shown } = fakeWindows();
  const menus = [{ name: 'file', label: 'File', items: [{ kind: 'command', command: 'import', label: 'Import', accelerator: 'CmdOrCtrl+O', enabled: true }, { kind: 'line' }, { kind: 'role', role: 'quit', label: 'Quit' }] }];
  await handlers['windows:set-menus'](inputSchemas['windows:set-menus'].parse({ menus }));
  expect(shown).toEqual([menus]);
  const withItem = (item: object) => ({ menus: [{ name: 'file', label: 'File', items: [item] }] });
  expect(inputSchemas['windows:set-menus'].safeParse(withItem({ kind: 'role', role: 'toggleDevTools', label: 'x' })).success).toBe(false);
  expect(inputSchemas['windows:set-menus'].safeParse(withItem({ kind: 'command', command: 'x', label: '', accelerator: null, enabled: true })).success).toBe(false);
});

test('the second window gets the id of a picture and its name, and nothing else', async () => {
  const { handlers, shown } = fakeWindows();
  await handlers['windows:show']({ imageId: 7, name: 'a fox' });
  expect(shown).toEqual([{ imageId: 7, name: 'a fox' }]);
  expect(inputSchemas['windows:show'].safeParse({ imageId: 7, name: 'a fox', path: '/etc/passwd' }).success).toBe(false);
  expect(inputSchemas['windows:show'].safeParse({ imageId: 0, name: '' }).success).toBe(false);
});

test('the page can close the window, as its button does', async () => {
  const { handlers, shown } = fakeWindows();
  await handlers['windows:close'](undefined);
  expect(shown).toEqual(['closed']);
});
