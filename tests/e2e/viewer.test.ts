import path from 'node:path';
import type { Locator } from '@playwright/test';
import { withSharedApp } from '../support/fresh-app.ts';
import type { LatentApp } from '../support/latent-app.ts';
import { seedProfile } from '../support/seeded-profile.ts';
import { picturesOf } from '../support/sheet-driver.ts';
import { expect, test } from '../support/test.ts';

/** The viewer: what it shows at first, the order of its pictures, its zoom, and what is thrown away in it. */

const seededPictures = 60;
let app: LatentApp;
/** The ids of the pictures, in the order of the sheet. */
let ids: readonly number[];
withSharedApp(
  (shared, { userData }) => {
    app = shared;
    ids = picturesOf(path.join(userData, 'latent.db')).map(({ id }) => id);
  },
  { begin: (profile) => seedProfile(profile, { images: seededPictures, seed: 7, until: Date.UTC(2026, 9, 21) }) },
);
test.beforeEach(async () => {
  await app.page.keyboard.press('Escape');
  await expect(viewerOf()).toBeHidden();
  await app.page.keyboard.press('ControlOrMeta+1');
  await app.page.getByRole('combobox', { name: 'Search pictures' }).fill('');
  // The first closes the suggestions, the second leads to the sheet, which is where it was left.
  await app.page.keyboard.press('Escape');
  await app.page.keyboard.press('Escape');
  await expect(app.page.locator('[role="gridcell"]:focus')).toBeVisible();
  await app.page.keyboard.press('Home');
  await cellOf(ids[0]).waitFor();
});

const viewerOf = (): Locator => app.page.getByRole('dialog', { name: 'Viewer' });
const position = (): Locator => viewerOf().getByRole('status');
const cellOf = (id: number | undefined): Locator => app.page.getByRole('gridcell').filter({ has: app.page.locator(`[data-image-id="${id}"]`) });

/** The id of the picture that is shown. */
async function shown(): Promise<number> {
  const source = await viewerOf().locator('img[src^="latent://picture/"]').getAttribute('src');
  return Number(source?.split('/').at(-1));
}

/** The ids of the filmstrip, from left to right. */
async function filmstrip(): Promise<readonly number[]> {
  const frames = viewerOf().getByRole('group', { name: 'Filmstrip' }).getByRole('button');
  return (await frames.evaluateAll((buttons) => buttons.map((button) => (button as unknown as { getAttribute(name: string): string | null }).getAttribute('data-frame')))).map(Number);
}

/** The scale that the bar tells. */
const zoom = (): Locator => viewerOf().getByRole('button', { name: /^[\d,.]+%\./ });

test('the filmstrip, the arrow keys and "n of m" follow the view that the picture was opened from', async () => {
  const { page } = app;

  await test.step('the whole library', async () => {
    await cellOf(ids[0]).dblclick();
    await expect(position()).toHaveText(`1 of ${seededPictures}`);
    for (let at = 1; at <= 4; at += 1) {
      await page.keyboard.press('ArrowRight');
      await expect(position()).toHaveText(`${at + 1} of ${seededPictures}`);
      expect(await shown()).toBe(ids[at]);
    }
    const strip = await filmstrip();
    expect(strip).toEqual(ids.slice(0, strip.length));
    await expect(viewerOf().locator('[aria-current="true"]')).toHaveAttribute('data-frame', String(ids[4]));
    await viewerOf().locator(`[data-frame="${ids[7]}"]`).click();
    await expect(position()).toHaveText(`8 of ${seededPictures}`);
    await page.keyboard.press('End');
    await expect(position()).toHaveText(`${seededPictures} of ${seededPictures}`);
    expect((await filmstrip()).at(-1)).toBe(ids.at(-1));
    await page.keyboard.press(' ');
    await expect(cellOf(ids.at(-1))).toBeFocused();
  });

  await test.step('a search', async () => {
    const [a, b, c] = [ids[3], ids[10], ids[25]].map(Number);
    await app.call('marksSet', { target: { token: null, revision: 0, ranges: [], imageIds: [a, b, c] }, mark: { kind: 'tag', tag: 'chosen' } });
    await page.getByRole('combobox', { name: 'Search pictures' }).fill('tag:chosen ');
    await expect(app.pictures).toHaveCount(3);
    await cellOf(a).dblclick();
    await expect(position()).toHaveText('1 of 3');
    expect(await filmstrip()).toEqual([a, b, c]);
    await page.keyboard.press('ArrowRight');
    await expect(position()).toHaveText('2 of 3');
    expect(await shown()).toBe(b);
    await page.keyboard.press('Escape');
  });

  await test.step('from the history: the pictures of the task, whatever the gallery shows', async () => {
    const { tasks } = await app.history();
    const withPictures = tasks.filter(({ images }) => images.some(({ state }) => state.status === 'kept'));
    const several = withPictures.find(({ images }) => images.length > 1);
    const below = several && withPictures[withPictures.indexOf(several) + 1];
    const siblings = several?.images.map(({ id }) => id) ?? [];
    await page.keyboard.press('ControlOrMeta+2');
    await page.getByRole('row').filter({ hasText: several?.task.request.prompt ?? '' }).first().click();
    await page.keyboard.press(' ');
    await expect(position()).toHaveText(`1 of ${siblings.length}`);
    expect(await filmstrip()).toEqual(siblings);
    await page.keyboard.press('ArrowRight');
    await expect(position()).toHaveText(`2 of ${siblings.length}`);
    expect(await shown()).toBe(siblings[1]);
    // Behind the last one come those of the row below.
    await page.keyboard.press('End');
    await expect(position()).toHaveText(`${siblings.length} of ${siblings.length}`);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => shown()).toBe(below?.images[0]?.id);
    await expect(position()).toHaveText(`1 of ${below?.images.length}`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('row', { selected: true })).toContainText(below?.task.request.prompt ?? '');
  });
});

