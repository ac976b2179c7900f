import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Snapshot } from '../../shared/ipc/api.ts';
import type { ImportProgress } from '../../shared/library/import.ts';
import { seedLibrary } from '../bench/seed/seed-library.ts';
import { sha256 } from '../support/bytes.ts';
import { axeFaults } from '../support/axe.ts';
import { itemInMenu } from '../support/choose-in-menu.ts';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { putMixedFolder } from '../support/mixed-folder.ts';
import { paintPng } from '../support/paint-png.ts';
import { expect, test } from '../support/test.ts';
import { windowFaults } from '../support/window-faults.ts';
import { jpeg, pngWith, segment, tEXt, webp, xmp, xmpDescription } from '../unit/core/metadata/reading/build-files.ts';

/** Pictures from elsewhere: chosen, dropped, put there by hand, recognised, found, undone, and brought in once however often Latent is killed. */

let profile: Profile;
let elsewhere: string;
test.beforeEach(async () => {
  profile = await createProfile();
  elsewhere = path.join(profile.home, 'Old pictures');
  await mkdir(path.join(elsewhere, 'deeper'), { recursive: true });
});
test.afterEach(() => profile.remove());

const a1111 = (prompt: string): string => `${prompt}\nNegative prompt: blurry\nSteps: 20, Sampler: Euler a, CFG scale: 7, Seed: 42, Size: 512x768, Model: dreamshaper_8`;
const comfy = JSON.stringify({
  3: { class_type: 'KSampler', inputs: { seed: 5, steps: 30, cfg: 8, sampler_name: 'dpmpp_2m', model: ['4', 0], positive: ['6', 0], negative: ['7', 0] } },
  4: { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'sd_xl.safetensors' } },
  6: { class_type: 'CLIPTextEncode', inputs: { text: 'a harbour in fog' } },
  7: { class_type: 'CLIPTextEncode', inputs: { text: 'people' } },
});

/** A painted PNG with a text before its pixels. */
async function painted(prompt: string, keyword: string, text: string): Promise<Buffer> {
  const bytes = await paintPng({ prompt, index: 0, width: 320, height: 224 });
  return Buffer.concat([bytes.subarray(0, 33), tEXt(keyword, text), bytes.subarray(33)]);
}

/** As a photo catalogue writes it. */
const described = xmp(`${xmpDescription('a birch forest in October')}<xmp:Rating>4</xmp:Rating><dc:subject><rdf:Bag><rdf:li>autumn</rdf:li><rdf:li>Golden hour</rdf:li></rdf:Bag></dc:subject>`);

async function putFive(): Promise<void> {
  await writeFile(path.join(elsewhere, 'a1111.png'), await painted('a lighthouse at dusk', 'parameters', a1111('a lighthouse at dusk')));
  await writeFile(path.join(elsewhere, 'comfy.png'), await painted('a harbour in fog', 'prompt', comfy));
  await writeFile(path.join(elsewhere, 'deeper', 'old camera.jpeg'), jpeg([segment(0xfe, a1111('northern lights over a lake'))]));
  await writeFile(path.join(elsewhere, 'deeper', 'described.webp'), webp([['XMP ', Buffer.from(described)]]));
  await writeFile(path.join(elsewhere, 'deeper', 'the same again.png'), await readFile(path.join(elsewhere, 'comfy.png')));
  await writeFile(path.join(elsewhere, 'cut.png'), (await readFile(path.join(elsewhere, 'comfy.png'))).subarray(0, 20));
  await writeFile(path.join(elsewhere, 'notes.txt'), 'not a picture');
}

/** The system's dialog, answered. */
async function chooseInDialog(app: LatentApp, paths: string[]): Promise<void> {
  await app.electron.evaluate(({ dialog }, filePaths) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths });
  }, paths);
}

async function latest(app: LatentApp): Promise<ImportProgress | null> {
  return ((await app.call('appSnapshot')) as Snapshot).imports.latest;
}

