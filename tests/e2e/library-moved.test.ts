import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { axeFaults } from '../support/axe.ts';
import { createProfile, LatentApp, type LoadingImage, type Profile } from '../support/latent-app.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { expect, test } from '../support/test.ts';
import { windowFaults } from '../support/window-faults.ts';

/** The library folder is a person's own: they move it, rename what is in it and delete from it while Latent looks away. */

let profile: Profile;
test.beforeEach(async () => {
  profile = await createProfile();
});
test.afterEach(() => profile.remove());

/** Three pictures; their names in the library, sorted. */
async function addThree(): Promise<string[]> {
  await seedHistory(profile, ['a lighthouse at dusk', 'a harbour in fog', 'a birch forest'].map((prompt) => ({ prompt })));
  return (await profile.files()).map((file) => path.relative(profile.library, file));
}

/** The system's folder dialog, answered. */
async function chooseInDialog(app: LatentApp, folder: string): Promise<void> {
  await app.electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, folder);
}

const absent = (app: LatentApp) => app.page.locator('[data-image-id][data-absent]');

/** Opens each picture of the gallery in the viewer and counts those that are painted there from their file. */
async function shownInViewer(app: LatentApp): Promise<number> {
  let shown = 0;
  await app.pictures.first().dblclick();
  const viewer = app.page.getByRole('dialog');
  for (let at = 0; at < 3; at += 1) {
    await expect(viewer.getByText(`${at + 1} of 3`)).toBeVisible();
    const picture = viewer.locator('img[src^="latent://picture/"]').first();
    await expect.poll(() => picture.evaluate((image) => (image as unknown as LoadingImage).naturalWidth)).toBeGreaterThan(0);
    shown += 1;
    await app.page.keyboard.press('ArrowRight');
  }
  await app.page.keyboard.press('Escape');
  return shown;
}

/** Photographs the window and looks for faults in it. */
async function inBothThemes(app: LatentApp, name: string): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await app.call('settingsUpdate', { theme });
    await expect(app.page.locator(`html[data-theme="${theme}"]`)).toBeAttached();
    // A theme changes nothing but colours.
    expect(await (theme === 'dark' ? windowFaults(app.page) : axeFaults(app.page, 'contrast')), `${name}, ${theme}`).toEqual([]);
  }
}

test('a library folder that was moved, with a renamed file, is found at its new place', { tag: '@long' }, async () => {
  const [first = ''] = await addThree();
  const before = await LatentApp.launch(profile);
  await expect.poll(() => before.loadedPictures()).toBe(3);
  await before.close();
  const place = path.join(profile.home, 'Drive', 'Painted');
  await mkdir(path.dirname(place));
  await rename(profile.library, place);
  await mkdir(path.join(place, 'best'));
  await rename(path.join(place, first), path.join(place, 'best', 'my favourite.png'));
  const names = async (): Promise<string[]> => (await readdir(place, { recursive: true })).filter((name) => name.endsWith('.png')).toSorted();
  const files = await names();

  const app = await LatentApp.launch(profile);
  await expect(absent(app)).toHaveCount(3);
  await expect(app.page.getByRole('gridcell', { name: 'a harbour in fog (its file is missing)' })).toBeVisible();
  await inBothThemes(app, 'gallery-missing');
  await app.pictures.first().dblclick();
  const viewer = app.page.getByRole('dialog');
  await expect(viewer.getByRole('heading', { name: 'The picture’s file is missing' })).toBeVisible();
  await viewer.getByRole('button', { name: 'Look for it' }).click();
  await expect(viewer.getByText('No file in the library folders has this picture’s content.', { exact: false })).toBeVisible();
  await inBothThemes(app, 'viewer-missing');

  await chooseInDialog(app, place);
  await viewer.getByRole('button', { name: 'Choose the library folder…' }).click();
  await expect(viewer.getByRole('heading', { name: 'The picture’s file is missing' })).toBeHidden();
  await app.page.keyboard.press('Escape');
  await expect(absent(app)).toHaveCount(0);
  expect(await shownInViewer(app)).toBe(3);
  expect(await names(), 'nothing was copied, moved or deleted').toEqual(files);
  expect((await readdir(profile.library, { recursive: true })).filter((name) => name.endsWith('.png'))).toEqual([]);
  await app.close();

  // Also after a restart, and without the database.
  const again = await LatentApp.launch(profile);
  expect(await shownInViewer(again)).toBe(3);
  await again.close();
  for (const name of await readdir(profile.userData)) if (/^(latent\.db|backups$)/.test(name)) await rm(path.join(profile.userData, name), { recursive: true });
  const rebuilt = await LatentApp.launch(profile);
  await expect(rebuilt.page.getByText('Latent rebuilt it from your library folder', { exact: false })).toBeVisible();
  expect(await shownInViewer(rebuilt)).toBe(3);
  await rebuilt.close();
  expect(await names()).toEqual(files);
});

test('a picture without its file is a placeholder with words until the file is back; a renamed one is searched for in Settings', async () => {
  const [first = '', second = ''] = await addThree();
  const away = path.join(profile.home, 'away.png');
  await rename(path.join(profile.library, first), away);
  const app = await LatentApp.launch(profile);
  await expect(absent(app)).toHaveCount(1);
  // Renamed after the search that the gallery set off.
  await expect.poll(async () => ((await app.call('appSnapshot')) as { librarySearch: { rounds: number } }).librarySearch.rounds).toBe(1);
  await rename(path.join(profile.library, second), path.join(profile.library, 'renamed.png'));

  await app.page.keyboard.press('ControlOrMeta+,');
  await app.page.getByRole('tab', { name: 'Library' }).click();
  await app.page.getByRole('button', { name: 'Look for missing pictures' }).click();
  await expect(app.page.getByText('1 picture was found again. 1 picture is still missing.', { exact: false })).toBeVisible();
  await inBothThemes(app, 'settings-missing');

  await app.page.keyboard.press('ControlOrMeta+1');
  await expect(absent(app)).toHaveCount(1);
  await expect(absent(app)).toHaveText('File missing');
  await inBothThemes(app, 'gallery-placeholder');
  await absent(app).dblclick();
  const viewer = app.page.getByRole('dialog');
  await expect(viewer.getByText(path.join(profile.library, first))).toBeVisible();
  await expect(viewer.getByText('if you deleted the file, its prompt and its task stay here', { exact: false })).toBeVisible();
  await inBothThemes(app, 'viewer-deleted');

  await rename(away, path.join(profile.library, 'back again.png'));
  await viewer.getByRole('button', { name: 'Look for it' }).click();
  await expect(viewer.getByRole('heading', { name: 'The picture’s file is missing' })).toBeHidden();
  await app.page.keyboard.press('i');
  await viewer.getByRole('button', { name: 'Technical' }).click();
  await expect(viewer.getByText('back again.png')).toBeVisible();
  await app.page.keyboard.press('Escape');
  await expect(absent(app)).toHaveCount(0);
  await expect.poll(() => app.loadedPictures()).toBe(3);
  await app.close();
});
