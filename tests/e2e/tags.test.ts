import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { expect, test } from '../support/test.ts';
import { faultsInBothThemes } from '../support/window-faults.ts';

/** The dialog with all tags. */

let profile: Profile;
test.beforeEach(async () => {
  profile = await createProfile();
});
test.afterEach(() => profile.remove());

test('all tags are shown; by keyboard they are searched by, renamed, merged and deleted, and each of it is undone', { tag: '@long' }, async () => {
  await seedHistory(profile, ['owl', 'fox', 'boat', 'tree'].map((prompt) => ({ prompt })));
  const app = await LatentApp.launch(profile);
  const { page } = app;
  await expect.poll(() => app.loadedPictures()).toBe(4);
  const ids = (await app.pictures.evaluateAll((cells) => cells.map((cell) => Number(cell.getAttribute('data-image-id'))))).toSorted((a, b) => b - a);
  const tag = (name: string, imageIds: readonly number[]): Promise<unknown> =>
    app.call('marksSet', { target: { token: null, revision: 0, ranges: [], imageIds }, mark: { kind: 'tag', tag: name } });
  await tag('animal', ids.slice(0, 3));
  await tag('Animals', ids.slice(2, 4));
  await tag('sea', ids.slice(0, 1));
  await app.call('searchesSave', { name: 'Animals', query: '-tag:sea tag:animal' });
  const searches = async (): Promise<readonly string[]> => ((await app.call('searchesList')) as { query: string }[]).map(({ query }) => query);
  await page.reload();
  await expect(page.getByRole('navigation').getByRole('button', { name: 'Animals', exact: true })).toBeVisible();
  const counts = async (): Promise<unknown> => Object.fromEntries(((await app.call('marksTags')) as { name: string; pictures: number }[]).map(({ name, pictures }) => [name, pictures]));

  const open = async (): Promise<void> => {
    await page.keyboard.press('ControlOrMeta+Shift+t');
    await expect(page.getByRole('dialog', { name: 'Tags' })).toBeVisible();
  };
  const recent = async (): Promise<readonly string[]> => ((JSON.parse(await readFile(path.join(profile.userData, 'view.json'), 'utf8').catch(() => '{}'))) as { recentSearches?: string[] }).recentSearches ?? [];
  const field = page.getByRole('combobox', { name: 'Search pictures' });
  await field.fill('tag:animal fox');
  await field.press('Enter');
  await expect.poll(recent).toEqual(['tag:animal fox']);
  await page.getByRole('button', { name: 'Clear the search' }).click();
  const options = page.getByRole('listbox', { name: 'Tags' }).getByRole('option');
  await page.locator('[role="gridcell"]').first().click();
  await open();
  await expect(options).toHaveCount(3);
  await expect(options.first()).toHaveAccessibleName('animal 3 pictures');
  // The field has the focus from the start, although the tags are read after the dialog is open.
  await expect(page.getByRole('textbox', { name: 'Search tags' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(options.first()).toBeFocused();
  expect(await faultsInBothThemes(page)).toEqual([]);

  // Rename: the name of another tag is a merge, and says so with numbers.
  await options.first().focus();
  await page.keyboard.press('F2');
  // The name can be typed over at once, and no later frame takes the focus away.
  await expect(page.getByRole('textbox', { name: 'New name' })).toBeFocused();
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  await page.keyboard.insertText('animals');
  await expect(page.getByText('The tag “Animals” already exists, on 2 pictures. 3 pictures will get that tag instead.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Merge' })).toBeVisible();
  await page.getByRole('textbox', { name: 'New name' }).fill('beast');
  await page.keyboard.press('Enter');
  await expect.poll(counts).toEqual({ beast: 3, Animals: 2, sea: 1 });
  await expect(options.first()).toHaveAccessibleName('beast 3 pictures');
  await expect(options.first()).toBeFocused();

  await expect.poll(searches).toEqual(['-tag:sea tag:beast']);
  await expect.poll(recent).toEqual(['tag:beast fox']);

  // Merge two.
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(page.getByText('2 tags selected')).toBeVisible();
  await page.getByRole('button', { name: 'Merge…' }).press('Enter');
  await page.getByRole('textbox', { name: 'New name' }).press('Enter');
  await expect.poll(counts).toEqual({ beast: 4, sea: 1 });

  // Delete.
  await options.last().focus();
  await page.keyboard.press('Delete');
  await expect.poll(counts).toEqual({ beast: 4 });
  await expect(options).toHaveCount(1);
  await expect(options.first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Tags' })).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(counts).toEqual({ beast: 4, sea: 1 });
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(counts).toEqual({ beast: 3, Animals: 2, sea: 1 });
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(counts).toEqual({ animal: 3, Animals: 2, sea: 1 });
  await expect.poll(searches).toEqual(['-tag:sea tag:animal']);

  // Enter shows the pictures.
  await open();
  await page.getByRole('textbox', { name: 'Search tags' }).fill('se');
  await expect(options).toHaveCount(1);
  await options.first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Search pictures' })).toHaveValue('tag:sea ');
  await expect(app.pictures).toHaveCount(1);
  await app.close();
});
