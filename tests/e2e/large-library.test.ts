import { DatabaseSync } from 'node:sqlite';
import type { Locator } from '@playwright/test';
import { seedLibrary } from '../bench/seed/seed-library.ts';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { expect, test } from '../support/test.ts';

/** A library of 100,000 in the real app: wherever a person goes in it, what is shown is what the database says. */

let profile: Profile;
test.beforeEach(async () => {
  profile = await createProfile();
});
test.afterEach(() => profile.remove());

interface Picture {
  readonly id: number;
  /** Calendar month in local time, counted from the year 0. */
  readonly month: number;
  readonly prompt: string;
}

/** What the gallery should show, in its order, asked of the database itself. */
function picturesOf(database: string): readonly Picture[] {
  const connection = new DatabaseSync(database, { readOnly: true });
  const rows = connection
    .prepare(
      `SELECT images.id, saved_at, prompt FROM images JOIN tasks ON tasks.id = images.task
      WHERE images.status = 'kept' AND trashed_at IS NULL ORDER BY saved_at DESC, images.id DESC`,
    )
    .all();
  connection.close();
  return rows.map((row) => {
    const saved = new Date(Number(row['saved_at']));
    return { id: Number(row['id']), month: saved.getFullYear() * 12 + saved.getMonth(), prompt: String(row['prompt']) };
  });
}

/** The part of a page's element that tells its place; this program has no DOM types. */
interface Placed {
  getBoundingClientRect(): { readonly left: number; readonly top: number; readonly bottom: number };
  closest(selectors: string): Placed;
  getAttribute(name: string): string | null;
}

class Sheet {
  readonly app: LatentApp;
  readonly grid: Locator;
  readonly selected: Locator;
  readonly search: Locator;
  readonly dates: Locator;

  constructor(app: LatentApp) {
    this.app = app;
    this.grid = app.page.getByRole('grid', { name: 'Pictures' });
    this.selected = this.grid.locator('[role="gridcell"][aria-selected="true"]');
    this.search = app.page.getByRole('combobox', { name: 'Search pictures' });
    this.dates = app.page.getByRole('slider', { name: 'Date' });
  }

  /** Ids of the pictures whose cells are at least half in sight, in reading order; none while one of these cells is still empty. */
  async inSight(): Promise<readonly number[]> {
    return this.grid.locator('[role="gridcell"]').evaluateAll((elements) => {
      const cells = elements as unknown as (Placed & { querySelector(selectors: string): Placed | null; readonly ariaBusy: string | null })[];
      const bounds = cells[0]?.closest('[role="grid"]').getBoundingClientRect();
      const seen = cells
        .map((cell) => ({ cell, place: cell.getBoundingClientRect() }))
        .filter(({ place }) => bounds && (place.top + place.bottom) / 2 > bounds.top && (place.top + place.bottom) / 2 < bounds.bottom)
        .sort((a, b) => a.place.top - b.place.top || a.place.left - b.place.left)
        .map(({ cell }) => cell);
      if (seen.some((cell) => cell.ariaBusy === 'true')) return [];
      return seen.flatMap((cell) => cell.querySelector('[data-image-id]')?.getAttribute('data-image-id') ?? []).map(Number);
    });
  }

  /** Waits until what is in sight is one stretch of these pictures without a gap; answers where it begins and ends. */
  async stretchOf(pictures: readonly Picture[], holds: (first: number, end: number) => boolean): Promise<void> {
    const places = new Map(pictures.map(({ id }, at) => [id, at]));
    await expect(async () => {
      const ids = await this.inSight();
      const first = places.get(ids[0] ?? 0) ?? -1;
      expect(ids.length).toBeGreaterThan(0);
      expect(ids).toEqual(pictures.slice(Math.max(first, 0), first + ids.length).map(({ id }) => id));
      expect(holds(first, first + ids.length), `in sight: ${first} to ${first + ids.length} of ${pictures.length}`).toBe(true);
    }).toPass(patient);
  }

  /** The only selected cell holds this picture, and is in sight. */
  async expectSelected(picture: Picture | undefined): Promise<void> {
    await expect(this.selected.locator('[data-image-id]')).toHaveAttribute('data-image-id', String(picture?.id), patient);
    await expect(this.selected).toHaveCount(1);
    await expect(this.selected).toBeInViewport({ ratio: 0.99 });
  }

  async expectCount(count: number): Promise<void> {
    await expect(this.app.page.getByText(`${count.toLocaleString('en-US')} pictures`, { exact: true })).toBeVisible(patient);
  }

