import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ViewMemory } from '../../shared/windows/view-memory.ts';
import { withSharedApp } from '../support/fresh-app.ts';
import { LatentApp, type Profile } from '../support/latent-app.ts';
import { seedProfile } from '../support/seeded-profile.ts';
import { picturesOf, SheetDriver, type CellInSight, type Picture } from '../support/sheet-driver.ts';
import { expect, test } from '../support/test.ts';

/** The contact sheet in justified rows, in a library of which hardly anything is in the window: what is shown, where, and that it stays. */

let profile: Profile;
let app: LatentApp;
let sheet: SheetDriver;
let all: readonly Picture[];
withSharedApp(
  (shared, home) => {
    [app, profile] = [shared, home];
    all = picturesOf(path.join(profile.userData, 'latent.db'));
  },
  { begin: (empty) => seedProfile(empty, { images: 20_000, seed: 5, until: Date.UTC(2026, 10, 21) }) },
);
test.beforeEach(async () => {
  await app.page.emulateMedia({ colorScheme: null });
  await app.resize(1280, 800);
  await app.renew({ stripOpen: false });
  sheet = new SheetDriver(app);
  await sheet.expectCount(all.length);
});

/** From squares, where it opens, to justified rows at the newest. */
async function justify(): Promise<void> {
  await app.page.getByRole('button', { name: 'Justified rows' }).click();
  await expect(app.page.getByRole('button', { name: 'Justified rows' })).toHaveAttribute('aria-pressed', 'true');
  await sheet.stretchOf(all, (first) => first === 0);
}

const rowsOf = (cells: readonly CellInSight[]): readonly (readonly CellInSight[])[] => [...Map.groupBy(cells, ({ top }) => Math.round(top)).values()];

/** Rows of one height each that are as wide as one another, but for the last of all, with every picture in its own shape. */
async function expectJustified(endsInSight = false): Promise<void> {
  const shapes = new Map(all.map(({ id, aspect }) => [id, aspect]));
  const rows = rowsOf(await sheet.cells());
  expect(rows.length).toBeGreaterThan(0);
  const rights = rows.map((row) => Math.round(row.at(-1)?.right ?? 0));
  for (const right of endsInSight ? rights.slice(0, -1) : rights) expect(right).toBe(rights[0]);
  for (const row of rows) {
    const heights = row.map(({ top, bottom }) => bottom - top);
    for (const height of heights) expect(Math.abs(height - (heights[0] ?? 0))).toBeLessThan(0.5);
    for (const [at, cell] of row.entries()) {
      if (at > 0) expect(cell.left - (row[at - 1]?.right ?? 0)).toBeCloseTo(2, 1);
      if (cell.id !== null) expect((cell.right - cell.left - 10) / (cell.bottom - cell.top - 10) / (shapes.get(cell.id) ?? 0)).toBeCloseTo(1, 1);
    }
  }
}

/** The picture at this position stands in the first row in sight. */
async function expectInFirstRow(position: number): Promise<void> {
  await expect(async () => {
    const [row = []] = rowsOf(await sheet.cells());
    expect(row.map(({ id }) => id)).toContain(all[position]?.id);
  }).toPass();
}

/** The search in `view.json`, which is written once the sheet has been at rest for a moment. */
async function writtenSearch(): Promise<string> {
  return (JSON.parse(await readFile(`${profile.userData}/view.json`, 'utf8')) as ViewMemory).search;
}

/** Position of the first picture in sight. */
async function firstInSight(): Promise<number> {
  const [first] = await sheet.inSight();
  return all.findIndex(({ id }) => id === first);
}

test('every row fills the width everywhere, and keys move by the visible layout', { tag: '@long' }, async () => {
  const { keyboard } = app.page;
  await justify();
  await expectJustified();

  await test.step('End leads to the very last, Home back', async () => {
    await app.pictures.first().click();
    await keyboard.press('End');
    await sheet.expectSelected(all.at(-1));
    await sheet.stretchOf(all, (_, end) => end === all.length);
    await expectJustified(true);
    // As lines below the sheet do, which come by themselves.
    await app.resize(1280, 700);
    await sheet.expectSelected(all.at(-1));
    await app.resize(1280, 800);
    await keyboard.press('Home');
    await sheet.stretchOf(all, (first) => first === 0);
  });

  await test.step('so does the scroll bar, and the wheel leads on', async () => {
    await sheet.scrollTo(1);
    await sheet.stretchOf(all, (_, end) => end === all.length);
    await sheet.wheel(-3_000);
    await sheet.stretchOf(all, (_, end) => end < all.length);
    await sheet.wheel(6_000);
    await sheet.stretchOf(all, (_, end) => end === all.length);
  });

  const start = all.findIndex(({ month }) => month <= (all[0]?.month ?? 0) - 24);
  await test.step('the scrubber leads to a month', async () => {
    await sheet.dates.focus();
    await keyboard.press('Home');
    await sheet.stretchOf(all, (first) => first === 0);
    await keyboard.press('PageDown');
    await keyboard.press('PageDown');
    await expectInFirstRow(start);
    await expectJustified();
  });

  await test.step('arrows go to the nearest of the next row, left and right in reading order', async () => {
    const [, row = []] = rowsOf(await sheet.cells());
    const from = all.findIndex(({ id }) => id === row[1]?.id);
    await app.page.locator(`[data-image-id="${row[1]?.id}"]`).click();
    await keyboard.press('ArrowRight');
    await sheet.expectSelected(all[from + 1]);
    await keyboard.press('ArrowLeft');
    await sheet.expectSelected(all[from]);
    for (const [key, by] of [['ArrowDown', 1], ['ArrowUp', -1]] as const) {
      const cells = rowsOf(await sheet.cells());
      const at = cells.findIndex((others) => others.some(({ id }) => id === row[1]?.id));
      const middle = ((row[1]?.left ?? 0) + (row[1]?.right ?? 0)) / 2;
      const distance = ({ left, right }: CellInSight): number => Math.abs((left + right) / 2 - middle);
      const nearest = (cells[at + by] ?? []).toSorted((a, b) => distance(a) - distance(b))[0];
      await keyboard.press(key);
      await sheet.expectSelected(all.find(({ id }) => id === nearest?.id));
      await app.page.locator(`[data-image-id="${row[1]?.id}"]`).click();
    }
    await keyboard.press('Shift+PageDown');
    await expect(app.page.getByRole('toolbar', { name: 'Selection' }).getByRole('status')).toHaveText(/^\d+ selected$/);
    await keyboard.press('Escape');
  });
});

