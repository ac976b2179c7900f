import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { expect, test } from '../support/test.ts';
import { windowFaults } from '../support/window-faults.ts';

/** The filter bar reads and writes the text of the search. */

let profile: Profile;
test.beforeEach(async () => {
  profile = await createProfile();
});
test.afterEach(() => profile.remove());

test('the filter bar writes the search and shows what is typed, by keyboard alone', async () => {
  await seedHistory(profile, [
    { prompt: 'a grey owl', model: 'painter-1', pictures: 1, credits: 0 },
    { prompt: 'a red fox', model: 'painter-2', pictures: 1, credits: 0.5 },
    { prompt: 'a red boat', model: 'painter-2', pictures: 1, credits: 2 },
  ]);
  const app = await LatentApp.launch(profile);
  const { page } = app;
  const field = page.getByRole('combobox', { name: 'Search pictures' });
  const bar = page.getByRole('toolbar', { name: 'Filter bar' });
  await expect(app.pictures).toHaveCount(3);
  await page.locator('[role="gridcell"]').first().click();
  await page.keyboard.press('f');
  await expect.poll(() => app.found('is:favourite ')).toBe(1);

  await page.keyboard.press('ControlOrMeta+Shift+f');
  await expect(bar).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Rating' })).toBeFocused();
  // Arrow keys go along the bar to the favourites.
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
  await expect(bar.getByRole('button', { name: 'Favourite' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('is:favourite ');
  await expect(app.pictures).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('');

  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu').locator(':focus')).toHaveCount(1);
  await page.getByRole('menuitemcheckbox', { name: 'painter-2' }).press('Enter');
  await expect(field).toHaveValue('model:painter-2 ');
  await expect(app.pictures).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(bar.getByRole('button', { name: 'Model: painter-2' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('gridcell').first()).toBeFocused();
  // What the bar shows is not repeated below it; a filter that it cannot show is.
  await expect(page.getByRole('group', { name: 'Active filters' })).toHaveCount(0);
  await field.fill('model:painter-2 cost:>1 -flag:rejected ');
  await expect(bar.getByRole('button', { name: 'Cost: >1' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Active filters' })).toHaveText('Flag: not rejected');
  await expect(app.pictures).toHaveCount(1);
  await bar.getByRole('button', { name: 'Cost: >1' }).click();
  await page.getByRole('menuitemradio', { name: 'Not free' }).click();
  await expect(field).toHaveValue('model:painter-2 cost:>0 -flag:rejected ');
  await expect(app.pictures).toHaveCount(2);
  await bar.getByRole('button', { name: 'Cost: Not free' }).click();
  await page.getByRole('menuitem', { name: 'Remove this filter' }).click();
  await expect(field).toHaveValue('model:painter-2 -flag:rejected ');

  // Another amount is typed in the field.
  await bar.getByRole('button', { name: 'Cost' }).click();
  await page.getByRole('menuitem', { name: 'An amount…' }).click();
  await expect(field).toBeFocused();
  await page.keyboard.type('0.5');
  await expect(app.pictures).toHaveCount(1);
  await expect(field).toHaveValue('model:painter-2 -flag:rejected cost:0.5');

  for (const size of [{ width: 640, height: 600 }, { width: 900, height: 600 }]) {
    await page.setViewportSize(size);
    expect(await windowFaults(page)).toEqual([]);
  }
  await app.close();
  const again = await LatentApp.launch(profile);
  await expect(again.page.getByRole('toolbar', { name: 'Filter bar' }).getByRole('button', { name: 'Cost: 0.5' })).toBeVisible();
  await again.page.locator('[role="gridcell"]').first().click();
  await again.page.keyboard.press('ControlOrMeta+Shift+f');
  await expect(again.page.getByRole('toolbar', { name: 'Filter bar' })).toHaveCount(0);
  await again.close();
});

test('the filter bar finds the pictures of a batch, and other batches can be typed', { tag: '@long' }, async () => {
  const app = await LatentApp.launch(profile);
  const { page } = app;
  const field = page.getByRole('combobox', { name: 'Search pictures' });
  const bar = page.getByRole('toolbar', { name: 'Filter bar' });
  await app.submit('a grey owl');
  await app.submit('a {red|blue} boat');
  await expect(app.pictures).toHaveCount(3);
  await page.locator('[role="gridcell"]').first().click();
  await page.keyboard.press('ControlOrMeta+Shift+f');
  await bar.getByRole('button', { name: 'Batch' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'a {red|blue} boat' }).click();
  await expect(field).toHaveValue('batch:"a {red|blue} boat" ');
  await expect(app.pictures).toHaveCount(2);
  await page.getByRole('menuitem', { name: 'Other…' }).click();
  await expect(field).toBeFocused();
  await page.setViewportSize({ width: 900, height: 600 });
  expect(await windowFaults(page)).toEqual([]);
  await app.close();
});
