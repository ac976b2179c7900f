import type { Locator, Page } from '@playwright/test';

/** The item of the open menu with this name, after the names of the submenus that lead to it. A key opens these, wherever the pointer is. */
export async function itemInMenu(page: Page, ...names: readonly [string, ...string[]]): Promise<Locator> {
  let menu = page.getByRole('menu').first();
  const submenu = page.getByRole('menu').nth(1);
  if (names.length > 1 && (await submenu.isVisible())) {
    await page.keyboard.press('ArrowLeft');
    await submenu.waitFor({ state: 'detached' });
  }
  // A menu that opens, or whose submenu closes, takes the focus a frame later, from an item that a key was meant for.
  await page.locator('[role="menu"]:focus, [role="menu"] :focus').first().waitFor();
  for (const name of names.slice(0, -1)) {
    await named(menu, name).press('ArrowRight');
    menu = page.getByRole('menu', { name, exact: true });
    // The focus follows, and so do the next keys.
    await menu.locator(':focus').waitFor();
  }
  return named(menu, names.at(-1) ?? '');
}

export async function chooseInMenu(page: Page, ...names: readonly [string, ...string[]]): Promise<void> {
  await (await itemInMenu(page, ...names)).click();
}

/** Its whole name, without its key. */
const named = (menu: Locator, name: string): Locator => menu.locator('[role^="menuitem"]').filter({ has: menu.page().getByText(name, { exact: true }) });
