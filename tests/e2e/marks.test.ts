import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { expect, test } from '../support/test.ts';

/** What a person adds to pictures: by key, by pointer, undone, found again, kept over a restart; and the trash. */

let profile: Profile;
test.beforeEach(async () => {
  profile = await createProfile();
});
test.afterEach(() => profile.remove());

/** The system's question, answered. */
async function answerQuestions(app: LatentApp, response: number): Promise<void> {
  await app.electron.evaluate(({ dialog }, answer) => {
    dialog.showMessageBox = () => Promise.resolve({ response: answer, checkboxChecked: false });
  }, response);
}

test('pictures are marked by key and pointer, found by it, and it can be undone', async () => {
  const app = await LatentApp.launch(profile);
  await app.submit('a lighthouse at dusk');
  await expect.poll(() => app.loadedPictures()).toBe(1);
  await app.page.locator('[role="gridcell"]').first().click();
  const panel = app.page.getByRole('region', { name: 'Favourite, rating and tags' });

  await app.page.keyboard.press('4');
  await expect(panel.getByRole('group', { name: 'Rated 4 stars' })).toBeVisible();
  await app.page.keyboard.press('f');
  await expect(panel.getByRole('button', { name: 'Favourite' })).toHaveAttribute('aria-pressed', 'true');
  await app.page.keyboard.press('t');
  await app.page.keyboard.type('Sea side');
  await app.page.keyboard.press('Enter');
  await expect(panel.getByRole('listitem').first()).toHaveText('Sea side');
  expect([await app.found('rating:4 '), await app.found('is:favourite '), await app.found('tag:"sea side" ')]).toEqual([1, 1, 1]);

  await app.page.locator('[role="gridcell"]').first().click();
  await app.page.keyboard.press('ControlOrMeta+z');
  await expect(panel.getByText('Sea side')).toHaveCount(0);
  await app.page.keyboard.press('ControlOrMeta+z');
  await expect(panel.getByRole('button', { name: 'Favourite' })).toHaveAttribute('aria-pressed', 'false');
  await app.page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(panel.getByRole('button', { name: 'Favourite' })).toHaveAttribute('aria-pressed', 'true');
  await panel.getByRole('button', { name: '2 stars' }).click();
  await app.close();

  const again = await LatentApp.launch(profile);
  expect([await again.found('rating:2 '), await again.found('is:favourite '), await again.found('is:tagged ')]).toEqual([1, 1, 0]);
  await again.close();
});

test('heart and stars are on the cell at once and go with an undo; a search that was saved is there after a restart', async () => {
  const app = await LatentApp.launch(profile);
  await app.submit('a lighthouse at dusk');
  await expect.poll(() => app.loadedPictures()).toBe(1);
  const cell = app.page.locator('[role="gridcell"]').first();
  await cell.click();

  // First a picture that came while the window was open, later one of the view: they learn of their marks on different ways.
  await app.page.keyboard.press('3');
  await expect(cell.locator('[data-rating="3"]')).toBeVisible();
  await app.page.keyboard.press('f');
  await expect(cell.locator('[data-favourite]')).toBeVisible();
  await expect(cell).toHaveAccessibleName('a lighthouse at dusk (Favourite, 3 stars)');
  await app.page.keyboard.press('ControlOrMeta+z');
  await expect(cell).toHaveAccessibleName('a lighthouse at dusk (3 stars)');
  await expect(cell.locator('[data-favourite]')).toHaveCount(0);

  await app.page.getByRole('combobox', { name: 'Search pictures' }).fill('rating:>=3');
  await expect(app.pictures).toHaveCount(1);
  await app.page.getByRole('button', { name: 'Save this search…' }).click();
  await app.page.getByRole('textbox', { name: 'Name' }).fill('The good ones');
  await app.page.keyboard.press('Enter');
  await expect(app.page.getByRole('dialog')).toHaveCount(0);
  await app.page.getByRole('combobox', { name: 'Search pictures' }).fill('');
  await app.submit('a harbour in fog');
  await expect.poll(() => app.loadedPictures()).toBe(2);
  await app.close();

  const again = await LatentApp.launch(profile);
  await expect.poll(() => again.loadedPictures()).toBe(2);
  const marked = again.page.getByRole('gridcell', { name: 'a lighthouse at dusk' });
  await expect(marked).toHaveAccessibleName('a lighthouse at dusk (3 stars)');
  await marked.click();
  await again.page.keyboard.press('f');
  await expect(marked.locator('[data-favourite][data-rating="3"]')).toBeVisible();
  await again.page.keyboard.press('5');
  await expect(marked).toHaveAccessibleName('a lighthouse at dusk (Favourite, 5 stars)');
  await again.page.keyboard.press('ControlOrMeta+z');
  await expect(marked).toHaveAccessibleName('a lighthouse at dusk (Favourite, 3 stars)');

  // In the rail they are one menu.
  await again.page.keyboard.press('ControlOrMeta+b');
  await again.page.getByRole('button', { name: 'Saved searches' }).focus();
  await again.page.keyboard.press('Enter');
  await expect(again.page.getByRole('menuitem', { name: 'The good ones', exact: true })).toBeVisible();
  await again.page.getByRole('menuitem', { name: 'The good ones', exact: true }).press('Enter');
  await expect(again.pictures).toHaveCount(1);
  await expect(again.page.getByRole('combobox', { name: 'Search pictures' })).toHaveValue('rating:>=3');
  await again.page.getByRole('gridcell').first().dblclick();
  await expect(again.page.getByRole('img', { name: 'Favourite, 3 stars' })).toBeVisible();
  await again.page.keyboard.press('Escape');

  await again.page.getByRole('button', { name: 'Saved searches' }).focus();
  await again.page.keyboard.press('Enter');
  await expect(again.page.getByRole('menuitem', { name: 'The good ones', exact: true })).toBeFocused();
  await again.page.keyboard.press('ArrowDown');
  await expect(again.page.getByRole('menuitem', { name: 'Rename the saved search The good ones' })).toBeFocused();
  await again.page.keyboard.press('ArrowDown');
  await expect(again.page.getByRole('menuitem', { name: 'Remove the saved search The good ones' })).toBeFocused();
  await again.page.keyboard.press('Enter');
  await expect(again.page.getByText('No saved searches yet')).toBeVisible();
  await again.close();
});

test('a picture goes by the trash and a question, never by one key, and stays gone', async () => {
  const app = await LatentApp.launch(profile);
  await app.submit('a harbour in fog');
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
});
