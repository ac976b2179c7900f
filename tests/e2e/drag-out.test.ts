import { copyFile, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Locator } from '@playwright/test';
import { withSharedApp } from '../support/fresh-app.ts';
import type { LatentApp, Profile } from '../support/latent-app.ts';
import { seedProfile } from '../support/seeded-profile.ts';
import { SheetDriver } from '../support/sheet-driver.ts';
import { expect, test } from '../support/test.ts';

/** Pictures are dragged out to other programs as the library's own files, and dragging disturbs no other use of the mouse. */

let profile: Profile;
let app: LatentApp;
let sheet: SheetDriver;
/** Real paths of the library's pictures, in the order of the sheet. */
let files: readonly string[];

async function begin(empty: Profile): Promise<Profile> {
  const seeded = await seedProfile(empty, { images: 300, seed: 5, until: Date.UTC(2026, 9, 21) });
  // Seeded pictures share a few files. Each gets one of its own, and no other passes for it when it is missing.
  const db = new DatabaseSync(path.join(seeded.userData, 'latent.db'));
  const rows = db.prepare(`SELECT id, path FROM images WHERE status = 'kept' AND trashed_at IS NULL ORDER BY saved_at DESC, id DESC`).all();
  const move = db.prepare('UPDATE images SET path = ?, sha256 = ? WHERE id = ?');
  files = await Promise.all(
    rows.map(async (row) => {
      const [id, from] = [Number(row['id']), String(row['path'])];
      const own = path.join(path.dirname(from), `picture ${id}${path.extname(from)}`);
      await copyFile(path.join(seeded.library, from), path.join(seeded.library, own));
      move.run(own, String(id).padStart(64, '0'), id);
      return path.join(seeded.library, own);
    }),
  );
  db.close();
  return seeded;
}

withSharedApp(
  async (shared, home) => {
    [app, profile] = [shared, home];
    sheet = new SheetDriver(app);
    // The system's own drag would hold the mouse for as long as it lasts.
    await app.electron.evaluate(({ BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows()) window.webContents.startDrag = (item) => void (globalThis as unknown as { dragged: string[][] }).dragged.push([...(item.files ?? [item.file])]);
    });
  },
  { strip: 'closed', begin },
);
test.beforeEach(async () => {
  await app.electron.evaluate(() => void Object.assign(globalThis, { dragged: [] }));
  await app.renew({ stripOpen: false });
  await expect.poll(async () => (await sheet.inSight()).length).toBeGreaterThan(3);
});

const dragged = (): Promise<readonly (readonly string[])[]> => app.electron.evaluate(() => (globalThis as unknown as { dragged: string[][] }).dragged);
const cell = (at: number): Locator => app.page.locator(`[role="gridcell"]`).nth(at);
const bar = (): Locator => app.page.getByRole('toolbar', { name: 'Selection' });

/** Presses on the middle of it and moves the mouse far enough to drag. */
async function press(what: Locator): Promise<void> {
  const box = await what.boundingBox();
  if (!box) throw new Error('it is not in sight');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await app.page.mouse.move(x, y);
  await app.page.mouse.down();
  await app.page.mouse.move(x + 30, y + 20, { steps: 4 });
}

/**
 * Presses until the page begins a drag, at most five times, because Chromium begins none now and then, for no reason that the page's events show.
 * The button is then released over another element, so that the press is no click. `held`: what to wait for while the drag is held.
 */
async function drag(what: Locator, held?: () => Promise<void>): Promise<void> {
  const { mouse } = app.page;
  const before = (await dragged()).length;
  const begun = await app.page.evaluateHandle(`(() => { const seen = { drag: false }; addEventListener('dragstart', () => { seen.drag = true; }, true); return seen; })()`);
  for (let tries = 1; tries <= 5; tries += 1) {
    await press(what);
    if (await begun.evaluate((seen) => (seen as { drag: boolean }).drag)) break;
    await mouse.move(5, 5);
    await mouse.up();
  }
  await (held ? held() : expect.poll(dragged).toHaveLength(before + 1));
  await mouse.up();
}

