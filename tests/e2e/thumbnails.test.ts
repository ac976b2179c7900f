import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { seedLibrary } from '../bench/seed/seed-library.ts';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { paintPng } from '../support/paint-png.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { startScriptedService, type ScriptedService } from '../support/scripted-service.ts';
import { expect, test } from '../support/test.ts';

/** Thumbnails in the real window: made once by the hidden one, kept, and told apart from what cannot be shown. */

let profile: Profile;
let service: ScriptedService;
test.beforeEach(async () => {
  profile = await createProfile();
  service = await startScriptedService({ key: 'sk-e2e-thumbnails-0' });
});
test.afterEach(async () => {
  await service.stop();
  await profile.remove();
});

const fox = (index = 0): Promise<Buffer> => paintPng({ prompt: 'fox', index, width: 320, height: 200 });

async function launch(): Promise<LatentApp> {
  const app = await LatentApp.launch(profile);
  if ((await app.accounts()).every(({ kind }) => kind === 'practice')) await app.addAccount(service.url, service.key);
  return app;
}

async function make(app: LatentApp, prompt: string, ...pictures: readonly Buffer[]): Promise<void> {
  await app.receive(service, prompt, { images: pictures.map((picture) => ({ base64: picture.toString('base64') })) });
}

/** Counts, from now on, the jobs that main gives to a decoder. */
async function countJobs(app: LatentApp): Promise<() => Promise<number>> {
  await app.electron.evaluate(({ app: electronApp, webContents }) => {
    const counter = globalThis as unknown as { jobs: number };
    counter.jobs = 0;
    const watch = (contents: Electron.WebContents): void => {
      const send = contents.send.bind(contents);
      contents.send = (channel, ...args) => {
        if (channel === 'decoder:job') counter.jobs += 1;
        send(channel, ...args);
      };
    };
    webContents.getAllWebContents().forEach(watch);
    electronApp.on('web-contents-created', (_event, contents) => watch(contents));
  });
  return () => app.electron.evaluate(() => (globalThis as unknown as { jobs: number }).jobs);
}

const thumbnailFolder = (): string => path.join(profile.userData, 'thumbnails');
/** Reads the store while the app has it open; null while there is none. */
function inStore(statement: string): Record<string, unknown> | null {
  const file = path.join(thumbnailFolder(), 'thumbnails.sqlite');
  if (!existsSync(file)) return null;
  // The app may be creating the file, its log or its tables.
  const db = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
  try {
    const isMade = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'thumbnail'").get() !== undefined;
    return isMade ? (db.prepare(statement).get() ?? null) : null;
  } finally {
    db.close();
  }
}
/** The first and last picture that the background walk has handled. */
const walkedTo = (): unknown => inStore('SELECT newest FROM walked')?.['newest'];
const thumbnailCount = (): number => Number(inStore('SELECT count(*) AS n FROM thumbnail')?.['n'] ?? 0);

test('thumbnails are made once, smaller and in the shape of their picture, and are there again after the process was killed', { tag: '@long' }, async () => {
  let app = await launch();
  const jobs = await countJobs(app);
  await make(app, 'six foxes', ...(await Promise.all([0, 1, 2, 3, 4, 5].map(fox))));
  const shapes = [
    [1_200, 600],
    [600, 1_200],
    [1_024, 1_024],
  ] as const;
  await make(app, 'three shapes', ...(await Promise.all(shapes.map(([width, height]) => paintPng({ prompt: 'fox', index: 0, width, height })))));
  await expect.poll(() => app.loadedPictures()).toBe(9);
  const sizes = await app.pictures.locator('img').evaluateAll((images) => (images as unknown as { naturalWidth: number; naturalHeight: number }[]).map(({ naturalWidth, naturalHeight }) => `${naturalWidth} × ${naturalHeight}`));
  expect(new Set(sizes)).toEqual(new Set(['320 × 200', '512 × 256', '256 × 512', '512 × 512']));
  expect(await jobs()).toBe(9);
  // One is shown before it is stored.
  await expect.poll(thumbnailCount).toBe(9);
  await app.kill();

  app = await launch();
  const jobsAgain = await countJobs(app);
  await expect.poll(() => app.loadedPictures()).toBe(9);
  // The background has looked at all of them too.
  await expect.poll(() => walkedTo()).toBe(9);
  expect(await jobsAgain()).toBe(0);
  await app.close();
});

test('a decoder is there before there is a picture; an opaque one becomes a JPEG, and a transparent one a WebP that keeps its transparency', { tag: '@long' }, async () => {
  const app = await launch();
  const decoders = (): Promise<number> => app.electron.evaluate(({ webContents }) => webContents.getAllWebContents().filter((contents) => contents.getURL().endsWith('/decoder.html')).length);
  expect(await decoders()).toBe(0);
  await app.receive(service, 'for ever', { processing: 1_000_000 });
  await expect.poll(decoders).toBe(1);

  const transparent = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR42mNgAAIAAAUAAen63NgAAAAASUVORK5CYII=', 'base64');
  await make(app, 'both kinds', await fox(), transparent);
  await expect.poll(() => app.loadedPictures()).toBe(2);
  const firstBytes = (): unknown => inStore('SELECT group_concat(hex(substr(bytes, 1, 2))) AS marks FROM (SELECT bytes FROM thumbnail ORDER BY id)')?.['marks'];
  await expect.poll(firstBytes).toBe('FFD8,5249');
  await app.close();
});

