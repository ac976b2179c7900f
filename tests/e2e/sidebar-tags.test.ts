import type { Locator } from '@playwright/test';
import { dragOnto } from '../support/drag-onto.ts';
import { withSharedApp } from '../support/fresh-app.ts';
import type { LatentApp } from '../support/latent-app.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { expect, test } from '../support/test.ts';
import { faultsInBothThemes } from '../support/window-faults.ts';

/** The most used tags in the sidebar. */

let app: LatentApp;
withSharedApp(async (shared) => {
  app = shared;
  // A real drag would hold the mouse until it ends.
  await app.electron.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows()) window.webContents.startDrag = () => undefined;
  });
}, { strip: 'closed', begin: (profile) => seedHistory(profile, ['owl', 'fox', 'boat', 'tree'].map((prompt) => ({ prompt }))) });

const places = (): Locator => app.page.getByRole('navigation', { name: 'Places' });
const section = (): Locator => places().getByRole('region', { name: 'Tags' });
const heading = (): Locator => section().getByRole('button', { name: 'Tags', exact: true });
const row = (name: string): Locator => section().getByRole('button', { name: new RegExp(`^${name}\\b.*pictures?$`) });
const search = (): Locator => app.page.getByRole('combobox', { name: 'Search pictures' });

const tag = (name: string, imageIds: readonly number[]): Promise<unknown> =>
  app.call('marksSet', { target: { token: null, revision: 0, ranges: [], imageIds }, mark: { kind: 'tag', tag: name } });

test('without a tag there is no list; the first one shows it, and it follows what is tagged, renamed and undone', async () => {
  const { page } = app;
  await app.resize(1280, 800);
  await expect(places().getByRole('button', { name: 'New album…' })).toBeVisible();
  await expect(section()).toHaveCount(0);
  await tag('sea', [1]);
  await expect(row('sea')).toHaveAccessibleName(/1 picture$/);
  await tag('animal', [1, 2, 3]);
  await expect(section().getByRole('button', { name: /pictures?$/ })).toHaveText([/^animal/, /^sea/]);

  await test.step('by keyboard: search, rename, undo', async () => {
    await row('animal').focus();
    await page.keyboard.press('Enter');
    await expect(search()).toHaveValue('tag:animal ');
    await expect(app.pictures).toHaveCount(3);
    await expect(row('animal')).toHaveAttribute('aria-current', 'page');
    await expect(places().locator('[aria-current]')).toHaveCount(1);
    await row('animal').focus();
    await page.keyboard.press('F2');
    await expect(page.getByRole('textbox', { name: 'New name' })).toBeFocused();
    await page.keyboard.insertText('beasts');
    await page.keyboard.press('Enter');
    await expect(row('beasts')).toHaveAccessibleName(/3 pictures$/);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(row('animal')).toBeVisible();
  });

  await test.step('pictures are dropped on a tag', async () => {
    await places().getByRole('button', { name: /^Library/ }).click();
    await expect(search()).toHaveValue('');
    await app.pictures.first().click();
    await dragOnto(page, app.pictures.first(), row('sea'));
    await expect(row('sea')).toHaveAccessibleName(/2 pictures$/);
  });

  await test.step('the menu has what can be done with a tag, also on a right click, and leads to the dialog of all tags', async () => {
    await row('sea').click({ button: 'right' });
    await expect(page.getByRole('menuitem')).toHaveText([/^Rename or merge…/, /^All tags…/, /^Delete from all pictures/]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await section().getByRole('button', { name: 'More actions for the tag sea' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: /^All tags…/ }).press('Enter');
    await expect(page.getByRole('dialog', { name: 'Tags' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('it folds, which the next start knows; the tag that is shown stays in sight', async () => {
    await row('sea').click();
    await heading().focus();
    await page.keyboard.press('Enter');
    await expect(heading()).toHaveAttribute('aria-expanded', 'false');
    await expect(section().getByRole('button', { name: /pictures?$/ })).toHaveText([/^sea/]);
    await page.reload();
    await expect(heading()).toHaveAttribute('aria-expanded', 'false');
    await heading().press('Enter');
    await expect(row('animal')).toBeVisible();
  });

  await test.step('thousands of tags: the list stays short', async () => {
    await Promise.all(Array.from({ length: 60 }, (_, at) => tag(`tag number ${at}`, [4])));
    await expect(section().getByRole('button', { name: /pictures?$/ })).toHaveCount(10);
    expect(await faultsInBothThemes(page)).toEqual([]);
  });

  await test.step('a narrow window has them in a menu of the rail', async () => {
    await app.resize(640, 400);
    await places().getByRole('button', { name: 'Tags', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: /^animal/ }).press('Enter');
    await expect(search()).toHaveValue('tag:animal ');
    // Without the tooltip of the button.
    await search().focus();
    await expect(page.getByRole('menu')).toHaveCount(0);
    expect(await faultsInBothThemes(page)).toEqual([]);
    await app.resize(1280, 800);
  });
});
