import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CDPSession } from '@playwright/test';
import type { ViewMemory } from '../../shared/windows/view-memory.ts';
import { withSharedApp } from '../support/fresh-app.ts';
import type { LatentApp, Profile } from '../support/latent-app.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { stopAtFrame } from '../support/stop-at-frame.ts';
import { expect, test } from '../support/test.ts';

/** The window begins with the pictures that it showed when it was left. Each test stops the page while it asks for the app. */

let app: LatentApp;
let profile: Profile;
let session: CDPSession;
const shapes = [[256, 256], [300, 200], [200, 300]] as const;
const seeded = Array.from({ length: 60 }, (_, at) => ({ prompt: `boat ${at}`, shape: shapes[at % 3] ?? shapes[0], daysAgo: Math.floor((60 - at) / 9) }));
withSharedApp((shared) => void (app = shared), {
  begin: async (of) => {
    profile = await seedHistory(of, seeded);
    return profile;
  },
});
test.beforeEach(async () => {
  await app.renew();
  await app.resize(1280, 800);
  session = await app.page.context().newCDPSession(app.page);
});
test.afterEach(() => session.detach());

/** Address, rectangle and opacity of the pictures that are in sight of their sheet, from the upper left on. Null while one is not loaded. */
const seen = (sheet: string, picture: string): Promise<readonly unknown[] | null> =>
  app.page.evaluate(`(() => {
    const sheet = document.querySelector('${sheet}')?.getBoundingClientRect();
    if (!sheet) return null;
    const pictures = [...document.querySelectorAll('${picture}')].map((element) => ({ box: element.getBoundingClientRect(), image: element.querySelector('img') }));
    const inSight = pictures.filter(({ box }) => box.bottom > sheet.top && box.top < sheet.bottom);
    if (inSight.length === 0 || inSight.some(({ image }) => !image.complete || image.naturalWidth === 0)) return null;
    const round = (number) => Math.round(number * 10) / 10;
    return inSight
      .map(({ box: { x, y, width, height }, image }) => ({ address: image.src, box: [x, y, width, height].map(round), opacity: getComputedStyle(image).opacity }))
      .sort(({ box: a }, { box: b }) => a[1] - b[1] || a[0] - b[0]);
  })()`);
const inFrame = () => seen('.frame-sheet', '.frame-picture');
const inSheet = () => seen('[role="grid"]', '[data-image-id]');

/** Waits until the pictures in sight are loaded, and remembered for the next start. Resolves to them. */
async function remembered(): Promise<readonly unknown[]> {
  let found: readonly unknown[] | null = null;
  await expect(async () => {
    found = await inSheet();
    const { firstScreen } = JSON.parse(await readFile(path.join(profile.userData, 'view.json'), 'utf8')) as ViewMemory;
    const kept = firstScreen?.pictures.map(({ imageId, box, opacity }) => ({ address: `latent://thumbnail/${imageId}`, box: box.map((number) => Math.round(number * 10) / 10), opacity: String(opacity) }));
    expect(kept?.toSorted(({ box: a }, { box: b }) => (a[1] ?? 0) - (b[1] ?? 0) || (a[0] ?? 0) - (b[0] ?? 0))).toEqual(found);
  }).toPass({ timeout: 15_000 });
  return found ?? [];
}

const views: readonly (readonly [string, Partial<ViewMemory>, (() => Promise<void>)?])[] = [
  ['in rows of their own shape', {}],
  ['in squares', { sheetLayout: 'square', cellSize: 150 }],
  ['with the inspector and a long draft', { inspectorOpen: true, draft: 'one\ntwo\nthree\nfour' }],
  ['without the words of the sidebar', { sidebarOpen: false }],
  ['in a search', { search: 'boat 1' }],
  ['in groups', { arrangements: [{ place: '', arrangement: { by: 'added', descending: true, group: 'day', stack: null, seed: 1 } as never }] }],
  ['scrolled down', {}, scrollDown],
  ['one of them rejected', {}, reject],
  ['loaded long before they are drawn', {}, drawLate],
];
async function scrollDown(): Promise<void> {
  await app.page.mouse.move(700, 600);
  await app.page.mouse.wheel(0, 700);
  await expect.poll(() => app.page.getByRole('grid').evaluate((grid) => (grid as unknown as { scrollTop: number }).scrollTop)).toBe(700);
}

