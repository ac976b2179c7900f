import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { withSharedServedApp } from '../support/fresh-app.ts';
import { LatentApp } from '../support/latent-app.ts';
import { paintPng } from '../support/paint-png.ts';
import type { PictureScript } from '../support/scripted-service-script.ts';
import { seedProfile } from '../support/seeded-profile.ts';
import { picturesOf, SheetDriver, type CellInSight, type Picture } from '../support/sheet-driver.ts';
import { expect, test } from '../support/test.ts';

/** Nothing in the contact sheet moves under a person's hand, whatever comes and goes. */

// The tasks of the seeded library would leave the pictures little room.
const launch = { strip: 'closed', isShared: true } as const;
const served = withSharedServedApp({ ...launch, begin: (profile) => seedProfile(profile, { images: 300, seed: 5, until: Date.UTC(2026, 10, 21) }) });
let app: LatentApp;
let sheet: SheetDriver;
let all: readonly Picture[];
test.beforeEach(async () => {
  ({ app } = served);
  sheet = new SheetDriver(app);
  await app.page.emulateMedia({ reducedMotion: null });
  // Several rows of several cells, so that there is something that could move.
  await app.resize(1280, 940);
  await app.renew({ stripOpen: false, sidebarOpen: false });
  all = picturesOf(path.join(served.profile.userData, 'latent.db'));
  await sheet.expectCount(all.length);
});

function paint(prompt: string, count: number): Promise<readonly PictureScript[]> {
  return Promise.all(Array.from({ length: count }, async (_, index) => ({ base64: (await paintPng({ prompt, index, width: 96, height: 72 })).toString('base64') })));
}

/** Makes pictures without a hand on keyboard or mouse, and waits until the sheet has them. */
async function make(prompt: string, count = 1): Promise<void> {
  const before = await counted();
  await app.receive(served.service, prompt, { images: await paint(prompt, count) });
  await sheet.expectCount(before + count);
}

async function counted(): Promise<number> {
  const text = (await app.page.getByText(/^[\d,]+ pictures$/).textContent()) ?? '';
  return Number(text.replaceAll(/\D/g, ''));
}

/** Waits until no cell glides any more. */
const rest = (page: Page): Promise<unknown> =>
  page.evaluate(() => Promise.all((globalThis as unknown as { document: { getAnimations(): { finished: Promise<unknown> }[] } }).document.getAnimations().map(({ finished }) => finished.catch(() => null))));

const placesOf = (cells: readonly CellInSight[]): ReadonlyMap<number, CellInSight> => new Map(cells.flatMap((cell) => (cell.id === null ? [] : [[cell.id, cell] as const])));

/** All cells that stay in sight stand where they stood, and so does every one of `named`. */
function expectStill(before: readonly CellInSight[], after: readonly CellInSight[], named: readonly number[] = []): void {
  const now = placesOf(after);
  const stay = [...placesOf(before)].filter(([id]) => now.has(id));
  expect(stay.length).toBeGreaterThan(5);
  for (const [id, { left, top, right, bottom }] of stay) expect({ id, ...now.get(id) }).toMatchObject({ left, top, right, bottom });
  for (const id of named) expect(now.has(id)).toBe(true);
}

const newPictures = (count: number): ReturnType<Page['getByRole']> => app.page.getByRole('button', { name: count === 1 ? '1 new picture' : `${count} new pictures` });