async function photograph(app: LatentApp, name: string): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await app.call('settingsUpdate', { theme });
    await expect(app.page.locator(`html[data-theme="${theme}"]`)).toBeAttached();
    // A theme changes nothing but colours.
    expect(await (theme === 'dark' ? windowFaults(app.page) : axeFaults(app.page, 'contrast')), `${name}, ${theme}`).toEqual([]);
  }
}

test('a chosen folder is imported with progress, summary and files that were not imported; its prompts are found, the history has no task of it, and it can be undone', async () => {
  await putFive();
  const app = await LatentApp.launch(profile);
  await photograph(app, 'empty');
  await chooseInDialog(app, [elsewhere]);
  await app.page.getByRole('button', { name: 'Have pictures already?' }).click();
  await app.page.getByRole('menuitem', { name: 'A folder…' }).click();
  const strip = app.page.getByRole('region', { name: 'Import' });
  await expect(strip.getByText('Import finished, 4 pictures added')).toBeVisible();
  await expect(strip.getByText('1 already here')).toBeVisible();
  await expect(strip.getByText('1 could not be imported')).toBeVisible();
  await expect(strip.getByText('Left where it is: 1 TXT.')).toBeVisible();
  await expect(app.pictures).toHaveCount(4);
  await expect.poll(() => app.loadedPictures()).toBe(4);
  expect(await profile.files()).toHaveLength(4);

  await app.page.getByRole('gridcell', { name: 'a lighthouse at dusk' }).click();
  const inspector = app.page.getByRole('complementary', { name: 'Inspector' });
  await inspector.getByRole('button', { name: 'Technical' }).click();
  for (const fact of ['A1111', 'a1111.png', 'dreamshaper_8', 'blurry', '42', 'Euler a']) await expect(inspector.getByText(fact, { exact: true })).toBeVisible();
  await photograph(app, 'imported');
  await app.page.getByRole('gridcell', { name: 'a birch forest in October' }).click();
  await expect(inspector.getByText('Golden hour', { exact: true })).toBeVisible();
  await photograph(app, 'catalogued');
  // It is of no task, so there is no id to copy.
  await app.page.getByRole('gridcell', { name: 'a lighthouse at dusk' }).click({ button: 'right' });
  await expect(await itemInMenu(app.page, 'Copy', 'Prompt')).toBeVisible();
  await expect(app.page.getByRole('menuitem', { name: 'Task ID' })).toHaveCount(0);
  await app.page.keyboard.press('ArrowLeft');
  await app.page.keyboard.press('Escape');
  await app.resize(760, 520);
  // Nothing is under the pointer that would show its name.
  await app.page.mouse.move(1, 1);
  await photograph(app, 'imported-small');
  await app.resize(1280, 800);

  await strip.getByRole('button', { name: 'Show what was not imported…' }).click();
  await expect(app.page.getByRole('dialog').getByText(path.join(elsewhere, 'cut.png'))).toBeVisible();
  await photograph(app, 'left-out');
  await app.page.keyboard.press('Escape');

  for (const [search, pictures] of [['harbour', 1], ['northern lights', 1], ['birch', 1], ['"old camera.jpeg"', 1], ['model:dreamshaper', 2], ['is:imported ', 4], ['account:practice ', 0], ['rating:>=3 ', 1], ['tag:"golden hour" ', 1]] as const) {
    expect(await app.found(search), search).toBe(pictures);
  }
  expect(await app.history()).toEqual({ tasks: [], total: 0 });

  await strip.getByRole('button', { name: 'Undo import' }).click();
  await expect(strip.getByText('Import undone, 4 copies deleted')).toBeVisible();
  await expect(app.pictures).toHaveCount(0);
  expect(await profile.files()).toEqual([]);
  expect(await readFile(path.join(elsewhere, 'deeper', 'old camera.jpeg'))).toEqual(jpeg([segment(0xfe, a1111('northern lights over a lake'))]));
  await strip.getByRole('button', { name: 'Close' }).click();
  await expect(strip).toHaveCount(0);
  await app.close();
});

