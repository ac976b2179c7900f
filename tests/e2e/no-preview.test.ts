import { mkdir, readdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { withServedApp } from '../support/fresh-app.ts';
import { LatentApp } from '../support/latent-app.ts';
import { expect, test } from '../support/test.ts';

/** Files that Latent cannot show are kept byte for byte, never rendered, and named for what they are. */

const served = withServedApp();

const tiff = Buffer.from('II*\0\x08\0\0\0 not many pixels', 'latin1');
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>document.title = "run"</script></svg>');

async function make(prompt: string, picture: Buffer): Promise<void> {
  await served.app.receive(served.service, prompt, { images: [{ base64: picture.toString('base64'), contentType: 'image/png' }] });
}

test('a TIFF and an SVG are kept as they came, can be shown in their folder, and survive the loss of the history', { tag: '@long' }, async () => {
  const { page } = served.app;
  await make('a lighthouse', tiff);
  await expect(served.app.pictures).toHaveCount(1);
  await make('a poster', svg);
  await expect(served.app.pictures).toHaveCount(2);
  await expect(page.locator('[data-image-id][data-state="broken"]')).toHaveCount(2);
  const grid = page.getByRole('grid');
  await expect(grid.getByText('TIFF file: kept, but Latent cannot show it')).toBeVisible();
  await expect(grid.getByText('SVG file: kept, but Latent cannot show it')).toBeVisible();

  const files = (await served.profile.files()).toSorted();
  expect(files.map((file) => path.extname(file)).toSorted()).toEqual(['.svg', '.tiff']);
  for (const file of files) expect(await readFile(file)).toEqual(file.endsWith('.svg') ? svg : tiff);

  // Neither the page nor a decoder gets a byte of them.
  const statuses = await served.app.electron.evaluate(({ net }) => Promise.all(['picture/1', 'picture/2', 'thumbnail/1', 'thumbnail/2'].map((at) => net.fetch(`latent://${at}`).then(({ status }) => status))));
  expect(statuses).toEqual([404, 404, 404, 404]);

  const copies = path.join(served.profile.home, 'Copies');
  await mkdir(copies);
  await served.app.electron.evaluate(({ BrowserWindow, dialog, shell }, chosen) => {
    const shown: string[] = [];
    const dragged: (readonly string[])[] = [];
    const opened: string[] = [];
    Object.assign(globalThis, { shown, dragged, opened });
    shell.showItemInFolder = (file) => void shown.push(file);
    shell.openPath = (file) => Promise.resolve(opened.push(file)).then(() => '');
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
    for (const window of BrowserWindow.getAllWindows()) window.webContents.startDrag = (item) => void dragged.push(item.files ?? [item.file]);
  }, copies);
  const told = (what: 'shown' | 'dragged' | 'opened'): Promise<unknown[]> => served.app.electron.evaluate((_electron, name) => (globalThis as unknown as Record<string, unknown[]>)[name] ?? [], what);
  const cellOf = (type: string) => page.getByRole('gridcell').filter({ hasText: type });
  await cellOf('TIFF').getByRole('button', { name: 'Show in folder' }).click();
  await expect.poll(() => told('shown')).toEqual(files.filter((file) => file.endsWith('.tiff')));

  // The system's program for such a file might run what is in it.
  for (const imageId of [1, 2]) await expect(served.app.call('imagesOpen', { imageId })).rejects.toThrow('picture-unreadable');
  expect(await told('opened')).toEqual([]);

  await page.keyboard.press('ControlOrMeta+a');
  // Main begins a drag only while the button is pressed.
  await page.mouse.move(5, 5);
  await page.mouse.down();
  await served.app.call('imagesDrag', { target: { token: null, revision: 0, ranges: [], imageIds: [1, 2] } });
  await page.mouse.up();
  expect(((await told('dragged'))[0] as string[]).toSorted()).toEqual(files);
  await cellOf('TIFF').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Save copies…' }).click();
  await page.getByRole('button', { name: 'Choose folder…' }).click();
  await expect.poll(() => readdir(copies)).toHaveLength(2);

  await page.keyboard.press('Escape');
  await cellOf('SVG').dblclick();
  const viewer = page.getByRole('dialog', { name: 'Viewer' });
  await expect(viewer.getByText('Latent cannot show SVG files')).toBeVisible();
  await expect(viewer.getByText(/kept in your library exactly as it came/)).toBeVisible();
  expect(await page.title()).not.toBe('run');
  await page.keyboard.press('Escape');

  // Without the journals as well: the names and bytes of the files are enough.
  await served.app.close();
  await rename(path.join(served.profile.userData, 'latent.db'), path.join(served.profile.home, 'gone.db'));
  await rename(path.join(served.profile.library, '.latent'), path.join(served.profile.home, 'gone-journals'));
  served.app = await LatentApp.launch(served.profile);
  await expect(served.app.pictures).toHaveCount(2);
  await expect(served.app.page.getByRole('grid').getByText(/^(TIFF|SVG) file: kept/)).toHaveCount(2);
});
