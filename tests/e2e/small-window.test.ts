import type { Locator } from '@playwright/test';
import { withFreshApp } from '../support/fresh-app.ts';
import type { LatentApp } from '../support/latent-app.ts';
import { expect, test } from '../support/test.ts';

/** What a small window keeps in sight, and the one line at its lower edge. */

let app: LatentApp;
withFreshApp((fresh) => (app = fresh), { strip: 'closed' });
test.beforeEach(() => app.page.emulateMedia({ reducedMotion: 'reduce' }));

async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error(`${String(locator)} is not in sight`);
  return box;
}

async function makePictures(): Promise<void> {
  await app.submit('a harbour [many]');
  await expect.poll(() => app.loadedPictures(), { timeout: 60_000 }).toBe(4);
}

test('what is selected and what is said share one line, and neither covers the other or the sheet', async () => {
  const { page } = app;
  await makePictures();
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
      else await expect(bar).toHaveCSS('opacity', '0');
      await page.keyboard.press('f');
      await page.keyboard.press('Escape');
    });
  }
});

test('a narrow window opens the inspector over the sheet, only when it is asked for', async () => {
  const { page } = app;
  await makePictures();
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
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
});

test('the search field is wide enough for its words, and keeps its width', async () => {
  const { page } = app;
  await makePictures();
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

test('the account is named whole, and the first start fits at 900 × 600', async () => {
  await app.resize(900, 600);
  await expect(app.page.getByText(/^This is the practice service/)).toBeInViewport({ ratio: 1 });
  await expect(app.page.getByText('Welcome to Latent')).toBeInViewport({ ratio: 1 });
  await app.call('accountsAdd', { name: 'Acme Studio Berlin', baseUrl: 'http://127.0.0.1:9', key: 'a-key', keeping: 'session' });
  for (const [width, height] of [[1280, 800], [900, 600], [640, 400]] as const) {
    await app.resize(width, height);
    const name = app.page.getByRole('button', { name: /^Account/ }).getByText('Acme Studio Berlin');
    await expect.poll(() => name.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  }
});
