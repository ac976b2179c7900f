import type { Browser, Locator, Page } from '@playwright/test';
import { chooseInMenu, itemInMenu } from '../support/choose-in-menu.ts';
import { arrangeProfile, createProfile, type LoadingImage, type Profile } from '../support/latent-app.ts';
import { chromiumForTests } from '../support/pages/launch-chromium.ts';
import { openPagesInChromium, type PagesInChromium } from '../support/pages/pages-in-chromium.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { expect, test } from '../support/test.ts';
import { faultsInBothThemes } from '../support/window-faults.ts';

/**
 * The pages as they were built, in a Chromium of today over Latent in plain Node. The Electron of the other tests may be years older than the product's
 * (docs/development.md). Each test fails for whatever a page throws, warns of, or uses although it goes away.
 */

/** Pictures, newest first. */
const prompts = ['a lighthouse at dusk', 'a harbour in fog', 'a birch forest', 'northern lights'] as const;

test.describe.configure({ mode: 'default' });

let browser: Browser | null;
let profile: Profile;
let pages: PagesInChromium;
let page: Page;

test.beforeAll(async () => {
  browser = await chromiumForTests();
  if (!browser) return;
  profile = await createProfile();
  await arrangeProfile(profile, {});
  await seedHistory(profile, prompts.toReversed().map((prompt) => ({ prompt })));
  pages = await openPagesInChromium(browser, profile);
  page = pages.page;
});
test.afterAll(async () => {
  if (!browser) return;
  await pages.close();
  await browser.close();
  await profile.remove();
});
test.beforeEach(async () => {
  await page.keyboard.press('ControlOrMeta+1');
  await page.getByRole('combobox', { name: 'Search pictures' }).fill('');
  await page.keyboard.press('Escape');
});
test.afterEach(() => {
  test.info().annotations.push({ type: 'browser', description: `Chromium ${browser?.version() ?? 'is missing'}` });
  expect(pages.faults.splice(0)).toEqual([]);
});

const cells = (): Locator => page.getByRole('gridcell');
const prompt = (): Locator => page.getByRole('textbox', { name: 'Prompt' });
const viewer = (): Locator => page.getByRole('dialog', { name: 'Viewer' });
/** Waits until an image element has its picture. */
const painted = (image: Locator): Promise<void> => expect.poll(() => image.evaluate((element) => (element as unknown as LoadingImage).naturalWidth)).toBeGreaterThan(0);

test('the gallery shows thumbnails that the page of the decoder has made, and nothing is misplaced in either theme', { tag: '@long' }, async () => {
  await expect(cells()).toHaveCount(prompts.length);
  for (const name of prompts) await painted(page.getByRole('gridcell', { name }).locator('img'));
  await cells().first().click();
  await page.keyboard.press('End');
  await expect(page.getByRole('gridcell', { name: prompts[3] })).toBeFocused();
  expect(await faultsInBothThemes(page)).toEqual([]);
});

test('a prompt is sent by key, and its picture comes', { tag: '@long' }, async () => {
  await prompt().fill('A red fox in an autumn forest');
  await prompt().press('ControlOrMeta+Enter');
  const picture = page.getByRole('gridcell', { name: 'A red fox in an autumn forest' });
  await painted(picture.locator('img'));
  await expect(cells()).toHaveCount(prompts.length + 1);
  await picture.click();
  await page.keyboard.press('Delete');
  await expect(cells()).toHaveCount(prompts.length);
});

test('the viewer shows pictures whole, and the second window follows it', { tag: '@long' }, async () => {
  await cells().first().dblclick();
  const shown = (name: string): Locator => viewer().getByRole('img', { name });
  await painted(shown(prompts[0]));
  await viewer().getByRole('button', { name: 'More' }).click();
  await chooseInMenu(page, 'View', 'Second window');
  const secondPage = (): Page | undefined => browser?.contexts().flatMap((context) => context.pages()).find((each) => each.url().endsWith('/second.html'));
  await expect.poll(secondPage).toBeDefined();
  const second = secondPage() as Page;
  await painted(second.getByRole('img', { name: prompts[0] }));
  await page.keyboard.press('ArrowRight');
  await painted(shown(prompts[1]));
  await painted(second.getByRole('img', { name: prompts[1] }));
  expect(await faultsInBothThemes(page)).toEqual([]);
  await page.keyboard.press('ControlOrMeta+Shift+w');
  await expect.poll(secondPage).toBeUndefined();
  await page.keyboard.press('Escape');
  await expect(viewer()).toBeHidden();
  await expect(page.getByRole('gridcell', { name: prompts[1] })).toBeFocused();
});

