import type { LatentApp } from '../support/latent-app.ts';
import { paintPictures, withSeededSheet } from '../support/seeded-sheet.ts';
import type { Picture, SheetDriver } from '../support/sheet-driver.ts';
import { expect, test } from '../support/test.ts';

/** Cells of the contact sheet glide, appear, and are used again; the pointer selects them. */

const seeded = withSeededSheet();
const { served, make, rest } = seeded;
let app: LatentApp;
let sheet: SheetDriver;
let all: readonly Picture[];
test.beforeEach(() => {
  ({ sheet, all } = seeded);
  ({ app } = served);
});

test('no cell is left behind in a row that is used again', { tag: '@long' }, async () => {
  /** Cells of the sheet that lie over another one. */
  const covered = (): Promise<number> =>
    sheet.grid.evaluate((grid) => {
      const rows = [...(grid as unknown as { querySelectorAll(selectors: string): Iterable<{ children: Iterable<{ style: { insetInlineStart: string } }> }> }).querySelectorAll('[role="row"]')];
      return rows.map(({ children }) => [...children].map(({ style }) => style.insetInlineStart)).reduce((sum, starts) => sum + starts.length - new Set(starts).size, 0);
    });
  await app.renew({ stripOpen: false, inspectorOpen: false });
  await sheet.expectCount(all.length);
  // Between its ends, the sheet draws more rows than at an end.
  for (const place of [0.5, 0]) {
    await sheet.scrollTo(place);
    await app.drawn();
  }
  // Pictures that come while a cell is selected form rows that are shorter than the others.
  await make('two', 2);
  await make('two more', 2);
  const cell = (await sheet.cells())[2];
  await app.page.mouse.click(cell?.left ?? 0, cell?.top ?? 0);
  await make('held back', 2);
  await sheet.search.fill('a');
  await expect(app.page.getByRole('main').getByText(/^[\d,]+ pictures$/)).not.toHaveText(/^30\d/);
  await app.drawn();
  expect(await covered()).toBe(0);
});

test('a submission scrolls the sheet to its top and selects nothing', { tag: '@long' }, async () => {
  const [, second] = await sheet.inSight();
  await app.page.locator(`[data-image-id="${second}"]`).click();
  await sheet.scrollTo(0.5);
  await expect.poll(() => sheet.inSight()).not.toContain(all[0]?.id);
  await served.service.script('fox', { processing: 0, images: await paintPictures('fox', 1) });
  await app.submit('fox');
  await expect(sheet.selected).toHaveCount(0);
  await sheet.expectCount(all.length + 1);
  await expect.poll(async () => (await sheet.inSight())[1]).toBe(all[0]?.id);
});

test('cells glide to their new places in 150 to 200 ms, even those that leave the sight, but not with reduced motion', async () => {
  interface Gliding {
    querySelector(selectors: string): { getAttribute(name: string): string | null } | null;
  }
  await app.page.evaluate(() => {
    const page = globalThis as unknown as { glides: number[]; glided: number[]; Element: { prototype: { animate: (this: Gliding, frames: unknown, options: { duration: number }) => unknown } } };
    const { prototype } = page.Element;
    const { animate } = prototype;
    page.glides = [];
    page.glided = [];
    prototype.animate = function record(frames, options) {
      page.glides.push(options.duration);
      page.glided.push(Number(this.querySelector('[data-image-id]')?.getAttribute('data-image-id')));
      return animate.call(this, frames, options);
    };
  });
  const glides = (): Promise<readonly number[]> => app.page.evaluate(() => (globalThis as unknown as { glides: number[] }).glides);
  // The last of the rows in sight leaves it when a new row comes.
  await app.resize(1280, 840);
  const inSight = await sheet.inSight();
  await make('one');
  await expect.poll(async () => (await glides()).length).toBeGreaterThan(5);
  await rest();
  const glided = await app.page.evaluate(() => (globalThis as unknown as { glided: number[] }).glided);
  expect(inSight.filter((id) => !glided.includes(id))).toEqual([]);
  const before = await glides();
  expect(Math.min(...before)).toBeGreaterThanOrEqual(150);
  expect(Math.max(...before)).toBeLessThanOrEqual(200);
  await app.page.emulateMedia({ reducedMotion: 'reduce' });
  await make('two');
  expect(await glides()).toEqual(before);
});

