import { expect, type Locator, type Page } from '@playwright/test';

/** The item of the open menu with this name, after the names of the submenus that lead to it. A key opens these, wherever the pointer is. */
export async function itemInMenu(page: Page, ...names: readonly [string, ...string[]]): Promise<Locator> {
  let menu = page.getByRole('menu').first();
  const submenu = page.getByRole('menu').nth(1);
  if (names.length > 1 && (await submenu.isVisible())) {
    await page.keyboard.press('ArrowLeft');
    await submenu.waitFor({ state: 'detached' });
  }
  for (const name of names.slice(0, -1)) menu = await openSubmenu(menu, name);
  return named(menu, names.at(-1) ?? '');
}

export async function chooseInMenu(page: Page, ...names: readonly [string, ...string[]]): Promise<void> {
  await (await itemInMenu(page, ...names)).click();
}

/**
 * Opens a submenu by key, and waits until it has the focus, so that the next keys go to it. A menu takes the focus a frame after it opens or its
 * submenu closes. If that takes the focus from the item before the key reaches it, the key is pressed again.
 */
export async function openSubmenu(menu: Locator, name: string): Promise<Locator> {
  const submenu = menu.page().getByRole('menu', { name, exact: true });
  await expect(async () => {
    if (!(await submenu.isVisible())) await named(menu, name).press('ArrowRight', { timeout: 2_000 });
    await submenu.locator(':focus').waitFor({ timeout: 2_000 });
  }).toPass();
  return submenu;
}

/** Its whole name, without its key. */
const named = (menu: Locator, name: string): Locator => menu.locator('[role^="menuitem"]').filter({ has: menu.page().getByText(name, { exact: true }) });