test('several pictures are selected, marked and unmarked, and a search finds them', { tag: '@long' }, async () => {
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  await cells().first().click();
  await cells().nth(2).click({ modifiers: ['Shift'] });
  await expect(bar.getByRole('status')).toHaveText('3 selected');
  await page.keyboard.press('f');
  await expect(page.locator('[data-favourite]')).toHaveCount(3);
  await bar.getByRole('button', { name: 'Rating' }).click();
  await page.getByRole('menuitemradio', { name: '4 stars' }).click();
  await expect(page.locator('[data-rating="4"]')).toHaveCount(3);

  const search = page.getByRole('combobox', { name: 'Search pictures' });
  await search.fill('is:fav');
  await expect(page.getByRole('option', { name: /favourite/ }).first()).toBeVisible();
  await search.fill('is:favourite harbour');
  await expect(cells()).toHaveCount(1);
  await search.fill('zebra');
  await expect(page.getByText('No picture matches')).toBeVisible();
  await search.fill('');
  await expect(cells()).toHaveCount(prompts.length);

  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.locator('[data-rating="4"]')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.locator('[data-favourite]')).toHaveCount(0);
});

test('dialogs and menus open, hold the focus and give it back', { tag: '@long' }, async () => {
  await cells().first().click();
  const isBack = (): Promise<void> => expect(cells().first()).toBeFocused();
  for (const [keys, name] of [['?', /shortcuts/i], ['m', /album/i], ['ControlOrMeta+s', /^Save a copy/]] as const) {
    await page.keyboard.press(keys);
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog).toBeVisible();
    for (let times = 0; times < 12; times += 1) {
      await page.keyboard.press('Tab');
      // At the end of the dialog, the focus goes on at its beginning.
      await expect(dialog.locator(':focus')).toHaveCount(1);
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await isBack();
  }
  await cells().first().click({ button: 'right' });
  await expect(await itemInMenu(page, 'Copy', 'Picture')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Escape');
  await isBack();

  await prompt().fill('sixty foxes');
  await page.getByRole('textbox', { name: 'How many' }).fill('60');
  await prompt().press('ControlOrMeta+Enter');
  await expect(page.getByRole('dialog', { name: 'Generate 60 with Practice?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'How many' }).fill('1');
  await prompt().fill('');
});

test('a task that fails says so in the strip and in the history', { tag: '@long' }, async () => {
  await prompt().fill('A portrait [fail]');
  await prompt().press('ControlOrMeta+Enter');
  await expect(page.locator('[data-strip-panel] [data-task-status="failed"]')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+2');
  const row = page.getByRole('row', { name: /A portrait \[fail\]/ });
  await row.click();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary').getByText('A portrait [fail]').first()).toBeVisible();
  expect(await faultsInBothThemes(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+5');
  await expect(page.getByRole('heading', { name: 'Nothing is waiting' })).toBeVisible();
});

test('settings are changed, and are there after the page is loaded again', { tag: '@long' }, async () => {
  await page.keyboard.press('ControlOrMeta+,');
  for (const name of ['Accounts', 'Generating', 'Assistants', 'Library', 'Appearance', 'About']) {
    await page.getByRole('tab', { name }).click();
    await expect(page.getByRole('tabpanel', { name })).toBeVisible();
    expect(await faultsInBothThemes(page), name).toEqual([]);
  }
  const dark = (): Locator => page.getByRole('group', { name: 'Theme' }).getByRole('button', { name: 'Dark' });
  await page.getByRole('tab', { name: 'Appearance' }).click();
  await dark().click();
  await expect(dark()).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await page.keyboard.press('ControlOrMeta+,');
  await page.getByRole('tab', { name: 'Appearance' }).click();
  await expect(dark()).toHaveAttribute('aria-pressed', 'true');
});

test('Tab stops at controls alone: Chromium also stops at what scrolls, unless a control is in it', { tag: '@long' }, async () => {
  const stop = `(() => {
    const element = document.activeElement;
    return element === document.body || element.matches('a[href], button, input, textarea, select, summary, [tabindex]') ? '' : element.outerHTML.slice(0, 200);
  })()`;
  for (const place of ['1', '2', '4', '5', '6', ',']) {
    await page.keyboard.press(`ControlOrMeta+${place}`);
    const stops = new Set<unknown>();
    for (let times = 0; times < 60; times += 1) {
      await page.keyboard.press('Tab');
      stops.add(await page.evaluate(stop));
    }
    expect([...stops].filter((html) => html !== ''), `place ${place}`).toEqual([]);
  }
});