test('a new picture develops once from the latent image of its task', async () => {
  await app.page.evaluate(() => {
    const page = globalThis as unknown as { reveals: Set<unknown>; document: unknown; MutationObserver: new (told: (records: { addedNodes: Iterable<{ querySelectorAll?: (selectors: string) => Iterable<unknown> }> }[]) => void) => { observe(of: unknown, options: object): void } };
    page.reveals = new Set();
    new page.MutationObserver((records) => {
      for (const { addedNodes } of records) for (const node of addedNodes) for (const canvas of node.querySelectorAll?.('[data-image-id] canvas') ?? []) page.reveals.add(canvas);
    }).observe(page.document, { subtree: true, childList: true });
  });
  const reveals = (): Promise<number> => app.page.evaluate(() => (globalThis as unknown as { reveals: Set<unknown> }).reveals.size);
  await make('one', 2);
  await expect.poll(reveals).toBe(2);
  // Its canvas disappears when the picture has loaded.
  await expect(app.page.locator('[data-image-id] canvas')).toHaveCount(0);
  await sheet.scrollTo(0.5);
  await expect.poll(() => sheet.inSight()).not.toContain(all[0]?.id);
  await sheet.scrollTo(0);
  await expect.poll(() => sheet.inSight()).toContain(all[0]?.id);
  expect(await reveals()).toBe(2);
});

test('a rectangle selects the cells it touches, adds them with Shift, and toggles them with Control', async () => {
  const { mouse, keyboard } = app.page;
  const columns = await sheet.columns();
  const cells = await sheet.cells();
  const [first, second, below] = [cells[0], cells[1], cells[columns]];
  if (!first || !second || !below) throw new Error('there are no cells');
  const middle = (second.left + second.right) / 2;
  const draw = async (fromY: number, toX: number, toY: number): Promise<void> => {
    await mouse.move(first.left - 5, fromY);
    await mouse.down();
    await mouse.move(toX - 10, toY, { steps: 3 });
    await mouse.move(toX, toY);
    await mouse.up();
  };
  await draw(first.top - 3, middle, below.top + 20);
  await expect(sheet.selected).toHaveCount(4);
  await keyboard.down('Shift');
  await draw(below.top + 20, middle + (second.right - second.left), below.top + 40);
  await keyboard.up('Shift');
  await expect(sheet.selected).toHaveCount(5);
  await keyboard.down('ControlOrMeta');
  await draw(first.top - 3, middle, first.top + 20);
  await keyboard.up('ControlOrMeta');
  await expect(sheet.selected).toHaveCount(3);

  // Held at the lower edge the sheet scrolls by itself, and goes on selecting.
  const box = await sheet.grid.boundingBox();
  if (!box) throw new Error('there is no sheet');
  await mouse.move(first.left - 5, first.top - 3);
  await mouse.down();
  await mouse.move(middle, box.y + box.height - 4, { steps: 4 });
  const toolbar = app.page.getByRole('toolbar', { name: 'Selection' });
  const selectedAtEdge = async (): Promise<number> => {
    // The virtual screen's own pointer, which rests in its middle, may be reported in between.
    await mouse.move(middle, box.y + box.height - 4);
    return Number.parseInt((await toolbar.getByRole('status').textContent()) ?? '', 10);
  };
  await expect.poll(selectedAtEdge).toBeGreaterThan(12);
  await keyboard.press('Escape');
  await mouse.up();
  // Escape has restored the earlier selection.
  await expect(toolbar.getByRole('status')).toHaveText('3 selected');
});

test('a click counts although the sheet comes to rest during the press', async () => {
  const { page } = app;
  await sheet.grid.getByRole('gridcell').first().click();
  await page.keyboard.press('ControlOrMeta+a');
  const columns = await sheet.columns();
  const cell = (await sheet.cells())[columns];
  if (!cell) throw new Error('there are no cells');
  await page.mouse.move(cell.left + 20, cell.top + 20);
  await page.mouse.down();
  // Rows show others while the sheet scrolls, so that their elements are not in reading order until it rests.
  await sheet.grid.evaluate(async (element) => {
    interface Rows {
      scrollTop: number;
      querySelector(selectors: string): Rows;
      after(row: Rows): void;
    }
    const grid = element as unknown as Rows;
    const { requestAnimationFrame: draw } = globalThis as unknown as { requestAnimationFrame(next: (time: number) => void): void };
    const frame = (): Promise<unknown> => new Promise((next) => {
      draw(next);
    });
    grid.scrollTop = 400;
    await frame();
    await frame();
    grid.scrollTop = 0;
    await frame();
    grid.querySelector('[role="row"]:active').after(grid.querySelector('[aria-rowindex="1"]'));
  });
  // Pictures get their names when the sheet rests.
  await expect(sheet.grid.getByRole('gridcell', { name: 'Picture', exact: true })).toHaveCount(0);
  await page.mouse.up();
  await expect(sheet.selected).toHaveCount(1);
  await expect(sheet.selected.locator('[data-image-id]')).toHaveAttribute('data-image-id', String(cell.id));
  const isOrdered = (): Promise<boolean> =>
    sheet.grid.evaluate((element) => {
      const grid = element as unknown as { querySelectorAll(selectors: string): Iterable<{ readonly ariaRowIndex: string }> };
      const rows = [...grid.querySelectorAll('[role="row"]')].map(({ ariaRowIndex }) => Number(ariaRowIndex));
      return rows.every((row, at) => at === 0 || row > (rows[at - 1] ?? 0));
    });
  await expect.poll(isOrdered).toBe(true);
});