for (const layout of ['square', 'justified'] as const) {
  // Square rows show these in every run.
  const once = layout === 'justified' ? '@long' : [];
  test.describe(`in ${layout} rows`, () => {
    test.beforeEach(async () => {
      if (layout === 'square') return;
      await app.page.getByRole('button', { name: 'Justified rows' }).click();
      await expect(app.page.getByRole('button', { name: 'Justified rows' })).toHaveAttribute('aria-pressed', 'true');
    });

    test('new pictures move nothing while a cell is selected at the top', async () => {
      const [, second] = await sheet.inSight();
      await app.page.locator(`[data-image-id="${second}"]`).click();
      await app.prompt.focus();
      const before = await sheet.cells();
      await make('one', 1);
      await make('three', 3);
      await rest(app.page);
      expectStill(before, await sheet.cells(), [second ?? 0]);
      await newPictures(4).click();
      await expect(newPictures(4)).toBeHidden();
      await expect.poll(async () => (await sheet.inSight()).slice(4, 5)).toEqual([all[0]?.id]);
    });

    test('new pictures move nothing while the pointer is over a cell, and then let the sheet glide', { tag: once }, async () => {
      const [first] = await sheet.cells();
      if (!first) throw new Error('there is no cell');
      const before = await sheet.cells();
      // A hand on the mouse is never quite still; the screen's own pointer would be taken for it when another window opens.
      let made = false;
      const hand = async (): Promise<void> => {
        for (let by = 0; !made; by = 1 - by) await app.page.mouse.move((first.left + first.right) / 2 + by, (first.top + first.bottom) / 2);
      };
      await app.page.mouse.move((first.left + first.right) / 2 - 1, (first.top + first.bottom) / 2);
      await app.page.mouse.move((first.left + first.right) / 2, (first.top + first.bottom) / 2);
      await Promise.all([hand(), make('one', 1).finally(() => (made = true))]);
      await rest(app.page);
      expectStill(before, await sheet.cells(), [first.id ?? 0]);
      await newPictures(1).click();
      await app.prompt.pressSequentially('typing');
      const [newest] = await sheet.inSight();
      await make('two', 1);
      await rest(app.page);
      const ids = await sheet.inSight();
      expect(ids[1]).toBe(newest);
      await expect(newPictures(1)).toBeHidden();
    });

    test('no new picture joins the row of a held cell: the next ones start a row above it', { tag: once }, async () => {
      await make('one', 2);
      await expect.poll(async () => (await sheet.inSight())[2]).toBe(all[0]?.id);
      const [first] = await sheet.inSight();
      await app.page.locator(`[data-image-id="${first}"]`).click();
      await app.prompt.focus();
      // The first two may still glide to their places.
      await rest(app.page);
      const before = await sheet.cells();
      await make('two', 2);
      await make('three', 1);
      await rest(app.page);
      expectStill(before, await sheet.cells(), [first ?? 0]);
      await expect(newPictures(3)).toBeVisible();
    });

    test('new pictures move nothing deep in the sheet, and full rows never change', async () => {
      await sheet.scrollTo(0.5);
      await expect.poll(async () => (await sheet.inSight()).length).toBeGreaterThan(5);
      await expect.poll(() => sheet.inSight()).not.toContain(all[0]?.id);
      const before = await sheet.cells();
      await make('one', 1);
      await make('many', 4);
      await rest(app.page);
      expectStill(before, await sheet.cells());
      await expect(newPictures(5)).toBeVisible();
    });
  });
}

test('the pictures of a task are adjacent and in order, even if others arrive in between, and after a relaunch', async () => {
  // The second of four takes its time.
  const slowly = ({ base64 }: PictureScript): PictureScript => ({ base64, answers: [{ delayMs: 2500, body: { base64 }, headers: { 'content-type': 'image/png' } }] });
  await app.receive(served.service, 'four', { images: (await paint('four', 4)).map((image, at) => (at === 1 ? slowly(image) : image)) });
  await app.receive(served.service, 'one', { images: await paint('one', 1) });
  await sheet.expectCount(all.length + 5);
  const order = async (): Promise<readonly string[]> => {
    const { tasks } = await app.history();
    const indexes = new Map(tasks.flatMap(({ task, images }) => images.map(({ id, index }) => [id, `${task.request.prompt} ${index}`] as const)));
    return (await sheet.inSight()).slice(0, 5).map((id) => indexes.get(id) ?? '');
  };
  const together = ['four 0', 'four 1', 'four 2', 'four 3'];
  await expect.poll(async () => (await order()).filter((name) => name !== 'one 0')).toEqual(together);
  expect((await order()).indexOf('one 0') % 4).toBe(0);

  await app.close();
  app = await LatentApp.launch(served.profile, launch);
  served.app = app;
  sheet = new SheetDriver(app);
  await sheet.expectCount(all.length + 5);
  await expect.poll(async () => (await order()).filter((name) => name !== 'one 0')).toEqual(together);
  expect((await order()).indexOf('one 0') % 4).toBe(0);
});

