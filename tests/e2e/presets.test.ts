import type { Locator } from '@playwright/test';
import { withServedApp } from '../support/fresh-app.ts';
import { LatentApp } from '../support/latent-app.ts';
import { expect, test } from '../support/test.ts';

/** Presets keep all choices of the compose bar under a name. */

const served = withServedApp();

const item = (name: string | RegExp): Locator => served.app.page.getByRole('menuitem', { name });
/** In the menu beside that of the presets. */
const inSubmenu = (name: RegExp): Locator => served.app.page.locator('[role="menu"]').nth(2).locator('[role="menuitem"]').filter({ hasText: name });
const field = (name: 'Model' | 'Size'): Locator => served.app.page.getByRole('combobox', { name });
const count = (): Locator => served.app.page.getByRole('textbox', { name: 'How many' });
const message = (text: string): Locator => served.app.page.getByText(text, { exact: true });

async function openPresets(): Promise<void> {
  await served.app.page.getByRole('button', { name: 'Many…' }).click();
  // A key opens a submenu wherever the pointer is.
  await item('Presets').press('ArrowRight');
  await item('Save as a preset…').waitFor();
}

test('are saved with several values, survive a restart, and can be used, renamed, deleted and undone', { tag: '@long' }, async () => {
  let { app } = served;
  await field('Model').fill('first, second');
  await field('Model').press('Tab');
  await field('Size').fill('64x64');
  await field('Size').press('Tab');
  await count().fill('3');
  await openPresets();
  await item('Save as a preset…').click();
  await app.page.getByRole('textbox', { name: 'Name' }).fill('Two models');
  await app.page.keyboard.press('Enter');
  await expect(message('Saved “Two models”')).toBeVisible();

  await app.close();
  served.app = await LatentApp.launch(served.profile);
  ({ app } = served);
  // What was chosen and not sent is there again.
  await expect(field('Size')).toHaveValue('64x64');
  await field('Size').fill('1024x1024');
  await field('Size').press('Tab');
  await app.prompt.fill('a fox');
  await openPresets();
  await item(/^Two models.*6 tasks/).click();
  await expect(field('Size')).toHaveValue('64x64');
  await expect(count()).toHaveValue('3');
  const generate = app.page.getByRole('form', { name: 'New picture' }).getByRole('button', { name: /^Generate/ });
  await expect(generate).toHaveText(/^Generate 6/);

  await openPresets();
  await item('Rename').press('ArrowRight');
  await inSubmenu(/^Two models/).press('Enter');
  await app.page.getByRole('textbox', { name: 'Name' }).fill('Both');
  await app.page.keyboard.press('Enter');
  await expect(message('Renamed to “Both”')).toBeVisible();
  const names = async (): Promise<string[]> => ((await app.call('presetsList')) as { name: string }[]).map(({ name }) => name);
  expect(await names()).toEqual(['Both']);

  await openPresets();
  await item('Delete').press('ArrowRight');
  await inSubmenu(/^Both/).press('Enter');
  await expect(message('Deleted “Both”')).toBeVisible();
  expect(await names()).toEqual([]);
  await app.page.getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(names).toEqual(['Both']);
});
