import path from 'node:path';
import type { Page } from '@playwright/test';
import { withSharedServedApp } from '../support/fresh-app.ts';
import { paintPng } from '../support/paint-png.ts';
import { seedProfile } from '../support/seeded-profile.ts';
import { picturesOf, SheetDriver } from '../support/sheet-driver.ts';
import { expect, test } from '../support/test.ts';

/** Pictures pour in while a person works in the sheet. */

const served = withSharedServedApp({ strip: 'closed', isShared: true, begin: (profile) => seedProfile(profile, { images: 400, seed: 5, until: Date.UTC(2026, 10, 21) }) });

/** The parts of the page's elements that are looked at; this program has no DOM types. */
interface Seen {
  getBoundingClientRect(): { readonly left: number; readonly top: number; readonly bottom: number };
  closest(selectors: string): Seen | null;
  querySelectorAll(selectors: string): Iterable<Seen>;
  getAttribute(name: string): string | null;
}
interface SeenPage {
  watch: { readonly faults: string[]; frames: number };
  readonly document: { querySelector(selectors: string): Seen | null; readonly activeElement: Seen | null };
  requestAnimationFrame(next: () => void): void;
}

/**
 * Looks at the sheet in every frame. A picture that stays at least half in sight keeps its element, its column and its painted state; all of them
 * move together, as they do when a person scrolls; and the focus stays on a cell. The edge of the row that is still being filled may be in sight.
 */
function watch(page: Page): Promise<void> {
  return page.evaluate(() => {
    const window = globalThis as unknown as SeenPage;
    const state = { faults: [] as string[], frames: 0 };
    window.watch = state;
    let before = new Map<string, { readonly cell: Seen | null; readonly left: number; readonly top: number; readonly look: string | null }>();
    const look = (): void => {
      const grid = window.document.querySelector('[role="grid"]');
      const now: typeof before = new Map();
      const bounds = grid?.getBoundingClientRect();
      for (const picture of grid?.querySelectorAll('[data-image-id]') ?? []) {
        const cell = picture.closest('[role="gridcell"]');
        const place = cell?.getBoundingClientRect();
        const middle = place ? (place.top + place.bottom) / 2 : NaN;
        if (!bounds || !place || !(middle > bounds.top && middle < bounds.bottom)) continue;
        now.set(picture.getAttribute('data-image-id') ?? '', { cell, left: place.left, top: place.top, look: picture.getAttribute('data-state') });
      }
      const moves: number[] = [];
      for (const [id, then] of before) {
        const there = now.get(id);
        if (!there) continue;
        moves.push(there.top - then.top);
        if (there.cell !== then.cell) state.faults.push(`${id} was mounted anew`);
        if (Math.abs(there.left - then.left) > 1) state.faults.push(`${id} moved sideways by ${there.left - then.left}`);
        if (then.look === 'shown' && there.look !== 'shown') state.faults.push(`${id} was covered again`);
      }
      if (Math.max(...moves) - Math.min(...moves) > 1) state.faults.push(`rows moved apart by ${Math.max(...moves) - Math.min(...moves)}`);
      if (state.frames > 0 && moves.length === 0) state.faults.push('nothing stayed in sight');
      if (window.document.activeElement?.getAttribute('role') !== 'gridcell') state.faults.push('the focus was lost');
      before = now;
      state.frames += 1;
      window.requestAnimationFrame(look);
    };
    window.requestAnimationFrame(look);
  });
}

const watched = (page: Page): Promise<SeenPage['watch']> => page.evaluate(() => (globalThis as unknown as SeenPage).watch);

for (const layout of ['square', 'justified'] as const) {
  test(`pictures pour in, and a person who selects, rates and scrolls in ${layout} rows sees no row jump or flicker and keeps the focus`, { tag: '@long' }, async () => {
    const { app, service } = served;
    const { page } = app;
    const sheet = new SheetDriver(app);
    await app.resize(1280, 940);
    await app.renew({ stripOpen: false, sidebarOpen: false });
    const justified = page.getByRole('button', { name: 'Justified rows' });
    if (((await justified.getAttribute('aria-pressed')) === 'true') !== (layout === 'justified')) await justified.click();
    const all = picturesOf(path.join(served.profile.userData, 'latent.db'));
    await sheet.expectCount(all.length);

    const images = await Promise.all([0, 1].map(async (index) => ({ base64: (await paintPng({ prompt: 'pour', index, width: 96, height: 72 })).toString('base64') })));
    let poured = 0;
    let isDone = false;
    /** Two at a time, up to twenty a second, until the person has finished. */
    const pour = async (): Promise<void> => {
      while (!isDone) {
        await Promise.all([app.receive(service, `pour ${layout} ${poured}`, { images }), new Promise((resolve) => setTimeout(resolve, 100))]);
        poured += images.length;
      }
    };
    const [first] = await sheet.inSight();
    await page.locator(`[data-image-id="${first}"]`).click();
    await watch(page);
    const pouring = pour();
    const comeIn = async (count: number): Promise<void> => {
      const before = await shown();
      await expect.poll(shown).toBeGreaterThanOrEqual(before + count);
    };
    const shown = async (): Promise<number> => Number(((await page.getByRole('main').getByText(/^[\d,]+ pictures$/).textContent()) ?? '').replaceAll(/\D/g, ''));

    // Under a selected cell of the first row, with keys.
    await comeIn(6);
    await page.keyboard.press('5');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('4');
    await page.keyboard.press('ArrowDown');
    const selected = Number(await sheet.selected.locator('[data-image-id]').getAttribute('data-image-id'));
    await comeIn(6);
    await sheet.expectSelected(all.find(({ id }) => id === selected));

    // Deep in the sheet, with the mouse.
    for (let turn = 0; turn < 6; turn += 1) {
      await page.mouse.move(600, 600);
      await page.mouse.wheel(0, 130);
      await comeIn(2);
    }
    const chosen = (await sheet.cells()).find(({ top }) => top > 500)?.id ?? 0;
    await page.locator(`[data-image-id="${chosen}"]`).click();
    await page.keyboard.press('3');
    await page.keyboard.press('Shift+ArrowRight');
    await comeIn(6);
    await expect(sheet.selected).toHaveCount(2);
    await page.keyboard.press('2');
    isDone = true;
    await pouring;
    const { faults, frames } = await watched(page);
    expect(frames).toBeGreaterThan(30);
    expect(faults).toEqual([]);
    const ratings = await Promise.all([all[0]?.id, all[1]?.id, chosen].map(async (imageId) => ((await app.call('marksOf', { imageId })) as { rating: number }).rating));
    expect(ratings).toEqual([5, 4, 2]);
    // Late pictures wait for the selection to end.
    await page.getByRole('button', { name: /new pictures$/ }).click();
    await sheet.expectCount(all.length + poured);
  });
}