  /** As the thumb of the scroll bar does. */
  async scrollTo(share: number): Promise<void> {
    await this.grid.evaluate((element, to) => {
      const scroller = element as unknown as { scrollTop: number; readonly scrollHeight: number };
      scroller.scrollTop = scroller.scrollHeight * to;
    }, share);
  }
}

/** Another test may have the computer meanwhile. */
const patient = { timeout: 30_000 };

test('a library of 100,000 is right at its end, at a date, in a search and in a selection of all', async () => {
  test.setTimeout(240_000);
  const seeded = await seedLibrary({ images: 100_000, out: `${profile.home}/seeded`, seed: 11, until: Date.UTC(2026, 10, 21), single: false });
  const all = picturesOf(seeded.database);
  expect(all.length).toBeGreaterThan(99_000);
  const app = await LatentApp.launch({ ...profile, userData: seeded.userData, library: seeded.library });
  const { keyboard } = app.page;
  const sheet = new Sheet(app);

  const atNewest = (first: number): boolean => first === 0;
  const atOldest = (_: number, end: number): boolean => end === all.length;

  await test.step('it opens with the newest', async () => {
    await sheet.stretchOf(all, atNewest);
    await sheet.expectCount(all.length);
  });

  await test.step('End leads to the very last', async () => {
    await app.pictures.first().click();
    await sheet.expectSelected(all[0]);
    await keyboard.press('End');
    await sheet.expectSelected(all.at(-1));
    await sheet.stretchOf(all, atOldest);
  });

  const columns = async (): Promise<number> => Number(await sheet.grid.getAttribute('aria-colcount'));
  /** A picture stands in the first row in sight. */
  const atRowOf = async (at: number): Promise<void> => {
    const across = await columns();
    await sheet.stretchOf(all, (first) => first <= at && first > at - across);
  };
  const newestMonth = all[0]?.month ?? 0;
  const monthStart = (atMost: number): number => all.findIndex(({ month }) => month <= atMost);
  const start = await test.step('the scrubber leads to a month years ago, to the one before it and back', async () => {
    await sheet.scrollTo(0);
    await sheet.stretchOf(all, atNewest);
    await keyboard.press('g');
    await expect(sheet.dates).toBeFocused();
    let at = 0;
    for (let year = 0; year < 3; year += 1) {
      await keyboard.press('PageDown');
      at = monthStart((all[at]?.month ?? newestMonth) - 12);
      await atRowOf(at);
    }
    await keyboard.press('ArrowDown');
    await atRowOf(monthStart((all[at]?.month ?? newestMonth) - 1));
    await keyboard.press('ArrowUp');
    await atRowOf(at);
    return at;
  });
  await app.page.screenshot({ path: test.info().outputPath('date.png'), animations: 'disabled' });

  // A whole word, and the beginning of another: "red fox in the moonlight" is no match.
  const matches = all.filter(({ prompt }) => /\bred\b/i.test(prompt) && /\blight/i.test(prompt));
  expect(matches.length).toBeGreaterThan(1_000);
  expect(matches.length).toBeLessThan(all.length / 4);
  const search = async (): Promise<void> => {
    await keyboard.press('ControlOrMeta+f');
    await keyboard.type('red light');
    await sheet.expectCount(matches.length);
  };

  await test.step('a search finds what it should, and without it one is back where one was', async () => {
    await search();
    await sheet.stretchOf(matches, () => true);
    await keyboard.press('Escape');
    await expect(sheet.search).toHaveValue('');
    await sheet.expectCount(all.length);
    await atRowOf(start);
  });

  await test.step('all that match are selected, and the last of them is the last', async () => {
    await search();
    await keyboard.press('Enter');
    await keyboard.press('ControlOrMeta+a');
    await expect(app.page.getByRole('toolbar', { name: 'Selection' }).getByRole('status')).toHaveText(`${matches.length.toLocaleString('en-US')} selected`, patient);
    await app.page.screenshot({ path: test.info().outputPath('selected.png'), animations: 'disabled' });
    await keyboard.press('End');
    await sheet.expectSelected(matches.at(-1));
    await sheet.stretchOf(matches, (_, end) => end === matches.length);
  });

  await test.step('what was looked at in the search is in sight without it', async () => {
    const [held] = await sheet.inSight();
    await keyboard.press('ControlOrMeta+f');
    await keyboard.press('Escape');
    await sheet.expectCount(all.length);
    await atRowOf(all.findIndex(({ id }) => id === held));
  });
  await app.close();
});