/** On a busy machine, the frame in which a cell shows its loaded picture may come a second later. */
async function drawLate(): Promise<void> {
  await app.page.evaluate('void (window.requestAnimationFrame = (draw) => setTimeout(draw, 1500))');
  await app.page.getByRole('combobox', { name: 'Search pictures' }).fill('boat 3');
  await expect(app.pictures).toHaveCount(11);
}

async function reject(): Promise<void> {
  await app.page.getByRole('gridcell', { name: 'boat 57', exact: true }).click();
  await app.page.keyboard.press('x');
  await expect(app.page.locator('[data-rejected] img')).toHaveCSS('opacity', '0.35');
}

async function staysInPlace(view: Partial<ViewMemory>, act?: () => Promise<void>): Promise<void> {
  if (Object.keys(view).length > 0) await app.renew(view);
  await expect(app.pictures.first()).toBeVisible();
  await act?.();
  const before = await remembered();
  expect(before.length).toBeGreaterThan(3);
  const go = await stopAtFrame(app, session);
  await expect.poll(inFrame).toEqual(before);
  await go();
  await expect.poll(inSheet).toEqual(before);
  await expect(app.page.locator('.frame-sheet')).toHaveCount(0);
}

for (const [name, view, act] of views) {
  test(`the pictures in sight are there before the app and stay where they are: ${name}`, () => staysInPlace(view, act));
}

test('they go when the person turns the wheel before the app is there', async () => {
  await expect(app.pictures.first()).toBeVisible();
  await remembered();
  const go = await stopAtFrame(app, session);
  await expect(app.page.locator('.frame-sheet')).toHaveCount(1);
  await app.page.mouse.move(700, 600);
  await app.page.mouse.wheel(0, 100);
  await expect(app.page.locator('.frame-sheet')).toHaveCount(0);
  await go();
});

test('a sheet that has become empty is not begun with', async () => {
  await expect(app.pictures.first()).toBeVisible();
  await remembered();
  await app.page.getByRole('combobox', { name: 'Search pictures' }).fill('nothing like that');
  await expect(app.pictures).toHaveCount(0);
  await expect(async () => expect((JSON.parse(await readFile(path.join(profile.userData, 'view.json'), 'utf8')) as ViewMemory).firstScreen).toBe(null)).toPass({ timeout: 15_000 });
  const go = await stopAtFrame(app, session);
  await expect(app.page.locator('.frame-sheet')).toHaveCount(0);
  await go();
});

test('the pictures in sight are there before the app and stay where they are: in a larger interface', () => staysInPlace({ zoom: 125 }));

test('a window that is drawn only after the app was read, as a hidden one, gets none over it', async () => {
  await expect(app.pictures.first()).toBeVisible();
  await remembered();
  await session.send('Page.enable');
  const source = '{ const draw = requestAnimationFrame; window.requestAnimationFrame = (act) => setTimeout(() => draw(act), 1500); }';
  const { identifier } = await session.send('Page.addScriptToEvaluateOnNewDocument', { source });
  await app.page.reload();
  await expect(app.pictures.first()).toBeVisible();
  await app.page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  await expect(app.page.locator('.frame-sheet')).toHaveCount(0);
  await session.send('Page.removeScriptToEvaluateOnNewDocument', { identifier });
});

// The last test, because the next page may still begin in this size.
test('a window of another size begins without them', async () => {
  await expect(app.pictures.first()).toBeVisible();
  await remembered();
  // The page is left before it remembers its pictures in the new size.
  await app.page.evaluate('{ const later = setTimeout; window.setTimeout = (act, wait) => (wait > 0 ? 0 : later(act)); }');
  await session.send('Emulation.setDeviceMetricsOverride', { width: 1000, height: 700, deviceScaleFactor: 1, mobile: false });
  const go = await stopAtFrame(app, session);
  await expect(app.page.locator('.frame-sheet')).toHaveCount(0);
  await go();
  await session.send('Emulation.clearDeviceMetricsOverride');
});
