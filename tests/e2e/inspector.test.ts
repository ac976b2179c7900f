import type { Locator } from '@playwright/test';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { expect, test } from '../support/test.ts';

/** The inspector beside the sheet, the line below it, and what opens a picture. */

let profile: Profile;
test.beforeEach(async () => {
  profile = await createProfile();
});
test.afterEach(() => profile.remove());

const inspectorOf = (app: LatentApp): Locator => app.page.getByRole('complementary', { name: 'Inspector' });
const cells = (app: LatentApp): Locator => app.page.getByRole('gridcell');

/** Submits a prompt and waits for its picture. */
async function make(app: LatentApp, prompt: string, pictures: number): Promise<void> {
  await app.submit(prompt);
  await expect.poll(() => app.loadedPictures()).toBe(pictures);
  await expect(app.tiles).toHaveCount(0);
}

test('without a selection the inspector shows the newest picture; what hardly anybody needs is folded', async () => {
  const app = await LatentApp.launch(profile);
  const { page } = app;
  const inspector = inspectorOf(app);
  await make(app, 'a lighthouse at dusk', 1);
  await make(app, 'a harbour in fog', 2);
  await page.reload();
  await expect.poll(() => app.loadedPictures()).toBe(2);
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(0);
  await expect(inspector.getByText('Newest picture')).toBeVisible();
  await expect(inspector.getByText('a harbour in fog', { exact: true })).toBeVisible();

  await page.getByRole('gridcell', { name: 'a lighthouse at dusk' }).click();
  await expect(inspector.getByText('a lighthouse at dusk', { exact: true })).toBeVisible();
  await expect(inspector.getByText('Newest picture')).toBeHidden();
  await expect(inspector.getByRole('heading', { name: 'Prompt', exact: true })).toBeVisible();

  // Picture, prompt, actions with their words, then model and size.
  const order = [
    inspector.getByRole('button', { name: 'Open the picture in the viewer' }),
    inspector.getByText('a lighthouse at dusk', { exact: true }),
    inspector.getByRole('toolbar', { name: 'Actions' }),
    inspector.getByText('Model', { exact: true }),
    inspector.getByText('Size', { exact: true }),
    inspector.getByText('Cost', { exact: true }),
    inspector.getByRole('button', { name: 'Technical' }),
  ];
  const tops = await Promise.all(order.map(async (part) => (await part.boundingBox())?.y ?? 0));
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  await expect(inspector.getByRole('toolbar', { name: 'Actions' }).getByRole('button')).toHaveText(['Open', 'Copy to prompt', 'Copy picture', 'Save a copy…', 'Show in folder']);

  const technical = ['Account', 'Local ID', 'SHA-256', 'File', 'File size', 'Checks', 'Finished'];
  for (const fact of technical) await expect(inspector.getByText(fact, { exact: true })).toBeHidden();
  // Opened at the lower edge, it comes into sight.
  await app.resize(1280, 500);
  await inspector.getByRole('button', { name: 'Technical' }).click();
  await expect(inspector.getByText('Account', { exact: true })).toBeInViewport({ ratio: 1 });
  await app.resize(1280, 800);
  for (const fact of technical) await expect(inspector.getByText(fact, { exact: true })).toBeVisible();
  await expect(inspector.getByText('What the service said')).toBeVisible();
  // It stays open for the next picture.
  await page.getByRole('gridcell', { name: 'a harbour in fog' }).click();
  await expect(inspector.getByText('SHA-256', { exact: true })).toBeVisible();

  await page.getByRole('combobox', { name: 'Search pictures' }).fill('nothingofthekind');
  await expect(app.pictures).toHaveCount(0);
  await expect(inspector.getByText('Select a picture or a task to see its details here.')).toBeVisible();
  await app.close();
});

test('double click, Enter, Space and the menu open a picture; the line below the sheet covers none', async () => {
  const app = await LatentApp.launch(profile);
  const { page } = app;
  await make(app, 'a lighthouse at dusk [many]', 4);
  const cell = cells(app).nth(1);
  const viewer = page.getByRole('dialog', { name: 'Viewer' });
  const ways: readonly (() => Promise<void>)[] = [
    () => cell.dblclick(),
    () => page.keyboard.press('Enter'),
    () => page.keyboard.press(' '),
    async () => {
      await cell.click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Open' }).click();
    },
  ];
  for (const open of ways) {
    await cell.click();
    await open();
    await expect(viewer).toBeVisible();
    await page.keyboard.press(' ');
    await expect(viewer).toBeHidden();
    await expect(cell).toBeFocused();
  }

  const sheet = page.getByRole('grid', { name: 'Pictures' });
  const before = await sheet.boundingBox();
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  await cell.click({ modifiers: ['ControlOrMeta'] });
  await cells(app).nth(2).click({ modifiers: ['ControlOrMeta'] });
  await cells(app).nth(3).click({ modifiers: ['ControlOrMeta'] });
  await expect(bar.getByRole('status')).toHaveText(/^\d selected$/);
  const count = Number((await bar.getByRole('status').textContent())?.split(' ')[0]);
  expect(await sheet.boundingBox()).toEqual(before);
  const box = await bar.boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual((before?.y ?? 0) + (before?.height ?? 0));
  // The number is what the key acts on.
  await page.keyboard.press('Delete');
  await expect(app.pictures).toHaveCount(4 - count);
  await app.close();
});

test('the name of a cell has 200 characters at most, and the whole prompt is its description', async () => {
  const app = await LatentApp.launch(profile);
  const prompt = `a lighthouse ${'and another one '.repeat(30)}`.trim();
  await make(app, prompt, 1);
  const name = `${prompt.slice(0, 199)}…`;
  await expect(cells(app).first()).toHaveAccessibleName(name);
  await expect(cells(app).first()).toHaveAccessibleDescription(prompt);
  await app.close();
});
