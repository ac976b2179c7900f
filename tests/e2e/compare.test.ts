import type { Locator } from '@playwright/test';
import type { ImageMarks } from '../../shared/library/marks.ts';
import { chooseInMenu } from '../support/choose-in-menu.ts';
import { withSharedApp } from '../support/fresh-app.ts';
import type { LatentApp } from '../support/latent-app.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { expect, test } from '../support/test.ts';

/** Pictures beside each other: one zoom for all, what differs, and knocking out until the best one is left. */

/** The newest first. The picture of the first one has the id 8. */
const seeded = [
  { prompt: 'a red fox at dawn, soft light', model: 'flux', shape: [512, 512] },
  { prompt: 'a blue fox at dawn, soft light', model: 'flux', shape: [256, 256] },
  { prompt: 'a red fox at dusk, soft light', model: 'sdxl', shape: [600, 300] },
  { prompt: 'a lighthouse on a rock far out at sea in a storm, from a small boat', model: 'sdxl', shape: [300, 600] },
  { prompt: 'harbourharbourharbour harbourharbourharbour harbourharbourharbour', model: 'flux', shape: [256, 256] },
  { prompt: 'a pier', model: 'flux', shape: [256, 256] },
  { prompt: 'a bay', model: 'sdxl', shape: [256, 256] },
  { prompt: 'a quay', model: 'flux', shape: [256, 256] },
] as const;

let app: LatentApp;
withSharedApp((shared) => { app = shared; }, { strip: 'closed', begin: (profile) => seedHistory(profile, seeded.toReversed()) });

const cells = (): Locator => app.page.getByRole('grid', { name: 'Pictures', exact: true }).getByRole('gridcell');
const room = (): Locator => app.page.getByRole('dialog', { name: 'Compare' });
const panes = (): Locator => room().getByRole('gridcell');
const focused = (): Locator => room().locator('[aria-current="true"]');
const status = (): Locator => room().getByRole('banner').getByRole('status').or(room().locator('header').getByRole('status')).first();
const percent = (at: number): Locator => panes().nth(at).getByRole('button', { name: /%/ });

const marksOf = async (imageId: number): Promise<ImageMarks> => (await app.call('marksOf', { imageId })) as ImageMarks;

/** The placement of a pane's picture, from its transform. */
const transform = (at: number): Promise<string> => panes().nth(at).locator('[style*="transform"]').evaluate((element) => (element as unknown as { style: { transform: string } }).style.transform);

async function compareFirst(count: number): Promise<void> {
  await cells().first().click();
  await cells().nth(count - 1).click({ modifiers: ['Shift'] });
  await app.page.keyboard.press('c');
  await expect(panes()).toHaveCount(count);
}

test.beforeEach(async () => {
  const target = { token: null, revision: 0, ranges: [], imageIds: seeded.map((_, at) => at + 1) };
  for (const mark of [{ kind: 'flag', flag: null }, { kind: 'rating', rating: 0 }, { kind: 'label', label: null }]) await app.call('marksSet', { target, mark });
  await app.renew({ stripOpen: false });
  await expect(app.pictures).toHaveCount(seeded.length);
});

test('what differs stands below each picture, and what is the same is said once', async () => {
  await compareFirst(3);
  await expect(panes().nth(0)).toHaveAccessibleName('1 of 3: a red fox at dawn, soft light');
  await expect(panes().nth(0).locator('mark')).toHaveText(['red', 'dawn']);
  await expect(panes().nth(1).locator('mark')).toHaveText(['blue', 'dawn']);
  await expect(panes().nth(2).locator('mark')).toHaveText(['red', 'dusk']);
  for (const [at, model] of ['flux', 'flux', 'sdxl'].entries()) await expect(panes().nth(at).getByRole('definition').first()).toHaveText(model);
  await expect(room().getByText('Quality: low')).toHaveCount(1);

  await test.step('the settings can be hidden', async () => {
    await app.page.keyboard.press('i');
    await expect(room().getByRole('definition')).toHaveCount(0);
    await expect(room().getByText('Quality: low')).toHaveCount(0);
    await app.page.keyboard.press('i');
  });

  await test.step('without the picture that differs, the rest is the same', async () => {
    await app.page.keyboard.press('ArrowRight');
    await app.page.keyboard.press('ArrowRight');
    await app.page.keyboard.press('Delete');
    await expect(panes()).toHaveCount(2);
    await expect(room().getByText('Model: flux')).toBeVisible();
    await expect(panes().nth(0).locator('mark')).toHaveText(['red']);
  });
});