test('a late picture of a hidden task waits for a selected sibling, and the button counts it', async () => {
  const images = await paint('three', 3);
  const held = Promise.withResolvers<void>();
  const host = createServer((_, response) => void held.promise.then(() => response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from(images[1]?.base64 ?? '', 'base64'))));
  await new Promise<void>((resolve) => void host.listen(0, '127.0.0.1', resolve));
  const { port } = host.address() as AddressInfo;
  const taskId = await app.receive(served.service, 'three', { images: images.map((image, at) => (at === 1 ? { ...image, url: `http://127.0.0.1:${port}/late.png` } : image)) });
  await expect.poll(async () => (await sheet.inSight())[2]).toBe(all[0]?.id);
  await app.call('tasksDismiss', { taskIds: [taskId] });
  const [first] = await sheet.inSight();
  await app.page.locator(`[data-image-id="${first}"]`).click();
  await app.prompt.focus();
  await rest(app.page);
  const before = await sheet.cells();
  held.resolve();
  await expect(newPictures(1)).toBeVisible();
  expectStill(before, await sheet.cells(), [first ?? 0]);
  await expect(sheet.selected).toHaveCount(1);
  await newPictures(1).click();
  await expect.poll(async () => (await sheet.inSight())[3]).toBe(all[0]?.id);
  await sheet.expectCount(all.length + 3);
  host.close();
});

test('a search shows few results from the first one, nothing below them, and leads back to the same place when it is cleared', async () => {
  const few = [...new Set(all.flatMap(({ prompt }) => prompt.toLowerCase().match(/[a-z]{5,}/g) ?? []))].find((word) => {
    const count = all.filter(({ prompt }) => new RegExp(`\\b${word}`, 'i').test(prompt)).length;
    return count > 2 && count < 5;
  });
  /** The page hears of a turn of the wheel some frames later. */
  const turn = async (pixels: number): Promise<void> => {
    const top = (): Promise<number> => sheet.grid.evaluate((element) => element.scrollTop);
    const to = (await top()) + pixels;
    await sheet.wheel(pixels);
    await expect.poll(async () => Math.abs((await top()) - to)).toBeLessThan(1);
  };
  for (const pixels of [900, 330, -420, 650, 90]) await turn(pixels);
  // Between two words is one that finds nothing, and so no sheet.
  const searchAndClear = async (): Promise<void> => {
    await app.drawn();
    const before = await sheet.inSight();
    for (const search of [few ?? '', 'zzzz', few ?? '']) {
      await sheet.search.fill(search);
      if (search === 'zzzz') await expect(app.page.getByText('No picture matches')).toBeVisible();
      else await expect.poll(async () => (await sheet.cells()).length).toBeLessThan(5);
    }
    // A narrower window is another layout.
    await app.resize(1270, 940);
    const [first, ...others] = await sheet.cells();
    expect(first?.top).toBeGreaterThan((await sheet.grid.boundingBox())?.y ?? 0);
    for (const { top } of others) expect(top).toBe(first?.top);
    await app.resize(1280, 940);
    await sheet.search.fill('');
    await expect.poll(() => sheet.inSight()).toEqual(before);
  };
  await sheet.scrollToEdge((await sheet.cells())[0]?.bottom ?? 0);
  await searchAndClear();
  // Now the upper edge cuts a row.
  await turn(90);
  await searchAndClear();
});

