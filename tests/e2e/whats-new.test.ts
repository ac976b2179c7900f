import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { axeFaults } from '../support/axe.ts';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { expect, test } from '../support/test.ts';
import { windowFaults } from '../support/window-faults.ts';

/** What is new after an update, once, in a corner. */

const { version } = createRequire(import.meta.url)('../../package.json') as { readonly version: string };
let profile: Profile;
test.beforeEach(async () => {
  profile = await createProfile();
});
test.afterEach(async () => {
  for (const app of LatentApp.running) await app.close();
  await profile.remove();
});

const card = ({ page }: LatentApp): Locator => page.getByRole('complementary', { name: `New in Latent ${version}` });

/** As an older Latent leaves the profile. */
async function ranBefore(): Promise<void> {
  await mkdir(profile.userData, { recursive: true });
  await writeFile(path.join(profile.userData, 'view-state.json'), JSON.stringify({ ran: '0.9.0' }));
}

test('an update says what is new, once, and all of it can be read without a network', async () => {
  await ranBefore();
  const app = await LatentApp.launch(profile);
  const { page } = app;
  await expect(card(app).getByRole('listitem')).toHaveCount(4);
  // It takes no focus, and leaves the prompt where it is.
  await expect(app.prompt).toBeFocused();
  for (const [width, height] of [[640, 400], [900, 600], [1280, 800]] as const) {
    await app.resize(width, height);
    for (const theme of ['dark', 'light'] as const) {
      await app.changeSettings({ theme });
      // It lies over the sheet, so that places are not compared.
      expect(await axeFaults(page), `${width}, ${theme}`).toEqual([]);
    }
  }
  // Never over a dialog.
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(card(app)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await card(app).getByRole('button', { name: 'Read all' }).click();
  const all = page.getByRole('dialog', { name: 'What has changed' });
  await expect(all).toContainText('What you paid for is never lost and never paid twice.');
  expect(await windowFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(card(app)).toHaveCount(0);
  await app.close();

  const again = await LatentApp.launch(profile);
  await expect(again.prompt).toBeVisible();
  await expect(card(again)).toHaveCount(0);
});

test('it is closed by its button or by Escape, and the second window says nothing', async () => {
  await ranBefore();
  const app = await LatentApp.launch(profile);
  const second = app.electron.waitForEvent('window');
  await app.call('windowsSet', { second: true });
  const other = await second;
  await other.waitForLoadState();
  await expect(card(app)).toBeVisible();
  await expect(other.getByText(`New in Latent ${version}`)).toHaveCount(0);
  await card(app).getByRole('button', { name: 'Close' }).focus();
  await app.page.keyboard.press('Escape');
  await expect(card(app)).toHaveCount(0);
  expect(await app.page.evaluate('document.activeElement !== document.body')).toBe(true);
});

test('a first start has nothing new', async () => {
  const app = await LatentApp.launch(profile, { isFirst: true });
  await expect(app.page.locator('[data-first-step]')).toBeVisible();
  await expect(card(app)).toHaveCount(0);
});

test('with reduced motion, the card does not move', async () => {
  await ranBefore();
  const app = await LatentApp.launch(profile);
  await expect(card(app)).toBeVisible();
  await app.page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await card(app).evaluate((element) => Number.parseFloat((globalThis as unknown as { getComputedStyle(of: unknown): { animationDuration: string } }).getComputedStyle(element).animationDuration))).toBeLessThan(0.002);
});
