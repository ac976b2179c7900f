import type { Locator } from '@playwright/test';
import { axeFaults } from '../support/axe.ts';
import { withSharedApp } from '../support/fresh-app.ts';
import type { LatentApp } from '../support/latent-app.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { expect, test } from '../support/test.ts';

/** Pictures that have something in common, under headers. */

let app: LatentApp;
withSharedApp((shared) => void (app = shared), {
  begin: (of) =>
    seedHistory(of, [
      { prompt: 'a boat', pictures: 2, model: 'painter-1', daysAgo: 3 },
      { prompt: 'a bridge', model: 'painter-2', daysAgo: 2 },
      { prompt: 'a boat', model: 'painter-1', daysAgo: 1 },
      { prompt: 'a barn', pictures: 3, daysAgo: 1 },
    ]),
});
test.beforeEach(async () => {
  await app.resize(1280, 800);
  await app.renew({ stripOpen: false, inspectorOpen: false });
});

const inOrder = (of: Locator): Promise<readonly string[]> =>
  of.evaluateAll((all) =>
    all
      .map((one) => ({ row: Number(one.closest('[role="row"]')?.ariaRowIndex), column: Number(one.ariaColIndex), name: one.ariaLabel ?? '' }))
      .sort((a, b) => a.row - b.row || a.column - b.column)
      .map(({ name }) => name),
  );
const headers = (): Promise<readonly string[]> => inOrder(app.page.getByRole('rowheader'));
const cells = (): Promise<readonly string[]> => inOrder(app.page.getByRole('gridcell'));
const focused = async (): Promise<{ readonly name: string | null; readonly row: string | null }> => {
  const cell = app.page.locator('[role="gridcell"]:focus');
  return { name: await cell.getAttribute('aria-label'), row: await cell.locator('..').getAttribute('aria-rowindex') };
};
const selected = (): Promise<number> => app.page.locator('[role="gridcell"][aria-selected="true"]').count();

const scrolled = (): Promise<number> => app.page.getByRole('grid').evaluate((grid) => (grid as unknown as { readonly scrollTop: number }).scrollTop);
const scrollTo = (to: number): Promise<void> => app.page.getByRole('grid').evaluate((grid, y) => void Object.assign(grid, { scrollTop: y }), to);

async function groupBy(choice: string): Promise<void> {
  await app.page.getByRole('button', { name: /^View:/u }).click();
  await app.page.getByRole('menuitem', { name: 'Group by' }).click();
  await app.page.getByRole('menuitemradio', { name: choice }).click();
  await expect(app.page.getByRole('menu')).toHaveCount(0);
}

