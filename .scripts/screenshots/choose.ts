import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Snapshot } from '../../shared/ipc/api.ts';
import type { Mark } from '../../shared/library/marks.ts';
import type { LatentApp } from '../../tests/support/latent-app.ts';
import { nearCopy } from '../../tests/support/near-copy.ts';
import { paintPng } from '../../tests/support/paint-png.ts';
import type { Camera } from './camera.ts';

const models = ['practice-painter', 'practice-sketch'];
const sizes = ['1024x1024', '1536x1024', '1024x1536'];
const prompt = 'A lighthouse in a storm, waves over the rocks';

/** The marks of the newest pictures, by position. */
const marks: readonly (readonly [position: number, mark: Mark])[] = [
  [0, { kind: 'rating', rating: 4 }],
  [1, { kind: 'flag', flag: 'pick' }],
  [2, { kind: 'label', label: 'green' }],
  [4, { kind: 'favourite', favourite: true }],
  [6, { kind: 'rating', rating: 5 }],
  [7, { kind: 'label', label: 'yellow' }],
  [8, { kind: 'flag', flag: 'reject' }],
  [9, { kind: 'rating', rating: 3 }],
  [9, { kind: 'note', note: 'Warmer, and more sky on the left' }],
  ...['cover', 'sea', 'night', 'paper', 'autumn', 'client: Nordlicht', 'print', 'poster'].flatMap((tag, at) =>
    Array.from({ length: 8 - at }, (_, index) => [index * 2 + at, { kind: 'tag', tag }] as const),
  ),
];

