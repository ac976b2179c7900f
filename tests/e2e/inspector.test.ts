import type { Locator } from '@playwright/test';
import { withSharedServedApp } from '../support/fresh-app.ts';
import type { LatentApp } from '../support/latent-app.ts';
import { paintPng } from '../support/paint-png.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { expect, test } from '../support/test.ts';

/** The inspector beside the sheet, the line below it, and what opens a picture. */

const longPrompt = `a lighthouse ${'and another one '.repeat(30)}`.trim();
const served = withSharedServedApp({ begin: (profile) => seedHistory(profile, [{ prompt: longPrompt }, { prompt: 'a birch forest', pictures: 4 }]) });
let app: LatentApp;
test.beforeEach(async () => {
  ({ app } = served);
  await app.resize(1280, 800);
  await app.renew();
});

const cells = (): Locator => app.page.getByRole('gridcell', { name: 'a birch forest' });

/** Brings one picture and what it cost. */
async function make(prompt: string): Promise<void> {
  const picture = await paintPng({ prompt, index: 0, width: 256, height: 192 });
  const answer = { id: '$ID', status: 'completed', credits: 2, output: { data: [{ url: '$IMAGE' }] } };
  await app.receive(served.service, prompt, { query: [{ body: { json: answer } }], images: [{ base64: picture.toString('base64') }] });
  // The list of tasks has such a cell before the picture is there.
  await expect(app.page.getByRole('grid', { name: 'Pictures' }).getByRole('gridcell', { name: prompt })).toBeVisible();
}

test('without a selection the inspector shows the newest picture, with technical details folded', { tag: '@long' }, async () => {
  const { page } = app;
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await make('a lighthouse at dusk');
  await make('a harbour in fog');
  await page.reload();
  await expect.poll(() => app.loadedPictures()).toBe(7);
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
  await expect(inspector.getByRole('toolbar', { name: 'Actions' }).getByRole('button')).toHaveText(['Open', 'Copy to prompt', 'Vary…', 'Copy picture', 'Save a copy…', 'Show in folder']);

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
});

test('Space opens a picture and closes it; the line below the sheet covers none', async () => {
  const { page } = app;
  const cell = cells().nth(1);
  const viewer = page.getByRole('dialog', { name: 'Viewer' });
  await cell.click();
  await page.keyboard.press(' ');
  await expect(viewer).toBeVisible();
  await page.keyboard.press(' ');
  await expect(viewer).toBeHidden();
  await expect(cell).toBeFocused();

  const sheet = page.getByRole('grid', { name: 'Pictures' });
  const before = await sheet.boundingBox();
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  await cell.click({ modifiers: ['ControlOrMeta'] });
  await cells().nth(2).click({ modifiers: ['ControlOrMeta'] });
  await cells().nth(3).click({ modifiers: ['ControlOrMeta'] });
  await expect(bar.getByRole('status')).toHaveText(/^\d selected$/);
  const count = Number((await bar.getByRole('status').textContent())?.split(' ')[0]);
  expect(await sheet.boundingBox()).toEqual(before);
  const box = await bar.boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual((before?.y ?? 0) + (before?.height ?? 0));
  // The number is what the key acts on.
  await page.keyboard.press('Delete');
  await expect(cells()).toHaveCount(4 - count);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(cells()).toHaveCount(4);
});

test('the name of a cell has 200 characters at most, and the whole prompt is its description', async () => {
  const cell = app.page.getByRole('gridcell', { name: longPrompt.slice(0, 100) });
  await expect(cell).toHaveAccessibleName(`${longPrompt.slice(0, 199)}…`);
  await expect(cell).toHaveAccessibleDescription(longPrompt);
});
