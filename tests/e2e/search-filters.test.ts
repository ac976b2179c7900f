import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { expect, test } from '../support/test.ts';
import { faultsInBothThemes } from '../support/window-faults.ts';

/** Filters that cannot be understood, and a search of library and trash together. */

let profile: Profile;
test.beforeEach(async () => {
  profile = await createProfile();
});
test.afterEach(() => profile.remove());

test('an invalid filter finds nothing and is explained; library and trash can be shown together and told apart', { tag: '@long' }, async () => {
  await seedHistory(profile, ['a harbour in fog', 'an owl at night'].map((prompt) => ({ prompt })));
  const app = await LatentApp.launch(profile);
  const { page } = app;
  await expect.poll(() => app.loadedPictures()).toBe(2);
  const field = page.getByRole('combobox', { name: 'Search pictures' });

  // While it is typed nothing happens; then it is said, and all of them are not meant.
  await field.click();
  await page.keyboard.type('rating:4+');
  await expect(app.pictures).toHaveCount(2);
  await expect(page.getByText('Not understood')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'A filter is not understood' })).toBeVisible();
  await expect(app.pictures).toHaveCount(0);
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  // There is no result to go to, so the keyboard stays in the field.
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription('Not understood: rating:4+ (expected: 4, >=3, 3..5 or none)');
  // Outside the field, the keys of the sheet have no picture to act on.
  await page.getByRole('heading', { name: 'A filter is not understood' }).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  expect(await app.found('')).toBe(2);
  expect(await faultsInBothThemes(page)).toEqual([]);
  // Back in it, it is being typed again.
  await field.click();
  await page.keyboard.press('End');
  await expect(app.pictures).toHaveCount(2);
  await page.keyboard.press('Space');
  await expect(app.pictures).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove the filter rating:4+' }).focus();
  await page.keyboard.press('Enter');
  await expect(app.pictures).toHaveCount(2);
  await expect(field).toHaveValue('');
  // The button is gone, and the focus is on the results.
  await expect(page.getByRole('gridcell').first()).toBeFocused();

  await page.locator('[role="gridcell"]').first().click();
  await page.keyboard.press('Delete');
  await expect(app.pictures).toHaveCount(1);
  await field.fill('in:anywhere ');
  await expect(app.pictures).toHaveCount(2);
  await expect(page.locator('[data-image-id] [data-trashed]')).toHaveCount(1);
  await expect(page.getByRole('gridcell', { name: /in the trash/ })).toHaveCount(1);
  await page.locator('[role="gridcell"]').first().click();
  await page.keyboard.press('ControlOrMeta+a');
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  await expect(bar.getByRole('button', { name: 'Move to the trash' })).toBeVisible();
  await bar.getByRole('button', { name: 'Restore' }).click();
  await expect(page.locator('[data-image-id] [data-trashed]')).toHaveCount(0);
  await expect(page.getByText('1 picture restored')).toBeVisible();
  expect([await app.found(''), await app.found('in:trash ')]).toEqual([2, 0]);

  await page.keyboard.press('ControlOrMeta+2');
  await page.getByRole('combobox', { name: 'Search prompts, models, IDs, errors' }).fill('before:3/4/2020 ');
  await expect(page.getByRole('heading', { name: 'A filter is not understood' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove it' }).click();
  await expect(page.getByRole('heading', { name: 'A filter is not understood' })).toHaveCount(0);
  await app.close();
});
