import type { Locator } from '@playwright/test';
import { chooseInMenu, itemInMenu, openSubmenu } from '../support/choose-in-menu.ts';
import { withSharedServedApp } from '../support/fresh-app.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { expect, test } from '../support/test.ts';

/** The menu of a picture fits a small window, and everything in it can be reached by key and by pointer. */

const served = withSharedServedApp({ strip: 'closed', inspector: 'closed', begin: (profile) => seedHistory(profile, Array.from({ length: 4 }, (_, at) => ({ prompt: `fox ${4 - at}` }))) });
test.beforeEach(async () => {
  const { app } = served;
  await app.electron.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.showItemInFolder = (file) => void opened.push(`folder of ${file}`);
    shell.openPath = (file) => Promise.resolve(opened.push(file)).then(() => '');
  });
  await app.renew({ stripOpen: false, inspectorOpen: false });
  await app.resize(900, 600);
});

const menus = (): Locator => served.app.page.getByRole('menu');
const cell = (prompt: string): Locator => served.app.page.getByRole('gridcell', { name: prompt });
const opened = (): Promise<readonly string[]> => served.app.electron.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
const copied = (): Promise<string> => served.app.electron.evaluate(({ clipboard }) => clipboard.readText());

/** Waits until the menu that opens has the focus. In whole runs, keys and a pointer that came before were lost. */
async function menuReady(): Promise<void> {
  await expect(served.app.page.locator('[role="menu"]:focus, [role="menu"] :focus')).toHaveCount(1);
  await served.app.drawn();
}

/** The names of the items of the open menu. */
const names = (): Promise<readonly string[]> => menus().locator('[role^="menuitem"] > span:first-of-type').allTextContents();

/** The parts of an element that are measured; this program has no DOM types. */
interface MenuElement {
  readonly scrollHeight: number;
  readonly clientHeight: number;
  getBoundingClientRect(): Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>;
}

/** Nothing of any open menu is out of the window or scrolled out of sight. */
async function expectToFit(): Promise<void> {
  await served.app.drawn();
  const boxes = await menus().evaluateAll((elements) =>
    (elements as unknown as readonly MenuElement[]).map((menu) => {
      const { left, right, top, bottom } = menu.getBoundingClientRect();
      return { hidden: menu.scrollHeight - menu.clientHeight, left, right, top, bottom };
    }),
  );
  expect(boxes.length).toBeGreaterThan(0);
  for (const { hidden, left, right, top, bottom } of boxes) {
    expect(hidden).toBe(0);
    expect(Math.min(left, top, 900 - right, 600 - bottom)).toBeGreaterThanOrEqual(0);
  }
}

/** Moves the pointer there as a hand does. While a submenu is open, its parent ignores a pointer that jumps. */
async function pointAt(item: Locator): Promise<void> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await item.boundingBox()) ?? {};
  await served.app.page.mouse.move(x + width / 2, y + height / 2, { steps: 5 });
}

const submenus = ['Mark', 'Album', 'Copy', 'More'];

test('with everything in it, the menu fits a window 600 pixels high, and so do its submenus and the menus of the viewer and of several pictures', { tag: '@long' }, async () => {
  const { app } = served;
  const { page } = app;
  const [account] = (await app.accounts()).filter(({ name }) => name === 'Studio');
  await app.call('accountsSetOptions', { accountId: account?.id, options: { ...account?.options, references: { name: 'image', form: 'data-url', several: true } } });
  await page.getByRole('button', { name: /^View:/ }).click();
  await chooseInMenu(page, 'Stacks', 'Near copies');
  await cell('fox 2').click({ button: 'right' });
  const everything = ['Open', 'Copy to prompt', 'Vary…', 'Mark', 'Album', 'Copy', 'Save a copy…', 'Show in folder', 'More', 'Move to the trash'];
  await expect.poll(names).toEqual(everything);
  await expectToFit();
  for (const name of submenus) {
    await openSubmenu(menus().first(), name);
    await expectToFit();
    await page.keyboard.press('ArrowLeft');
    await expect(menus()).toHaveCount(1);
  }
  await page.keyboard.press('Escape');
  await expect(cell('fox 2')).toBeFocused();

  await page.keyboard.press('Enter');
  const viewer = page.getByRole('dialog', { name: 'Viewer' });
  await viewer.getByRole('button', { name: 'More' }).click();
  await expect.poll(names).toEqual(['View', 'Vary…', 'Mark', 'Album', 'Copy', 'Show in folder', 'Compare with the next picture', 'Cull from here', 'More like this', 'Use as reference', 'Prompt', 'Open with']);
  await expectToFit();
  await openSubmenu(menus().first(), 'View');
  await expectToFit();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();

  await page.keyboard.press('ControlOrMeta+a');
  await cell('fox 3').click({ button: 'right' });
  await expect.poll(names).toEqual(['Compare', 'Cull these pictures', 'Mark', 'Album', 'Copy', 'Save copies…', 'Contact sheet…', 'More', 'Move to the trash']);
  await expectToFit();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^View:/ }).click();
  await chooseInMenu(page, 'Stacks', 'No stacks');
});

