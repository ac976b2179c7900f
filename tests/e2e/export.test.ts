import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { inspectImage } from '../../electron/core/image-header/image-header.ts';
import type { ImageInfo } from '../../shared/ipc/api.ts';
import { seedLibrary } from '../bench/seed/seed-library.ts';
import { sourceOf } from '../support/bytes.ts';
import { chooseInMenu } from '../support/choose-in-menu.ts';
import { exifTool } from '../support/exiftool.ts';
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
  await page.getByRole('button', { name: 'Choose folder…' }).click();
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
  await expect(page.getByRole('dialog').getByLabel('File names')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(strip.getByText('No copy was saved')).toBeVisible();
  await expect(strip.getByText(/already there$/)).toBeVisible();
  expect(await readdir(folder)).toHaveLength(3);
  await app.close();
});

test('an export of 20,000 starts without loading them, stops, and continues after a reload of the window', { tag: '@long' }, async () => {
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
  await page.getByRole('button', { name: 'Choose folder…' }).click();
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

test('an export that is killed with the app leaves nothing behind after the next start', { tag: '@long' }, async () => {
  const seeded = await seedLibrary({ images: 20_000, out: `${profile.home}/seeded`, seed: 5, until: Date.UTC(2026, 9, 21), single: false });
  const place = { ...profile, userData: seeded.userData, library: seeded.library };
  const app = await LatentApp.launch(place);
  await app.electron.evaluate(({ dialog }, file) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: file });
  }, path.join(folder, 'all.zip'));
  await app.pictures.first().click();
  await app.page.keyboard.press('ControlOrMeta+a');
  await app.page.keyboard.press('ControlOrMeta+s');
  await app.page.getByRole('dialog').getByRole('button', { name: 'ZIP file', exact: true }).click();
  await app.page.getByRole('button', { name: 'Choose ZIP file…' }).click();
  await expect.poll(async () => (await readdir(folder)).length).toBe(1);
  await app.kill();
  expect(await readdir(folder)).toEqual([expect.stringMatching(/\.part$/)]);
  const again = await LatentApp.launch(place);
  await expect.poll(() => readdir(folder)).toEqual([]);
  await again.close();
});

