import { DatabaseSync } from 'node:sqlite';
import type { Locator } from '@playwright/test';
import type { LatentApp } from './latent-app.ts';
import { expect } from './test.ts';

export interface Picture {
  readonly id: number;
  /** Calendar month in local time, counted from the year 0. */
  readonly month: number;
  readonly prompt: string;
  /** Width by height. */
  readonly aspect: number;
}

/** What the gallery should show, in its order, asked of the database itself. */
export function picturesOf(database: string): readonly Picture[] {
  const connection = new DatabaseSync(database, { readOnly: true });
  const rows = connection
    .prepare(
      `SELECT images.id, saved_at, prompt, width, height FROM images JOIN tasks ON tasks.id = images.task
      WHERE images.status = 'kept' AND trashed_at IS NULL ORDER BY saved_at DESC, images.id DESC`,
    )
    .all();
  connection.close();
  return rows.map((row) => {
    const saved = new Date(Number(row['saved_at']));
    return {
      id: Number(row['id']),
      month: saved.getFullYear() * 12 + saved.getMonth(),
      prompt: String(row['prompt']),
      aspect: Number(row['width']) / Number(row['height']),
    };
  });
}

/** The part of a page's element that tells its place; this program has no DOM types. */
interface Placed {
  getBoundingClientRect(): { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
  querySelector(selectors: string): Placed | null;
  querySelectorAll(selectors: string): Iterable<Placed>;
  getAttribute(name: string): string | null;
}

/** A cell at least half in sight, in pixels of the page. `id`: its picture, null while it is empty or a task's. */
export interface CellInSight {
  readonly id: number | null;
  readonly busy: boolean;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The contact sheet in the window of an app, as a person uses it and looks at it. */
export class SheetDriver {
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

  /** The cells that are at least half in sight, in reading order. */
  async cells(): Promise<readonly CellInSight[]> {
    // In one turn of the page: a cell that was named before it is looked at may be gone by then.
    return this.grid.evaluate((element) => {
      const grid = element as unknown as Placed;
      const bounds = grid.getBoundingClientRect();
      return [...grid.querySelectorAll('[role="gridcell"]')]
        .map((cell) => {
          const { left, top, right, bottom } = cell.getBoundingClientRect();
          const id = cell.querySelector('[data-image-id]')?.getAttribute('data-image-id');
          return { id: id ? Number(id) : null, busy: cell.getAttribute('aria-busy') === 'true', left, top, right, bottom };
        })
        .filter(({ top, bottom }) => (top + bottom) / 2 > bounds.top && (top + bottom) / 2 < bounds.bottom)
        .sort((a, b) => a.top - b.top || a.left - b.left);
    });
  }

  /** Ids of the pictures in sight, in reading order; none while one of their cells is still empty. */
  async inSight(): Promise<readonly number[]> {
    const cells = await this.cells();
    return cells.some(({ busy }) => busy) ? [] : cells.flatMap(({ id }) => id ?? []);
  }

  /** Waits until what is in sight is one stretch of these pictures without a gap that begins and ends where it should. */
  async stretchOf(pictures: readonly Picture[], holds: (first: number, end: number) => boolean): Promise<void> {
    const places = new Map(pictures.map(({ id }, at) => [id, at]));
    await expect(async () => {
      const ids = await this.inSight();
      const first = places.get(ids[0] ?? 0) ?? -1;
      expect(ids.length).toBeGreaterThan(0);
      expect(ids).toEqual(pictures.slice(Math.max(first, 0), first + ids.length).map(({ id }) => id));
      expect(holds(first, first + ids.length), `in sight: ${first} to ${first + ids.length} of ${pictures.length}`).toBe(true);
    }).toPass();
  }

  /** The only selected cell holds this picture, and is in sight. */
  async expectSelected(picture: Picture | undefined): Promise<void> {
    await expect(this.selected.locator('[data-image-id]')).toHaveAttribute('data-image-id', String(picture?.id));
    await expect(this.selected).toHaveCount(1);
    await expect(this.selected).toBeInViewport({ ratio: 0.99 });
  }

  async expectCount(count: number): Promise<void> {
    await expect(this.app.page.getByText(`${count.toLocaleString('en-US')} pictures`, { exact: true })).toBeVisible();
  }

  /** As the thumb of the scroll bar does. */
  async scrollTo(share: number): Promise<void> {
    await this.grid.evaluate((element, to) => {
      const scroller = element as unknown as { scrollTop: number; readonly scrollHeight: number };
      scroller.scrollTop = scroller.scrollHeight * to;
    }, share);
  }

  /** Brings what stands at this height of the window to the upper edge of the sheet. */
  async scrollToEdge(height: number): Promise<void> {
    await this.grid.evaluate((element, to) => {
      const scroller = element as unknown as { scrollTop: number; getBoundingClientRect(): { readonly top: number } };
      scroller.scrollTop += Math.floor(to - scroller.getBoundingClientRect().top) - 4;
    }, height);
  }

  /** Turns the wheel over the sheet, down by so many pixels. */
  async wheel(pixels: number): Promise<void> {
    const box = await this.grid.boundingBox();
    if (!box) throw new Error('there is no sheet');
    await this.app.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await this.app.page.mouse.wheel(0, pixels);
  }

  /** Draws the thumb of the scroll bar to the end and makes cells smaller, before the page has heard of the one. */
  async scrollToEndAndZoomOut(): Promise<void> {
    await this.grid.evaluate(
      (element, chord) => {
        const scroller = element as unknown as { scrollTop: number; readonly scrollHeight: number };
        const page = globalThis as unknown as { dispatchEvent(event: Event): void; KeyboardEvent: new (type: string, init: object) => Event };
        scroller.scrollTop = scroller.scrollHeight;
        page.dispatchEvent(new page.KeyboardEvent('keydown', chord));
      },
      { key: '-' },
    );
  }

  /** As told to screen readers: -1 where rows are of different lengths, and not all of them known. */
  async columns(): Promise<number> {
    return Number(await this.grid.getAttribute('aria-colcount'));
  }

  /** Presses + (or −) so many times, and waits until rows hold another number of cells. */
  async zoom(steps: number): Promise<void> {
    const before = await this.columns();
    for (let step = 0; step < Math.abs(steps); step += 1) await this.app.page.keyboard.press(steps > 0 ? '=' : '-');
    await expect.poll(() => this.columns()).not.toBe(before);
  }
}
