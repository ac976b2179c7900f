import type { Locator } from '@playwright/test';
import { chooseInMenu, itemInMenu } from '../support/choose-in-menu.ts';
import { withSharedApp } from '../support/fresh-app.ts';
import type { LatentApp } from '../support/latent-app.ts';
import { startScriptedService } from '../support/scripted-service.ts';
import { expect, test } from '../support/test.ts';

/** What a small window keeps in sight, and the one line at its lower edge. */

let app: LatentApp;
// A first start: the list of tasks and the inspector are closed.
const firstStart = { strip: 'closed', inspector: 'closed' } as const;

async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error(`${String(locator)} is not in sight`);
  return box;
}

test.describe('with four pictures', () => {
  withSharedApp(async (shared) => {
    app = shared;
    await app.page.emulateMedia({ reducedMotion: 'reduce' });
    await app.submit('a harbour [many]');
    await expect.poll(() => app.loadedPictures()).toBe(4);
  }, firstStart);
  test.beforeEach(() => app.resize(1280, 800));

  test('selection and messages share one line, and neither covers the other or the sheet', { tag: '@long' }, async () => {
    const { page } = app;
    await app.changeSettings({ markExtras: true });
    for (const [width, height] of [[640, 400], [900, 600], [1280, 800]] as const) {
      await test.step(`${width}×${height}`, async () => {
        await app.resize(width, height);
        await app.pictures.first().click();
        await page.keyboard.press('ControlOrMeta+a');
        const bar = page.getByRole('toolbar', { name: 'Selection' });
        const trash = bar.getByRole('button', { name: 'Move to the trash' });
        const before = await boxOf(trash);
        expect(before.y).toBeGreaterThan(height - 32);
        await page.keyboard.press('f');
        const toast = page.locator('[data-toast]').filter({ hasText: 'favourites' });
        await expect(toast).toBeVisible();
        // The buttons of the bar do not move under the hand.
        expect(await boxOf(trash)).toEqual(before);
        const said = await boxOf(toast);
        const sheet = await boxOf(page.getByRole('grid'));
        expect(sheet.y + sheet.height).toBeLessThanOrEqual(said.y);
        expect(said.y + said.height).toBeLessThanOrEqual(height);
        const line = await boxOf(bar);
        if (width >= 800) expect(line.x + line.width).toBeLessThanOrEqual(said.x);
        else {
          const marks = bar.locator('> div').first();
          await expect(marks).toHaveCSS('opacity', '0');
          await expect(marks).toHaveCSS('pointer-events', 'none');
        }
        // How many are selected is in sight beside every message, also after another room.
        const count = bar.getByRole('status');
        expect((await boxOf(count)).x + (await boxOf(count)).width).toBeLessThanOrEqual(said.x);
        await page.keyboard.press('ControlOrMeta+2');
        await expect(bar).toHaveCount(0);
        await page.keyboard.press('ControlOrMeta+1');
        await expect(count).toHaveText('4 selected');
        for (const shown of [count, bar]) await expect(shown).toHaveCSS('opacity', '1');
        await page.keyboard.press('f');
        await page.keyboard.press('Escape');
        const one = page.getByText('1 selected');
        for (const shown of [one, one.locator('..')]) await expect(shown).toHaveCSS('opacity', '1');
      });
    }
  });

  test('a narrow window opens the inspector over the sheet, and only on request', async () => {
    const { page } = app;
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    await app.pictures.first().click();
    await page.keyboard.press('i');
    await expect(inspector).toBeVisible();
    await app.resize(640, 400);
    await app.pictures.first().click();
    await expect(inspector).toHaveCount(0);
    const sheet = await boxOf(page.getByRole('grid'));
    await page.keyboard.press('i');
    await expect(inspector).toBeInViewport();
    expect(await boxOf(page.getByRole('grid'))).toEqual(sheet);
    await page.getByRole('button', { name: 'Hide the inspector' }).first().click();
    await expect(inspector).toHaveCount(0);
    // The wide window has it as it was.
    await app.resize(1280, 800);
    await expect(inspector).toBeVisible();
    await page.keyboard.press('i');
    await expect(inspector).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  test('the search field is wide enough for its words, and keeps its width', async () => {
    const { page } = app;
    for (const [width, height] of [[640, 400], [900, 600], [1280, 800]] as const) {
      await app.resize(width, height);
      const field = page.getByRole('search');
      const empty = await boxOf(field);
      expect(empty.width).toBeGreaterThanOrEqual(160);
      await page.getByRole('combobox', { name: 'Search pictures' }).fill('harbour');
      expect(await boxOf(field)).toEqual(empty);
      await page.getByRole('combobox', { name: 'Search pictures' }).fill('');
      await page.keyboard.press('Escape');
    }
  });

  test('a small window shows two whole rows of pictures at the default size', async () => {
    for (const [width, height] of [[640, 400], [720, 480]] as const) {
      await app.resize(width, height);
      const sheet = await boxOf(app.page.getByRole('grid', { name: 'Pictures' }));
      await expect
        .poll(async () => {
          const cell = await boxOf(app.page.getByRole('gridcell').first());
          return cell.y - sheet.y + 2 * cell.height;
        })
        .toBeLessThan(sheet.height);
    }
  });

  test('the main actions on a picture have words in every window, and a menu has the others', { tag: '@long' }, async () => {
    const { page } = app;
    for (const [width, height] of [[640, 400], [900, 600], [1280, 800]] as const) {
      await test.step(`${width}×${height}`, async () => {
        await app.resize(width, height);
        await app.pictures.first().click();
        await page.keyboard.press('ControlOrMeta+a');
        const selection = page.getByRole('toolbar', { name: 'Selection' });
        for (const words of ['Favourite', 'Move to the trash', 'Save copies…']) await expect(selection.getByText(words, { exact: true })).toBeInViewport({ ratio: 1 });
        if (width <= 1180) {
          await selection.getByRole('button', { name: 'More' }).click();
          for (const name of ['Mark', 'Album', /^Show in folder/]) await expect(page.getByRole('menuitem', { name })).toBeVisible();
          await page.keyboard.press('Escape');
        }
        await page.keyboard.press('Escape');
        await app.pictures.first().dblclick();
        const viewer = page.getByRole('dialog');
        for (const words of ['Copy to prompt', 'Save a copy…']) await expect(viewer.getByText(words, { exact: true })).toBeInViewport({ ratio: 1 });
        for (const name of ['Move to the trash', 'Show the details']) await expect(viewer.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
        await viewer.getByRole('button', { name: 'More' }).click();
        for (const [submenu, name] of [['Copy', 'Picture'], ['Open with', 'Default program']] as const) await expect(await itemInMenu(page, submenu, name)).toBeVisible();
        await page.keyboard.press('ArrowLeft');
        await page.keyboard.press('Escape');
        await page.keyboard.press('Escape');
        await expect(viewer).toHaveCount(0);
      });
    }
  });

  test('from the menu of a narrow bar, the keyboard goes to the field for tags and stays there', async () => {
    const { page } = app;
    await app.resize(900, 600);
    await app.pictures.first().click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'More' }).click();
    await chooseInMenu(page, 'Mark', 'Add a tag…');
    const field = page.getByRole('combobox', { name: 'Add a tag' });
    await expect(field).toBeFocused();
    await expect(page.getByRole('menu', { includeHidden: true })).toHaveCount(0);
    await expect(field).toBeFocused();
    await page.keyboard.press('Escape');
    await page.keyboard.press('i');
    await expect(page.getByRole('complementary', { name: 'Inspector' })).toHaveCount(0);
    await page.keyboard.press('Escape');
  });
});

test.describe('at the first start', () => {
  withSharedApp((shared) => void (app = shared), firstStart);
  test.beforeEach(async () => {
    await app.page.emulateMedia({ reducedMotion: 'reduce' });
    await app.selectAccount('Practice');
    await app.hideProblems();
    await app.renew({ stripOpen: false, inspectorOpen: false });
    await app.resize(1280, 800);
  });

  test('the name of the account is not cut, and the first start fits at 900 × 600', { tag: '@long' }, async () => {
    await app.resize(900, 600);
    await expect(app.page.getByText(/^This is the practice service/)).toBeInViewport({ ratio: 1 });
    await expect(app.page.getByText('Welcome to Latent')).toBeInViewport({ ratio: 1 });
    // If it does not fit, its title is at the top.
    await app.resize(640, 400);
    await expect(app.page.getByText('Welcome to Latent')).toBeInViewport({ ratio: 1 });
    await app.call('accountsAdd', { name: 'Acme Studio Berlin', baseUrl: 'http://127.0.0.1:9', key: 'a-key', keeping: 'session' });
    for (const [width, height] of [[1280, 800], [900, 600], [640, 400]] as const) {
      await app.resize(width, height);
      const name = app.page.getByRole('button', { name: /^Account/ }).getByText('Acme Studio Berlin');
      await expect.poll(() => name.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    }
  });

  test('in a narrow window, the details of a task cover the bar of the history and can be closed', async () => {
    const { page } = app;
    await app.submit('a fox [refuse]');
    await app.resize(640, 400);
    await page.keyboard.press('ControlOrMeta+2');
    await page.getByRole('row').nth(1).click();
    const panel = page.getByRole('complementary');
    await expect(panel).toBeVisible();
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(panel).toHaveCount(0);
  });

  test('the prompt field fits its text, also after the window is resized', async () => {
    const { page } = app;
    const overflow = () => app.prompt.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    await app.resize(1280, 800);
    await app.prompt.fill('a harbour at dawn with small boats and a lighthouse on the cliff behind it, seen from the sea, in soft light');
    const before = (await boxOf(app.prompt)).height;
    await app.resize(700, 600);
    await expect.poll(overflow).toBeLessThanOrEqual(0);
    expect((await boxOf(app.prompt)).height).toBeGreaterThan(before);
    await app.prompt.fill('');
    await app.resize(700, 400);
    await expect.poll(overflow).toBeLessThanOrEqual(0);
    await app.resize(700, 600);
    await expect.poll(overflow).toBeLessThanOrEqual(0);
    await page.keyboard.press('Escape');
  });

  test('the reason for an unknown outcome is not cut in a small window, beside the money', async () => {
    const { page } = app;
    const service = await startScriptedService({ key: 'sk-e2e-small-window-0' });
    await service.script('a fox', { submit: [{ then: { do: 'reset', after: 'before-answer' } }] });
    await app.addAccount(service.url, service.key);
    await app.submit('a fox');
    await app.resize(640, 400);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '1 problem' }).click();
    const why = app.tile('unknown').getByTitle('The connection broke before the answer came.');
    await expect(why).toBeVisible();
    const { x, width } = await boxOf(app.tile('unknown'));
    for (const words of [why, app.tile('unknown').locator('[data-money]')]) {
      await expect.poll(() => words.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
      const whole = await boxOf(words);
      expect(whole.x + whole.width).toBeLessThanOrEqual(x + width);
    }
    await service.stop();
  });

  test('the details of a task do not move the rows below the notice of unknown outcomes', async () => {
    const { page } = app;
    await app.submit('an owl [drop]');
    await app.submit('a hare [drop]');
    await app.resize(1280, 800);
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+2');
    await expect(page.getByRole('button', { name: 'Show only these' })).toBeVisible();
    const row = page.getByRole('row', { name: /an owl/ });
    const before = await boxOf(row);
    await row.click();
    await expect(page.getByRole('button', { name: 'Copy to prompt' })).toBeVisible();
    expect((await boxOf(row)).y).toBe(before.y);
  });

  test('beside the inspector, the words above the trash take two lines at most', { tag: '@long' }, async () => {
    const { page } = app;
    await app.submit('a harbour');
    await expect.poll(() => app.loadedPictures()).toBe(1);
    await app.resize(900, 600);
    await page.getByRole('button', { name: 'Show the inspector' }).click();
    await page.getByRole('button', { name: 'Trash', exact: true }).click();
    const words = page.getByRole('region', { name: 'Trash' }).getByText(/at least 30 days/);
    await expect(words).toBeVisible();
    await expect.poll(async () => Math.round((await boxOf(words)).height)).toBeLessThan(45);
  });
});