// In every run, background-walk.test.ts shows when the progress is reported.
test('the progress of many missing thumbnails is shown quietly, and vanishes by itself', { tag: '@long' }, async () => {
  const seeded = await seedLibrary({ images: 700, out: `${profile.home}/seeded`, seed: 5, until: Date.UTC(2026, 10, 21), single: true });
  profile = { ...profile, userData: seeded.userData, library: seeded.library };
  const app = await LatentApp.launch(profile);
  const notice = app.page.getByRole('status').filter({ hasText: /making thumbnails and comparing pictures in the background: \d+% of the library done/ });
  await notice.waitFor();
  await expect(app.page.getByRole('alert')).toHaveCount(0);
  await expect(notice).toHaveCount(0);
  expect(thumbnailCount()).toBe(700);
  await app.close();
});

test('lost thumbnails are made again in the background, even out of sight', { tag: '@long' }, async () => {
  let app = await launch();
  const foxes = await Promise.all(Array.from({ length: 10 }, (_, index) => fox(index)));
  for (const prompt of ['ten foxes', 'ten more', 'another ten', 'the last ten']) await make(app, prompt, ...foxes);
  await expect.poll(() => thumbnailCount()).toBe(40);
  await app.close();
  // The whole store is damaged.
  const store = path.join(thumbnailFolder(), 'thumbnails.sqlite');
  await writeFile(store, Buffer.alloc((await stat(store)).size, 0x5a));

  app = await launch();
  await app.resize(720, 480);
  await expect.poll(() => walkedTo()).toBe(40);
  expect(await app.pictures.count()).toBeLessThan(40);
  await app.kill();

  app = await launch();
  const jobs = await countJobs(app);
  await app.page.getByRole('grid').press('End');
  await expect.poll(async () => (await app.loadedPictures()) > 0 && (await app.loadedPictures()) === (await app.pictures.count())).toBe(true);
  expect(await jobs()).toBe(0);
  await app.close();
});

test('a broken picture says why, and is tried again on request', async () => {
  await seedHistory(profile, [{ prompt: 'a fox' }]);
  const [file = ''] = await profile.files();
  const good = await readFile(file);
  await writeFile(file, Buffer.from(good).fill(0x5a, 60));

  const app = await LatentApp.launch(profile);
  const cell = app.page.locator('[data-image-id][data-state="broken"]');
  await expect(cell.getByText('The file is damaged')).toBeVisible();
  await writeFile(file, good);
  await cell.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => app.loadedPictures()).toBe(1);
  await app.close();
});

test('pictures that are scrolled away and back before their turn are shown', { tag: '@long' }, async () => {
  const app = await launch();
  await app.resize(720, 480);
  // The decoder is held up: each job is written down, and goes on only when it is let.
  await app.electron.evaluate(({ BrowserWindow }) => {
    const held = globalThis as unknown as { begun: number[]; release: () => void };
    held.begun = [];
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    held.release = release;
    const prototype = Object.getPrototypeOf(BrowserWindow.getAllWindows()[0]?.webContents) as { send: (channel: string, ...args: unknown[]) => void };
    const { send } = prototype;
    prototype.send = function (channel, ...args) {
      if (channel !== 'decoder:job') {
        send.call(this, channel, ...args);
        return;
      }
      held.begun.push((args[0] as { imageId: number }).imageId);
      void released.then(() => send.call(this, channel, ...args));
    };
  });
  const begun = (): Promise<number[]> => app.electron.evaluate(() => (globalThis as unknown as { begun: number[] }).begun);
  const inSight = (): Promise<number[]> => app.pictures.evaluateAll((cells) => cells.map((cell) => Number(cell.getAttribute('data-image-id'))));
  const foxes = await Promise.all(Array.from({ length: 10 }, (_, index) => fox(index)));
  for (const prompt of ['one', 'two', 'three', 'four', 'five', 'six']) await make(app, prompt, ...foxes);
  await expect(app.page.getByRole('main').getByText('60 pictures')).toBeVisible();
  const atTop = await inSight();
  // Few are begun, the others wait for their turn.
  expect((await begun()).length).toBeLessThan(10);

  const scrollTo = async (part: number, showsTop: boolean): Promise<void> => {
    await app.page.getByRole('grid').evaluate((grid, to) => {
      const scroller = grid as unknown as { scrollTop: number; scrollHeight: number };
      scroller.scrollTop = scroller.scrollHeight * to;
    }, part);
    await expect.poll(async () => (await inSight()).some((id) => atTop.includes(id))).toBe(showsTop);
  };
  for (const part of [1, 0, 1, 0, 1]) await scrollTo(part, part === 0);
  await app.electron.evaluate(() => (globalThis as unknown as { release: () => void }).release());
  for (const part of [1, 0]) {
    await scrollTo(part, part === 0);
    await expect.poll(async () => (await app.loadedPictures()) === (await app.pictures.count())).toBe(true);
  }
  // Each was decoded once, whoever wanted it and gave it up.
  await expect.poll(async () => (await begun()).length).toBe(60);
  expect(new Set(await begun()).size).toBe(60);
  await app.close();
});