test('the menu of the viewer lies over messages, so that its last item can be clicked', async () => {
  const { app } = served;
  const { page } = app;
  await app.electron.evaluate(({ shell }) => {
    // Messages about errors stay.
    shell.openPath = () => Promise.resolve('no program');
  });
  await cell('fox 1').dblclick();
  await expect(page.getByRole('dialog', { name: 'Viewer' })).toBeFocused();
  await page.keyboard.press('o');
  const message = page.locator('[data-toast]');
  await expect(message).toBeVisible();
  // Beside the message, so that the menu opens upwards and its last item reaches over it.
  const beside = await message.boundingBox();
  await page.mouse.click((beside?.x ?? 0) - 6, (beside?.y ?? 0) + 20, { button: 'right' });
  await menuReady();
  const last = menus().getByRole('menuitem', { name: 'Move to the trash' });
  await expect(last).toBeVisible();
  await app.drawn();
  const [item, over] = await Promise.all([last.boundingBox(), message.boundingBox()]);
  if (!item || !over) throw new Error('the menu or the message is gone');
  const [x, y] = [Math.max(item.x, over.x) + 4, Math.max(item.y, over.y) + 4];
  expect(x).toBeLessThan(item.x + item.width);
  expect(y).toBeLessThan(item.y + item.height);
  await last.click({ trial: true, position: { x: x - item.x, y: y - item.y }, timeout: 5_000 });
});

test('an item of each submenu is chosen by keyboard alone, and the focus returns to the picture', { tag: '@long' }, async () => {
  const { app } = served;
  const { page } = app;
  const picture = cell('fox 1');
  await picture.click();

  /** Goes from the first item of a menu to another. A menu that takes the focus on the way makes it begin again. */
  const goTo = async (menu: Locator, item: Locator): Promise<void> => {
    const all = await menu.locator('[role^="menuitem"]').allTextContents();
    const at = all.indexOf((await item.textContent()) ?? '');
    await expect(async () => {
      await page.keyboard.press('Home');
      for (let step = 0; step < at; step += 1) await page.keyboard.press('ArrowDown');
      await expect(item).toBeFocused({ timeout: 1_000 });
    }).toPass();
  };
  const choose = async (submenu: string, name: string): Promise<void> => {
    await page.keyboard.press('Shift+F10');
    await menuReady();
    const opener = await itemInMenu(page, submenu);
    await goTo(menus(), opener);
    await page.keyboard.press('ArrowRight');
    const menu = page.getByRole('menu', { name: submenu, exact: true });
    await expect(menu.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('ArrowLeft');
    await expect(menu).toHaveCount(0);
    await expect(opener).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(menu.locator(':focus')).toHaveCount(1);
    await goTo(menu, menu.locator('[role^="menuitem"]').filter({ has: page.getByText(name, { exact: true }) }));
    await page.keyboard.press('Enter');
    await expect(menus()).toHaveCount(0);
  };

  await choose('Mark', '4 stars');
  await expect(picture).toBeFocused();
  await expect(picture).toHaveAccessibleName(/4 stars/);
  await choose('Mark', 'Picked');
  await expect(picture).toBeFocused();
  await expect(picture).toHaveAccessibleName(/Picked/);
  await app.changeSettings({ markExtras: true });
  await page.keyboard.press('Shift+F10');
  await menuReady();
  await chooseInMenu(page, 'Mark', 'Label', 'Purple');
  await expect(picture).toBeFocused();
  await expect(picture).toHaveAccessibleName(/purple label/);
  await choose('Copy', 'File path');
  await expect.poll(copied).toMatch(/fox 1.*\.png$/);
  const file = await copied();
  await expect(picture).toBeFocused();
  await choose('More', 'Copy as JSON');
  await expect.poll(copied).toContain('"prompt": "fox 1"');
  await expect(picture).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await menuReady();
  await (await itemInMenu(page, 'Show in folder')).press('Enter');
  await expect.poll(opened).toEqual([`folder of ${file}`]);
  await expect(picture).toBeFocused();
  await choose('More', 'Default program');
  await expect.poll(opened).toEqual([`folder of ${file}`, file]);
  await expect(picture).toBeFocused();
  await choose('Album', 'Add to album…');
  await expect(page.getByRole('combobox', { name: 'Album' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(picture).toBeFocused();
});

test('the pointer opens a submenu by resting on it and by a click', async () => {
  const { page } = served.app;
  const inside = (name: string): Locator => page.getByRole('menu', { name, exact: true });
  await cell('fox 4').click({ button: 'right' });
  await menuReady();
  await pointAt(await itemInMenu(page, 'Copy'));
  await expect(inside('Copy')).toBeVisible();
  await pointAt(await itemInMenu(page, 'Mark'));
  await expect(inside('Mark')).toBeVisible();
  await expect(inside('Copy')).toHaveCount(0);
  await pointAt(await itemInMenu(page, 'Copy'));
  await page.mouse.down();
  await page.mouse.up();
  await expect(inside('Copy')).toBeVisible();
  await inside('Copy').getByText('Prompt', { exact: true }).click();
  await expect(menus()).toHaveCount(0);
  await expect.poll(copied).toBe('fox 4');
  await expect(cell('fox 4')).toBeFocused();
});
