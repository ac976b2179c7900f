import type { Locator } from '@playwright/test';
import { withSharedApp } from '../support/fresh-app.ts';
import type { LatentApp } from '../support/latent-app.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { expect, test } from '../support/test.ts';

/** One attribute of the page, `dir="rtl"`, mirrors what shows pictures, and arrow keys go where they point. */

const shapes = [[256, 256], [300, 200], [200, 300]] as const;
const seeded = Array.from({ length: 24 }, (_, at) => ({ prompt: `picture ${24 - at}`, shape: shapes[at % 3] ?? shapes[0], ...(at < 4 && { daysAgo: 40 * (4 - at) }) }));

let app: LatentApp;
withSharedApp((shared) => { app = shared; }, { strip: 'closed', begin: (profile) => seedHistory(profile, seeded) });

const cells = (): Locator => app.page.getByRole('grid', { name: 'Pictures', exact: true }).getByRole('gridcell');
const selected = (): Locator => app.page.locator('[role="gridcell"][aria-selected="true"]');
const prompts = (): Promise<ReadonlySet<string | null>> => selected().evaluateAll((found) => found.map((cell) => cell.getAttribute('aria-label'))).then((labels) => new Set(labels));
/** The horizontal middle of an element. */
async function middleOf(element: Locator): Promise<number> {
  const box = await element.boundingBox();
  return (box?.x ?? NaN) + (box?.width ?? NaN) / 2;
}

test.beforeAll(async () => {
  // Before any code of the page runs. There is no element yet when this does.
  await app.page.addInitScript("new MutationObserver((_, observer) => { if (document.documentElement) { document.documentElement.dir = 'rtl'; observer.disconnect(); } }).observe(document, { childList: true });");
});

for (const sheetLayout of ['square', 'justified'] as const) {
  test(`rows of the grid begin at the right, and the pointer and the arrow keys follow (${sheetLayout})`, async () => {
    const { keyboard, mouse } = app.page;
    await app.renew({ stripOpen: false, inspectorOpen: false, sheetLayout });
    await expect(cells().first()).toBeVisible();
    const [first, second] = [await cells().nth(0).boundingBox(), await cells().nth(1).boundingBox()];
    const grid = await app.page.getByRole('grid', { name: 'Pictures', exact: true }).boundingBox();
    if (!first || !second || !grid) throw new Error('there are no cells');
    expect(second.x + second.width).toBeLessThanOrEqual(first.x);
    expect(grid.x + grid.width - first.x - first.width).toBeLessThan(20);
    await app.page.screenshot({ path: test.info().outputPath('grid.png') });

    await cells().first().click();
    await expect.poll(prompts).toEqual(new Set(['picture 1']));
    await keyboard.press('ArrowLeft');
    await expect.poll(prompts).toEqual(new Set(['picture 2']));
    await keyboard.press('ArrowRight');
    await expect.poll(prompts).toEqual(new Set(['picture 1']));
    await keyboard.press('Shift+ArrowLeft');
    await expect.poll(prompts).toEqual(new Set(['picture 1', 'picture 2']));
    await keyboard.press('ArrowRight');
    await keyboard.press('ArrowDown');
    expect(Math.abs((await middleOf(selected())) - first.x - first.width / 2)).toBeLessThan(first.width);

    await mouse.move(first.x + first.width + 4, first.y + first.height / 2);
    await mouse.down();
    await mouse.move(first.x + first.width / 2, first.y + first.height / 2, { steps: 3 });
    await mouse.move(second.x + second.width - 4, first.y + first.height / 2, { steps: 3 });
    await mouse.up();
    await expect.poll(prompts).toEqual(new Set(['picture 1', 'picture 2']));
  });
}

test('the dates beside the sheet go on with the key that goes on along the line, and with the one that points down', async () => {
  await app.renew({ stripOpen: false, inspectorOpen: false });
  const dates = app.page.getByRole('slider', { name: 'Date' });
  await expect(dates).toHaveAttribute('aria-valuenow', '0');
  await dates.focus();
  for (const [on, back] of [['ArrowLeft', 'ArrowRight'], ['ArrowDown', 'ArrowUp']] as const) {
    await app.page.keyboard.press(on);
    await expect(dates, on).not.toHaveAttribute('aria-valuenow', '0');
    await app.page.keyboard.press(back);
    await expect(dates, back).toHaveAttribute('aria-valuenow', '0');
  }
});

test('the filmstrip goes on to the left, as the arrow keys do', async () => {
  const { page } = app;
  const { keyboard } = page;
  await app.renew({ stripOpen: false });
  await cells().nth(3).dblclick();
  const viewer = page.getByRole('dialog', { name: 'Viewer' });
  const position = viewer.getByText(/^\d+ of 24$/);
  await expect(position).toHaveText('4 of 24');
  const frame = (at: number): Locator => viewer.getByRole('button', { name: `Picture ${at} of 24` });
  expect(await middleOf(frame(5))).toBeLessThan(await middleOf(frame(4)));
  expect(await middleOf(frame(4))).toBeLessThan(await middleOf(frame(3)));
  await page.screenshot({ path: test.info().outputPath('viewer.png') });
  await keyboard.press('ArrowLeft');
  await expect(position).toHaveText('5 of 24');
  await keyboard.press('ArrowRight');
  await keyboard.press('ArrowRight');
  await expect(position).toHaveText('3 of 24');
  expect(await middleOf(viewer.getByRole('button', { name: 'Next picture' }))).toBeLessThan(await middleOf(viewer.getByRole('button', { name: 'Previous picture' })));
});

test('compared pictures stand from right to left, and the line of an overlay goes where a key or the pointer leads it', async () => {
  const { page } = app;
  await app.renew({ stripOpen: false });
  await cells().nth(0).click();
  await page.keyboard.press('c');
  const room = page.getByRole('dialog', { name: 'Compare' });
  const panes = room.getByRole('gridcell');
  await expect(panes).toHaveCount(2);
  expect(await middleOf(panes.nth(1))).toBeLessThan(await middleOf(panes.nth(0)));
  await page.keyboard.press('ArrowLeft');
  await expect(panes.nth(1)).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(panes.nth(0)).toHaveAttribute('aria-current', 'true');

  await page.keyboard.press('q');
  const line = room.getByRole('slider');
  const [middle, box] = [await middleOf(line), await line.boundingBox()];
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => middleOf(line)).toBeLessThan(middle - 20);
  // The first picture is on the right of the line, and has more of the stage now.
  await expect(line).toHaveAttribute('aria-valuenow', '55');
  await page.screenshot({ path: test.info().outputPath('overlay.png') });
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => middleOf(line)).toBeGreaterThan(middle + 20);
  const height = (box?.y ?? 0) + 100;
  await page.mouse.move(await middleOf(line), height);
  await page.mouse.down();
  await page.mouse.move(middle - 200, height, { steps: 3 });
  await page.mouse.up();
  await expect.poll(async () => Math.abs((await middleOf(line)) - middle + 200)).toBeLessThan(3);
});
