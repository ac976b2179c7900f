import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { openSubmenu } from '../support/choose-in-menu.ts';
import { LatentApp } from '../support/latent-app.ts';
import type { PictureScript } from '../support/scripted-service-script.ts';
import { paintPictures, sheetLaunch, withSeededSheet } from '../support/seeded-sheet.ts';
import { SheetDriver, type CellInSight, type Picture } from '../support/sheet-driver.ts';
import { expect, test } from '../support/test.ts';

/** Nothing in the contact sheet moves under a person's hand, whatever comes and goes. */

const seeded = withSeededSheet();
const { served, make, rest } = seeded;
let app: LatentApp;
let sheet: SheetDriver;
let all: readonly Picture[];
test.beforeEach(() => {
  ({ sheet, all } = seeded);
  ({ app } = served);
});

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

    test('new pictures move nothing while a cell is selected at the top', { tag: '@long' }, async () => {
      const [, second] = await sheet.inSight();
      await app.page.locator(`[data-image-id="${second}"]`).click();
      await app.prompt.focus();
      const before = await sheet.cells();
      await make('one', 1);
      await make('three', 3);
      await rest();
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
      await rest();
      expectStill(before, await sheet.cells(), [first.id ?? 0]);
      await newPictures(1).click();
      await app.prompt.pressSequentially('typing');
      const [newest] = await sheet.inSight();
      await make('two', 1);
      await rest();
      const ids = await sheet.inSight();
      expect(ids[1]).toBe(newest);
      await expect(newPictures(1)).toBeHidden();
    });

    test('new pictures take their place in the flow, those that came while a cell was held do so afterwards, and none joins the row of a held cell', { tag: once }, async () => {
      /** How much narrower the first row is than the widest one. */
      const missing = async (): Promise<number> => {
        const cells = await sheet.cells();
        const right = (those: readonly CellInSight[]): number => Math.max(...those.map((cell) => cell.right));
        return right(cells) - right(cells.filter(({ top }) => top === cells[0]?.top));
      };
      const isFull = (): Promise<void> => expect.poll(missing).toBeLessThan(10);
      await app.page.mouse.move(0, 0);
      await make('one', 1);
      await expect.poll(async () => (await sheet.inSight())[1]).toBe(all[0]?.id);
      await rest();
      await isFull();
      // A row of its own is above the selected cell, and full once nothing is selected at the top.
      const [first] = await sheet.inSight();
      await app.page.locator(`[data-image-id="${first}"]`).click();
      await app.prompt.focus();
      await rest();
      const before = await sheet.cells();
      await make('two', 1);
      await rest();
      expectStill(before, await sheet.cells(), [first ?? 0]);
      await app.page.keyboard.press('Escape');
      await sheet.scrollTo(0);
      await expect.poll(missing).toBeGreaterThan(100);
      // Nor does a picture join that row while a cell of it is selected.
      const [newest] = await sheet.inSight();
      await app.page.locator(`[data-image-id="${newest}"]`).click();
      await app.prompt.focus();
      await rest();
      const held = await sheet.cells();
      await app.receive(served.service, 'three', { images: await paintPictures('three', 1) });
      await expect(newPictures(1)).toBeVisible();
      expectStill(held, await sheet.cells(), [newest ?? 0]);
      await newPictures(1).click();
      await expect.poll(async () => (await sheet.inSight())[1]).toBe(newest);
      await rest();
      await isFull();
    });

    test('new pictures move nothing deep in the sheet, and full rows never change', { tag: '@long' }, async () => {
      await sheet.scrollTo(0.5);
      await expect.poll(async () => (await sheet.inSight()).length).toBeGreaterThan(5);
      await expect.poll(() => sheet.inSight()).not.toContain(all[0]?.id);
      const before = await sheet.cells();
      await make('one', 1);
      await make('many', 4);
      await rest();
      expectStill(before, await sheet.cells());
      await newPictures(5).click();
      // The button that had the focus is gone, and its row has it.
      await expect(newPictures(5)).toHaveCount(0);
      await expect(app.page.locator('[data-strip-row]')).toBeFocused();
    });
  });
}

test('the pictures of a task are adjacent and in order, even if others arrive in between, and after a relaunch', { tag: '@long' }, async () => {
  // The second of four takes its time.
  const slowly = ({ base64 }: PictureScript): PictureScript => ({ base64, answers: [{ delayMs: 2500, body: { base64 }, headers: { 'content-type': 'image/png' } }] });
  await app.receive(served.service, 'four', { images: (await paintPictures('four', 4)).map((image, at) => (at === 1 ? slowly(image) : image)) });
  await app.receive(served.service, 'one', { images: await paintPictures('one', 1) });
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
  app = await LatentApp.launch(served.profile, sheetLaunch);
  served.app = app;
  sheet = new SheetDriver(app);
  await sheet.expectCount(all.length + 5);
  await expect.poll(async () => (await order()).filter((name) => name !== 'one 0')).toEqual(together);
  expect((await order()).indexOf('one 0') % 4).toBe(0);
});