test('the background is dark in both themes, the details are hidden at first, and the prompt is shown once', async () => {
  const { page } = app;
  for (const [colorScheme, at] of [['light', 0], ['dark', 1]] as const) {
    await page.emulateMedia({ colorScheme });
    await cellOf(ids[at]).dblclick();
    await expect(position()).toBeVisible();
    expect(await viewerOf().evaluate((element) => (globalThis as unknown as { getComputedStyle(of: unknown): { backgroundColor: string } }).getComputedStyle(element).backgroundColor)).toBe('rgb(14, 14, 15)');
    const facts = page.getByRole('complementary', { name: 'Details' });
    await expect(facts).toBeHidden();
    const info = ((await app.call('imagesDescribe', { imageIds: [ids[at]] })) as { task: { request: { prompt: string } } }[])[0];
    const prompt = viewerOf().getByText(info?.task.request.prompt ?? '', { exact: true });
    await expect(prompt).toHaveCount(1);
    await page.keyboard.press('i');
    await expect(facts).toBeVisible();
    await expect(prompt).toHaveCount(1);
    await page.keyboard.press('i');
    await page.keyboard.press('Escape');
  }
});

test('Tab stays in the viewer, and closing it leads to the picture that was shown last', async () => {
  const { page } = app;
  await cellOf(ids[0]).dblclick();
  await expect(viewerOf()).toBeFocused();
  const buttons = await viewerOf().getByRole('button').count();
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let at = 0; at <= buttons; at += 1) {
      await page.keyboard.press(key);
      await expect(viewerOf().locator(':focus')).toHaveCount(1);
    }
  }
  await viewerOf().getByRole('button', { name: 'Back', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(position()).toHaveText(`2 of ${seededPictures}`);
  await page.keyboard.press('Escape');
  await expect(cellOf(ids[1])).toBeFocused();
});

test('keys that are pressed while the code of the viewer is being loaded act in it', async () => {
  const { page } = app;
  await app.reloadBusy();
  await cellOf(ids[0]).click();
  await page.evaluate(`for (const key of ['Enter', 'ArrowRight', 'ArrowRight']) document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))`);
  await expect(position()).toHaveText(`3 of ${seededPictures}`);
});