test('the summary names what an import of a mixed folder left where it is, and lists each file, also in a small window', async () => {
  const { added, skipped } = await putMixedFolder(elsewhere);
  const app = await LatentApp.launch(profile);
  await chooseInDialog(app, [elsewhere]);
  await app.page.keyboard.press('ControlOrMeta+o');
  const strip = app.page.getByRole('region', { name: 'Import' });
  await expect(strip.getByText(`Import finished, ${added} pictures added`)).toBeVisible();
  await expect(strip.getByText('1 may be incomplete')).toBeVisible();
  await expect(strip.getByText(`${skipped} could not be imported`)).toBeVisible();
  const left = strip.getByText(/^Left where they are: 3 HEIC, 1 BMP, 1 JXL, 1 NEF, 1 PSD, 1 TIFF, 3 files of 3 other types, 1 file of unknown type, 2 thumbnails, 3 folders of thumbnails, 5 trash folders, .*1 hidden file or folder, 4 links, /);
  await expect(left).toBeVisible();
  await photograph(app, 'mixed');
  await app.resize(640, 400);
  await photograph(app, 'mixed-small');
  await expect(left).toBeInViewport({ ratio: 1 });
  await strip.getByRole('button', { name: 'Show incomplete and not imported…' }).click();
  const list = app.page.getByRole('dialog').getByRole('listitem');
  for (const [name, reason] of [
    ['broken/cut.png', 'imported, but the end of its file is missing or damaged'],
    ['broken/page.jpg', 'named like a picture, but is not one'],
    ['phone/shared.jpg', 'HEIC: Latent cannot show this type of file'],
    ['nas/@eaDir/', 'thumbnails that another program made'],
    ['everything', 'a link: choose the place that it leads to'],
  ] as const) {
    await expect(list.filter({ hasText: path.join(elsewhere, name) }).filter({ hasText: reason })).toBeVisible();
  }
  await app.page.keyboard.press('Escape');

  // A picture without a prompt leaves what was typed.
  await app.resize(1280, 800);
  await app.prompt.fill('typed before');
  await app.page.getByRole('combobox', { name: 'Search pictures' }).fill('cut.png');
  await expect(app.page.getByRole('main').getByText('1 picture', { exact: true })).toBeVisible();
  await app.pictures.first().click();
  await app.page.keyboard.press('Shift+u');
  await expect(app.page.getByRole('region', { name: 'Notifications' }).getByText('Latent found no prompt in the file.')).toBeVisible();
  await expect(app.prompt).toHaveValue('typed before');
  await app.close();
});

test('files that are dropped on the window are imported, but not a drop that a script simulates', async () => {
  await putFive();
  const app = await LatentApp.launch(profile);
  await app.page.evaluate(`(() => {
    const data = new DataTransfer();
    data.items.add(new File(['x'], '${path.join(elsewhere, 'comfy.png')}'));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
  })()`);
  const session = await app.page.context().newCDPSession(app.page);
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', { type, x: 500, y: 400, data: { items: [], files: [path.join(elsewhere, 'deeper'), path.join(elsewhere, 'a1111.png')], dragOperationsMask: 19 } });
  await drag('dragEnter');
  await drag('dragOver');
  await expect(app.page.getByText('Drop to import')).toBeVisible();
  await photograph(app, 'drop');
  expect(await latest(app)).toBeNull();
  await drag('drop');
  await expect(app.page.getByText('Drop to import')).toHaveCount(0);
  await expect(app.page.getByText('Import finished, 4 pictures added')).toBeVisible();
  await expect(app.pictures).toHaveCount(4);
  await app.close();
});

