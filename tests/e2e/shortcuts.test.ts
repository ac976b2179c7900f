import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { withFreshApp } from '../support/fresh-app.ts';
import { LatentApp, type Profile } from '../support/latent-app.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { expect, test } from '../support/test.ts';
import { faultsInBothThemes } from '../support/window-faults.ts';

/** Every shortcut can be changed or switched off, by keyboard alone. */

let app: LatentApp;
let profile: Profile;
withFreshApp((fresh, of) => ([app, profile] = [fresh, of]), { begin: (of) => seedHistory(of, [{ prompt: 'a boat' }, { prompt: 'a bridge' }]) });

const press = (...keys: readonly string[]): Promise<void> => keys.reduce((before, key) => before.then(() => app.page.keyboard.press(key)), Promise.resolve());
const dialog = (name: string): Locator => app.page.getByRole('dialog', { name, exact: true });
const shortcuts = (): Locator => dialog('Keyboard shortcuts');
const picture = (): Locator => app.page.getByRole('gridcell', { name: 'a boat' });

/** Opens the keys of a command by keyboard alone. The dialog of all keys finds it by its words. */
async function openKeys(words: string): Promise<Locator> {
  await press('?');
  await expect(shortcuts()).toBeVisible();
  await app.page.keyboard.type(words);
  await expect(shortcuts().getByRole('listitem')).toHaveCount(1);
  // The field, the search by keys, single keys, the list, its row. “Reset all” is there if anything was changed.
  await expect(async () => {
    await press('Tab');
    await expect(shortcuts().getByRole('listitem').getByRole('button')).toBeFocused({ timeout: 100 });
  }).toPass();
  await press('Enter');
  const keys = app.page.getByRole('dialog').last();
  await expect(keys.getByRole('button', { name: 'Done' })).toBeVisible();
  return keys;
}

async function record(keys: Locator, ...pressed: readonly string[]): Promise<void> {
  await keys.getByRole('button', { name: /^(?:Add keys|Change the keys)/ }).focus();
  await press('Enter');
  await expect(keys.getByRole('button', { name: 'Press the keys now…' })).toBeVisible();
  await press(...pressed);
}

async function closeAll(): Promise<void> {
  await press('Escape', 'Escape');
  await expect(app.page.getByRole('dialog')).toHaveCount(0);
}

test('a key is changed by pressing another: the old one does nothing, the new one works, also after a restart', { tag: '@long' }, async () => {
  await app.resize(1280, 800);
  await picture().click();
  const keys = await openKeys('pick, gallery');
  await expect(keys).toHaveAccessibleName('Pick, or remove the flag again');
  await keys.getByRole('button', { name: 'Remove P' }).focus();
  await press('Enter');
  await expect(keys.getByText('It has no keys.')).toBeVisible();
  await record(keys, 'Alt+Shift+k');
  await expect(keys.getByRole('list', { name: 'Keys' })).toHaveText('AltShiftK');
  await closeAll();
  await picture().click();
  await press('p');
  await press('Alt+Shift+k');
  await expect.poll(() => app.found('flag:picked ')).toBe(1);
  await press('Alt+Shift+k');
  await expect.poll(() => app.found('flag:picked ')).toBe(0);

  await test.step('and is shown wherever keys are', async () => {
    await expect(app.page.locator('[data-key-hints]')).toContainText('AltShiftKPick');
    await picture().click({ button: 'right' });
    await app.page.getByRole('menuitem', { name: 'Rating and flag' }).or(app.page.getByRole('menuitem', { name: /^Mark/ })).first().click();
    await expect(app.page.getByRole('menuitemradio', { name: /^Pick/ })).toContainText('AltShiftK');
    await press('Escape', 'Escape');
  });

  await app.close();
  app = await LatentApp.launch(profile);
  await picture().click();
  await press('p', 'Alt+Shift+k');
  await expect.poll(() => app.found('flag:picked ')).toBe(1);
  const again = await openKeys('pick, gallery');
  await again.getByRole('button', { name: 'Reset', exact: true }).click();
  await expect(again.getByRole('list', { name: 'Keys' })).toHaveText('P');
  await closeAll();
  await picture().click();
  await press('Alt+Shift+k', 'p');
  await expect.poll(() => app.found('flag:picked ')).toBe(0);
});

