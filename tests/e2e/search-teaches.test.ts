import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { seedLibrary } from '../bench/seed/seed-library.ts';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { picturesOf, SheetDriver } from '../support/sheet-driver.ts';
import { expect, test } from '../support/test.ts';
import { faultsInBothThemes } from '../support/window-faults.ts';

/** The search shows what can be asked for, states are chips with the window's own words, and a date can be typed. */

let profile: Profile;
test.beforeEach(async () => {
  profile = await createProfile();
});
test.afterEach(() => profile.remove());

test('the empty field shows whole searches, those stayed with come again after a relaunch, one just cleared is not in force, and its width stays', { tag: '@long' }, async () => {
  await seedHistory(profile, [{ prompt: 'a grey owl', pictures: 1 }, { prompt: 'a red fox', pictures: 1 }]);
  let app = await LatentApp.launch(profile);
  await expect(app.pictures).toHaveCount(2);
  let field = app.page.getByRole('combobox', { name: 'Search pictures' });
  const width = (): Promise<number | undefined> => field.locator('..').boundingBox().then((box) => box?.width);
  const before = await width();
  await app.page.keyboard.press('ControlOrMeta+f');
  await expect(field).toBeFocused();
  const options = app.page.getByRole('option');
  await expect(options.first()).toHaveText('red fox rating:>=4');
  expect(await width()).toBe(before);
  await options.first().click();
  await expect(field).toHaveValue('red fox rating:>=4 ');
  await expect(options).toHaveCount(0);
  await expect(app.page.getByRole('heading', { name: 'No picture matches' })).toBeVisible();
  expect(await width()).toBe(before);

  // Typed on the way to another search and not stayed with.
  await field.fill('zebra');
  // Left while a filter in it cannot be understood.
  await field.fill('rating:4+');
  await app.page.keyboard.press('Tab');
  await expect(app.page.getByRole('heading', { name: 'A filter is not understood' })).toBeVisible();
  await field.fill('fox is:unrated');
  await expect(app.pictures).toHaveCount(1);
  await app.page.locator('[role="gridcell"]').first().click();
  await expect.poll(() => readFile(path.join(profile.userData, 'view.json'), 'utf8')).toContain('"search":"fox is:unrated"');
  await field.fill('');
  await expect(app.pictures).toHaveCount(2);
  await app.close();

  app = await LatentApp.launch(profile);
  field = app.page.getByRole('combobox', { name: 'Search pictures' });
  await expect(app.pictures).toHaveCount(2);
  await expect(field).toHaveValue('');
  await field.click();
  const recent = app.page.getByRole('option', { name: 'fox is:unrated' });
  await expect(recent).toBeVisible();
  for (const name of ['zebra', 'rating:4+']) await expect(app.page.getByRole('option', { name })).toHaveCount(0);
  await recent.click();
  await expect(field).toHaveValue('fox is:unrated ');
  await app.close();
});

test('the suggestions follow the keyboard: arrows go round by way of the field, Tab and Enter accept, and Escape goes back step by step', async () => {
  await seedHistory(profile, [{ prompt: 'a grey owl', pictures: 1 }, { prompt: 'a red fox', pictures: 1 }]);
  const app = await LatentApp.launch(profile);
  const { keyboard } = app.page;
  const field = app.page.getByRole('combobox', { name: 'Search pictures' });
  const options = app.page.getByRole('option');
  const highlighted = options.and(app.page.locator('[data-highlighted]'));
  await expect(app.pictures).toHaveCount(2);
  await keyboard.press('ControlOrMeta+f');
  await keyboard.type('is:');
  await expect(options.first()).toHaveText('favourite');
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await keyboard.press('ArrowUp');
  await expect(highlighted).toHaveText((await options.last().textContent()) ?? '');
  await keyboard.press('ArrowDown');
  await expect(highlighted).toHaveCount(0);
  await expect(field).not.toHaveAttribute('aria-activedescendant');
  await keyboard.press('Escape');
  await expect(options).toHaveCount(0);
  await expect(field).toHaveAttribute('aria-expanded', 'false');
  await expect(field).toHaveValue('is:');
  await keyboard.press('Escape');
  await expect(field).toHaveValue('');

  // A filter that was accepted leads to its values, and none of them is highlighted.
  await keyboard.type('ra');
  await keyboard.press('ArrowDown');
  await expect(highlighted).toHaveText(/^rating:/);
  await expect(field).toHaveAttribute('aria-activedescendant', (await highlighted.getAttribute('id')) ?? '');
  await keyboard.press('Tab');
  await expect(field).toHaveValue('rating:');
  await expect(field).toBeFocused();
  await expect(options.first()).toBeVisible();
  await expect(highlighted).toHaveCount(0);
  await field.fill('fox is:unra');
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect(field).toHaveValue('fox is:unrated ');
  await expect(app.pictures).toHaveCount(1);
  await keyboard.press('Enter');
  await expect(app.page.getByRole('gridcell').first()).toBeFocused();
  await app.close();
});

