import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Snapshot } from '../../shared/ipc/api.ts';
import { seedLibrary } from '../bench/seed/seed-library.ts';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { picturesOf, SheetDriver } from '../support/sheet-driver.ts';
import { expect, test } from '../support/test.ts';
import { pngWith } from '../unit/core/metadata/reading/build-files.ts';

/** The gallery is opened anew again and again while pictures come in: whoever is at work in it is not to notice. */

let profile: Profile;
test.beforeEach(async () => {
  profile = await createProfile();
});
test.afterEach(() => profile.remove());

const many = 400;

/** What the page remembers of every frame; this program has no DOM types. */
interface Watched {
  frames: number;
  /** Heights at which the watched cell stood. */
  least: number;
  most: number;
  /** Frames in which no cell had the keyboard. */
  unfocused: number;
}

/** Looks in every frame at where the cell with the keyboard stands. */
const watch = `window.watched = { frames: 0, least: Infinity, most: -Infinity, unfocused: 0 };
(function look() {
  const cell = document.querySelector('[data-focused]');
  const { watched } = window;
  watched.frames += 1;
  if (document.activeElement !== cell) watched.unfocused += 1;
  const top = cell ? cell.getBoundingClientRect().top : -Infinity;
  watched.least = Math.min(watched.least, top);
  watched.most = Math.max(watched.most, top);
  requestAnimationFrame(look);
})()`;

test('during an import, a selection of all and a place deep in the sheet stay; the focus moves from a deleted picture to its neighbour', { tag: '@long' }, async () => {
  const elsewhere = path.join(profile.home, 'Old pictures');
  await mkdir(elsewhere);
  for (let number = 0; number < many; number += 1) await writeFile(path.join(elsewhere, `${number}.png`), pngWith({ parameters: `picture ${number}\nSteps: 20, Seed: ${number}` }));
  const seeded = await seedLibrary({ images: 20_000, out: `${profile.home}/seeded`, seed: 3, until: Date.UTC(2026, 9, 21), single: false });
  const before = picturesOf(seeded.database);
  const app = await LatentApp.launch({ ...profile, userData: seeded.userData, library: seeded.library }, { strip: 'closed' });
  const { page } = app;
  const sheet = new SheetDriver(app);
  const imports = async () => ((await app.call('appSnapshot')) as Snapshot).imports;
  const status = page.getByRole('toolbar', { name: 'Selection' }).getByRole('status');

  await sheet.scrollTo(0.5);
  await sheet.stretchOf(before, (first) => first > before.length / 4);
  const inSight = await sheet.inSight();
  const chosen = before.find(({ id }) => id === inSight[Math.floor(inSight.length / 2)]);
  await page.locator(`[data-image-id="${chosen?.id}"]`).click();
  await sheet.expectSelected(chosen);
  await page.keyboard.press('ControlOrMeta+a');
  const selected = (await status.textContent()) ?? '';
  expect(selected).toMatch(/^[\d,]+ selected$/);

  await app.electron.evaluate(({ dialog }, filePaths) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths });
  }, [elsewhere]);
  await page.evaluate(watch);
  await app.call('importChoose', { what: 'folder' });
  await expect.poll(async () => (await imports()).round).toBeGreaterThan(1);
  await expect(status).toHaveText(selected);
  // The strip of the import takes some room below.
  const still = await sheet.inSight();
  expect(still.length).toBeGreaterThan(inSight.length / 2);
  expect(still).toEqual(inSight.slice(0, still.length));

  await page.keyboard.press('Escape');
  await sheet.expectSelected(chosen);
  const { round } = await imports();
  await expect.poll(async () => (await imports()).round).toBeGreaterThan(round + 1);
  expect((await imports()).latest?.phase).not.toBe('ended');
  await sheet.expectSelected(chosen);
  await expect(page.getByText(`Import finished, ${many.toLocaleString('en-US')} pictures added`)).toBeVisible({ timeout: 200_000 });
  await sheet.expectCount(before.length + many);
  await sheet.expectSelected(chosen);
  const watched = (await page.evaluate('window.watched')) as Watched;
  expect(watched.frames).toBeGreaterThan(60);
  expect(watched.unfocused).toBe(0);
  // The first row in sight stays; a cell further down may go to the row beside it, as others come before it.
  const row = await sheet.selected.boundingBox();
  expect(watched.most - watched.least).toBeLessThan((row?.height ?? 0) * 2);

  const all = picturesOf(seeded.database);
  const at = all.findIndex(({ id }) => id === chosen?.id);
  await page.keyboard.press('Delete');
  await sheet.expectSelected(all[at + 1]);
  await expect(sheet.selected).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await sheet.expectSelected(all[at + 2]);
  await expect(sheet.selected).toBeFocused();
  await app.close();
});
