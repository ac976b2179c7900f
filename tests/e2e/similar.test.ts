import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { chooseInMenu, itemInMenu } from '../support/choose-in-menu.ts';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { nearCopy } from '../support/near-copy.ts';
import { paintPng } from '../support/paint-png.ts';
import { expect, test } from '../support/test.ts';
import { faultsInBothThemes, windowFaults } from '../support/window-faults.ts';

/** Near copies and similar pictures are found by how they look. */

let profile: Profile;
let elsewhere: string;
test.beforeEach(async () => {
  profile = await createProfile();
  elsewhere = path.join(profile.home, 'Elsewhere');
  await mkdir(elsewhere);
});
test.afterEach(async () => {
  for (const app of LatentApp.running) await app.close();
  await profile.remove();
});

async function importAll(app: LatentApp, added: string): Promise<void> {
  await app.electron.evaluate(({ dialog }, filePaths) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths });
  }, [elsewhere]);
  await app.page.keyboard.press('ControlOrMeta+o');
  const strip = app.page.getByRole('region', { name: 'Import' });
  await expect(strip.getByText(`Import finished, ${added} added`)).toBeVisible();
  await strip.getByRole('button', { name: 'Close' }).click();
}

/** Pictures in the order of the sheet. */
const shown = (app: LatentApp): Promise<readonly number[]> =>
  app.page.locator('[data-image-id]').evaluateAll((cells) => cells.map((cell) => ({ row: Number(cell.parentElement?.ariaRowIndex), column: Number(cell.ariaColIndex), id: Number(cell.getAttribute('data-image-id')) })).sort((a, b) => a.row - b.row || a.column - b.column).map(({ id }) => id));

const hashes = (): number => {
  const db = new DatabaseSync(path.join(profile.userData, 'thumbnails', 'thumbnails.sqlite'), { readOnly: true, timeout: 10_000 });
  try {
    return Number(db.prepare('SELECT count(*) AS n FROM hash').get()?.['n']);
  } finally {
    db.close();
  }
};

const prompts = ['a fox in the snow', 'harbour at dawn', 'nebula in violet', 'ink in water'];

