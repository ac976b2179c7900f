import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { seedLibrary } from '../bench/seed/seed-library.ts';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { picturesOf } from '../support/sheet-driver.ts';
import { expect, test } from '../support/test.ts';

/** Several pictures leave the library as copies in a folder that a person chooses, or are shown in the system's file manager. */

let profile: Profile;
let folder: string;
test.beforeEach(async () => {
  profile = await createProfile();
  folder = path.join(profile.home, 'Copies');
  await mkdir(folder);
});
test.afterEach(() => profile.remove());

/** What the system's dialog and file manager are asked for is answered, and written down. */
async function withSystem(app: LatentApp): Promise<() => Promise<readonly string[]>> {
  await app.electron.evaluate(({ dialog, shell }, chosen) => {
    const shown: string[] = [];
    Object.assign(globalThis, { shown });
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
    shell.showItemInFolder = (file) => void shown.push(file);
    shell.openPath = async (opened) => {
      shown.push(opened);
      return '';
    };
  }, folder);
  return () => app.electron.evaluate(() => (globalThis as unknown as { shown: string[] }).shown);
}

test('all selected pictures are copied, failures are reported, and the folders can be shown', async () => {
  const seeded = await seedLibrary({ images: 300, out: `${profile.home}/seeded`, seed: 5, until: Date.UTC(2026, 9, 21), single: false });
  const count = picturesOf(seeded.database).length;
  const app = await LatentApp.launch({ ...profile, userData: seeded.userData, library: seeded.library });
  const { page } = app;
  const shown = await withSystem(app);
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  const strip = page.getByRole('region', { name: 'Saving copies' });

  await app.pictures.first().click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('r');
  await expect(page.getByText(/^3 folders are shown, each at its first picture$/)).toBeVisible();
  expect(new Set((await shown()).map((file) => path.dirname(file))).size).toBe(3);

  await writeFile(path.join(folder, path.basename((await shown())[0] ?? '')), 'of somebody else');
  await rm((await shown())[1] ?? '');
  const places = (): Promise<unknown> => Promise.all([app.prompt, app.pictures.first()].map((element) => element.boundingBox()));
  const before = await places();
  await app.pictures.first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Save copies…' }).click();
  await expect(strip.getByText(/copies saved$/)).toBeVisible();
  expect(await places()).toEqual(before);
  // Of three files that all of them share, one is gone.
  const [saved = 0, there = 0, leftOut = 0] = [...((await strip.textContent()) ?? '').matchAll(/\d+/g)].map(Number);
  expect([saved, saved + there + leftOut]).toEqual([2, count]);
  expect(await readdir(folder)).toHaveLength(3);
  await expect(bar).toBeVisible();
  await strip.getByRole('button', { name: 'What was not copied…' }).click();
  await expect(page.getByRole('dialog').getByText('its file is not in the library folder').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await strip.getByRole('button', { name: 'Open the folder' }).click();
  await expect.poll(async () => (await shown()).at(-1)).toBe(folder);
  await strip.getByRole('button', { name: 'Close' }).click();
  await expect(strip).toHaveCount(0);

  // Once more, by key: what is there is not copied again.
  await app.pictures.first().click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(strip.getByText('No copy was saved')).toBeVisible();
  await expect(strip.getByText(/already there$/)).toBeVisible();
  expect(await readdir(folder)).toHaveLength(3);
  await app.close();
});

test('an export of 20,000 starts without loading them, stops, and continues after a reload of the window', async () => {
  const seeded = await seedLibrary({ images: 20_000, out: `${profile.home}/seeded`, seed: 5, until: Date.UTC(2026, 9, 21), single: false });
  const count = picturesOf(seeded.database).length;
  const app = await LatentApp.launch({ ...profile, userData: seeded.userData, library: seeded.library });
  const { page } = app;
  await withSystem(app);
  const strip = page.getByRole('region', { name: 'Saving copies' });
  await app.resize(720, 480);
  await app.pictures.first().click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Save copies…' }).click();
  await expect(strip.getByText(/saved$/)).toBeVisible();
  await strip.getByRole('button', { name: 'Stop' }).click();
  await expect(strip.getByText(/^Saving copies stopped/)).toBeVisible();
  const figures = async (): Promise<number> => Number((/ ([\d,]+) of /.exec((await strip.textContent()) ?? '')?.[1] ?? '').replaceAll(',', ''));
  const before = await figures();
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(count);
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);

  await page.reload();
  await expect(strip.getByText(/^Saving copies stopped/)).toBeVisible();
  await strip.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(figures).toBeGreaterThan(before);
  await app.close();
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
});