test('the place survives changes of size, layout and search, and restarts', { tag: '@long' }, async () => {
  const { keyboard } = app.page;
  await justify();
  await sheet.scrollTo(0.6);
  await sheet.stretchOf(all, (first) => first > 1_000);
  // At the edge of a row: one that is cut in half would not count as in sight once rows are smaller.
  const [{ top } = { top: 0 }] = await sheet.cells();
  await sheet.scrollToEdge(top);
  await expect.poll(firstInSight).toBeGreaterThan(0);
  const there = await firstInSight();

  await test.step('another size of window and of rows', async () => {
    await app.resize(900, 620);
    await expectInFirstRow(there);
    await expectJustified();
    await app.resize(1600, 1000);
    await expectInFirstRow(there);
    const before = rowsOf(await sheet.cells()).length;
    for (let step = 0; step < 3; step += 1) await keyboard.press('-');
    await expect.poll(async () => rowsOf(await sheet.cells()).length).toBeGreaterThan(before + 1);
    await expectInFirstRow(there);
    await expectJustified();
    await app.page.emulateMedia({ colorScheme: 'dark' });
  });
  await test.step('square cells and back', async () => {
    await keyboard.press('j');
    await expect(app.page.getByRole('button', { name: 'Justified rows' })).toHaveAttribute('aria-pressed', 'false');
    await expectInFirstRow(there);
    await keyboard.press('j');
    await expectInFirstRow(there);
  });
  await test.step('a search and back', async () => {
    await keyboard.press('ControlOrMeta+f');
    await keyboard.type('red');
    const matches = all.filter(({ prompt }) => /\bred/i.test(prompt));
    await sheet.expectCount(matches.length);
    await sheet.stretchOf(matches, () => true);
    await expect.poll(writtenSearch).toBe('red');
    await keyboard.press('Escape');
    await sheet.expectCount(all.length);
    await expectInFirstRow(there);
  });
  await test.step('the next start', async () => {
    await expect.poll(writtenSearch).toBe('');
    await app.close();
    app = await LatentApp.launch(profile, { isShared: true });
    sheet = new SheetDriver(app);
    await sheet.expectCount(all.length);
    await expect(app.page.getByRole('button', { name: 'Justified rows' })).toHaveAttribute('aria-pressed', 'true');
    await expectInFirstRow(there);
    await expectJustified();
  });
});

/** The page's own, as far as the sampling below needs it. */
interface PageWindow {
  requestAnimationFrame(next: () => void): void;
  readonly document: { querySelectorAll(selectors: string): Iterable<{ getBoundingClientRect(): { readonly top: number }; getAttribute(name: string): string | null }> };
}

/** Where each picture stands, in each of so many frames. */
async function film(frames: number): Promise<readonly ReadonlyMap<string, number>[]> {
  const shots = await app.page.evaluate(
    (wanted) =>
      new Promise<(readonly [string, number])[][]>((resolve) => {
        const page = globalThis as unknown as PageWindow;
        const taken: (readonly [string, number])[][] = [];
        const take = (): void => {
          taken.push([...page.document.querySelectorAll('[role="grid"] [data-image-id]')].map((picture) => [picture.getAttribute('data-image-id') ?? '', picture.getBoundingClientRect().top]));
          if (taken.length === wanted) resolve(taken);
          else page.requestAnimationFrame(take);
        };
        page.requestAnimationFrame(take);
      }),
    frames,
  );
  return shots.map((shot) => new Map(shot));
}

test('nothing in sight moves when rows above and below are loaded', { tag: '@long' }, async () => {
  await justify();
  await test.step('after a jump', async () => {
    await sheet.scrollTo(0.3);
    const tops = new Map<string, Set<number>>();
    for (const shot of await film(60)) for (const [id, top] of shot) if (top > 150 && top < 700) tops.set(id, (tops.get(id) ?? new Set()).add(Math.round(top)));
    const last = [...tops.keys()].filter((id) => Number(id) < 20_000 * 0.9);
    expect(last.length).toBeGreaterThan(5);
    for (const id of last) expect([...(tops.get(id) ?? [])], `picture ${id}`).toHaveLength(1);
  });
  await test.step('under the wheel, upwards through what is not known yet', async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      const filming = film(30);
      await sheet.wheel(-1_500);
      const shots = await filming;
      for (const [at, shot] of shots.entries()) {
        const before = shots[at - 1];
        if (!before) continue;
        // All that are there in both frames have moved by the same, and down.
        const moves = [...shot].flatMap(([id, top]) => (before.has(id) && top > 150 && top < 700 ? [Math.round(top - (before.get(id) ?? 0))] : []));
        if (moves.length === 0) continue;
        expect(Math.max(...moves) - Math.min(...moves), `turn ${turn}, frame ${at}: ${moves.join(' ')}`).toBeLessThanOrEqual(1);
        expect(Math.min(...moves), `turn ${turn}, frame ${at}`).toBeGreaterThanOrEqual(-1);
      }
    }
  });
});