test('near copies are found as sets, one is trashed, and similar pictures come first from sheet and viewer', { tag: '@long' }, async () => {
  const fox = await paintPng({ prompt: 'a fox in the snow', index: 0, width: 480, height: 360 });
  const files: readonly (readonly [string, Buffer])[] = [
    ['1 fox.png', fox],
    ...(await Promise.all(prompts.map(async (prompt, at): Promise<readonly [string, Buffer]> => [`${at + 2} another.png`, await paintPng({ prompt, index: 1, width: 400, height: 400 })]))),
  ];
  for (const [name, bytes] of files) await writeFile(path.join(elsewhere, name), bytes);
  const app = await LatentApp.launch(profile, { strip: 'closed' });
  const { page } = app;
  await importAll(app, '5 pictures');
  await expect.poll(() => app.loadedPictures()).toBe(5);
  await page.keyboard.press('Shift+d');
  await expect(page.getByRole('heading', { name: 'No near copies' })).toBeVisible();
  expect(await windowFaults(page)).toEqual([]);

  // The view follows as soon as the copies can be compared.
  await writeFile(path.join(elsewhere, 'copy.jpg'), await nearCopy(app.page, fox, 0.5));
  await writeFile(path.join(elsewhere, 'copy 2.jpg'), await nearCopy(app.page, fox, 1.2));
  await importAll(app, '2 pictures');
  await expect.poll(() => app.pictures.count()).toBe(3);
  await expect(page.getByRole('button', { name: /Remove the filter Is: a near copy/ })).toBeVisible();
  const set = await shown(app);
  expect(await windowFaults(page)).toEqual([]);

  // One of them goes to the trash, and comes back.
  await page.getByRole('gridcell').first().click();
  await page.keyboard.press('Delete');
  await expect.poll(() => app.pictures.count()).toBe(2);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => app.pictures.count()).toBe(3);
  await page.keyboard.press('Shift+s');
  await expect.poll(() => app.pictures.count()).toBe(1);
  await page.keyboard.press('Shift+s');
  await expect.poll(() => app.pictures.count()).toBe(3);

  // One command keeps the best of each selected set. A marked picture stays, unless it is included.
  const ask = async (): Promise<void> => {
    await page.getByRole('gridcell').first().click();
    await page.keyboard.press('Shift+k');
  };
  const question = page.getByRole('dialog', { name: /near cop(y|ies) to the trash/ });
  await ask();
  await expect(question).toHaveAccessibleName('Move 2 near copies to the trash?');
  expect(await windowFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await app.call('marksSet', { target: { token: null, revision: 0, ranges: [], imageIds: set.slice(0, 1) }, mark: { kind: 'flag', flag: 'pick' } });
  await app.call('marksSet', { target: { token: null, revision: 0, ranges: [], imageIds: set.slice(1, 2) }, mark: { kind: 'favourite', favourite: true } });
  await ask();
  await expect(question).toHaveAccessibleName('Move 1 near copy to the trash?');
  await expect(question.getByText('1 near copy is marked or in an album, so it stays, unless you include it: 1 favourite.')).toBeVisible();
  expect(await faultsInBothThemes(page)).toEqual([]);
  await question.getByRole('checkbox').check();
  await expect(question).toHaveAccessibleName('Move 2 near copies to the trash?');
  await question.getByRole('button', { name: 'Move to the trash' }).click();
  // Without its copies, the picture is in no set any more.
  await expect(page.getByRole('heading', { name: 'No near copies' })).toBeVisible();
  await expect(page.getByText('2 pictures moved to the trash')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => app.pictures.count()).toBe(3);
  // From the menu and with everything selected, without what is marked.
  await page.getByRole('gridcell').first().click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.getByRole('gridcell').first().click({ button: 'right' });
  await chooseInMenu(page, 'More', 'Keep the best of each set…');
  await question.getByRole('button', { name: 'Move to the trash' }).click();
  await expect.poll(() => app.pictures.count()).toBe(2);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => app.pictures.count()).toBe(3);

  const clear = async (): Promise<void> => {
    await page.getByRole('button', { name: /Remove the filter Is: a near copy/ }).click();
    await expect.poll(() => app.pictures.count()).toBe(7);
  };
  await clear();
  // If the selected picture is no copy, the focus goes to the first one.
  await page.locator(`[data-image-id="${(await shown(app)).find((id) => !set.includes(id))}"]`).click();
  await page.keyboard.press('Shift+d');
  await expect.poll(() => app.pictures.count()).toBe(3);
  await expect(page.getByRole('gridcell').first()).toBeFocused();
  await clear();
  const [first = 0] = set;
  await page.locator(`[data-image-id="${first}"]`).click();
  await page.keyboard.press('Shift+l');
  await expect(page.getByRole('button', { name: 'View: Most similar first' })).toBeVisible();
  await expect.poll(() => app.pictures.count()).toBe(7);
  // The search names the picture as the library folder does, because its number changes when the history is rebuilt.
  const written = page.getByRole('combobox', { name: 'Search pictures' });
  await expect(written).toHaveValue(/^like:[0-9a-f-]{36}\/0$/);
  await expect(page.getByRole('button', { name: /^Remove the filter Similar to: (?!one picture)/ })).toBeVisible();
  await expect(page.locator(`img[src*="/${first}"][class*="picture"]`).first()).toBeVisible();
  const similar = await shown(app);
  expect(similar[0]).toBe(first);
  expect(similar.slice(0, 3).toSorted((a, b) => a - b)).toEqual(set.toSorted((a, b) => a - b));
  expect(await windowFaults(page)).toEqual([]);

  // From the viewer, it is about the picture that is shown there.
  await page.locator(`[data-image-id="${similar.at(-1)}"]`).dblclick();
  await expect(page.getByRole('dialog', { name: 'Viewer' })).toBeVisible();
  await page.keyboard.press('Shift+l');
  await expect(page.getByRole('dialog', { name: 'Viewer' })).toHaveCount(0);
  await expect.poll(async () => (await shown(app))[0]).toBe(similar.at(-1));
  await page.locator(`[data-image-id="${similar.at(-1)}"]`).click({ button: 'right' });
  await expect(await itemInMenu(page, 'More', 'More like this')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Escape');

  // Other filters narrow it, and clearing the search leads back to all pictures in their own order.
  await page.getByRole('combobox', { name: 'Search pictures' }).fill(`like:${first} size:square `);
  await expect.poll(() => app.pictures.count()).toBe(4);
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect.poll(() => app.pictures.count()).toBe(7);
  await expect(page.getByRole('button', { name: 'View: Newest first' })).toBeVisible();

  // In the whole library, the sets can be closed stacks.
  await page.getByRole('button', { name: 'View: Newest first' }).click();
  await page.getByRole('menuitem', { name: 'Stacks', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'Near copies' }).click();
  await expect.poll(() => app.pictures.count()).toBe(5);
});

/** A page with a line of text, as Chromium draws it. `scale`: of its side of 1024 pixels. */
async function pageOf(app: LatentApp, line: string, scale = 1, type = 'image/png'): Promise<Buffer> {
  const encoded = await app.page.evaluate(`(async () => {
    const canvas = new OffscreenCanvas(${1024 * scale}, ${1024 * scale});
    const context = canvas.getContext('2d');
    context.scale(${scale}, ${scale});
    context.fillStyle = '#fff';
    context.fillRect(0, 0, 1024, 1024);
    context.fillStyle = '#111';
    context.font = '28px sans-serif';
    context.fillText(${JSON.stringify(line)}, 120, 500);
    const blob = await canvas.convertToBlob({ type: '${type}', quality: 0.75 });
    return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())));
  })()`);
  return Buffer.from(String(encoded), 'base64');
}

test('pages with different lines of text are no near copies, and a copy of one is', { tag: '@long' }, async () => {
  const app = await LatentApp.launch(profile, { strip: 'closed' });
  const lines = ['The quick brown fox jumps', 'over the lazy dogs at noon', 'The quick brown fox naps', ''];
  for (const [at, line] of lines.entries()) await writeFile(path.join(elsewhere, `${at} page.png`), await pageOf(app, line));
  await importAll(app, '4 pictures');
  await expect.poll(hashes).toBe(4);
  await app.page.keyboard.press('Shift+d');
  await expect(app.page.getByRole('heading', { name: 'No near copies' })).toBeVisible();
  await writeFile(path.join(elsewhere, '9 copy.jpg'), await pageOf(app, lines[1] ?? '', 0.625, 'image/jpeg'));
  await importAll(app, '1 picture');
  await expect.poll(() => app.pictures.count()).toBe(2);
  expect((await shown(app)).length).toBe(2);
});