test('a key that is taken is named and moved only if the person says so; keys of texts and of the system are refused', { tag: '@long' }, async () => {
  const { page } = app;
  await picture().click();
  const keys = await openKeys('palette');
  await record(keys, 'ControlOrMeta+c');
  await expect(keys.getByText('Ctrl+C edits text. It cannot be a shortcut.')).toBeVisible();
  await record(keys, 'Tab');
  await expect(keys.getByText(/^Tab moves in lists/)).toBeVisible();
  await record(keys, 'Escape');
  await expect(keys.getByRole('list', { name: 'Keys' })).toHaveText('CtrlK');
  await record(keys, 'ControlOrMeta+b');
  await expect(keys.getByText('Ctrl+B is used by “Show or hide the sidebar” in “Everywhere”.')).toBeVisible();
  await keys.getByRole('button', { name: 'Leave it there' }).click();
  await expect(keys.getByRole('list', { name: 'Keys' })).toHaveText('CtrlK');
  await record(keys, 'ControlOrMeta+b');
  await keys.getByRole('button', { name: 'Move it here' }).click();
  await expect(keys.getByRole('list', { name: 'Keys' })).toHaveText('CtrlKCtrlB');
  await press('Escape');
  const row = (name: string): Locator => shortcuts().getByRole('button', { name });
  await shortcuts().getByRole('textbox').fill('');
  await expect(row('Show or hide the sidebar')).toHaveText(/Changed.*Off/);

  await test.step('keys are found by pressing them', async () => {
    await row('Search by keys').focus();
    await press('Enter', 'ControlOrMeta+b');
    await expect(shortcuts().getByRole('listitem')).toHaveCount(1);
    await expect(row('Command palette')).toHaveText(/Changed/);
    await row('Show all keys again').click();
  });

  await test.step('all are reset at once, after a question', async () => {
    await row('Reset all').click();
    await page.getByRole('dialog', { name: 'Reset all keyboard shortcuts?' }).getByRole('button', { name: 'Reset all' }).click();
    await expect(shortcuts().getByText('Changed', { exact: true })).toHaveCount(0);
    await expect(row('Show or hide the sidebar')).toHaveText(/CtrlB$/);
  });
  expect(await faultsInBothThemes(app.page)).toEqual([]);
  await row('Command palette').click();
  await expect(page.getByRole('button', { name: 'Done' })).toBeVisible();
  expect(await faultsInBothThemes(app.page)).toEqual([]);
});

test('the key that buys needs Control, whatever is pressed', async () => {
  await picture().click();
  const keys = await openKeys('generate compose');
  for (const key of ['g', 'Enter', 'Shift+Enter', 'F5']) {
    await record(keys, key);
    await expect(keys.getByText(/^This command acts while you write/)).toBeVisible();
    await expect(keys.getByRole('list', { name: 'Keys' })).toHaveText('CtrlEnter');
  }
});

test('single keys are switched off at once, and keys with Control go on', { tag: '@long' }, async () => {
  const { page } = app;
  await picture().click();
  await press('?');
  await shortcuts().getByRole('checkbox', { name: 'Single-key shortcuts' }).click();
  await expect(shortcuts().getByRole('region', { name: 'Gallery' }).getByRole('button', { name: 'Add to an album' })).toContainText('Single keys are off');
  await expect(shortcuts().getByRole('button', { name: 'Command palette' })).toHaveText('Command paletteCtrlK');
  await press('Escape');
  await expect(shortcuts()).toBeHidden();
  await picture().click();
  await press('p', 'm', '?', '3');
  await press('ControlOrMeta+k');
  await expect(dialog('Command palette')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  expect(await app.found('flag:picked ')).toBe(0);
  expect(await app.found('rating:3 ')).toBe(0);

  // The settings lead there, and say the same.
  await page.keyboard.type('single-key');
  await press('Enter');
  const off = page.getByRole('group', { name: 'Single-key shortcuts' }).getByRole('button', { name: 'Off' });
  await expect(off).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('group', { name: 'Single-key shortcuts' }).getByRole('button', { name: 'On' }).click();
  await page.getByRole('button', { name: 'Change shortcuts…' }).click();
  await expect(shortcuts().getByRole('checkbox', { name: 'Single-key shortcuts' })).toBeChecked();
});

test('what a file has that this version cannot read does nothing and stays', { tag: '@long' }, async () => {
  await app.close();
  const file = path.join(profile.userData, 'settings.json');
  const stored = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Record<string, unknown>;
  const later = { 'of a later version': ['F6'], redo: { key: 'r' }, palette: ['hyper+q', 'F6'] };
  await writeFile(file, JSON.stringify({ ...stored, shortcuts: later }));
  app = await LatentApp.launch(profile);
  await picture().click();
  await press('F6');
  await expect(dialog('Command palette')).toBeVisible();
  await press('Escape');
  const keys = await openKeys('sidebar show');
  await record(keys, 'F7');
  await expect(keys.getByRole('list', { name: 'Keys' })).toHaveText('CtrlBF7');
  await app.close();
  expect((JSON.parse(await readFile(file, 'utf8')) as { readonly shortcuts: object }).shortcuts).toEqual({ ...later, sidebar: ['Mod+b', 'F7'] });
});
