import type { Locator, Page } from '@playwright/test';
import { chooseInMenu, itemInMenu } from '../support/choose-in-menu.ts';
import { withSharedApp } from '../support/fresh-app.ts';
import type { LatentApp } from '../support/latent-app.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { expect, test } from '../support/test.ts';

/** How the viewer shows pictures: as a slideshow, on another ground, on the full screen, and in a second window. */

let app: LatentApp;
withSharedApp((shared) => void (app = shared), { begin: (profile) => seedHistory(profile, Array.from({ length: 4 }, (_, at) => ({ prompt: `fox ${4 - at}` }))) });
test.beforeEach(async () => {
  await app.page.keyboard.press('Escape');
  await expect(viewer()).toBeHidden();
  await app.page.getByRole('gridcell', { name: 'fox 1' }).dblclick();
  await expect(viewer()).toBeVisible();
});

const viewer = (): Locator => app.page.getByRole('dialog', { name: 'Viewer' });
const shows = (prompt: string): Promise<void> => expect(viewer().getByRole('img', { name: prompt })).toBeVisible();

test('the slideshow goes through the view and around, and a key or click ends it', { tag: '@long' }, async () => {
  const { page } = app;
  await viewer().getByRole('button', { name: 'More' }).click();
  await (await itemInMenu(page, 'View', '2 seconds')).press('Enter');
  await page.keyboard.press('F5');
  await expect(viewer().getByRole('toolbar')).toHaveCount(0);
  await expect(page.getByText('Slideshow: 2 seconds for each picture. Any key or click ends it.')).toBeVisible();
  for (const prompt of ['fox 2', 'fox 3', 'fox 4', 'fox 1']) await shows(prompt);
  // Escape ends the slideshow, and not the viewer.
  await page.keyboard.press('Escape');
  await expect(viewer().getByRole('toolbar', { name: 'Actions' })).toBeVisible();
  await viewer().getByRole('button', { name: 'More' }).focus();
  await page.keyboard.press('F5');
  await expect(viewer().getByRole('toolbar')).toHaveCount(0);
  await expect(viewer()).toBeFocused();
  // Under the pointer, the message would stay until the pointer leaves it.
  await page.getByText('Any key or click ends it.').hover();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Any key or click ends it.')).toHaveCount(0);
  await page.keyboard.press('F5');
  await expect(viewer().getByRole('toolbar')).toHaveCount(0);
  await viewer().click({ position: { x: 20, y: 20 } });
  await expect(viewer().getByRole('toolbar', { name: 'Actions' })).toBeVisible();
  await page.keyboard.press('F5');
  await page.keyboard.press('p');
  await expect(viewer().getByRole('img', { name: /^Picked/ })).toBeVisible();
});

test('the ground is chosen by key and by menu, and is there at the next load', async () => {
  const { page } = app;
  const ground = (): Locator => viewer().locator('[data-ground]');
  const colour = (wanted: string): Promise<void> => expect(ground()).toHaveCSS('background-color', wanted);
  await page.keyboard.press('l');
  await colour('rgb(0, 0, 0)');
  await page.keyboard.press('l');
  await colour('rgb(119, 119, 119)');
  await page.keyboard.press('l');
  await colour('rgb(255, 255, 255)');
  await page.reload();
  await page.getByRole('gridcell', { name: 'fox 1' }).dblclick();
  await colour('rgb(255, 255, 255)');
  await viewer().getByRole('button', { name: 'More' }).click();
  await (await itemInMenu(page, 'View', 'Checkerboard behind transparent parts')).press('Enter');
  await expect(ground()).toHaveAttribute('data-ground', 'checker');
  await page.keyboard.press('l');
  await expect(ground()).toHaveAttribute('data-ground', 'dark');
});

test('a key fills the screen, and Escape leaves it before it leaves the viewer', async () => {
  const { page } = app;
  const isFull = (): Promise<boolean> => app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().some((window) => window.isFullScreen()));
  await page.keyboard.press('F11');
  await expect.poll(isFull).toBe(true);
  await viewer().getByRole('button', { name: 'More' }).click();
  await expect(await itemInMenu(page, 'View', 'Leave full screen')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect.poll(isFull).toBe(false);
  await expect(viewer()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer()).toBeHidden();
});

test('a second window shows the picture in hand, can call nothing, and is closed by key', async () => {
  const { page } = app;
  const others = (): readonly Page[] => app.electron.windows().filter((window) => window.url() === 'latent://app/second.html');
  await page.keyboard.press('ControlOrMeta+Shift+w');
  await expect.poll(() => others().length).toBe(1);
  const second = others()[0] as Page;
  await expect(second.getByRole('img', { name: 'fox 1' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(second.getByRole('img', { name: 'fox 2' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('gridcell', { name: 'fox 4' }).click();
  await expect(second.getByRole('img', { name: 'fox 4' })).toBeVisible();
  expect(await second.evaluate(() => ['api' in globalThis, 'require' in globalThis, Object.keys((globalThis as unknown as { second: object }).second)])).toEqual([false, false, ['onShow']]);

  // After the main window's page is reloaded, it still knows about the second window.
  await page.reload();
  await page.getByRole('gridcell', { name: 'fox 3' }).click();
  await expect(second.getByRole('img', { name: 'fox 3' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Shift+w');
  await expect.poll(() => others().length).toBe(0);
  await page.keyboard.press('ControlOrMeta+Shift+w');
  await expect.poll(() => others().length).toBe(1);
  await expect((others()[0] as Page).getByRole('img', { name: 'fox 3' })).toBeVisible();
  // The window's own button closes it too, and the key opens it again.
  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().find((window) => window.webContents.getURL().endsWith('/second.html'))?.close());
  await expect.poll(() => others().length).toBe(0);
  await page.getByRole('gridcell', { name: 'fox 3' }).dblclick();
  await viewer().getByRole('button', { name: 'More' }).click();
  await chooseInMenu(page, 'View', 'Second window');
  await expect.poll(() => others().length).toBe(1);
  await page.keyboard.press('ControlOrMeta+Shift+w');
  await expect.poll(() => others().length).toBe(0);
});
