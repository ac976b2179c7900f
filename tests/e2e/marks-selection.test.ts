import { DatabaseSync } from 'node:sqlite';
import type { Locator } from '@playwright/test';
import type { Outputs } from '../../shared/ipc/api.ts';
import { seedLibrary } from '../bench/seed/seed-library.ts';
import { chooseInMenu } from '../support/choose-in-menu.ts';
import { withSharedApp } from '../support/fresh-app.ts';
import { createProfile, LatentApp } from '../support/latent-app.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { endFade, fadeSlowly } from '../support/slow-fade.ts';
import { expect, test } from '../support/test.ts';

/** Marks on several pictures at once, in the sheet and in the viewer. */

const marksPanel = 'Marks';
/** Pictures, newest first. */
const prompts = ['a lighthouse at dusk', 'a harbour in fog', 'a birch forest', 'northern lights'] as const;

const cells = (app: LatentApp): Locator => app.page.getByRole('gridcell');
const bar = (app: LatentApp): Locator => app.page.getByRole('toolbar', { name: 'Selection' });

/** Takes from the four pictures whatever an earlier test has added to them, and out of the trash. */
async function unmarkAll(app: LatentApp): Promise<void> {
  const tags = (await app.call('marksTags')) as Outputs['marks:tags'];
  const marks = [{ kind: 'restore' }, { kind: 'rating', rating: 0 }, { kind: 'favourite', favourite: false }, ...tags.map(({ name: tag }) => ({ kind: 'untag', tag }))];
  for (const mark of marks) await app.call('marksSet', { target: { token: null, revision: 0, ranges: [], imageIds: prompts.map((_, at) => at + 1) }, mark });
}

