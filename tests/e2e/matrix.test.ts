import type { Locator } from '@playwright/test';
import type { ImageMarks } from '../../shared/library/marks.ts';
import { axeFaults } from '../support/axe.ts';
import { chooseInMenu, itemInMenu } from '../support/choose-in-menu.ts';
import { withSharedApp } from '../support/fresh-app.ts';
import { LatentApp, newChoices, type Profile } from '../support/latent-app.ts';
import { expect, test } from '../support/test.ts';
import { placeFaults, windowFaults } from '../support/window-faults.ts';

/** The grid of a batch: the values of its matrix as axes, and what each combination made. */

let app: LatentApp;
let profile: Profile;
withSharedApp((shared, of) => {
  app = shared;
  profile = of;
}, { strip: 'closed' });

const room = (): Locator => app.page.getByRole('dialog', { name: 'Grid' });
const grid = (): Locator => room().getByRole('grid');
const cells = (): Locator => grid().getByRole('gridcell');
const cell = (name: RegExp | string): Locator => grid().getByRole('gridcell', { name });
const current = (): Locator => grid().locator('[data-current]');
const status = (): Locator => room().locator('header').getByRole('status');
const viewer = (): Locator => app.page.getByRole('dialog', { name: 'Viewer' });
const panes = (): Locator => app.page.getByRole('dialog', { name: 'Compare' }).getByRole('gridcell');

interface Values {
  readonly Model: string;
  readonly Size: string;
}

/** Fills in several models and sizes. The field is left with Tab, which makes values of a list. */
async function choose(values: Values): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = app.page.getByRole('combobox', { name });
    await field.fill(value);
    await app.page.keyboard.press('Tab');
  }
}

async function send(prompt: string, values: Values): Promise<void> {
  await choose(values);
  await app.submit(prompt);
}

const imageOf = async (of: Locator): Promise<number> => Number(await of.locator('[data-matrix-image]').getAttribute('data-matrix-image'));
const marksOf = async (imageId: number): Promise<ImageMarks> => (await app.call('marksOf', { imageId })) as ImageMarks;

test.beforeEach(async () => {
  await app.call('settingsUpdate', { ...newChoices, askAbove: 100, queueStopped: false });
  await app.renew({ stripOpen: false });
});

