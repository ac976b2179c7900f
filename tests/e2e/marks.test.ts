import { createProfile, LatentApp } from '../support/latent-app.ts';
import { paintPng } from '../support/paint-png.ts';
import { startScriptedService } from '../support/scripted-service.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { expect, test } from '../support/test.ts';

/** What a person adds to pictures: by key, by pointer, undone, found again, kept over a restart; and the trash. */

/** The system's question, answered. */
async function answerQuestions(app: LatentApp, response: number): Promise<void> {
  await app.electron.evaluate(({ dialog }, answer) => {
    dialog.showMessageBox = () => Promise.resolve({ response: answer, checkboxChecked: false });
  }, response);
}

test('marks are made by key and pointer, shown on the cell at once, found, undone, and there after a restart', async () => {
  const service = await startScriptedService({ key: 'sk-e2e-marks-0000' });
  const profile = await seedHistory(await createProfile(), [{ prompt: 'a harbour in fog' }]);
  let app = await LatentApp.launch(profile);
  await app.addAccount(service.url, service.key);
  const lighthouse = await paintPng({ prompt: 'a lighthouse at dusk', index: 0, width: 256, height: 192 });
  await app.receive(service, 'a lighthouse at dusk', { images: [{ base64: lighthouse.toString('base64') }] });
  await expect.poll(() => app.loadedPictures()).toBe(2);
  let { page } = app;
  let cell = page.getByRole('gridcell', { name: 'a lighthouse at dusk' });
  await cell.click();
  const panel = page.getByRole('region', { name: 'Marks' });

  // First a picture that came while the window was open, later one of the view: they learn of their marks on different ways.
  await page.keyboard.press('4');
  await expect(panel.getByRole('group', { name: 'Rated 4 stars' })).toBeVisible();
  await expect(cell.locator('[data-rating="4"]')).toBeVisible();
  // Hearts are hidden until one is used.
  await expect(panel.getByRole('button', { name: 'Favourite' })).toHaveCount(0);
  await page.keyboard.press('f');
  await expect(panel.getByRole('button', { name: 'Favourite' })).toHaveAttribute('aria-pressed', 'true');
  await expect(cell.locator('[data-favourite]')).toBeVisible();
  await expect(cell).toHaveAccessibleName('a lighthouse at dusk (Favourite, 4 stars)');
  await page.keyboard.press('t');
  await page.keyboard.type('Sea side');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('listitem').first()).toHaveText('Sea side');
  expect([await app.found('rating:4 '), await app.found('is:favourite '), await app.found('tag:"sea side" ')]).toEqual([1, 1, 1]);

  await cell.click();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(panel.getByText('Sea side')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(panel.getByRole('button', { name: 'Favourite' })).toHaveCount(0);
  await expect(cell).toHaveAccessibleName('a lighthouse at dusk (4 stars)');
  await expect(cell.locator('[data-favourite]')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(panel.getByRole('button', { name: 'Favourite' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('ControlOrMeta+z');
  await panel.getByRole('button', { name: '3 stars' }).click();
  await expect(cell).toHaveAccessibleName('a lighthouse at dusk (3 stars)');

  await page.getByRole('combobox', { name: 'Search pictures' }).fill('rating:>=3');
  await expect(app.pictures).toHaveCount(1);
  await page.getByRole('button', { name: 'Save this search…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('The good ones');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Search pictures' }).fill('');
  await expect(app.pictures).toHaveCount(2);
  await app.close();
  await service.stop();

  app = await LatentApp.launch(profile);
  ({ page } = app);
  await expect.poll(() => app.loadedPictures()).toBe(2);
  expect([await app.found('rating:3 '), await app.found('is:favourite '), await app.found('is:tagged ')]).toEqual([1, 0, 0]);
  cell = page.getByRole('gridcell', { name: 'a lighthouse at dusk' });
  await expect(cell).toHaveAccessibleName('a lighthouse at dusk (3 stars)');
  await cell.click();
  await page.keyboard.press('f');
  await expect(cell.locator('[data-favourite][data-rating="3"]')).toBeVisible();
  await page.keyboard.press('5');
  await expect(cell).toHaveAccessibleName('a lighthouse at dusk (Favourite, 5 stars)');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(cell).toHaveAccessibleName('a lighthouse at dusk (Favourite, 3 stars)');

  // In the rail they are one menu.
  await page.keyboard.press('ControlOrMeta+b');
  await page.getByRole('button', { name: 'Saved searches' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'The good ones', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(app.pictures).toHaveCount(1);
  await expect(page.getByRole('combobox', { name: 'Search pictures' })).toHaveValue('rating:>=3');
  await page.getByRole('gridcell').first().dblclick();
  await expect(page.getByRole('img', { name: 'Favourite, 3 stars' })).toBeVisible();
  await page.keyboard.press('Escape');
  await app.close();
  await profile.remove();
});

test('a picture is deleted only by way of the trash and a question, never by one key, and stays deleted', async () => {
  const profile = await seedHistory(await createProfile(), [{ prompt: 'a harbour in fog' }]);
  const app = await LatentApp.launch(profile);
  await expect.poll(() => app.loadedPictures()).toBe(1);
  await app.page.locator('[role="gridcell"]').first().click();
  await app.page.keyboard.press('Delete');
  await expect(app.pictures).toHaveCount(0);
  await app.page.getByRole('button', { name: 'Undo' }).click();
  await expect(app.pictures).toHaveCount(1);
  await app.page.locator('[role="gridcell"]').first().click();
  await app.page.keyboard.press('Delete');
  await expect(app.pictures).toHaveCount(0);
  expect(await app.found('in:trash ')).toBe(1);
  // All there is was thrown away: the way to it is there without a search field.
  await app.page.getByRole('button', { name: /^Trash/ }).click();
  await expect(app.pictures).toHaveCount(1);
  await app.page.getByRole('combobox', { name: 'Search pictures' }).fill('');
  await expect(app.page.getByRole('button', { name: /^Trash/ })).toBeVisible();
  expect([await app.found(''), (await profile.files()).length]).toEqual([0, 1]);

  await answerQuestions(app, 1);
  expect(await app.call('marksEmptyTrash')).toBeNull();
  expect([await app.found('in:trash '), (await profile.files()).length]).toEqual([1, 1]);
  await answerQuestions(app, 0);
  await app.page.getByRole('button', { name: /^Trash/ }).click();
  const empty = app.page.getByRole('button', { name: 'Empty the trash…' });
  await empty.click();
  await expect(app.page.getByText('1 picture deleted')).toBeVisible();
  await expect(app.page.getByText('The trash is empty')).toBeVisible();
  await expect(empty).toBeDisabled();
  expect([await app.found('in:trash '), await app.found(''), (await profile.files()).length]).toEqual([0, 0, 0]);
  await app.close();

  const again = await LatentApp.launch(profile);
  const [entry] = (await again.history()).tasks;
  expect(entry?.images.map(({ state }) => state.status)).toEqual(['removed']);
  await expect(again.tiles).toHaveCount(0);
  expect(await profile.files()).toEqual([]);
  await again.close();
  await profile.remove();
});