test('an import that is paused in the window waits, even over a restart, until it is resumed', { tag: '@long' }, async () => {
  const many = 300;
  for (let number = 0; number < many; number += 1) await writeFile(path.join(elsewhere, `${number}.png`), pngWith({ parameters: a1111(`picture ${number}`) }));
  let app = await LatentApp.launch(profile);
  await chooseInDialog(app, [elsewhere]);
  await app.page.keyboard.press('ControlOrMeta+o');
  const strip = () => app.page.getByRole('region', { name: 'Import' });
  await expect(strip().getByText(/\d+ added/)).toBeVisible();
  // A click waits until nothing moves, which may be after the import.
  await strip().getByRole('button', { name: 'Pause' }).press('Enter');
  await expect(strip().getByText(/^Import paused \d+ of 300$/)).toBeVisible();
  await photograph(app, 'paused');
  const { added } = (await latest(app))?.counts ?? { added: 0 };
  expect(added).toBeGreaterThan(0);
  expect(added).toBeLessThan(many);
  await app.close();

  app = await LatentApp.launch(profile);
  await expect(strip().getByText(new RegExp(`Import paused ${added} files? so far`))).toBeVisible();
  await expect(app.page.getByText(new RegExp(`^${added} pictures?$`))).toBeVisible();
  await strip().getByRole('button', { name: 'Continue' }).click();
  await expect(strip().getByText(`Import finished, ${many} pictures added`)).toBeVisible({ timeout: 200_000 });
  expect(await profile.files()).toHaveLength(many);
  await strip().getByRole('button', { name: 'Show imported pictures' }).click();
  await expect(app.page.getByRole('combobox', { name: 'Search pictures' })).toHaveValue('is:imported ');
  await app.close();
});

test('“Show imported pictures” starts at the latest one, even from deep in the sheet', { tag: '@long' }, async () => {
  for (let number = 0; number < 60; number += 1) await writeFile(path.join(elsewhere, `${number}.png`), pngWith({ parameters: a1111(`picture ${number}`) }));
  const seeded = await seedLibrary({ images: 300, out: `${profile.home}/seeded`, seed: 3, until: Date.UTC(2026, 5, 21), single: true });
  const app = await LatentApp.launch({ ...profile, userData: seeded.userData, library: seeded.library });
  const sheet = app.page.getByRole('grid', { name: 'Pictures' });
  const top = (): Promise<number> => sheet.evaluate((element) => element.scrollTop);
  await chooseInDialog(app, [elsewhere]);
  await app.page.keyboard.press('ControlOrMeta+o');
  await expect(app.page.getByText('Import finished, 60 pictures added')).toBeVisible({ timeout: 200_000 });
  await sheet.hover();
  await app.page.mouse.wheel(0, 20_000);
  await expect.poll(top).toBeGreaterThan(2_000);
  // The place is written down when the sheet has rested.
  await app.page.waitForTimeout(500);
  await app.page.getByRole('button', { name: 'Show imported pictures' }).click();
  await expect(app.page.getByRole('main').getByText('60 pictures', { exact: true })).toBeVisible();
  await expect.poll(top).toBe(0);
  await app.page.waitForTimeout(500);
  expect(await top()).toBe(0);

  // The same search again, from deep in it and with several selected, which the new picture joins without being selected.
  await sheet.hover();
  await app.page.mouse.wheel(0, 20_000);
  await expect.poll(top).toBeGreaterThan(500);
  await app.page.keyboard.press('ControlOrMeta+a');
  await writeFile(path.join(elsewhere, 'the latest.png'), pngWith({ parameters: a1111('the latest of all') }));
  await app.page.keyboard.press('ControlOrMeta+o');
  await expect(app.page.getByText('Import finished, 1 picture added')).toBeVisible();
  await app.page.getByRole('button', { name: 'Show imported pictures' }).click();
  await expect(app.page.getByRole('main').getByText('61 pictures', { exact: true })).toBeVisible();
  await expect.poll(top).toBe(0);
  await expect(sheet.getByRole('gridcell', { selected: true })).toHaveAccessibleName('the latest of all');
  await app.close();
});