test('a batch fills its grid while it runs, and marks, comparison and viewer work on its cells', async () => {
  const { page } = app;
  // The tasks wait until the grid was looked at.
  await app.changeSettings({ queueStopped: true });
  await send('a quiet harbour', { Model: 'one, two', Size: '256x256, 256x128, 128x256' });
  await page.keyboard.press('ControlOrMeta+5');
  await page.getByRole('treegrid').getByRole('row', { name: /a quiet harbour/ }).click();
  await page.keyboard.press('Shift+G');

  await test.step('the axes are there at once, with what each task is doing', async () => {
    await expect(grid()).toHaveAccessibleName('Grid of a quiet harbour');
    await expect(grid().getByRole('columnheader')).toHaveText(['All cells', 'one', 'two']);
    await expect(grid().getByRole('rowheader')).toHaveText(['256 × 256', '256 × 128', '128 × 256']);
    await expect(cells()).toHaveCount(6);
    await expect(grid()).toBeFocused();
    await expect(grid().locator('[data-cell-status="queued"]')).toHaveCount(6);
    await expect(status()).toHaveText('0 of 6 tasks done');
  });

  await app.changeSettings({ queueStopped: false });
  await expect(status()).toHaveText('6 of 6 tasks done');
  await expect(cells().locator('[data-matrix-image]')).toHaveCount(6);
  await expect(cells()).toHaveText(['', '', '', '', '', '']);
  await expect(cells().nth(1)).toHaveAccessibleName('two, 256 × 256: Picture');

  await test.step('nothing is hidden from assistive technology, in any size', async () => {
    for (const [width, height] of [[900, 600], [1280, 800]] as const) {
      await app.resize(width, height);
      await expect.poll(() => placeFaults(page), `${width}×${height}`).toEqual([]);
    }
    expect(await axeFaults(page)).toEqual([]);
  });

  await test.step('the keys for marks act on the cell, and can be undone', async () => {
    await page.keyboard.press('4');
    await expect(cell('one, 256 × 256: Picture, 4 stars')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(cell('one, 256 × 256: Picture')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('4');
    await expect(cell('two, 256 × 128: Picture, 4 stars')).toHaveAttribute('data-current', 'true');
    expect((await marksOf(await imageOf(cell('two, 256 × 128: Picture, 4 stars')))).rating).toBe(4);
    // No album was used yet, so the key asks for one.
    await page.keyboard.press('Shift+M');
    await expect(page.getByRole('dialog', { name: 'Add to an album' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(grid()).toBeFocused();
  });

  await test.step('the current cell stays in sight in other sizes of the window and of the cells', async () => {
    await page.keyboard.press('ArrowDown');
    await expect(current()).toHaveAccessibleName('two, 128 × 256: Picture');
    for (const [width, height] of [[900, 600], [640, 400], [1280, 800]] as const) {
      await app.resize(width, height);
      await expect(current()).toBeInViewport({ ratio: 0.99 });
    }
    for (const key of ['+', '+', '+', '-', '-', '-']) {
      await page.keyboard.press(key);
      await expect(current()).toBeInViewport({ ratio: 0.99 });
    }
    await page.keyboard.press('ArrowUp');
  });

  await test.step('a header stands for its column', async () => {
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(current()).toHaveAccessibleName('two: 3 pictures');
    await page.keyboard.press('p');
    await expect(cell(/^two, .*Picked/)).toHaveCount(3);
    await expect(cell(/^one, .*Picked/)).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(cell(/Picked/)).toHaveCount(0);
    await page.keyboard.press('c');
    await expect(panes()).toHaveCount(3);
    await page.keyboard.press('Escape');
    await expect(grid()).toBeFocused();
    await expect(current()).toHaveAccessibleName('two: 3 pictures');
  });

  await test.step('a row is compared, with the picture at the cursor in focus', async () => {
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('c');
    await expect(panes()).toHaveCount(2);
    await expect(panes().nth(1)).toBeFocused();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+C');
    await expect(panes()).toHaveCount(3);
    await page.keyboard.press('Escape');
    await expect(grid()).toBeFocused();
  });

  await test.step('several cells are selected with Shift or Control', async () => {
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+Home');
    await expect(grid().locator('[role="gridcell"][aria-selected="true"]')).toHaveCount(4);
    await cells().nth(5).click({ modifiers: ['ControlOrMeta'] });
    await expect(status()).toContainText('5 cells selected');
    await page.keyboard.press('c');
    await expect(panes()).toHaveCount(5);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(grid().locator('[role="gridcell"][aria-selected="true"]')).toHaveCount(1);
  });

  await test.step('the viewer goes through the cells, and the cursor follows', async () => {
    await cells().first().click();
    await page.keyboard.press('Enter');
    await expect(viewer().getByText('1 of 6')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(viewer().getByText('3 of 6')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(grid()).toBeFocused();
    await expect(current()).toHaveAccessibleName('one, 256 × 128: Picture');
  });

  await test.step('rows and columns change places', async () => {
    await page.keyboard.press('Shift+x');
    await expect(grid().getByRole('rowheader')).toHaveText(['one', 'two']);
    await expect(current()).toHaveAccessibleName('one, 256 × 128: Picture');
  });

  await page.keyboard.press('Escape');
  await expect(room()).toBeHidden();
  await expect(page.getByRole('treegrid')).toBeFocused();
});

test('a picture, the viewer and the history lead to the grid, also after a restart, and a single picture does not', async () => {
  await send('a lonely pier', { Model: 'one', Size: '256x256' });
  await expect(app.pictures).toHaveCount(7);
  await app.close();
  app = await LatentApp.launch(profile, { isShared: true });
  const { page } = app;
  await expect(app.pictures).toHaveCount(7);

  await test.step('by key, at the cell of the picture, and back to the picture', async () => {
    const second = page.getByRole('grid', { name: 'Pictures', exact: true }).getByRole('gridcell').nth(1);
    await second.click();
    const imageId = await second.locator('[data-image-id]').getAttribute('data-image-id');
    await page.keyboard.press('Shift+G');
    await expect(cells()).toHaveCount(6);
    await expect(current().locator('[data-matrix-image]')).toHaveAttribute('data-matrix-image', imageId ?? '');
    await page.keyboard.press('Escape');
    await expect(room()).toBeHidden();
    await expect(second).toBeFocused();
  });

  await test.step('by the menu of the viewer', async () => {
    await page.keyboard.press('Enter');
    await expect(viewer()).toBeVisible();
    await viewer().getByRole('button', { name: 'More', exact: true }).click();
    await chooseInMenu(page, 'Grid of its batch');
    await expect(viewer()).toBeHidden();
    await expect(cells()).toHaveCount(6);
    await expect(grid()).toBeFocused();
    await page.keyboard.press('Escape');
  });

  await test.step('not for a picture of no matrix', async () => {
    await page.getByRole('grid', { name: 'Pictures', exact: true }).getByRole('gridcell').first().click({ button: 'right' });
    await expect(await itemInMenu(page, 'Copy', 'Task ID')).toBeVisible();
    await expect(await itemInMenu(page, 'More', 'More like this')).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Grid of its batch' })).toHaveCount(0);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+G');
    await expect(room()).toBeHidden();
  });

  await test.step('from the history', async () => {
    await page.keyboard.press('ControlOrMeta+2');
    const rows = page.getByRole('treegrid', { name: 'History' }).getByRole('row', { name: /a quiet harbour/ });
    await rows.first().click({ button: 'right' });
    await chooseInMenu(page, 'Show the grid');
    await expect(cells()).toHaveCount(6);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('treegrid', { name: 'History' })).toBeFocused();
  });
});

test('each prompt has a grid of its own, which says what failed and shows what was tried again', { tag: '@long' }, async () => {
  const { page } = app;
  await send('a {red|[fail] blue} boat', { Model: 'one, two', Size: '128x128, 256x128' });
  await page.keyboard.press('ControlOrMeta+5');
  await page.getByRole('treegrid').getByRole('row', { name: /boat/ }).click();
  await page.keyboard.press('Shift+G');
  await expect(room().getByText('Prompt 1 of 2')).toBeVisible();
  await expect(status()).toHaveText('4 of 4 tasks done');
  await page.keyboard.press('PageDown');
  await expect(room().getByText('Prompt 2 of 2')).toBeVisible();
  await expect(room().getByText('a [fail] blue boat')).toBeVisible();
  await expect(status()).toHaveText('4 of 4 tasks done · 4 without a picture');
  await expect(cell(/^one, 128 × 128: Failed/)).toBeVisible();
  expect(await windowFaults(page)).toEqual([]);

  await app.changeSettings({ queueStopped: true });
  await cells().nth(1).click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Generate again/ }).click();
  // The new attempt takes the place of the one that failed.
  await expect(cell('two, 128 × 128: The queue is on hold')).toBeVisible();
  await expect(status()).toHaveText('3 of 4 tasks done · 3 without a picture');

  await test.step('the task is shown in the history', async () => {
    await cells().first().click();
    await page.keyboard.press('Enter');
    await expect(room()).toBeHidden();
    await expect(page.getByRole('complementary').getByText('a [fail] blue boat').first()).toBeVisible();
  });
});

test('a list sent with several models has a grid with its prompts down, and a single prompt has one row', { tag: '@long' }, async () => {
  const { page } = app;
  await choose({ Model: 'one, two', Size: '128x128' });
  await page.keyboard.press('ControlOrMeta+Shift+l');
  const list = page.getByRole('dialog', { name: 'List of prompts' });
  await list.getByRole('textbox', { name: 'Prompts' }).fill('a red kite over the dunes on a windy day in late autumn\na [fail] blue kite');
  await list.getByRole('button', { name: 'Show as a table' }).click();
  await list.getByRole('textbox', { name: 'Name of the batch' }).fill('Kites');
  await list.getByRole('button', { name: /^Generate/ }).click();
  await page.keyboard.press('ControlOrMeta+5');
  const kites = page.getByRole('treegrid').getByRole('row', { name: /Kites/ });
  await expect(kites).toContainText('List · 2 models');
  await kites.click();
  await page.keyboard.press('Shift+G');
  await expect(grid().getByRole('columnheader')).toHaveText(['All cells', 'one', 'two']);
  await expect(grid().getByRole('rowheader')).toHaveText([/^a red kite/, 'a [fail] blue kite']);
  await expect(room().getByText('Size: 128 × 128')).toBeVisible();
  await expect(room().getByText('Prompt 1 of 2')).toHaveCount(0);
  await expect(status()).toHaveText('4 of 4 tasks done · 2 without a picture');
  for (const [width, height] of [[900, 600], [1280, 800]] as const) {
    await app.resize(width, height);
    await expect.poll(() => placeFaults(page), `${width}×${height}`).toEqual([]);
  }
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('c');
  await expect(panes()).toHaveCount(2);
  await page.keyboard.press('Escape');
  await page.keyboard.press('PageDown');
  await expect(current()).toHaveAccessibleName(/^one, a \[fail\] blue kite: Failed/);
  await expect(room().locator('p', { hasText: /^a \[fail\] blue kite$/ })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.keyboard.press('ControlOrMeta+1');
  await send('a lonely kite', { Model: 'one, two', Size: '128x128' });
  await page.keyboard.press('ControlOrMeta+5');
  await page.getByRole('treegrid').getByRole('row', { name: /a lonely kite/ }).click();
  await page.keyboard.press('Shift+G');
  // One row needs no header.
  await expect(grid().getByRole('columnheader')).toHaveText(['one', 'two']);
  await expect(grid().getByRole('rowheader')).toHaveCount(0);
});