test('"Done" contains tasks with a picture, and the status buttons of the history do not show in its search field', { tag: '@long' }, async () => {
  await seedHistory(profile, [
    { prompt: 'a red fox', pictures: 1 },
    { prompt: 'a red owl', pictures: 0 },
    { prompt: 'a red cat', state: { status: 'rejected', said: { httpStatus: 400, code: null, message: 'No.' } } },
  ]);
  const app = await LatentApp.launch(profile);
  const { page } = app;
  await page.keyboard.press('ControlOrMeta+2');
  const rows = page.getByRole('treegrid', { name: 'History' }).getByRole('row');
  const field = page.getByRole('combobox', { name: 'Search prompts, models, IDs, errors' });
  const chip = (name: string) => page.getByRole('group', { name: 'Show only' }).getByRole('button', { name, exact: true });
  // The first row is the header.
  await expect(rows.filter({ hasText: 'Done' })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'No picture' })).toHaveCount(1);
  for (const [name, prompt] of [['Done', 'a red fox'], ['No picture', 'a red owl'], ['Not accepted', 'a red cat']] as const) {
    await chip(name).click();
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toContainText(prompt);
    await expect(field).toHaveValue('');
    await chip(name).click();
    await expect(rows).toHaveCount(4);
  }
  await chip('Done').click();
  await field.fill('red');
  await expect(rows).toHaveCount(2);
  await chip('No picture').click();
  await expect(rows).toHaveCount(3);
  await expect(field).toHaveValue('red');
  await chip('All').click();
  await expect(rows).toHaveCount(4);
  await expect(field).toHaveValue('red');

  // What is typed becomes the chip, the earlier words go on working.
  await field.fill('status:done ');
  await expect(chip('Done')).toHaveAttribute('aria-pressed', 'true');
  await expect(field).toHaveValue('');
  await chip('All').click();
  await field.fill('status:rejected ');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('a red cat');
  await app.close();
});

test('"Go to a date" goes to a date', { tag: '@long' }, async () => {
  const seeded = await seedLibrary({ images: 4_000, out: `${profile.home}/seeded`, seed: 11, until: Date.UTC(2026, 10, 21), single: false });
  const all = picturesOf(seeded.database);
  const app = await LatentApp.launch({ ...profile, userData: seeded.userData, library: seeded.library });
  const { page } = app;
  const sheet = new SheetDriver(app);
  await sheet.stretchOf(all, (first) => first === 0);
  await expect(sheet.dates).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Go to a date' });
  const goTo = async (typed: string): Promise<void> => {
    await dialog.getByRole('textbox').fill(typed);
    await page.keyboard.press('Enter');
  };
  const month = (all[0]?.month ?? 0) - 14;
  const [year, name] = [Math.floor(month / 12), new Date(2000, month % 12, 1).toLocaleString('en', { month: 'long' })];
  const start = all.findIndex((picture) => picture.month <= month);
  const inTopRow = async (at: number): Promise<void> => {
    await expect(async () => {
      const ids = await sheet.inSight();
      const first = all.findIndex(({ id }) => id === ids[0]);
      expect(first).toBeLessThanOrEqual(at);
      expect(ids.slice(0, 12)).toContain(all[at]?.id);
    }).toPass();
  };
  // Keys pressed before the dialog has the focus do nothing to the pictures.
  await app.pictures.first().click();
  await page.evaluate(async () => {
    const { document: dom, KeyboardEvent: Press } = globalThis as unknown as {
      document: { activeElement: { dispatchEvent(event: unknown): void }; querySelector(selectors: string): unknown };
      KeyboardEvent: new (type: string, init: object) => unknown;
    };
    const press = (key: string): void => dom.activeElement.dispatchEvent(new Press('keydown', { key, bubbles: true, cancelable: true }));
    press('g');
    for (let turn = 0; turn < 1000 && dom.querySelector('[role="dialog"]') === null; turn += 1) await Promise.resolve();
    press('4');
  });
  await expect(dialog.getByRole('textbox')).toBeFocused();
  expect(await app.call('marksOf', { imageId: all[0]?.id })).toMatchObject({ rating: 0 });
  // G opens the dialog again, and empty, even while it is fading out.
  await page.keyboard.type('2019');
  await page.evaluate(async () => {
    const { document: dom, KeyboardEvent: Press } = globalThis as unknown as {
      document: { activeElement: { readonly tagName: string; dispatchEvent(event: unknown): void } };
      KeyboardEvent: new (type: string, init: object) => unknown;
    };
    const press = (key: string): void => dom.activeElement.dispatchEvent(new Press('keydown', { key, bubbles: true, cancelable: true }));
    press('Escape');
    for (let turn = 0; turn < 1000 && dom.activeElement.tagName === 'INPUT'; turn += 1) await Promise.resolve();
    press('g');
  });
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await expect(dialog.getByRole('textbox')).toHaveValue('');
  await goTo('soon');
  await expect(dialog).toContainText('does not understand this date');
  expect(await faultsInBothThemes(page)).toEqual([]);
  await goTo(`${name} ${year}`);
  await expect(dialog).toBeHidden();
  await inTopRow(start);

  await page.getByRole('button', { name: 'Go to a date' }).click();
  await goTo('yesterday');
  await inTopRow(0);

  // The mark stands beside the labels of the years.
  const overlaps = await sheet.dates.evaluate((track) => {
    const boxes = [...track.querySelectorAll('span')].map((element) => element.getBoundingClientRect());
    const mark = boxes.pop();
    return boxes.filter((label) => mark && label.right > mark.left).length;
  });
  expect(overlaps).toBe(0);
  await app.close();
});