test('pictures of the same shape are shown at the same size, however their prompts wrap', async () => {
  // The longest prompt does not need the most lines.
  await app.resize(900, 600);
  await compareFirst(5);
  await expect(panes().nth(4).getByRole('definition').first()).toBeVisible();
  const heights = (): Promise<readonly number[]> => room().locator('[role="gridcell"] > div:first-child').evaluateAll((stages) => stages.map((stage) => (stage as unknown as { readonly clientHeight: number }).clientHeight));
  await expect.poll(async () => new Set(await heights()).size).toBe(1);
  await app.resize(1280, 800);
});

test('panes that are too small for pictures and settings begin without the settings', async () => {
  const { page } = app;
  await app.resize(900, 600);
  await compareFirst(8);
  await expect(panes().nth(0).locator('img').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show the details' })).toHaveAttribute('aria-pressed', 'false');
  await expect(room().getByRole('definition')).toHaveCount(0);
  await page.screenshot({ path: test.info().outputPath('eight.png') });

  await test.step('the key opens them, and they stay open in the next comparison', async () => {
    await page.keyboard.press('i');
    await expect(room().getByRole('definition').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await compareFirst(8);
    await expect(room().getByRole('definition').first()).toBeVisible();
  });
  await app.resize(1280, 800);
});

test('one zoom and one pan move all pictures, whatever their sizes', async () => {
  const { page } = app;
  await compareFirst(3);
  const before = await Promise.all([0, 1, 2].map(transform));
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await expect.poll(async () => (await Promise.all([0, 1, 2].map(transform))).filter((now, at) => now !== before[at]).length).toBe(3);
  const whole = (text: string | null): number => Number((text ?? '').replaceAll(/\D/g, ''));
  // The second picture has half the width of the first, and shows the same part.
  await expect.poll(async () => Math.abs(whole(await percent(1).textContent()) / whole(await percent(0).textContent()) - 2)).toBeLessThan(0.05);
  const zoomed = await Promise.all([0, 1, 2].map(transform));
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(async () => (await transform(0)) !== zoomed[0] && (await transform(1)) !== zoomed[1]).toBe(true);
  await panes().nth(1).hover();
  const panned = await transform(0);
  await page.mouse.wheel(0, -300);
  await expect.poll(async () => (await transform(0)) !== panned).toBe(true);
  await page.keyboard.press('Shift+z');
  await expect.poll(() => Promise.all([0, 1, 2].map(transform))).toEqual(before);
});

test('pictures that are smaller than their panes are shown at their actual size by turns', { tag: '@long' }, async () => {
  const { page } = app;
  await compareFirst(2);
  const [first, second] = [percent(0), percent(1)];
  await expect(second).toHaveAccessibleName(/Actual size/);
  const fitted = await Promise.all([first.textContent(), second.textContent()]);
  expect(fitted).not.toContain('100%');
  await page.keyboard.press('z');
  await expect(first).toHaveText('100%');
  await expect(first).toHaveAccessibleName('100%. Fit the window');
  // It has half the width of the first, and the same size on the screen.
  await expect(second).toHaveText('200%');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('z');
  await expect.poll(() => Promise.all([first.textContent(), second.textContent()])).toEqual(fitted);
  await page.keyboard.press('z');
  await expect(second).toHaveText('100%');
  // Neither is reduced below its actual size.
  await expect(first).toHaveText('100%');
  await page.keyboard.press('Shift+z');
  await expect.poll(() => Promise.all([first.textContent(), second.textContent()])).toEqual(fitted);
});

test('pictures are knocked out until the best is left, which one act picks', async () => {
  const { page } = app;
  await compareFirst(4);
  await expect(status()).toHaveText('4 pictures');
  await expect(panes().first()).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(panes()).toHaveCount(3);
  await expect(status()).toHaveText('3 of 4 left');
  await expect(panes().first()).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(panes()).toHaveCount(4);
  await expect(focused()).toHaveAccessibleName(/^1 of 4/);

  await page.keyboard.press('Delete');
  await page.keyboard.press('Delete');
  await panes().nth(1).getByRole('button', { name: 'Knock out' }).click();
  await expect(panes()).toHaveCount(1);
  await expect(status()).toHaveText('1 of 4 left');
  // Nothing is marked until the person says so.
  expect((await marksOf(8)).flag).toBeNull();

  await test.step('a click brings one back', async () => {
    await room().getByRole('button', { name: 'Bring back picture 4' }).click();
    await expect(panes()).toHaveCount(2);
    await page.keyboard.press('Delete');
    await expect(panes()).toHaveCount(1);
  });

  await room().getByRole('button', { name: 'Pick this one, reject 3' }).click();
  await expect(room()).toBeHidden();
  await expect(page.getByText('1 picked, 3 rejected')).toBeVisible();
  expect([(await marksOf(8)).flag, (await marksOf(7)).flag, (await marksOf(6)).flag, (await marksOf(5)).flag, (await marksOf(4)).flag]).toEqual(['reject', 'reject', 'pick', 'reject', null]);
  await expect(page.locator('[role="gridcell"][data-focused]')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(async () => (await marksOf(6)).flag).toBeNull();
  await expect.poll(async () => (await marksOf(8)).flag).toBeNull();
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect.poll(async () => [(await marksOf(6)).flag, (await marksOf(5)).flag]).toEqual(['pick', 'reject']);
});

test('leaving lands on what was kept, also if a search then hides the others', async () => {
  const { page } = app;
  const selected = (): Locator => cells().and(page.locator('[aria-selected="true"]'));
  await compareFirst(4);
  await page.keyboard.press('Delete');
  await page.keyboard.press('Delete');
  await expect(panes()).toHaveCount(2);
  await page.keyboard.press('ArrowRight');
  await expect(focused()).toHaveAccessibleName(/^4 of 4/);
  await page.keyboard.press('Escape');
  await expect(room()).toBeHidden();
  await expect(selected()).toHaveCount(2);
  expect(await selected().evaluateAll((all) => all.map((cell) => cell.getAttribute('data-image-id')))).toEqual(['6', '5']);
  await expect(page.locator('[role="gridcell"][data-image-id="5"]')).toBeFocused();

  // The same as one act: the others no longer match the search.
  const field = page.getByRole('combobox', { name: 'Search pictures' });
  await field.fill('-flag:rejected ');
  await compareFirst(3);
  await page.keyboard.press('Delete');
  await page.keyboard.press('Delete');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(room()).toBeHidden();
  await expect(page.locator('[role="gridcell"][data-image-id="6"]')).toBeFocused();
  await expect(selected()).toHaveCount(1);
  // The others stay until the person moves on. Then only what was kept is there.
  await page.keyboard.press('ArrowRight');
  await expect(cells()).toHaveCount(seeded.length - 2);
  await expect(cells().first()).toHaveAttribute('data-image-id', '6');
  await page.keyboard.press('ControlOrMeta+z');
  await field.fill('');
});

test('the keys for marks act on the focused picture', async () => {
  const { page } = app;
  await compareFirst(2);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('4');
  await expect(panes().nth(1).getByRole('img', { name: '4 stars' })).toBeVisible();
  await page.keyboard.press('p');
  await page.keyboard.press('6');
  await expect(panes().nth(1).getByRole('img', { name: /Picked.*red label.*4 stars/ })).toBeVisible();
  expect(await marksOf(8)).toMatchObject({ rating: 0, flag: null, label: null });
  await page.keyboard.press('Escape');
  await expect(room()).toBeHidden();
  await expect(page.locator('[role="gridcell"][data-focused]')).toBeFocused();
});

test('bar, menu and viewer open it, the next picture is added, and nothing else is in reach', async () => {
  const { page } = app;
  await cells().first().click();
  await cells().nth(1).click({ modifiers: ['Shift'] });
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Compare' }).click();
  await expect(panes()).toHaveCount(2);
  await page.keyboard.press('c');
  await expect(panes()).toHaveCount(3);
  await expect(focused()).toHaveAccessibleName(/a red fox at dusk/);
  for (let at = 0; at < 14; at += 1) {
    await page.keyboard.press('Tab');
    await expect(room().locator(':focus')).toHaveCount(1);
  }
  await page.keyboard.press('ControlOrMeta+1');
  await expect(room()).toBeHidden();

  await cells().first().dblclick();
  await expect(page.getByRole('dialog', { name: 'Viewer' })).toBeVisible();
  await page.keyboard.press('c');
  await expect(panes()).toHaveCount(2);
  await expect(page.getByRole('dialog', { name: 'Viewer' })).toBeHidden();
  await page.keyboard.press('Escape');

  await cells().first().click({ button: 'right' });
  await chooseInMenu(page, 'More', 'Compare with the next picture');
  await expect(panes()).toHaveCount(2);
});

test('two pictures lie over each other up to a line, which keys and the mouse move', { tag: '@long' }, async () => {
  const { page } = app;
  await compareFirst(3);
  await page.keyboard.press('q');
  const line = room().getByRole('slider', { name: 'Line between pictures 1 and 2' });
  await expect(line).toBeFocused();
  await expect(line).toHaveAttribute('aria-valuenow', '50');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(line).toHaveAttribute('aria-valuenow', '60');
  await expect(room().getByText('512 × 512 and 256 × 256, shown at the same size')).toBeVisible();

  await test.step('what stands left of it is the first picture, and right of it the second', async () => {
    const sources = await room().locator('img').evaluateAll((images) => images.map((image) => (image as unknown as { src: string }).src));
    expect(sources).toEqual(['latent://picture/7', 'latent://picture/8']);
    await expect(room().locator('[style*="clip-path"]')).toHaveAttribute('style', /inset\(0(px)? 40% 0(px)? 0(px)?\)/);
  });

  await test.step('dragged, and back in the middle after a double click', async () => {
    const box = await line.boundingBox();
    if (!box) throw new Error('no line');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x - 150, box.y + box.height / 2);
    await page.mouse.up();
    await expect.poll(async () => Number(await line.getAttribute('aria-valuenow'))).toBeLessThan(60);
    await line.dblclick();
    await expect(line).toHaveAttribute('aria-valuenow', '50');
  });

  await page.keyboard.press('Escape');
  await expect(panes()).toHaveCount(3);
  await expect(panes().first()).toBeFocused();
});

test('the difference of two pictures is amplified, and different shapes are said', { tag: '@long' }, async () => {
  const { page } = app;
  await compareFirst(4);
  for (const _ of [0, 1]) await page.keyboard.press('ArrowRight');
  await room().getByRole('button', { name: 'Difference' }).click();
  await expect(room().getByText('Difference between pictures 3 and 4. Black means no difference.')).toBeVisible();
  await expect(room().getByText(/^600 × 300 and 300 × 600 have different aspect ratios/)).toBeVisible();
  await expect(room().getByRole('slider', { name: 'Amplify' })).toHaveAttribute('aria-valuetext', '4×');
  await page.keyboard.press('ArrowUp');
  await expect(room().getByRole('slider', { name: 'Amplify' })).toHaveAttribute('aria-valuetext', '8×');
  await expect(room().locator('[style*="brightness(8)"]')).toHaveCount(1);
  // Marks and knocking out need a picture in focus.
  await page.keyboard.press('Delete');
  await page.keyboard.press('3');
  await page.keyboard.press('Shift+q');
  await expect(panes()).toHaveCount(4);
  expect((await marksOf(6)).rating).toBe(0);
});