test('two kills during an import lose nothing and import nothing twice', { tag: '@long' }, async () => {
  const many = 400;
  for (let number = 0; number < many; number += 1) await writeFile(path.join(elsewhere, `${number}.png`), pngWith({ parameters: a1111(`picture ${number}`) }));
  let app = await LatentApp.launch(profile);
  await chooseInDialog(app, [elsewhere]);
  await app.call('importChoose', { what: 'folder' });
  for (const least of [20, 120, 220]) {
    await expect.poll(async () => (await latest(app))?.counts.added ?? 0, { intervals: [20] }).toBeGreaterThan(least);
    expect((await latest(app))?.phase).not.toBe('ended');
    await app.kill();
    app = await LatentApp.launch(profile);
  }
  await expect(app.page.getByText(`Import finished, ${many} pictures added`)).toBeVisible({ timeout: 200_000 });
  expect(await latest(app)).toMatchObject({ counts: { added: many, duplicates: 0, inTrash: 0, skipped: 0, others: {}, leftOut: {} }, filesDone: many });
  expect(await app.found('is:imported ')).toBe(many);
  const contents = await Promise.all((await profile.files()).map(async (file) => sha256(await readFile(file))));
  expect([contents.length, new Set(contents).size]).toEqual([many, many]);
  await app.close();
});

test('after a kill, a picture whose file was imported again has it without being looked at', { tag: '@long' }, async () => {
  const lost = path.join(elsewhere, 'a lost one.png');
  await writeFile(lost, pngWith({ parameters: a1111('a lighthouse at dusk') }));
  let app = await LatentApp.launch(profile);
  await chooseInDialog(app, [elsewhere]);
  await app.call('importChoose', { what: 'folder' });
  await expect(app.page.getByText('Import finished, 1 picture added')).toBeVisible();
  await expect.poll(() => app.loadedPictures()).toBe(1);
  await app.call('importDismiss');
  await rm((await profile.files())[0] ?? '');
  // The copy has another name than the one that is gone, and is among the first.
  await utimes(lost, 1_000_000, 1_000_000);
  for (let number = 0; number < 400; number += 1) await writeFile(path.join(elsewhere, `later ${number}.png`), pngWith({ parameters: a1111(`picture ${number}`) }));
  await chooseInDialog(app, [lost, elsewhere]);
  await app.call('importChoose', { what: 'pictures' });
  await expect(app.page.getByText(/[1-9]\d* added/)).toBeVisible();
  await app.kill();

  app = await LatentApp.launch(profile);
  await expect(app.page.getByText('Import finished, 401 pictures added')).toBeVisible({ timeout: 200_000 });
  await expect.poll(async () => ((await app.call('appSnapshot')) as Snapshot).librarySearch.last).toMatchObject({ missing: 0 });
  await app.close();
});

test('a picture that a person puts into the library folder appears soon, and its file stays there', async () => {
  const app = await LatentApp.launch(profile);
  const file = path.join(profile.library, 'mine', 'lighthouse.png');
  await mkdir(path.dirname(file));
  await writeFile(file, await painted('a lighthouse at dusk', 'parameters', a1111('a lighthouse at dusk')));
  // As a copied file keeps its time. One that was written a moment ago would have to rest first.
  await utimes(file, 1_000_000, 1_000_000);
  // A window that comes to the front; there is no other one to come from here.
  await app.electron.evaluate(({ app: electron }) => electron.emit('browser-window-focus'));
  await expect(app.page.getByText('1 picture that you put into the library folder was added')).toBeVisible();
  await expect(app.page.getByRole('gridcell', { name: 'a lighthouse at dusk' })).toBeVisible();
  await expect.poll(() => app.loadedPictures()).toBe(1);
  expect(await profile.files()).toEqual([file]);
  await app.close();
});
