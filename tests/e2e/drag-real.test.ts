import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { _electron, type ElectronApplication, type Locator } from '@playwright/test';
import { startScreen, type Screen } from '../../.scripts/screen.ts';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { paintPng } from '../support/paint-png.ts';
import { openRealPointer, type RealPointer } from '../support/real-pointer.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { expect, test } from '../support/test.ts';

/** The system's own drags: a real pointer drags real files between Latent and another program, on a screen of their own. */

test.skip(process.platform !== 'linux', 'the pointer is the one of an X server');
test.describe.configure({ mode: 'default' });

let screen: Screen;
let pointer: RealPointer;
let profile: Profile;
let app: LatentApp;
let other: ElectronApplication;

test.beforeAll(async () => {
  screen = await startScreen();
  const display = screen.environment['DISPLAY'] ?? '';
  pointer = await openRealPointer(display);
  profile = await seedHistory(await createProfile(), ['a harbour', 'a fox', 'a boat', 'an owl'].map((prompt) => ({ prompt })));
  const gives = path.join(profile.home, 'From a camera');
  await mkdir(path.join(gives, 'deeper'), { recursive: true });
  for (const [index, name] of ['one.png', 'deeper/two.png'].entries()) await writeFile(path.join(gives, name), await paintPng({ prompt: 'a whale', index, width: 64, height: 64 }));
  app = await LatentApp.launch(profile, { strip: 'closed', inspector: 'closed', isShared: true, env: { DISPLAY: display } });
  other = await _electron.launch({
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), 'tests/support/other-program.cjs', `--user-data-dir=${profile.home}/other`],
    env: { ...(process.env as Record<string, string>), DISPLAY: display, GIVES: gives },
  });
  await other.firstWindow();
  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().find((window) => window.isVisible())?.setPosition(0, 0));
  // Wide enough for the sidebar, and beside the other window.
  await app.resize(1020, 700);
});
test.afterAll(async () => {
  pointer.close();
  await other.close();
  await app.close();
  await screen.stop();
  await profile.remove();
});

const cell = (prompt: string): Locator => app.page.getByRole('gridcell', { name: prompt });

/** The middle of an element, in pixels of the screen. */
async function onScreen(what: Locator): Promise<readonly [x: number, y: number]> {
  const box = await what.boundingBox();
  const page = await what.evaluate(() => {
    const { screenX, screenY } = globalThis as unknown as { screenX: number; screenY: number };
    return { screenX, screenY };
  });
  if (!box) throw new Error('it is not in sight');
  return [Math.round(page.screenX + box.x + box.width / 2), Math.round(page.screenY + box.y + box.height / 2)];
}

/** Moves onto an element until its page hears of it. While the drag before ends, the page hears nothing, and the next could not begin. */
async function reach(what: Locator): Promise<void> {
  let isHeard = false;
  const heard = what.evaluate((element: EventTarget) => new Promise<void>((done) => element.addEventListener('pointermove', () => done(), { once: true }))).then(() => (isHeard = true));
  await pointer.move(...(await onScreen(what)));
  while (!isHeard) await Promise.race([pointer.rest(), heard]);
}

async function drag(from: Locator, to: Locator): Promise<void> {
  await reach(from);
  pointer.down();
  await pointer.move(...(await onScreen(to)));
  await pointer.rest();
  pointer.up();
}

/** The window of the other program, and what was dropped there so far. */
const elsewhere = async (): Promise<Locator> => (await other.firstWindow()).locator('body');
const taken = async (): Promise<readonly (readonly { readonly name: string; readonly base64: string }[])[]> => (await other.firstWindow()).evaluate('taken');

test('pictures are dragged between Latent and other programs as real files', { tag: '@long' }, async () => {
  const { page } = app;
  const inLibrary = async (): Promise<ReadonlyMap<string, string>> => new Map(await Promise.all((await profile.files()).map(async (file) => [path.basename(file), await readFile(file, 'base64')] as const)));

  await test.step('another program gets the file of one picture, byte for byte', async () => {
    await drag(cell('a fox'), await elsewhere());
    await expect.poll(taken).toHaveLength(1);
    const [[file, ...more] = []] = await taken();
    expect(more).toEqual([]);
    expect(file?.name).toContain('a fox');
    expect(file?.base64).toBe((await inLibrary()).get(file?.name ?? ''));
  });

  await test.step('it gets the files of all selected pictures', async () => {
    await cell('a boat').click();
    await cell('a harbour').click({ modifiers: ['Shift'] });
    await drag(cell('a fox'), await elsewhere());
    await expect.poll(taken).toHaveLength(2);
    const files = (await taken())[1] ?? [];
    expect(files).toHaveLength(3);
    for (const { name, base64 } of files) expect(base64, name).toBe((await inLibrary()).get(name));
    await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(3);
  });

  await test.step('an album in the sidebar takes pictures, and nothing is imported', async () => {
    const list = page.getByRole('region', { name: 'Albums' });
    const row = list.getByRole('button', { name: /^Sea/ });
    await list.getByRole('button', { name: 'New album…' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Sea');
    await page.keyboard.press('Enter');
    await expect(row).toBeVisible();
    await drag(cell('a fox'), row);
    await expect(row).toHaveAccessibleName(/3 pictures/);
    await cell('an owl').click();
    await drag(cell('an owl'), row);
    await expect(row).toHaveAccessibleName(/4 pictures/);
    await expect(page.getByRole('region', { name: 'Import' })).toHaveCount(0);
    expect(await profile.files()).toHaveLength(4);
  });

  await test.step('so it does when the button is released sooner than main can begin the drag', async () => {
    const row = page.getByRole('region', { name: 'Albums' }).getByRole('button', { name: /^Sea/ });
    await page.keyboard.press('ControlOrMeta+z');
    await expect(row).toHaveAccessibleName(/3 pictures/);
    const at = await onScreen(row);
    await reach(cell('an owl'));
    pointer.down();
    pointer.jump(...at);
    pointer.up();
    await expect(row).toHaveAccessibleName(/4 pictures/);
    await expect(page.getByRole('region', { name: 'Import' })).toHaveCount(0);
  });

  await test.step('pictures that are dropped on the sheet again are not imported', async () => {
    await drag(cell('a fox'), cell('a harbour'));
    // A second drag begins only after the first has ended.
    await drag(cell('a boat'), page.getByRole('grid', { name: 'Pictures' }));
    await cell('an owl').click();
    await expect(page.getByRole('region', { name: 'Import' })).toHaveCount(0);
    await expect(app.pictures).toHaveCount(4);
    expect(await profile.files()).toHaveLength(4);
  });

  await test.step('a folder of another program is imported', async () => {
    await drag((await other.firstWindow()).getByText('Drag me'), page.getByRole('grid', { name: 'Pictures' }));
    await expect(page.getByRole('region', { name: 'Import' }).getByText('Import finished, 2 pictures added')).toBeVisible();
    await expect(app.pictures).toHaveCount(6);
  });
});
