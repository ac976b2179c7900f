import { withSharedServedApp } from '../support/fresh-app.ts';
import { expect, test } from '../support/test.ts';
import { faultsInBothThemes } from '../support/window-faults.ts';

/** The search of the settings, by keyboard alone. */

const served = withSharedServedApp({});

test('a setting is found by what people call it, and gets the focus', async () => {
  const { app } = served;
  const { page } = app;
  await app.resize(1280, 800);
  await page.keyboard.press('ControlOrMeta+,');
  const field = page.getByRole('combobox', { name: 'Search settings' });
  const results = page.getByRole('listbox', { name: 'Settings found' });
  const status = page.getByRole('status').filter({ hasText: /setting/ });

  await test.step('Ctrl+F, a word that the row does not have, Enter', async () => {
    await page.keyboard.press('ControlOrMeta+f');
    await expect(field).toBeFocused();
    await page.keyboard.type('dark mode');
    await expect(results.getByRole('option')).toHaveCount(1);
    await expect(status).toHaveText('1 setting found');
    await expect(results.getByRole('option').first()).toHaveAccessibleName(/^Theme/);
    expect(await field.getAttribute('aria-activedescendant')).toBe(await results.getByRole('option').first().getAttribute('id'));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tab', { name: 'Appearance' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.locator('[data-setting="Theme"][data-found] :focus')).toHaveCount(1);
    await expect(field).toHaveValue('');
    // The mark is there for a moment only.
    await expect(page.locator('[data-found]')).toHaveCount(0);
  });

  await test.step('by typing, wherever the focus is; the arrow keys choose', async () => {
    await page.keyboard.type('pro');
    await expect(field).toHaveValue('pro');
    await expect(status).toHaveText(/^\d+ settings found$/);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('backup');
    await expect(results.getByRole('option')).toHaveText([/^Mirror/, /^Copy the library/]);
    await page.keyboard.press('ArrowDown');
    await expect(results.getByRole('option').nth(1)).toHaveAttribute('data-highlighted');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-section="mirror"]')).toBeFocused();
  });

  await test.step('what is typed into a field of the settings stays there', async () => {
    await page.keyboard.type('number');
    await page.keyboard.press('Enter');
    const number = page.locator('[data-setting="Default number"] input:not([aria-hidden])');
    await expect(number).toBeFocused();
    await page.keyboard.type('2');
    await expect(field).toHaveValue('');
    await page.keyboard.press('Escape');
  });

  await test.step('nothing is found: it says so, and leads to the palette with what was typed, and to the keys', async () => {
    await page.keyboard.press('ControlOrMeta+f');
    await page.keyboard.type('xylophone');
    await expect(status).toHaveText('No setting has these words.');
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Search everywhere/ }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox')).toHaveValue('xylophone');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Keyboard shortcuts/ }).last().focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+f');
    await page.keyboard.press('Escape');
    await expect(field).toHaveValue('');
    await expect(page.getByRole('tabpanel')).toHaveCount(1);
  });

  await test.step('axe finds nothing, and nothing leaves a small window', async () => {
    for (const search of ['s', 'xylophone', '']) {
      for (const [width, height] of [[1280, 800], [640, 400]] as const) {
        await app.resize(width, height);
        await field.fill(search);
        expect(await faultsInBothThemes(page), `${search} at ${width}`).toEqual([]);
      }
    }
  });
});