test('a dialog over the viewer returns the focus to it', async () => {
  await cellOf(ids[0]).dblclick();
  await expect(viewerOf()).toBeFocused();
  await app.page.keyboard.press('?');
  await expect(app.page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await app.page.keyboard.press('Escape');
  await expect(viewerOf()).toBeFocused();
});

test('a menu over the viewer returns the focus to it, so that Enter zooms', async () => {
  const { page } = app;
  await cellOf(ids[0]).dblclick();
  await expect(viewerOf()).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menu')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(viewerOf()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(zoom()).toHaveText('100%');
});

test('zoom and place stay from picture to picture until they are reset', async () => {
  const { page } = app;
  await cellOf(ids[0]).dblclick();
  await expect(position()).toBeVisible();
  const fitted = await zoom().textContent();
  // The pictures are smaller than the window, and fill it.
  expect(Number.parseInt(fitted ?? '', 10)).toBeGreaterThan(100);

  // Enter is the whole picture and its actual size by turns.
  await page.keyboard.press('Enter');
  await expect(zoom()).toHaveText('100%');
  await page.keyboard.press('Enter');
  await expect(zoom()).toHaveText(fitted ?? '');
  await viewerOf().locator('img[src^="latent://picture/"]').dblclick();
  await expect(zoom()).toHaveText('100%');
  // Powers of the square root of two, and the scale that fits.
  for (let step = 0; step < 9; step += 1) await page.keyboard.press('+');
  await expect(zoom()).toHaveText('1,600%');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(position()).toHaveText(`2 of ${seededPictures}`);
  await expect(zoom()).toHaveText('1,600%');
  const place = (): Promise<string> => viewerOf().locator('img[src^="latent://picture/"]').evaluate((image) => (image as unknown as { parentElement: { style: { transform: string } } }).parentElement.style.transform);
  expect(await place()).not.toContain('translate(0px, 0px)');

  await viewerOf().getByRole('button', { name: 'Keep the zoom from picture to picture' }).click();
  await page.keyboard.press('ArrowRight');
  await expect(position()).toHaveText(`3 of ${seededPictures}`);
  await expect(zoom()).not.toHaveText('1,600%');
  await page.keyboard.press('k');
  await expect(viewerOf().getByRole('button', { name: 'Keep the zoom from picture to picture' })).toHaveAttribute('aria-pressed', 'true');
});

test('a picture that is deleted in the viewer returns to it with an undo; without another picture the viewer closes and says so', async () => {
  const { page } = app;
  await cellOf(ids[2]).dblclick();
  await expect(position()).toHaveText(`3 of ${seededPictures}`);
  await page.keyboard.press('Delete');
  await expect(position()).toHaveText(`3 of ${seededPictures - 1}`);
  await expect.poll(() => shown()).toBe(ids[3]);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => shown()).toBe(ids[4]);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => shown()).toBe(ids[2]);
  await expect(position()).toHaveText(`3 of ${seededPictures}`);

  await test.step('by the button and by the menu', async () => {
    await viewerOf().getByRole('toolbar', { name: 'Actions' }).getByRole('button', { name: 'Move to the trash' }).click();
    await expect(position()).toHaveText(`3 of ${seededPictures - 1}`);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => shown()).toBe(ids[2]);
    await viewerOf().locator('img[src^="latent://picture/"]').click({ button: 'right' });
    const items = await page.getByRole('menuitem').allTextContents();
    await page.getByRole('menuitem', { name: 'Move to the trash' }).click();
    await expect(position()).toHaveText(`3 of ${seededPictures - 1}`);
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => shown()).toBe(ids[2]);
    await page.keyboard.press('Escape');
    // The sheet offers the same, and opening it.
    await cellOf(ids[2]).click({ button: 'right' });
    expect((await page.getByRole('menuitem').allTextContents()).slice(1)).toEqual(items);
    await page.keyboard.press('Escape');
  });

  await test.step('on the sheet the picture that comes back is selected and in sight', async () => {
    await cellOf(ids[2]).click();
    await page.keyboard.press('Delete');
    await expect(cellOf(ids[2])).toHaveCount(0);
    await page.keyboard.press('End');
    await expect(cellOf(ids.at(-1))).toBeFocused();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(cellOf(ids[2])).toBeFocused();
    await expect(cellOf(ids[2])).toHaveAttribute('aria-selected', 'true');
    await expect(cellOf(ids[2])).toBeInViewport();
  });

  await test.step('the last one', async () => {
    await app.call('marksSet', { target: { token: null, revision: 0, ranges: [], imageIds: [ids[5]] }, mark: { kind: 'tag', tag: 'alone' } });
    await page.getByRole('combobox', { name: 'Search pictures' }).fill('tag:alone ');
    await expect(app.pictures).toHaveCount(1);
    await cellOf(ids[5]).dblclick();
    await expect(position()).toHaveText('1 of 1');
    await page.keyboard.press('Delete');
    await expect(viewerOf()).toBeHidden();
    await expect(page.getByText('That was the last picture here.')).toBeVisible();
  });
});