test('no cell is left behind in a row that is used again', async () => {
  /** Cells of the sheet that lie over another one. */
  const covered = (): Promise<number> =>
    sheet.grid.evaluate((grid) => {
      const rows = [...(grid as unknown as { querySelectorAll(selectors: string): Iterable<{ children: Iterable<{ style: { left: string } }> }> }).querySelectorAll('[role="row"]')];
      return rows.map(({ children }) => [...children].map(({ style }) => style.left)).reduce((sum, lefts) => sum + lefts.length - new Set(lefts).size, 0);
    });
  await app.renew({ stripOpen: false, inspectorOpen: false });
  await sheet.expectCount(all.length);
  // Between its ends, the sheet draws more rows than at an end.
  for (const place of [0.5, 0]) {
    await sheet.scrollTo(place);
    await app.drawn();
  }
  // New pictures form rows that are shorter than the others.
  await make('two', 2);
  await make('two more', 2);
  const cell = (await sheet.cells())[2];
  await app.page.mouse.click(cell?.left ?? 0, cell?.top ?? 0);
  await make('held back', 2);
  await sheet.search.fill('a');
  await expect(app.page.getByText(/^[\d,]+ pictures$/)).not.toHaveText(/^30\d/);
  await app.drawn();
  expect(await covered()).toBe(0);
});

test('a submission scrolls the sheet to its top and selects nothing', async () => {
  const [, second] = await sheet.inSight();
  await app.page.locator(`[data-image-id="${second}"]`).click();
  await sheet.scrollTo(0.5);
  await expect.poll(() => sheet.inSight()).not.toContain(all[0]?.id);
  await served.service.script('fox', { processing: 0, images: await paint('fox', 1) });
  await app.submit('fox');
  await expect(sheet.selected).toHaveCount(0);
  await sheet.expectCount(all.length + 1);
  await expect.poll(async () => (await sheet.inSight())[1]).toBe(all[0]?.id);
});

test('deleting a row above does not move the selected cell', async () => {
  const ids = await sheet.inSight();
  const columns = await sheet.columns();
  const held = ids[columns + 1] ?? 0;
  await app.page.locator(`[data-image-id="${held}"]`).click();
  await app.prompt.focus();
  const [first, second] = [...new Set((await sheet.cells()).map(({ top }) => top))];
  await sheet.grid.evaluate((element, height) => {
    (element as unknown as { scrollTop: number }).scrollTop = height;
  }, (second ?? 0) - (first ?? 0));
  await expect.poll(async () => (await sheet.inSight())[0]).toBe(ids[columns]);
  const before = await sheet.cells();
  await app.call('marksSet', { target: { token: null, revision: 0, ranges: [], imageIds: ids.slice(0, columns) }, mark: { kind: 'trash' } });
  await sheet.expectCount(all.length - columns);
  await rest(app.page);
  expectStill(before, await sheet.cells(), [held]);
});

test('undoing the deletion of several pictures scrolls the focused one into sight', async () => {
  const columns = await sheet.columns();
  const ids = await sheet.inSight();
  await app.page.locator(`[data-image-id="${ids[0]}"]`).click();
  for (let at = 1; at < columns; at += 1) await app.page.keyboard.press('Shift+ArrowRight');
  await app.page.keyboard.press('Delete');
  await sheet.expectCount(all.length - columns);
  await expect(sheet.selected.locator('[data-image-id]')).toHaveAttribute('data-image-id', String(ids[columns]));
  await app.page.keyboard.press('ControlOrMeta+z');
  await sheet.expectCount(all.length);
  await sheet.expectSelected(all[columns - 1]);
  await expect(sheet.selected).toBeFocused();
  // They are not new.
  await expect(app.page.getByRole('button', { name: /new pictures?$/ })).toBeHidden();
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
  await rest(app.page);
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
    const page = globalThis as unknown as { reveals: number; document: unknown; MutationObserver: new (told: (records: { addedNodes: Iterable<{ querySelectorAll?: (selectors: string) => { length: number } }> }[]) => void) => { observe(of: unknown, options: object): void } };
    page.reveals = 0;
    new page.MutationObserver((records) => {
      for (const { addedNodes } of records) for (const node of addedNodes) page.reveals += node.querySelectorAll?.('[data-image-id] canvas').length ?? 0;
    }).observe(page.document, { subtree: true, childList: true });
  });
  const reveals = (): Promise<number> => app.page.evaluate(() => (globalThis as unknown as { reveals: number }).reveals);
  await make('one', 2);
  await expect.poll(reveals).toBe(2);
  // Its canvas disappears when the picture is there.
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
