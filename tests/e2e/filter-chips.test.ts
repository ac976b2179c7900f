import { axeFaults } from '../support/axe.ts';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { expect, test } from '../support/test.ts';
import { placeFaults, windowFaults } from '../support/window-faults.ts';

/** The filter menu and the chips below the search read and write its text. */

let profile: Profile;
test.beforeEach(async () => {
  profile = await createProfile();
});
test.afterEach(() => profile.remove());

test('the filter menu writes the search, and its chips show what is typed and change it, by keyboard alone', async () => {
  await seedHistory(profile, [
    { prompt: 'a grey owl', model: 'painter-1', pictures: 1, credits: 0 },
    { prompt: 'a red fox', model: 'painter-2', pictures: 1, credits: 0.5 },
    { prompt: 'a red boat', model: 'painter-2', pictures: 1, credits: 2 },
  ]);
  const app = await LatentApp.launch(profile);
  const { page } = app;
  const field = page.getByRole('combobox', { name: 'Search pictures' });
  const chips = page.getByRole('toolbar', { name: 'Active filters' });
  const change = (name: string) => chips.getByRole('button', { name: `Change the filter ${name}`, exact: true });
  await expect(app.pictures).toHaveCount(3);
  await page.locator('[role="gridcell"]').first().click();
  await page.keyboard.press('f');
  await expect.poll(() => app.found('is:favourite ')).toBe(1);

  await page.keyboard.press('ControlOrMeta+Shift+f');
  await expect(page.getByRole('menu').locator(':focus')).toHaveCount(1);
  await page.getByRole('menuitemcheckbox', { name: 'Favourite' }).press('Enter');
  await expect(field).toHaveValue('is:favourite ');
  await expect(app.pictures).toHaveCount(1);
  await page.getByRole('menuitemcheckbox', { name: 'Favourite' }).press('Enter');
  await expect(field).toHaveValue('');

  await page.getByRole('menuitem', { name: 'Model' }).press('ArrowRight');
  await expect(page.getByRole('menu').locator(':focus')).toHaveCount(1);
  await page.getByRole('menuitemcheckbox', { name: 'painter-2' }).press('Enter');
  await expect(field).toHaveValue('model:painter-2 ');
  await expect(app.pictures).toHaveCount(2);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(page.getByRole('gridcell').first()).toBeFocused();

  // A chip's menu stays open while values change, and its other values stay.
  await change('Model: painter-2').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitemcheckbox', { name: 'painter-1' }).press('Enter');
  await expect(field).toHaveValue('model:painter-2,painter-1 ');
  await page.getByRole('menuitemcheckbox', { name: 'painter-1' }).press('Enter');
  await expect(field).toHaveValue('model:painter-2 ');
  await page.keyboard.press('Escape');
  await expect(change('Model: painter-2')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('gridcell').first()).toBeFocused();

  // Filters that are negated or alternatives change in place too.
  await field.fill('model:painter-2 cost:>1 -flag:rejected ');
  await expect(chips).toHaveText('Model: painter-2Cost of the task: >1Flag: not rejected');
  await expect(app.pictures).toHaveCount(1);
  await change('Flag: not rejected').click();
  await page.getByRole('menuitemcheckbox', { name: 'Picked' }).click();
  await expect(field).toHaveValue('model:painter-2 cost:>1 -flag:picked,rejected ');
  await page.keyboard.press('Escape');
  await change('Cost of the task: >1').click();
  await page.getByRole('menuitemradio', { name: 'Not free' }).click();
  await expect(field).toHaveValue('model:painter-2 cost:>0 -flag:picked,rejected ');
  await expect(app.pictures).toHaveCount(2);
  await change('Cost: Not free').click();
  await page.getByRole('menuitem', { name: 'Remove this filter' }).click();
  await expect(field).toHaveValue('model:painter-2 -flag:picked,rejected ');

  // A value without a menu is typed in the field, where the old one is selected.
  await field.fill('size:256x256 red ');
  await change('Size: 256 × 256').click();
  await expect(field).toBeFocused();
  await page.keyboard.type('portrait');
  await expect(field).toHaveValue('size:portrait red ');
  await field.fill('model:painter-2 ');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Cost' }).click();
  await page.getByRole('menuitem', { name: 'An amount…' }).click();
  await expect(field).toBeFocused();
  await page.keyboard.type('0.5');
  await expect(app.pictures).toHaveCount(1);
  await expect(field).toHaveValue('model:painter-2 cost:0.5');

  for (const size of [{ width: 640, height: 600 }, { width: 900, height: 600 }]) {
    await page.setViewportSize(size);
    await expect.poll(() => placeFaults(page), `${size.width}×${size.height}`).toEqual([]);
  }
  expect(await axeFaults(page)).toEqual([]);
  await app.close();
});

test('the filter menu finds the pictures of a batch, and other batches can be typed', { tag: '@long' }, async () => {
  const app = await LatentApp.launch(profile);
  const { page } = app;
  const field = page.getByRole('combobox', { name: 'Search pictures' });
  await app.submit('a grey owl');
  await app.submit('a {red|blue} boat');
  await expect(app.pictures).toHaveCount(3);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Batch' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'a {red|blue} boat' }).click();
  await expect(field).toHaveValue('batch:"a {red|blue} boat" ');
  await expect(app.pictures).toHaveCount(2);
  await page.getByRole('menuitem', { name: 'Other…' }).click();
  await expect(field).toBeFocused();
  await page.setViewportSize({ width: 900, height: 600 });
  expect(await windowFaults(page)).toEqual([]);
  await app.close();
});