/** Shows what finds, chooses and takes out pictures, in the library of the practice service. */
export async function showChoosing(app: LatentApp, home: string, camera: Camera): Promise<void> {
  const { page } = app;
  const cells = page.getByRole('grid', { name: 'Pictures', exact: true }).getByRole('gridcell');
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const select = async (first: number, last: number): Promise<void> => {
    await cells.nth(first).click();
    await cells.nth(last).click({ modifiers: ['Shift'] });
    await page.mouse.move(0, 0);
  };
  // Messages have the role of dialogs.
  const closed = (): Promise<void> => page.locator('[role="dialog"]:not([data-toast])').waitFor({ state: 'detached' });
  const addToAlbum = async (name: string): Promise<void> => {
    await press('m');
    await page.getByRole('combobox', { name: 'Album' }).fill(name);
    await press('Enter');
    await closed();
  };
  const escape = async (): Promise<void> => {
    await press('Escape');
    await closed();
  };

  const { selectedAccountId: accountId } = (await app.call('appSnapshot')) as Snapshot;
  const requests = models.flatMap((model) => sizes.map((size) => ({ model, size, prompt, quality: 'high' })));
  await app.call('tasksSubmitBatch', { batchId: randomUUID(), accountId, name: prompt, recipe: { from: 'prompt', models, sizes }, tasks: requests.map((request) => ({ taskId: randomUUID(), retryOf: null, request })) });
  while ((await app.found(`prompt:"${prompt}"`)) < requests.length) await wait(500);
  await app.renew({ stripOpen: false, inspectorOpen: false });
  await cells.nth(17).waitFor();
  const ids = await cells.evaluateAll((all) => all.map((cell) => Number(cell.getAttribute('data-image-id') ?? cell.querySelector('[data-image-id]')?.getAttribute('data-image-id'))));
  for (const [at, mark] of marks) await app.call('marksSet', { target: { token: null, revision: 0, ranges: [], imageIds: [ids[at]] }, mark });
  await app.renew({ stripOpen: false, inspectorOpen: false });
  await select(6, 9);
  await addToAlbum('Calendar');
  await select(0, 2);
  await addToAlbum('Covers of the spring issue');

  await cells.first().click();
  await page.getByRole('combobox', { name: 'Search pictures' }).fill('rating:>=3 label:red ');
  await press('Enter');
  await camera.take('filter-bar', () => page.getByRole('button', { name: /^Change the filter Label/ }).click(), () => press('Escape'));
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await press('Escape');
  await cells.nth(9).click();

  await camera.take('view-menu', () => press('v'), () => press('Escape'));
  await page.getByRole('button', { name: /^View:/ }).click();
  await page.getByRole('menuitem', { name: 'Stacks' }).press('ArrowRight');
  await page.getByRole('menuitemradio', { name: 'Same prompt' }).press('Enter');
  await camera.take('stacks');
  await page.getByRole('button', { name: /^View:/ }).click();
  await page.getByRole('menuitem', { name: 'Stacks' }).press('ArrowRight');
  await page.getByRole('menuitemradio', { name: 'No stacks' }).press('Enter');
  const groupBy = async (choice: string): Promise<void> => {
    await page.getByRole('button', { name: /^View:/ }).click();
    await page.getByRole('menuitem', { name: 'Group by' }).press('ArrowRight');
    await page.getByRole('menuitemradio', { name: choice }).press('Enter');
  };
  await groupBy('Prompt');
  await camera.take('groups');
  await groupBy('No groups');
  await cells.first().click();
  await camera.take('similar', () => press('Shift+l'), () => press('Escape'));
  await app.renew({ stripOpen: false, inspectorOpen: true, search: 'album:"Calendar"' });
  await cells.nth(3).click();
  await camera.take('album');

  await app.renew({ stripOpen: false, inspectorOpen: false });
  await cells.first().click();
  await press('Shift+G');
  await page.getByRole('dialog', { name: 'Grid' }).locator('[data-matrix-image]').nth(requests.length - 1).waitFor();
  await camera.take('grid');
  await escape();

  await select(0, 9);
  await press('d', 'p', 'x', 'p', 'x', 'p', '4');
  await camera.take('cull');
  await press('Escape');
  await camera.take('cull-summary');
  await page.getByRole('button', { name: 'Compare the' }).click();
  await camera.take('compare');
  await press('Delete');
  await press('q');
  await camera.take('overlay');
  await press('Shift+q');
  await camera.take('difference');
  await press('Escape');
  await escape();

  await camera.take('tags', () => press('ControlOrMeta+Shift+t'), escape);
  await select(0, 9);
  await camera.take('export', () => press('ControlOrMeta+s'), escape);
  await camera.take('contact-sheet', () => press('ControlOrMeta+Shift+s'), escape);
  await cells.nth(6).click();
  const slideshow = async (): Promise<void> => {
    await press('Enter');
    await page.getByRole('dialog', { name: 'Viewer' }).waitFor();
    await press('F5');
  };
  const leave = async (): Promise<void> => {
    await press('Escape');
    await escape();
  };
  await camera.take('slideshow', slideshow, leave);
  await cells.nth(6).click();
  const [second] = await Promise.all([app.electron.waitForEvent('window'), press('ControlOrMeta+Shift+w')]);
  await second.getByRole('img').waitFor();
  await camera.take('second-window', undefined, undefined, second);
  await press('ControlOrMeta+Shift+w');
  await showNearCopies(app, home, camera);
}

/** Imports two smaller copies of a picture, and shows the set. */
async function showNearCopies(app: LatentApp, home: string, camera: Camera): Promise<void> {
  const { page } = app;
  const folder = join(home, 'Copies');
  await mkdir(folder);
  const harbour = await paintPng({ prompt: 'harbour at dawn', index: 0, width: 1024, height: 768 });
  await writeFile(join(folder, 'harbour.png'), harbour);
  for (const scale of [0.5, 0.25]) await writeFile(join(folder, `harbour ${scale * 100} %.jpg`), await nearCopy(page, harbour, scale));
  await app.electron.evaluate(({ dialog }, filePaths) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths });
  }, [folder]);
  await page.keyboard.press('ControlOrMeta+o');
  await page.getByRole('region', { name: 'Import' }).getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('Shift+d');
  await page.getByRole('gridcell').nth(2).waitFor();
  await camera.take('near-copies');
  await app.renew({ stripOpen: false, inspectorOpen: false });
}