function dayName(daysAgo: number): string {
  if (daysAgo < 2) return daysAgo === 0 ? 'Today' : 'Yesterday';
  const today = new Date();
  return new Intl.DateTimeFormat('en-US', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(new Date(today.getFullYear(), today.getMonth(), today.getDate() - daysAgo));
}

const byPrompt = ['a barn, 3 pictures', 'a boat, 3 pictures', 'a bridge, 1 picture'];

test('pictures stand under headers by day, model, batch or prompt, also after a restart', { tag: '@long' }, async () => {
  const { page } = app;
  await expect.poll(() => app.loadedPictures()).toBe(7);
  expect(await headers()).toEqual([]);

  await groupBy('Day');
  await expect.poll(headers).toEqual([`${dayName(1)}, 4 pictures`, `${dayName(2)}, 1 picture`, `${dayName(3)}, 2 pictures`]);
  await page.keyboard.press('Shift+v');
  await expect.poll(headers).toEqual([`${dayName(3)}, 2 pictures`, `${dayName(2)}, 1 picture`, `${dayName(1)}, 4 pictures`]);
  await page.keyboard.press('Shift+v');

  await groupBy('Model');
  await expect.poll(headers).toEqual(['painter-1, 3 pictures', 'painter-2, 1 picture', 'Without a model, 3 pictures']);
  await groupBy('Batch');
  await expect.poll(headers).toEqual(['Without a batch, 7 pictures']);
  await groupBy('Prompt');
  await expect.poll(headers).toEqual(byPrompt);
  await expect.poll(cells).toEqual(['a barn', 'a barn', 'a barn', 'a boat', 'a boat', 'a boat', 'a bridge']);
  expect(await axeFaults(page)).toEqual([]);

  await page.getByRole('button', { name: 'Justified rows' }).click();
  await expect.poll(headers).toEqual(byPrompt);
  await page.reload();
  await expect.poll(headers).toEqual(byPrompt);
  await groupBy('No groups');
  await expect.poll(headers).toEqual([]);
});

test('the header of a group does not cover the selected picture', async () => {
  const { page } = app;
  await expect.poll(() => app.loadedPictures()).toBe(7);
  const first = page.getByRole('gridcell').first();
  await first.click();
  const top = async (of: Locator): Promise<number> => (await of.boundingBox())?.y ?? NaN;
  const before = await top(first);
  await groupBy('Day');
  const header = page.getByRole('rowheader', { name: /^Yesterday/ });
  await expect(header).toBeVisible();
  const { y = NaN, height = NaN } = (await header.boundingBox()) ?? {};
  expect(await top(page.locator('[data-focused]'))).toBeGreaterThanOrEqual(y + height);
  expect(await scrolled()).toBe(0);
  await groupBy('No groups');
  await expect(header).toHaveCount(0);
  expect(await top(page.locator('[data-focused]'))).toBe(before);
});

test('keys go from group to group and over their borders, and a header selects its group', async () => {
  const { page } = app;
  await groupBy('Prompt');
  await expect.poll(headers).toEqual(byPrompt);
  await page.getByRole('gridcell').first().click();
  await page.keyboard.press('Control+ArrowDown');
  await expect.poll(focused).toEqual({ name: 'a boat', row: '4' });
  await page.keyboard.press('ArrowLeft');
  await expect.poll(focused).toEqual({ name: 'a barn', row: '2' });
  await page.keyboard.press('ArrowDown');
  await expect.poll(focused).toEqual({ name: 'a boat', row: '4' });
  await page.keyboard.press('Control+ArrowUp');
  await page.keyboard.press('Control+ArrowUp');
  await expect.poll(focused).toEqual({ name: 'a barn', row: '2' });
  await page.keyboard.press('End');
  await expect.poll(focused).toEqual({ name: 'a bridge', row: '6' });

  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Control+Shift+a');
  await expect.poll(selected).toBe(3);
  await expect.poll(focused).toEqual({ name: 'a boat', row: '4' });
  await page.getByRole('rowheader', { name: byPrompt[2] ?? '' }).click({ modifiers: ['ControlOrMeta'] });
  await expect.poll(selected).toBe(4);
  await page.getByRole('rowheader', { name: byPrompt[0] ?? '' }).click();
  await expect.poll(selected).toBe(3);
  await page.keyboard.press('4');
  await expect.poll(cells).toEqual(['a barn (4 stars)', 'a barn (4 stars)', 'a barn (4 stars)', 'a boat', 'a boat', 'a boat', 'a bridge']);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(cells).toEqual(['a barn', 'a barn', 'a barn', 'a boat', 'a boat', 'a boat', 'a bridge']);
});

test('the header of the group in sight stays at the upper edge, and covers no picture that a key leads to', async () => {
  const { page } = app;
  await app.resize(900, 600);
  await groupBy('Prompt');
  await expect.poll(headers).toEqual(byPrompt);
  const header = (at: number): Locator => page.getByRole('rowheader', { name: byPrompt[at] ?? '' });
  const top = async (of: Locator): Promise<number> => ((await of.boundingBox())?.y ?? NaN) - ((await page.getByRole('grid').boundingBox())?.y ?? NaN);
  const atTop = await top(header(0));
  await scrollTo(150);
  await expect.poll(() => top(header(0))).toBeLessThan(atTop);
  expect(await top(header(0))).toBeGreaterThanOrEqual(0);
  await expect(page.getByRole('rowheader')).toHaveCount(3);
  await header(0).click();
  await expect.poll(selected).toBe(3);

  // The next one pushes it away.
  await scrollTo((await scrolled()) + (await top(header(1))) - 10);
  await expect.poll(() => top(header(0))).toBeLessThan(0);
  await expect.poll(() => top(header(1))).toBeGreaterThan(0);

  // A key that leads to a group shows it from its header on.
  await page.keyboard.press('Home');
  await page.keyboard.press('Control+ArrowDown');
  await expect.poll(focused).toEqual({ name: 'a boat', row: '4' });
  expect(await top(header(1))).toBeLessThan(30);
  expect(await top(header(1))).toBeGreaterThanOrEqual(0);
  await page.keyboard.press('Control+ArrowUp');
  await expect.poll(focused).toEqual({ name: 'a barn', row: '2' });
  expect(await scrolled()).toBe(0);

  await page.keyboard.press('End');
  await expect.poll(focused).toEqual({ name: 'a bridge', row: '6' });
  await page.keyboard.press('ArrowUp');
  await expect.poll(focused).toEqual({ name: 'a boat', row: '4' });
  const bar = await header(1).boundingBox();
  const cell = await page.locator('[role="gridcell"]:focus').boundingBox();
  expect(cell?.y).toBeGreaterThanOrEqual((bar?.y ?? NaN) + (bar?.height ?? NaN));
  expect(await axeFaults(page)).toEqual([]);
});

test('the names of today and yesterday follow midnight', async () => {
  await groupBy('Day');
  await expect.poll(headers).toEqual(['Yesterday, 4 pictures', `${dayName(2)}, 1 picture`, `${dayName(3)}, 2 pictures`]);
  await app.page.evaluate(() => {
    const { now } = Date;
    Date.now = () => now() - 86_400_000;
  });
  await expect.poll(headers).toEqual(['Today, 4 pictures', 'Yesterday, 1 picture', `${dayName(3)}, 2 pictures`]);
});

test('what is most like a picture is shown from the top, and the way back leads to the place', async () => {
  const { page } = app;
  await app.resize(640, 700);
  await app.renew({ cellSize: 400, stripOpen: false, inspectorOpen: false });
  await groupBy('Prompt');
  await expect.poll(headers).toContain(byPrompt[0]);
  await page.getByRole('gridcell').first().click();
  await scrollTo(100_000);
  await expect.poll(headers).toContain(byPrompt[2]);
  const before = await scrolled();
  await page.keyboard.press('Shift+l');
  await expect.poll(headers).toEqual([]);
  await expect.poll(scrolled).toBe(0);
  await expect.poll(selected).toBe(1);
  await page.getByRole('combobox', { name: 'Search pictures' }).fill('');
  await expect.poll(headers).toContain(byPrompt[2]);
  await expect.poll(scrolled).toBe(before);
});

test('the scrubber leads to groups by name, and G says what it needs', async () => {
  const { page } = app;
  await app.resize(900, 600);
  await groupBy('Prompt');
  await expect.poll(headers).toEqual(byPrompt);
  const slider = page.getByRole('slider', { name: 'Prompt' });
  await expect(slider).toHaveAttribute('aria-valuetext', 'a barn');
  const { x = 0, y = 0, height = 0 } = (await slider.boundingBox()) ?? {};
  await page.mouse.move(x + 5, y + height * 0.6);
  await expect(page.getByText('a boat · 3 pictures')).toBeVisible();
  await page.mouse.down();
  await page.mouse.up();
  await expect(slider).toHaveAttribute('aria-valuetext', 'a boat');
  await slider.press('ArrowDown');
  await expect(slider).toHaveAttribute('aria-valuetext', 'a bridge');
  expect(await axeFaults(page)).toEqual([]);

  await page.keyboard.press('g');
  await expect(page.getByText('To go to a date, sort the pictures by date')).toBeVisible();
  await groupBy('Day');
  await expect(page.getByRole('slider', { name: 'Prompt' })).toHaveCount(0);
  await page.keyboard.press('g');
  await expect(page.getByRole('dialog', { name: 'Go to a date', exact: true })).toBeVisible();
});

// Last, because the pictures that it adds stay.
test('new pictures join their groups, and a closed stack stands in the group of its top', { tag: '@long' }, async () => {
  const { page } = app;
  await groupBy('Prompt');
  await expect.poll(headers).toEqual(byPrompt);
  await page.evaluate(() => {
    interface Gliding {
      querySelector(selectors: string): { readonly ariaLabel: string } | null;
    }
    const there = globalThis as unknown as { glided: string[]; Element: { prototype: { animate: (this: Gliding, frames: unknown, options: unknown) => unknown } } };
    const { prototype } = there.Element;
    const { animate } = prototype;
    there.glided = [];
    prototype.animate = function record(frames, options) {
      there.glided.push(this.querySelector('[role="rowheader"]')?.ariaLabel ?? '');
      return animate.call(this, frames, options);
    };
  });
  await app.prompt.fill('a bridge');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(headers).toEqual(['a bridge, 2 pictures', 'a barn, 3 pictures', 'a boat, 3 pictures']);
  // The headers glide with their rows.
  await expect.poll(() => page.evaluate(() => (globalThis as unknown as { glided: string[] }).glided)).toEqual(expect.arrayContaining([...byPrompt.slice(0, 2), 'a bridge, 2 pictures']));

  await app.prompt.fill('a {red|blue} door');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(async () => (await headers()).slice(0, 3).toSorted()).toEqual(['a blue door, 1 picture', 'a bridge, 2 pictures', 'a red door, 1 picture']);
  await groupBy('Batch');
  await expect.poll(headers).toEqual(['a {red|blue} door, 2 pictures', 'Without a batch, 8 pictures']);

  await page.getByRole('button', { name: /^View:/u }).click();
  await page.getByRole('menuitem', { name: 'Stacks', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'Same prompt' }).click();
  await expect.poll(cells).toHaveLength(5);
  await expect.poll(headers).toEqual(['a {red|blue} door, 2 pictures', 'Without a batch, 8 pictures']);
});