test('copies are named, converted and described as the person chose, in a folder or a ZIP file', { tag: '@long' }, async () => {
  const app = await LatentApp.launch(profile);
  const { page } = app;
  const shown = await withSystem(app);
  const strip = page.getByRole('region', { name: 'Saving copies' });
  const dialog = page.getByRole('dialog');
  await app.submit('A red fox: at dawn');
  await expect(app.pictures).toHaveCount(1);
  await app.submit('A blue boat');
  await expect(app.pictures).toHaveCount(2);
  await app.pictures.last().click();
  await page.keyboard.press('4');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(dialog.getByRole('heading', { name: 'Save copies of 2 pictures' })).toBeVisible();

  // The names are shown while a person types, and faults where they are.
  const names = dialog.getByLabel('File names');
  await names.fill('{n} {prompt} {colour}');
  await expect(dialog.getByText('There is no field {colour}.')).toBeVisible();
  await expect(dialog.locator('mark')).toHaveText('{colour}');
  await expect(dialog.getByRole('button', { name: 'Choose folder…' })).toBeDisabled();
  await names.fill('{n} {prompt} ');
  await dialog.getByRole('button', { name: 'Insert field' }).click();
  await page.getByRole('menuitem', { name: 'Rating' }).click();
  await expect(dialog.getByRole('listitem')).toHaveText(['1 A blue boat 0.png', '2 A red fox at dawn 4.png']);

  // A converted copy cannot keep the metadata, which is said only if "Remove all" was not chosen. "Unchanged" is there again with the original format.
  const metadata = dialog.getByRole('combobox', { name: 'Metadata' });
  const notKept = dialog.getByText('it does not contain the prompt');
  await choose(page, 'Format', 'JPEG');
  await expect(metadata).toHaveText('Remove all');
  await expect(notKept).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('not-kept.png') });
  await dialog.getByRole('button', { name: 'Choose folder…' }).click();
  await expect(strip.getByText('2 copies saved')).toBeVisible();
  await expect.poll(() => readdir(folder)).toHaveLength(2);
  await Promise.all((await readdir(folder)).map((name) => rm(path.join(folder, name))));
  await page.keyboard.press('ControlOrMeta+s');
  await expect(notKept).toBeVisible();
  await choose(page, 'Format', 'Original');
  await expect(metadata).toHaveText('Unchanged');

  // With metadata, in a folder.
  await choose(page, 'Metadata', 'Add prompt, settings and marks');
  await page.screenshot({ path: test.info().outputPath('export-dialog.png') });
  await dialog.getByRole('button', { name: 'Choose folder…' }).click();
  // The strip may still speak of the copies before.
  await expect.poll(async () => (await readdir(folder)).toSorted()).toEqual(['1 A blue boat 0.png', '2 A red fox at dawn 4.png']);
  await expect(strip.getByText('2 copies saved')).toBeVisible();
  const embedded = (await exifTool(folder)).get('2 A red fox at dawn 4.png');
  expect(embedded).toMatchObject({ 'XMP-dc:Description': 'A red fox: at dawn', 'XMP-xmp:Rating': 4, 'XMP-latent:Account': 'Practice', 'XMP-iptcExt:DigitalSourceType': expect.stringContaining('trainedAlgorithmicMedia') });
  expect(embedded?.['PNG:Parameters']).toMatch(/^A red fox: at dawn\nSize: 256x256, .*Version: Latent/s);

  // Converted to a smaller JPEG without metadata, in a ZIP file. The last choices are there again.
  await page.keyboard.press('ControlOrMeta+s');
  await expect(names).toHaveValue('{n} {prompt} {rating}');
  await choose(page, 'Format', 'JPEG');
  await dialog.getByLabel('Quality, in %').fill('70');
  await dialog.getByLabel('Longest side, in pixels').fill('100');
  await choose(page, 'Metadata', 'Remove all');
  await expect(dialog.getByText('No prompt, no date')).toBeVisible();
  await dialog.getByRole('button', { name: 'ZIP file', exact: true }).click();
  await app.electron.evaluate(({ dialog: system }, file) => {
    system.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: file });
  }, path.join(folder, 'small.zip'));
  await dialog.getByRole('button', { name: 'Choose ZIP file…' }).click();
  await expect.poll(() => readdir(folder)).toContain('small.zip');
  const entries = unzipSync(await readFile(path.join(folder, 'small.zip')));
  expect(Object.keys(entries)).toEqual(['1 A blue boat 0.jpg', '2 A red fox at dawn 4.jpg']);
  const small = Buffer.from(entries['1 A blue boat 0.jpg'] ?? []);
  expect(await inspectImage('jpeg', sourceOf(small))).toEqual({ width: 100, height: 100, isWhole: true });
  expect(small.includes('boat')).toBe(false);
  await strip.getByRole('button', { name: 'Show in folder' }).click();
  await expect.poll(async () => (await shown()).at(-1)).toBe(path.join(folder, 'small.zip'));

  // Copy for support has what the service's support needs.
  await app.pictures.first().click();
  await app.pictures.first().click({ button: 'right' });
  await chooseInMenu(page, 'Copy', 'For support');
  const copied = (): Promise<string> => app.electron.evaluate(({ clipboard }) => clipboard.readText());
  await expect.poll(copied).toMatch(/^Latent [\d.]+, linux\nTask ID: .+\n/);
  expect(await copied()).toMatch(/Last answer \(HTTP 200/);
  await app.close();
});

test('a picture that was exported with its metadata comes back whole in another Latent', { tag: '@long' }, async () => {
  const app = await LatentApp.launch(profile);
  const { page } = app;
  await withSystem(app);
  await app.submit('A red fox at dawn');
  await expect(app.pictures).toHaveCount(1);
  await app.pictures.first().click();
  await page.keyboard.press('f');
  await page.keyboard.press('5');
  const target = { token: null, revision: 0, ranges: [], imageIds: [1] };
  for (const mark of [{ kind: 'flag', flag: 'pick' }, { kind: 'label', label: 'green' }, { kind: 'note', note: 'For the cover.\nAsk Ana.' }, { kind: 'tag', tag: 'früh' }]) {
    await app.call('marksSet', { target, mark });
  }
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+s');
  await choose(page, 'Metadata', 'Add prompt, settings and marks');
  await page.getByRole('button', { name: 'Choose folder…' }).click();
  // While it is written, it has the ending .part.
  await expect.poll(() => readdir(folder)).toEqual([expect.stringMatching(/\.png$/)]);
  await app.close();

  const another = await createProfile();
  const second = await LatentApp.launch(another);
  await withSystem(second);
  await second.page.keyboard.press('ControlOrMeta+o');
  await expect(second.pictures).toHaveCount(1);
  await second.pictures.first().click();
  await second.page.keyboard.press('Enter');
  const [info] = (await second.call('imagesDescribe', { imageIds: [1] })) as readonly ImageInfo[];
  expect(info?.task).toMatchObject({ request: { prompt: 'A red fox at dawn', size: '256x256', quality: 'low' }, imported: { form: 'latent', rating: 5, origin: { account: 'Practice', favourite: true, taskId: expect.stringMatching(/./) } } });
  expect(await second.call('marksOf', { imageId: 1 })).toMatchObject({ favourite: true, rating: 5, flag: 'pick', label: 'green', note: 'For the cover.\nAsk Ana.', tags: ['früh'] });
  await second.close();
  await another.remove();
});

/** Chooses from a list of the dialog. */
async function choose(page: LatentApp['page'], label: string, option: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}