test('one picture or all selected ones are dragged out as files, and a click still selects', async () => {
  await test.step('one that was not selected', async () => {
    await drag(cell(1));
    await expect.poll(dragged).toEqual([[files[1]]]);
    await expect(sheet.selected).toHaveCount(1);
    await expect(cell(1)).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('several, by any of them; they stay selected, until one is clicked', async () => {
    await cell(0).click();
    await cell(2).click({ modifiers: ['Shift'] });
    await drag(cell(1));
    await expect.poll(async () => (await dragged()).at(-1)).toEqual(files.slice(0, 3));
    await expect(bar().getByRole('status')).toHaveText('3 selected');
    await cell(1).click();
    await expect(bar()).toHaveCount(0);
    await expect(sheet.selected).toHaveCount(1);
    await expect(cell(1)).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('one beside them goes alone, and is selected alone', async () => {
    await cell(0).click();
    await cell(2).click({ modifiers: ['Shift'] });
    await drag(cell(3));
    await expect.poll(async () => (await dragged()).at(-1)).toEqual([files[3]]);
    await expect(sheet.selected).toHaveCount(1);
  });

  await test.step('of more than a hundred the first hundred go, and a message says so', async () => {
    await app.page.keyboard.press('ControlOrMeta+a');
    // The message goes after a while.
    await drag(cell(1), async () => {
      await expect.poll(dragged).toHaveLength(4);
      await expect(app.page.getByText('Only the first 100 of the selected pictures can be dragged at once')).toBeVisible();
    });
    await expect.poll(async () => (await dragged()).at(-1)).toEqual(files.slice(0, 100));
  });
});

test('a drop counts although the move after the release arrives before it', async () => {
  const albums = app.page.getByRole('region', { name: 'Albums' });
  await albums.getByRole('button', { name: 'New album…' }).click();
  await app.page.getByRole('textbox', { name: 'Name' }).fill('Sea');
  await app.page.keyboard.press('Enter');
  const row = albums.getByRole('button', { name: /^Sea/ });
  await drag(cell(1), () =>
    row.evaluate((album: EventTarget) => {
      // The system's drop, which Playwright cannot make of a drag that main began.
      const page = globalThis as unknown as Record<'DragEvent' | 'PointerEvent', new (type: string, init: object) => Event>;
      const at = { bubbles: true, cancelable: true };
      album.dispatchEvent(new page.DragEvent('dragover', at));
      album.dispatchEvent(new page.PointerEvent('pointermove', { ...at, buttons: 0 }));
      album.dispatchEvent(new page.DragEvent('drop', at));
    }),
  );
  await expect(row).toHaveAccessibleName(/1 picture/);
});

test('the inspector, the viewer and its filmstrip drag what they show', { tag: '@long' }, async () => {
  const { page } = app;
  const viewer = page.getByRole('dialog', { name: 'Viewer' });
  const preview = page.getByRole('complementary', { name: 'Inspector' }).getByRole('button', { name: 'Open the picture in the viewer' });
  await cell(1).click();
  await drag(preview);
  await expect.poll(dragged).toEqual([[files[1]]]);
  await expect(viewer).toHaveCount(0);
  await cell(2).click({ modifiers: ['Shift'] });
  await expect(sheet.selected).toHaveCount(2);
  await expect(page.getByText('2 selected').first()).toBeVisible();
  await drag(preview);
  await expect.poll(async () => (await dragged()).at(-1)).toEqual(files.slice(1, 3));

  await cell(1).dblclick();
  const stage = viewer.locator('img[src^="latent://picture/"]');
  await expect(stage).toBeVisible();
  await drag(stage);
  await expect.poll(dragged).toHaveLength(3);
  expect((await dragged()).at(-1)).toEqual([files[1]]);

  await test.step('an enlarged picture moves instead', async () => {
    for (let step = 0; step < 12; step += 1) await page.keyboard.press('+');
    // It grows by a transition.
    let last = '';
    const rests = async (): Promise<boolean> => last === (last = JSON.stringify(await stage.boundingBox()));
    await expect.poll(rests, { intervals: [300] }).toBe(true);
    const before = await stage.boundingBox();
    await press(viewer);
    await app.page.mouse.up();
    await expect.poll(async () => (await stage.boundingBox())?.x).toBeGreaterThan(before?.x ?? Infinity);
    expect(await dragged()).toHaveLength(3);
    await page.keyboard.press('0');
  });

  await test.step('a frame of the filmstrip is dragged without being shown, and a click on it leaves the keys with the viewer', async () => {
    const frame = viewer.getByRole('group', { name: 'Filmstrip' }).getByRole('button', { name: /^Picture 1 of/ });
    await drag(frame);
    await expect.poll(async () => (await dragged()).at(-1)).toEqual([files[0]]);
    await expect(frame).not.toHaveAttribute('aria-current');
    await frame.click();
    await expect(frame).toHaveAttribute('aria-current', 'true');
    await expect(viewer).toBeFocused();
  });
});

test('the dragged files have the bytes of the library, and missing ones are reported', async () => {
  const [first = '', second = '', third = ''] = files;
  const messages = app.page.getByRole('region', { name: 'Notifications' });
  const bytes = await readFile(first);
  await drag(cell(0));
  await expect.poll(dragged).toEqual([[first]]);
  expect(await readFile((await dragged())[0]?.[0] ?? '')).toEqual(bytes);

  const away = path.join(profile.home, 'away.png');
  await rename(first, away);
  await drag(cell(0), () => expect(messages.getByText('The picture’s file is no longer in the library folder.')).toBeVisible());
  expect(await dragged()).toHaveLength(1);
  await cell(2).click({ modifiers: ['Shift'] });
  await drag(cell(1));
  await expect(messages.getByText('1 picture is not dragged: its file is not in the library folder')).toBeVisible();
  expect((await dragged()).slice(1)).toEqual([[second, third]]);
  await rename(away, first);
});

test('a click between the cells selects nothing, and a picture that is dropped back on the window is not imported', { tag: '@long' }, async () => {
  const { page } = app;
  await cell(0).click();
  await cell(2).click({ modifiers: ['Shift'] });
  const box = await cell(0).boundingBox();
  if (!box) throw new Error('there is no cell');
  await page.mouse.click(box.x - 5, box.y + 20);
  await expect(bar()).toHaveCount(0);
  await expect(sheet.selected).toHaveCount(0);

  const session = await page.context().newCDPSession(page);
  const dropFiles = async (dropped: readonly string[]): Promise<void> => {
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await session.send('Input.dispatchDragEvent', { type, x: 500, y: 400, data: { items: [], files: [...dropped], dragOperationsMask: 5 } });
    }
  };
  const imports = page.getByRole('region', { name: 'Import' });
  const elsewhere = path.join(profile.home, 'elsewhere.png');
  await copyFile(files[0] ?? '', elsewhere);
  await dropFiles(files.slice(0, 2));
  await expect(page.getByText('Drop to import')).toHaveCount(0);
  await expect(imports).toHaveCount(0);
  await dropFiles([files[0] ?? '', elsewhere]);
  await expect(imports.getByText('Import finished, 1 picture added')).toBeVisible();
});
