import type { Locator } from '@playwright/test';
import { withFreshApp, withSharedApp } from '../support/fresh-app.ts';
import { LatentApp, type Profile } from '../support/latent-app.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { expect, test } from '../support/test.ts';

/** Where things are: the sidebar, the first start, the size of the interface, and the line of messages. */

let profile: Profile;
let app: LatentApp;

const places = (): Locator => app.page.getByRole('navigation', { name: 'Places' });
const place = (name: string | RegExp): Locator => places().getByRole('button', { name });
const search = (): Locator => app.page.getByRole('combobox', { name: 'Search pictures' });

async function relaunch(): Promise<void> {
  await app.close();
  app = await LatentApp.launch(profile, { isShared: true });
}

test.describe('at the first start', () => {
  withFreshApp((fresh) => { app = fresh; });

  test('the first start names the app, says what it does, and offers two ways to begin; favourites and trash say what they are for', async () => {
    const { page } = app;
    await place('Trash').click();
    await expect(page.getByText('The trash is empty')).toBeVisible();
    await expect(places().locator('[aria-current="page"]')).toHaveText(/^Trash/);
    // Without any favourite, the place is shown only while it is open.
    await expect(place('Favourites')).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+3');
    await expect(page.getByText('No favourites yet')).toBeVisible();
    await expect(places().locator('[aria-current="page"]')).toHaveText('Favourites');
    await place('Library').click();
    await expect(places().locator('[aria-current="page"]')).toHaveText('Library');
    await expect(page.getByRole('heading', { name: 'Welcome to Latent' })).toBeVisible();
    await expect(page.getByText('Latent buys pictures from an image-generation service')).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Add account…' }).click();
    await expect(page.getByRole('dialog', { name: /account/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Try it with a practice picture' }).click();
    await expect(app.prompt).toBeFocused();
    await expect(app.tiles).toHaveCount(1);
    await expect(app.pictures).toHaveCount(1);
  });
});

test.describe('with pictures', () => {
  const prompts = ['a harbour in fog', 'a lighthouse at dusk', 'a birch forest', 'northern lights'];
  withSharedApp((shared, home) => { [app, profile] = [shared, home]; }, { begin: (empty) => seedHistory(empty, prompts.map((prompt) => ({ prompt }))) });
  test.beforeEach(async () => {
    await app.resize(1280, 800);
    await app.renew();
  });

  // Spending, which has 6, is a part of the statistics.
  test('the places stand in the order of their keys', async () => {
    await app.resize(900, 600);
    const keys = await places().getByRole('button').evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-keyshortcuts') ?? ''));
    expect(keys.map((key) => /\+(\d)$/.exec(key)?.[1]).filter(Boolean)).toEqual(['1', '4', '5', '7']);
  });

  test('the sidebar has trash, favourites and saved searches, and marks the current place', async () => {
    const { page } = app;
    await page.getByRole('gridcell', { name: 'a lighthouse at dusk' }).click();
    await page.keyboard.press('f');
    await expect(page.getByRole('gridcell', { name: /^a lighthouse at dusk \(Favourite/ })).toBeVisible();
    await page.getByRole('gridcell', { name: 'a harbour in fog' }).click();
    await page.keyboard.press('Delete');
    await place(/^Trash,? 1 picture$/).click();
    await expect(page.getByRole('gridcell', { name: 'a harbour in fog' })).toBeVisible();
    // The keys that the status line names do something here.
    const keysOfOne = page.getByText('1 selected').locator('..');
    await page.getByRole('gridcell', { name: 'a harbour in fog' }).click();
    await expect(keysOfOne).toContainText('Favourite');
    await expect(keysOfOne).not.toContainText('Move to the trash');
    await page.keyboard.press('ControlOrMeta+3');
    await expect(places().locator('[aria-current="page"]')).toHaveText('Favourites');
    await expect(page.getByRole('gridcell', { name: /^a lighthouse at dusk/ })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+2');
    await expect(places().locator('[aria-current="page"]')).toHaveText('Tasks');
    await page.keyboard.press('ControlOrMeta+1');
    await expect(search()).toHaveValue('');

    await search().fill('lighthouse');
    await page.getByRole('button', { name: 'Save this search…' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('By the sea');
    await page.keyboard.press('Enter');
    await expect(places().locator('[aria-current="page"]')).toHaveText('By the sea');
    await place('Library').click();
    await expect(search()).toHaveValue('');
    await place('By the sea').first().click();
    await expect(search()).toHaveValue('lighthouse');

    await place('More actions for the saved search By the sea').click();
    await page.getByRole('menuitem', { name: 'Rename…' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Lights');
    await page.keyboard.press('Enter');
    await expect(place('Lights').first()).toBeVisible();
    await place('More actions for the saved search Lights').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(place('Lights')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Undo: delete the saved search “Lights”' }).click();
    await expect(place('Lights').first()).toBeVisible();
  });

  test('the sidebar folds to a rail, stays folded after a relaunch, and is a rail in a narrow window', { tag: '@long' }, async () => {
    const width = async (): Promise<number> => (await places().boundingBox())?.width ?? 0;
    expect(await width()).toBeGreaterThan(150);
    await place('Hide the sidebar').click();
    await expect.poll(width).toBeLessThan(60);
    await relaunch();
    await app.resize(1280, 800);
    await expect.poll(width).toBeLessThan(60);
    for (const name of ['Library', 'Tasks', 'Trash', 'Saved searches', 'Keyboard shortcuts', 'Settings']) await expect(place(name)).toBeVisible();
    await app.page.keyboard.press('ControlOrMeta+b');
    await expect.poll(width).toBeGreaterThan(150);
    await app.resize(640, 400);
    await expect.poll(width).toBeLessThan(60);
  });

  test('Ctrl/Cmd + and − zoom the interface everywhere by one step, and the zoom stays', { tag: '@long' }, async () => {
    const { page } = app;
    const ratio = (): Promise<number> => page.evaluate('devicePixelRatio');
    const usual = await ratio();
    const isZoomed = (to: number) => expect.poll(async () => Math.round(((await app.page.evaluate<number>('devicePixelRatio')) / usual) * 100)).toBe(to);
    const press = (keys: string): Promise<void> => app.page.keyboard.press(keys);

    await app.prompt.fill('a harbour');
    await press('ControlOrMeta+=');
    await isZoomed(110);
    await expect(app.prompt).toHaveValue('a harbour');
    await press('ControlOrMeta+2');
    await press('ControlOrMeta+=');
    await isZoomed(125);
    // A dialog does not stand in the way.
    await page.locator('body').press('?');
    await expect(page.getByRole('dialog')).toContainText('Enlarge the interface');
    await press('ControlOrMeta+-');
    await isZoomed(110);
    await press('Escape');
    for (let step = 0; step < 12; step += 1) await press('ControlOrMeta+=');
    await isZoomed(300);
    for (let step = 0; step < 16; step += 1) await press('ControlOrMeta+-');
    await isZoomed(50);
    await press('ControlOrMeta+0');
    await isZoomed(100);
    await press('ControlOrMeta+=');
    await isZoomed(110);
    await relaunch();
    await isZoomed(110);

    // The size of the pictures has keys of its own.
    await press('ControlOrMeta+1');
    const cell = app.pictures.first();
    await cell.click();
    const before = (await cell.boundingBox())?.width ?? 0;
    await press('-');
    await expect.poll(async () => (await cell.boundingBox())?.width).toBeLessThan(before);
    const smaller = (await cell.boundingBox())?.width ?? Infinity;
    await app.page.getByRole('slider', { name: 'Size of pictures' }).press('End');
    await expect(app.page.getByRole('slider', { name: 'Size of pictures' })).toHaveAttribute('aria-valuetext', '400 pixels');
    await expect.poll(async () => (await cell.boundingBox())?.width).toBeGreaterThan(smaller);
    await isZoomed(110);
    await cell.click();
    await press('Enter');
    await expect(app.page.getByRole('dialog', { name: 'Viewer' })).toBeVisible();
    await press('ControlOrMeta+=');
    await isZoomed(125);
    await press('ControlOrMeta+0');
    await isZoomed(100);
  });

  test('settings start at the left, even in a wide window', async () => {
    await app.resize(2560, 1440);
    await app.page.keyboard.press('ControlOrMeta+,');
    const list = await app.page.getByRole('tablist', { name: 'Settings' }).boundingBox();
    const content = await app.page.getByRole('tabpanel').getByRole('heading').first().boundingBox();
    expect((content?.x ?? Infinity) - (list?.x ?? 0) - (list?.width ?? 0)).toBeLessThan(64);
  });

  test('messages have a line of their own and cover neither pictures nor the filmstrip', async () => {
    const { page } = app;
    await app.renew({ stripOpen: false });
    await app.resize(640, 400);
    const sheet = page.getByRole('grid', { name: 'Pictures' });
    const bottom = async (of: Locator): Promise<number> => {
      const box = await of.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    const before = await sheet.boundingBox();
    await page.getByRole('gridcell', { name: 'a birch forest' }).click();
    await page.keyboard.press('f');
    const message = page.getByText('1 picture added to favourites');
    await expect(message).toBeVisible();
    expect((await message.boundingBox())?.y).toBeGreaterThanOrEqual(await bottom(page.getByRole('main')));
    // Nothing has moved for it.
    expect((await sheet.boundingBox())?.y).toBe(before?.y);
    await page.keyboard.press('ControlOrMeta+a');
    const bar = page.getByRole('toolbar', { name: 'Selection' });
    await expect(bar).toBeVisible();
    expect((await bar.boundingBox())?.y).toBeGreaterThanOrEqual(await bottom(sheet));

    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    const viewer = page.getByRole('dialog', { name: 'Viewer' });
    await expect(viewer).toBeVisible();
    await page.keyboard.press('f');
    const inViewer = page.getByText('1 picture removed from favourites');
    await expect(inViewer).toBeVisible();
    for (const picture of await viewer.getByRole('button').filter({ has: page.locator('img') }).all()) {
      expect((await inViewer.boundingBox())?.y).toBeGreaterThanOrEqual(await bottom(picture));
    }
  });
});