test.describe('with four pictures', () => {
  let app: LatentApp;
  withSharedApp((shared) => { app = shared; }, { begin: (profile) => seedHistory(profile, prompts.toReversed().map((prompt) => ({ prompt }))) });
  test.beforeEach(async () => {
    await unmarkAll(app);
    await app.renew();
    await expect(app.pictures).toHaveCount(prompts.length);
    await cells(app).first().click();
  });

  test('bar, menu and inspector mark all selected pictures, and one undo reverts it', { tag: '@long' }, async () => {
    const { page } = app;
    await app.changeSettings({ markExtras: true });
    await cells(app).nth(2).click({ modifiers: ['Shift'] });
    await expect(bar(app).getByRole('status')).toHaveText('3 selected');

    await bar(app).getByRole('button', { name: 'Rating' }).click();
    await page.getByRole('menuitemradio', { name: '4 stars' }).click();
    await expect(page.locator('[data-rating="4"]')).toHaveCount(3);
    await bar(app).getByRole('button', { name: 'Favourite' }).click();
    await expect(page.locator('[data-favourite]')).toHaveCount(3);

    const panel = page.getByRole('region', { name: marksPanel });
    await expect(panel.getByText('Applies to all 3 selected pictures')).toBeVisible();
    await bar(app).getByRole('button', { name: 'Add a tag' }).click();
    await page.keyboard.type('Sea side');
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('listitem').first()).toHaveText('Sea side');
    await page.keyboard.press('Escape');
    await expect(cells(app).nth(2)).toBeFocused();

    await test.step('the right click on one of them is about all of them, on another about that one alone', async () => {
      await cells(app).nth(1).click({ button: 'right' });
      await expect(page.getByRole('menu').getByText('3 pictures', { exact: true })).toBeVisible();
      // A menu that is closed holds no key back while it fades, however slowly, and leaves the keyboard with a cell that is there.
      const menu = page.getByRole('menu', { includeHidden: true });
      await fadeSlowly(menu);
      await page.getByRole('menuitem', { name: 'Move to the trash' }).click();
      await expect(app.pictures).toHaveCount(1);
      await expect(menu).toHaveCount(1, { timeout: 1 });
      await page.keyboard.press('ControlOrMeta+z');
      await expect(app.pictures).toHaveCount(4);
      await endFade(menu);
      await expect(page.locator('[role="gridcell"][data-focused]')).toBeFocused();
      await expect(page.locator('[data-rating="4"]')).toHaveCount(3);

      // Restored, they stand where their times put them.
      const rated = cells(app).filter({ has: page.locator('[data-rating]') });
      await rated.nth(0).click();
      await rated.nth(1).click({ modifiers: ['ControlOrMeta'] });
      await expect(bar(app).getByRole('status')).toHaveText('2 selected');
      await cells(app).filter({ hasNot: page.locator('[data-rating]') }).click({ button: 'right' });
      await expect(bar(app)).toHaveCount(0);
      await chooseInMenu(page, 'Mark', '2 stars');
      await expect(page.locator('[data-rating="2"]')).toHaveCount(1);
    });

    await test.step('all of them by key, and back', async () => {
      await cells(app).first().click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.press('5');
      await expect(page.locator('[data-rating="5"]')).toHaveCount(4);
      await page.keyboard.press('ControlOrMeta+z');
      await expect(page.locator('[data-rating="4"]')).toHaveCount(3);
      await expect(page.locator('[data-rating="2"]')).toHaveCount(1);
    });

    await test.step('the search offers the tag with its count, and the folder of this month', async () => {
      const field = page.getByRole('combobox', { name: 'Search pictures' });
      await field.fill('tag:');
      await expect(page.getByRole('option', { name: 'Sea side' })).toHaveText('Sea side3');
      await page.getByRole('option', { name: 'Sea side' }).click();
      await expect(app.pictures).toHaveCount(3);
      await field.fill('in:');
      await page.getByRole('option', { name: /^\d{4}\/\d{4}-\d{2}$/ }).click();
      await expect(app.pictures).toHaveCount(4);
    });
    expect([await app.found('tag:"sea side" '), await app.found('rating:4 '), await app.found('rating:2 '), await app.found('is:favourite ')]).toEqual([3, 3, 1, 3]);
  });

  test('one picture leads a selection, and the keyboard moves from it', async () => {
    const { page } = app;
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    const focused = page.locator('[role="gridcell"][data-focused]');
    const picture = (at: number): Locator => cells(app).filter({ has: page.locator('[data-image-id]') }).nth(at);

    await test.step('what is clicked out of the selection is not what keys and inspector are about', async () => {
      await picture(0).click();
      await picture(2).click({ modifiers: ['ControlOrMeta'] });
      await picture(2).click({ modifiers: ['ControlOrMeta'] });
      await expect(picture(2)).toBeFocused();
      await expect(inspector.getByText(prompts[0], { exact: true })).toBeVisible();
    });

    await test.step('when the bar goes, the keyboard is on the selected picture', async () => {
      await picture(1).click();
      await picture(2).click({ modifiers: ['Shift'] });
      await bar(app).getByRole('button', { name: 'Select one picture only' }).press('Enter');
      await expect(bar(app)).toHaveCount(0);
      await expect(focused).toBeFocused();
      const next = await picture(3).locator('[data-image-id]').getAttribute('data-image-id');
      await picture(1).click();
      await picture(2).click({ modifiers: ['Shift'] });
      await bar(app).getByRole('button', { name: 'Move to the trash' }).press('Enter');
      await expect(bar(app)).toHaveCount(0);
      await expect(focused.locator('[data-image-id]')).toHaveAttribute('data-image-id', next ?? '');
      await expect(focused).toBeFocused();
      // The undo selects them again, all of them.
      await page.keyboard.press('ControlOrMeta+z');
      await expect(bar(app).getByRole('status')).toHaveText('2 selected');
    });
  });

  test('the arrow keys move along a bar that the keyboard reached, and along the pictures after a click in it', async () => {
    const { keyboard } = app.page;
    // The bar has a heart once a picture has one.
    await cells(app).nth(3).click();
    await keyboard.press('f');
    await expect(app.page.locator('[data-favourite]')).toHaveCount(1);
    await cells(app).nth(1).click({ modifiers: ['Shift'] });
    const buttons = bar(app).getByRole('button').filter({ visible: true });
    await keyboard.press('Home');
    await keyboard.press('Shift+ArrowRight');
    await buttons.first().focus();
    await keyboard.press('ArrowRight');
    await expect(buttons.nth(1)).toBeFocused();
    await keyboard.press('ArrowLeft');
    await keyboard.press('ArrowLeft');
    await expect(buttons.last()).toBeFocused();
    await expect(bar(app)).toBeVisible();
    await expect(bar(app).locator('[tabindex="0"]')).toHaveCount(1);

    await buttons.first().click();
    await expect(app.page.locator('[data-favourite]')).toHaveCount(3);
    await keyboard.press('ArrowRight');
    await expect(cells(app).nth(2)).toBeFocused();
  });

  test('the viewer has the same keys as the sheet', async () => {
    const { page } = app;
    await cells(app).first().dblclick();
    const viewer = page.getByRole('dialog', { name: 'Viewer' });
    await expect(viewer).toBeVisible();
    await page.keyboard.press('f');
    await page.keyboard.press('4');
    await expect(viewer.getByRole('img', { name: 'Favourite, 4 stars' })).toBeVisible();
    await page.keyboard.press('t');
    await page.keyboard.type('evening');
    await page.keyboard.press('Enter');
    await expect(viewer.getByRole('region', { name: marksPanel }).getByRole('listitem').first()).toHaveText('evening');
    await page.keyboard.press('Escape');
    await expect(viewer).toBeVisible();

    await page.keyboard.press('0');
    await expect(viewer.getByRole('img', { name: 'Favourite', exact: true })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(viewer.getByRole('img', { name: 'Favourite, 4 stars' })).toBeVisible();
    await page.keyboard.press('z');
    await page.keyboard.press('Shift+Z');

    // Held down it throws one away, however often the system repeats it.
    await page.keyboard.down('Delete');
    await expect(viewer.getByText(/^\d of 3$/)).toBeVisible();
    await expect(viewer.getByRole('img', { name: 'Favourite, 4 stars' })).toHaveCount(0);
    for (let repeat = 0; repeat < 3; repeat += 1) await page.keyboard.down('Delete');
    await page.keyboard.up('Delete');
    expect(await app.found('in:trash ')).toBe(1);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(viewer.getByText(/^\d of 4$/)).toBeVisible();
    expect([await app.found('tag:evening '), await app.found('rating:4 '), await app.found('is:favourite '), await app.found('in:trash ')]).toEqual([1, 1, 1, 0]);
  });

  test('saved searches can be renamed, keep their order, and return to their place after an undo', async () => {
    const { page } = app;
    for (const [name, query] of [['Zebras', 'zebra'], ['Foxes', 'fox'], ['Boats', 'boat']]) await app.call('searchesSave', { name, query });
    await app.renew();
    // In the rail they are one menu.
    await page.keyboard.press('ControlOrMeta+b');
    const open = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Saved searches' }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('menu')).toBeVisible();
    };
    const names = (): Promise<string[]> => page.getByRole('menuitem').filter({ hasText: /^(?:Zebras|A fox|Foxes|Boats)$/ }).allTextContents();
    await open();
    expect(await names()).toEqual(['Zebras', 'Foxes', 'Boats']);
    await page.getByRole('menuitem', { name: 'Rename the saved search Foxes' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('A fox');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await open();
    expect(await names()).toEqual(['Zebras', 'A fox', 'Boats']);
    await page.getByRole('menuitem', { name: 'Delete the saved search Zebras' }).click();
    await expect.poll(names).toEqual(['A fox', 'Boats']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Undo' }).click();
    await open();
    await expect.poll(names).toEqual(['Zebras', 'A fox', 'Boats']);
  });
});

test('marking a hundred thousand shows its progress, can be stopped, and can be undone', { tag: '@long' }, async () => {
  const pictures = 100_000;
  const profile = await createProfile();
  const seeded = await seedLibrary({ images: pictures, out: `${profile.home}/seeded`, seed: 5, until: Date.UTC(2026, 10, 21), single: false });
  const app = await LatentApp.launch({ ...profile, userData: seeded.userData, library: seeded.library });
  const { page } = app;
  const best = (): number => {
    const db = new DatabaseSync(seeded.database, { readOnly: true });
    const row = db.prepare(`SELECT count(*) AS n FROM images WHERE status = 'kept' AND trashed_at IS NULL AND rating = 5`).get();
    db.close();
    return Number(row?.['n']);
  };
  const before = best();
  await app.pictures.first().click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('5');
  await expect(bar(app).getByRole('status')).toHaveText('Marking');
  await expect(bar(app).getByText(/^[\d,]+ of [\d,]+$/)).toBeVisible();
  // At once: a click that first waits for a steady window, or for a photograph, may come when all is done.
  await page.getByRole('button', { name: 'Stop' }).dispatchEvent('click');
  await expect(page.getByText(/^[\d,]+ pictures rated 5 stars$/)).toBeVisible();
  expect(best()).toBeGreaterThan(before);
  expect(best()).toBeLessThan(99_000);
  // By key: the message that offers it goes after some seconds, which a busy computer may need for the count.
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(best).toBe(before);

  // An undo that is stopped is continued by the next one, which takes no other act instead.
  const trashed = (): number => {
    const db = new DatabaseSync(seeded.database, { readOnly: true });
    const row = db.prepare(`SELECT count(*) AS n FROM images WHERE trashed_at IS NOT NULL`).get();
    db.close();
    return Number(row?.['n']);
  };
  const trashedBefore = trashed();
  await app.pictures.first().click();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('5');
  await expect(page.getByText('2 pictures rated 5 stars')).toBeVisible();
  const rated = best();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await expect(page.getByText(/^[\d,]+ pictures moved to the trash/)).toBeVisible();
  const all = trashed();
  await page.keyboard.press('ControlOrMeta+z');
  await page.getByRole('button', { name: 'Stop' }).dispatchEvent('click');
  await expect(page.getByText(/^Stopped, [\d,]+ are left to undo/)).toBeVisible();
  expect(trashed()).toBeGreaterThan(trashedBefore);
  expect(trashed()).toBeLessThan(all);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(trashed).toBe(trashedBefore);
  await expect(page.getByText(/^Undone: /)).toBeVisible();
  expect(best()).toBe(rated);
  await app.close();
  await profile.remove();
});

