import type { Locator } from '@playwright/test';
import { withSharedApp, withSharedServedApp, type Served } from '../support/fresh-app.ts';
import type { LatentApp } from '../support/latent-app.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { expect, test } from '../support/test.ts';

/** The menu bar of the system, which the window describes and main shows. */

let served: Served;

interface Item {
  readonly menu: string;
  readonly id: string;
  readonly label: string;
  readonly accelerator: string;
  readonly enabled: boolean;
}

/** Every item but lines, as Electron has them. */
const items = (): Promise<readonly Item[]> =>
  served.app.electron.evaluate(({ Menu }) => (Menu.getApplicationMenu()?.items ?? []).flatMap(({ label: menu, submenu }) => (submenu?.items ?? []).filter(({ type }) => type !== 'separator').map(({ id, label, accelerator, enabled, role }) => ({ menu, id: role ?? id, label, accelerator: accelerator ?? '', enabled }))));

const item = async (id: string): Promise<Item | undefined> => (await items()).find((each) => each.id === id);
const isEnabled = async (id: string): Promise<boolean | undefined> => (await item(id))?.enabled;

/** Chooses an item, as a click on it does, once it can be chosen. */
async function choose(id: string): Promise<void> {
  await expect.poll(() => isEnabled(id)).toBe(true);
  await served.app.electron.evaluate(({ Menu, BrowserWindow }, chosen) => {
    const found = Menu.getApplicationMenu()?.getMenuItemById(chosen);
    const [window] = BrowserWindow.getAllWindows();
    (found as unknown as { click(event: object, of: unknown, contents: unknown): void }).click({ triggeredByAccelerator: false }, window, window?.webContents);
  }, id);
}

/** As `?` writes the keys that Electron names so. */
function capsOf(accelerator: string): string {
  const caps: Readonly<Record<string, string>> = { CmdOrCtrl: 'Ctrl', Up: '↑', Down: '↓', Left: '←', Right: '→', Plus: '+', Delete: 'Del', PageUp: 'PgUp', PageDown: 'PgDn' };
  return accelerator.split('+').map((key) => caps[key] ?? key).join('');
}

test.describe('in English', () => {
  const group = withSharedServedApp({ begin: (profile) => seedHistory(profile, [{ prompt: 'a boat', pictures: 2 }]) });
  test.beforeEach(async () => {
    served = group;
    await served.app.renew({ inspectorOpen: false });
  });

  test('every item has words, and the keys that ? shows; the bar is hidden until Alt is pressed', async () => {
    const { app } = served;
    await expect.poll(async () => (await items()).length).toBeGreaterThan(90);
    const all = await items();
    expect([...new Set(all.map(({ menu }) => menu))]).toEqual(['File', 'Edit', 'View', 'Go', 'Prompt', 'Picture', 'Task', 'Window', 'Help']);
    expect(all.filter(({ label }) => label === '' || /^[a-z-]+\.[a-z.-]+$/.test(label))).toEqual([]);
    expect(await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().filter((window) => window.isVisible()).map((window) => [window.autoHideMenuBar, window.isMenuBarVisible()]))).toEqual([[true, false]]);
    // Their names are those of every program.
    const short = ['undo', 'redo', 'go-settings'];
    expect(all.filter(({ id }) => short.includes(id)).map(({ label, accelerator }) => `${label} ${accelerator}`)).toEqual(['Settings CmdOrCtrl+,', 'Undo CmdOrCtrl+Z', 'Redo CmdOrCtrl+Shift+Z']);
    await app.page.getByRole('gridcell', { name: 'a boat' }).first().click();
    await app.page.keyboard.press('?');
    await expect(app.page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    const rows = await app.page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByRole('listitem').allTextContents();
    const keyed = all.filter(({ id, accelerator }) => accelerator !== '' && !['cut', 'copy', 'paste', 'selectall', ...short].includes(id.toLowerCase()));
    expect(keyed.length).toBeGreaterThan(70);
    expect(keyed.filter(({ label, accelerator }) => !rows.some((row) => row.startsWith(`${label}${capsOf(accelerator)}`)))).toEqual([]);
    await app.page.keyboard.press('Escape');
  });

  test('an item can be chosen while its command applies, does the same, and buys nothing', async () => {
    const { app, service } = served;
    const { page } = app;
    const dialog = (name: string): Locator => page.getByRole('dialog', { name });
    await app.prompt.focus();
    await expect.poll(() => isEnabled('trash')).toBe(false);
    await expect.poll(() => isEnabled('cull-end')).toBeUndefined();
    await page.getByRole('gridcell', { name: 'a boat' }).first().click();
    await expect.poll(() => isEnabled('trash')).toBe(true);
    await choose('pick');
    await expect.poll(() => app.found('flag:picked ')).toBe(1);
    await choose('undo');
    await expect.poll(() => app.found('flag:picked ')).toBe(0);

    await choose('palette');
    await expect(dialog('Command palette')).toBeVisible();
    // Not over a dialog, which may be about anything.
    await expect.poll(() => isEnabled('pick')).toBe(false);
    expect(await isEnabled('zoom-in')).toBe(true);
    await page.keyboard.press('Escape');
    await choose('show-shortcuts');
    await expect(dialog('Keyboard shortcuts')).toBeVisible();
    await page.keyboard.press('Escape');

    await choose('open');
    await expect(page.getByRole('dialog', { name: 'Picture' }).or(page.locator('[data-shortcuts]')).first()).toBeVisible();
    await expect.poll(() => isEnabled('zoom-picture-in')).toBe(true);
    await choose('close');
    for (const [id, heading] of [['go-history', 'Tasks'], ['go-spending', 'Spending'], ['go-settings', 'Settings']] as const) {
      await choose(id);
      await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
    }
    await choose('diagnostics');
    await expect(page.locator('[data-setting="Diagnostics"]').first()).toBeVisible();
    await choose('go-gallery');
    expect((await service.requests()).filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('Undo and Redo are those of the text field that has the focus', async () => {
    const { app } = served;
    await app.prompt.click();
    await app.page.keyboard.type('fox');
    await choose('undo');
    await expect(app.prompt).toHaveValue('');
    await choose('redo');
    await expect(app.prompt).toHaveValue('fox');
  });

  test('changed keys are in the menu at once', async () => {
    const { app } = served;
    await app.call('settingsUpdate', { shortcuts: { palette: ['F9'], pick: [] } });
    await expect.poll(async () => (await item('palette'))?.accelerator).toBe('F9');
    expect((await item('pick'))?.accelerator).toBe('');
    await app.call('settingsUpdate', { shortcuts: {} });
    await expect.poll(async () => (await item('palette'))?.accelerator).toBe('CmdOrCtrl+K');
  });
});

test.describe('in another language', () => {
  let app: LatentApp;
  withSharedApp((shared) => void (app = shared), { env: { LATENT_SYSTEM_LANGUAGE: 'en-XA' } });

  test('the menu follows without a restart', { tag: '@long' }, async () => {
    const first = (): Promise<string | undefined> => app.electron.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items[0]?.label);
    await expect.poll(first).toMatch(/^⟦F/);
    await app.call('settingsUpdate', { language: 'en' });
    await expect.poll(first).toBe('File');
  });
});