test('a late picture of a hidden task waits for a selected sibling, and the button counts it', async () => {
  const images = await paintPictures('three', 3);
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
  await rest();
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

test('a search shows few results from the first one, nothing below them, and leads back to the same place when it is cleared', { tag: '@long' }, async () => {
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

/** Scrolls away from the top, and selects a picture in the middle. */
async function selectInTheMiddle(): Promise<void> {
  await sheet.wheel(3000);
  await expect.poll(() => sheet.grid.evaluate((element) => element.scrollTop)).toBe(3000);
  const cells = await sheet.cells();
  await app.page.locator(`[data-image-id="${cells[Math.ceil(cells.length / 2)]?.id}"]`).click();
}

test('the selected picture, or its stack, stays where it is when stacks and groups are switched on and off', { tag: '@long' }, async () => {
  const { page } = app;
  await selectInTheMiddle();
  const place = async (): Promise<number> => Math.round((await sheet.selected.boundingBox())?.y ?? NaN);
  const before = await place();
  for (const [menu, choice, shows] of [
    ['Stacks', 'Same prompt', '[data-stack]'],
    ['Stacks', 'No stacks', null],
    ['Group by', 'Day', '[role="rowheader"]'],
    ['Group by', 'Prompt', '[role="rowheader"]'],
    ['Group by', 'No groups', null],
  ] as const) {
    await page.getByRole('button', { name: /^View:/u }).click();
    await page.getByRole('menuitem', { name: menu, exact: true }).click();
    await page.getByRole('menuitemradio', { name: choice }).click();
    if (shows === null) await expect(sheet.grid.locator('[data-stack], [role="rowheader"]')).toHaveCount(0);
    else await expect(sheet.grid.locator(shows).first()).toBeVisible();
    await expect.poll(place, choice).toBe(before);
  }
});

test('the selected picture stays wholly in sight in other sizes, and keeps the focus in another order', async () => {
  const { page } = app;
  await selectInTheMiddle();
  const staysInSight = async (): Promise<void> => {
    await app.drawn();
    await expect(sheet.selected).toBeInViewport({ ratio: 0.99 });
  };
  for (const [width, height] of [[900, 600], [1900, 1100], [900, 600], [1280, 940]] as const) {
    await app.resize(width, height);
    await staysInSight();
  }
  for (const key of ['i', 'ControlOrMeta+b', 'i', 'ControlOrMeta+b', '+', '+', '-', '-', '-', '-', '+', '+']) {
    await page.keyboard.press(key);
    await staysInSight();
  }
  // Where it is in the other order is not known at once.
  for (const order of ['Oldest first', 'Newest first']) {
    await page.keyboard.press('Shift+v');
    await expect(page.getByRole('button', { name: `View: ${order}` })).toBeVisible();
    await expect(sheet.selected).toBeFocused();
  }
});

test('groups chosen in the menu leave the focus with the selected picture, also out of sight, and Escape leads back by one step', { tag: '@long' }, async () => {
  const { page } = app;
  await selectInTheMiddle();
  await page.getByRole('button', { name: /^View:/u }).click();
  await openSubmenu(page.getByRole('menu').first(), 'Group by');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem', { name: 'Group by' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(sheet.selected).toBeFocused();
  for (const [scrolled, choice, headers] of [[0, 'Day', true], [0, 'No groups', false], [3000, 'Day', true], [3000, 'No groups', false]] as const) {
    if (scrolled > 0) await sheet.wheel(scrolled);
    await page.getByRole('button', { name: /^View:/u }).click();
    await page.getByRole('menuitem', { name: 'Group by' }).click();
    await page.getByRole('menuitemradio', { name: choice }).click();
    const rowHeaders = sheet.grid.locator('[role="rowheader"]');
    if (headers) await expect(rowHeaders.first()).toBeVisible();
    else await expect(rowHeaders).toHaveCount(0);
    await expect(sheet.selected, `${choice}, ${scrolled}`).toBeFocused();
  }
});

test('no room stays empty below the last row when the selected picture comes there', { tag: '@long' }, async () => {
  const { page } = app;
  const groupBy = async (choice: string): Promise<void> => {
    await page.getByRole('button', { name: /^View:/u }).click();
    await page.getByRole('menuitem', { name: 'Group by' }).click();
    await page.getByRole('menuitemradio', { name: choice }).click();
    await expect(page.getByRole('menu')).toHaveCount(0);
  };
  const edge = async (of: typeof sheet.grid, at: 'top' | 'bottom'): Promise<number> => of.evaluate((element, name) => Math.round((element as unknown as { getBoundingClientRect(): Record<string, number> }).getBoundingClientRect()[name] ?? NaN), at);
  const below = async (): Promise<number> => (await edge(sheet.grid, 'bottom')) - (await edge(sheet.selected, 'bottom'));

  await groupBy('Model');
  await expect(sheet.grid.locator('[role="rowheader"]').first()).toBeVisible();
  await sheet.grid.getByRole('gridcell').first().click();
  await page.keyboard.press('End');
  await expect.poll(below).toBeGreaterThanOrEqual(0);
  const atEnd = await below();
  await groupBy('No groups');
  await expect(sheet.grid.locator('[role="rowheader"]')).toHaveCount(0);
  await expect(sheet.selected).toBeVisible();
  await sheet.wheel((await edge(sheet.selected, 'top')) - (await edge(sheet.grid, 'top')) - 40);
  await expect.poll(below).toBeGreaterThan(atEnd + 300);
  await groupBy('Model');
  await expect(sheet.grid.locator('[role="rowheader"]').first()).toBeVisible();
  await expect.poll(below).toBe(atEnd);
  await groupBy('No groups');
  await expect(sheet.grid.locator('[role="rowheader"]')).toHaveCount(0);
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
  await rest();
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
  // All of them are selected again, and the one that had the focus has it.
  await expect(sheet.selected).toHaveCount(columns);
  const focused = app.page.locator('[role="gridcell"]:focus');
  await expect(focused.locator('[data-image-id]')).toHaveAttribute('data-image-id', String(ids[columns - 1]));
  await expect(focused).toBeInViewport({ ratio: 0.99 });
  // They are not new.
  await expect(app.page.getByRole('button', { name: /new pictures?$/ })).toBeHidden();
});
