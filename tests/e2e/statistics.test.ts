import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { withSharedApp } from '../support/fresh-app.ts';
import type { LatentApp, Profile } from '../support/latent-app.ts';
import { seedHistory, type SeededTask } from '../support/seeded-history.ts';
import { expect, test } from '../support/test.ts';
import { faultsInBothThemes, placeFaults } from '../support/window-faults.ts';

/** The page of statistics, and what can be deleted there. */

const seeded: readonly SeededTask[] = [
  { prompt: 'a fox', model: 'vulpes', pictures: 3, daysAgo: 3 },
  { prompt: 'an owl', model: 'strix', pictures: 2, daysAgo: 2 },
  { prompt: 'a second fox', model: 'vulpes', daysAgo: 2 },
  { prompt: 'a paid fox', model: 'vulpes', credits: 0.1 },
  { prompt: 'a fox of last year', model: 'vulpes', pictures: 2, daysAgo: 366 },
];

let app: LatentApp;
let profile: Profile;
withSharedApp((shared, its) => { [app, profile] = [shared, its]; }, { strip: 'closed', begin: (begun) => seedHistory(begun, seeded) });

/** A day that was so long ago, as the calendar says it. */
const dayWords = (ago: number): string => {
  const now = new Date();
  return new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(now.getFullYear(), now.getMonth(), now.getDate() - ago));
};
const isThisYear = (ago: number): boolean => dayWords(ago).endsWith(String(new Date().getFullYear()));
const day = (ago: number): Locator => app.page.getByRole('gridcell', { name: `${dayWords(ago)}: `, exact: false });
const row = (table: string, name: string): Promise<readonly string[]> => app.page.getByRole('table', { name: table }).getByRole('row', { name, exact: false }).getByRole('cell').allTextContents();
const part = (name: string): Locator => app.page.getByRole('group', { name: 'Part of the statistics' }).getByRole('button', { name });

async function openStatistics(): Promise<void> {
  await app.renew();
  await app.page.keyboard.press('ControlOrMeta+7');
  await expect(app.page.getByRole('heading', { name: 'Statistics', level: 1 })).toBeVisible();
  // In the first days of a year, some of the pictures are in the year before.
  await app.page.getByRole('combobox', { name: 'Year' }).click();
  await app.page.getByRole('option', { name: 'All years' }).click();
}

test('the calendar has the numbers of the days, and a click finds the pictures of one', async () => {
  const { page } = app;
  await openStatistics();
  await expect(day(3)).toHaveAccessibleName(`${dayWords(3)}: 3 pictures`);
  await expect(day(2)).toHaveAccessibleName(`${dayWords(2)}: 3 pictures`);
  await expect(day(0)).toHaveAccessibleName(`${dayWords(0)}: 1 picture`);
  await expect(day(1)).toHaveAccessibleName(`${dayWords(1)}: no pictures`);
  // The fullest day is full, and the empty one is empty, also without colours.
  await expect(day(3)).toHaveAttribute('data-level', '4');
  await expect(day(1)).toHaveAttribute('data-level', '0');

  await day(3).hover();
  await expect(page.getByText(`${dayWords(3)}: 3 pictures`)).toBeVisible();
  // An empty day has nothing to show.
  await day(1).click();
  await expect(page.getByRole('heading', { name: 'Statistics', level: 1 })).toBeVisible();
  await day(2).click();
  await expect(app.pictures).toHaveCount(3);
  await expect(page.getByRole('searchbox').or(page.getByRole('combobox', { name: /search/i })).first()).toHaveValue(/^on:\d{4}-\d{2}-\d{2} $/);
});

test('the years can be switched, and a table has the same numbers', async () => {
  const { page } = app;
  await openStatistics();
  const years = page.getByRole('grid');
  await expect(years).toHaveCount(new Set([0, 2, 3, 366].map((ago) => dayWords(ago).slice(-4))).size);
  await page.getByRole('combobox', { name: 'Year' }).click();
  await page.getByRole('option', { name: dayWords(366).slice(-4) }).click();
  await expect(years).toHaveCount(1);
  await expect(day(366)).toHaveAccessibleName(`${dayWords(366)}: 2 pictures`);
  await page.getByRole('combobox', { name: 'Year' }).click();
  await page.getByRole('option', { name: 'All years' }).click();
  await page.getByRole('group', { name: 'Show days as' }).getByRole('button', { name: 'Table' }).click();
  await expect(page.getByRole('table', { name: 'Pictures by day' }).getByRole('cell')).toHaveText(['1', '3', '3', '2']);
  await page.getByRole('group', { name: 'Show days as' }).getByRole('button', { name: 'Calendar' }).click();
});

test('models have their pictures, shares and times, and a model finds its pictures', async () => {
  const { page } = app;
  await openStatistics();
  // Pictures, share, bar, liked, trash, median, ninetieth, spread. Only the paid one has a time.
  await expect.poll(() => row('Pictures by model', 'vulpes')).toEqual(['7', '78%', '', '0%', '0%', expect.stringMatching(/^\d+:\d\d$/), expect.stringMatching(/^\d+:\d\d$/), '']);
  expect(await row('Pictures by model', 'strix')).toEqual(['2', '22%', '', '0%', '0%', '–', '–', '']);
  const times = await page.getByRole('table', { name: 'Time to picture' }).getByRole('row').getByRole('cell').allTextContents();
  expect(times.filter((_, at) => at % 3 === 0).reduce((sum, count) => sum + Number(count), 0)).toBe(1);
  await page.getByRole('button', { name: 'strix' }).click();
  await expect(app.pictures).toHaveCount(2);

  // A mark is counted without opening the page anew.
  await openStatistics();
  const [first] = await app.call('imagesDescribe', { imageIds: [1] }) as readonly { readonly image: { readonly id: number } }[];
  await app.call('marksSet', { target: { token: null, revision: 0, ranges: [], imageIds: [first?.image.id ?? 1] }, mark: { kind: 'favourite', favourite: true } });
  await expect.poll(() => row('Pictures by model', 'vulpes')).toContain('14%');
  await app.call('marksSet', { target: { token: null, revision: 0, ranges: [], imageIds: [1] }, mark: { kind: 'favourite', favourite: false } });
});

for (const direction of ['ltr', 'rtl'] as const) {
  test(`the calendar is used by keys (${direction})`, async () => {
    const { page } = app;
    await openStatistics();
    await page.evaluate(`document.documentElement.dir = '${direction}'`);
    const [forward, back] = direction === 'ltr' ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight'];
    // One stop for Tab in each year.
    expect(await page.getByRole('grid').first().locator('[tabindex="0"]').count()).toBe(1);
    await day(0).focus();
    await page.keyboard.press(back);
    if (isThisYear(7)) await expect(day(7)).toBeFocused();
    await page.keyboard.press(forward);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    if (isThisYear(2)) {
      await expect(day(2)).toBeFocused();
      await expect(page.getByText(`${dayWords(2)}: 3 pictures`)).toBeVisible();
    }
    await page.keyboard.press('Home');
    await expect(page.locator(':focus')).toHaveAccessibleName(/^Jan 1, /);
    await page.keyboard.press('End');
    await expect(page.locator(':focus')).toHaveAccessibleName(/^Dec 31, /);
    await day(3).focus();
    await page.keyboard.press('Enter');
    await expect(app.pictures).toHaveCount(3);
    await page.evaluate(`document.documentElement.dir = 'ltr'`);
  });
}

test('the parts are one place, whose tabs keep the focus', async () => {
  const { page } = app;
  await openStatistics();
  await part('Spending').click();
  await expect(page.getByRole('heading', { name: 'Spending' })).toBeAttached();
  await expect(part('Spending')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Free up space' })).toBeVisible();
  await expect(part('Disk')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+6');
  await expect(part('Spending')).toHaveAttribute('aria-pressed', 'true');
});

test('nothing is wrong with the page in both themes and at each size', async () => {
  const { page } = app;
  await openStatistics();
  for (const name of ['Pictures', 'Disk']) {
    await part(name).click();
    await expect(page.getByRole('table').first()).toBeVisible();
    expect.soft(await faultsInBothThemes(page), name).toEqual([]);
    for (const [width, height] of [[640, 400], [900, 600], [2560, 1440]] as const) {
      await app.resize(width, height);
      await expect.configure({ soft: true, timeout: 10_000 }).poll(() => placeFaults(page), `${name} ${width}×${height}`).toEqual([]);
    }
    await app.resize(1200, 800);
  }
});

/** Every file of the library with its hash. */
async function libraryFiles(): Promise<readonly string[]> {
  const found = (await readdir(profile.library, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile() && entry.name !== 'in-use.json');
  return Promise.all(found.map((entry) => path.join(entry.parentPath, entry.name)).sort().map(async (file) => `${path.relative(profile.library, file)} ${createHash('sha256').update(await readFile(file)).digest('hex')}`));
}
const bytesOf = async (folder: string): Promise<number> => (await Promise.all((await readdir(folder)).map(async (name) => (await stat(path.join(folder, name))).size))).reduce((sum, size) => sum + size, 0);

test('freeing up space frees what it says, and touches no file of the library', async () => {
  const { page } = app;
  await app.renew();
  await expect.poll(() => app.loadedPictures()).toBeGreaterThan(5);
  const before = await libraryFiles();
  expect(before.filter((file) => file.includes('.png')).length).toBe(9);
  const month = path.dirname(before.map((file) => file.split(' ')[0] ?? '').find((file) => /^\d{4}\/\d{4}-\d{2}\//.test(file)) ?? '');
  const part1 = path.join(profile.library, month, '.latent-01234567-89ab-cdef-0123-456789abcdef.part');
  await writeFile(part1, Buffer.alloc(3_000_000));
  // Stands for a file that another program has locked: it cannot be deleted.
  const locked = path.join(profile.library, month, '.latent-11234567-89ab-cdef-0123-456789abcdef.part');
  await mkdir(path.join(locked, 'in use'), { recursive: true });
  const long = new Date(Date.now() - 3 * 86_400_000);
  for (const file of [part1, locked]) await utimes(file, long, long);

  await page.keyboard.press('ControlOrMeta+,');
  await page.getByRole('tab', { name: 'Library' }).click();
  await page.getByRole('button', { name: 'Free up space…' }).click();
  const kept = (name: string): Locator => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
  await expect(kept('Unfinished downloads')).toContainText('3 MB');

  // A question that is left does nothing.
  await page.getByRole('button', { name: 'Delete leftovers…' }).click();
  await page.keyboard.press('Escape');
  expect((await stat(part1)).size).toBe(3_000_000);

  await page.getByRole('button', { name: 'Delete leftovers…' }).click();
  await page.getByRole('button', { name: 'Delete leftovers', exact: true }).click();
  await expect(page.getByText('One file could not be deleted. Another program may be using it.')).toBeVisible();
  await expect(stat(part1)).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await libraryFiles()).toEqual(before);

  const thumbnails = path.join(profile.userData, 'thumbnails');
  const [shown, held] = [await kept('Thumbnails').textContent(), await bytesOf(thumbnails)];
  expect(shown).not.toContain('0 bytes');
  expect(held).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Delete thumbnails…' }).click();
  await page.getByRole('button', { name: 'Delete thumbnails', exact: true }).click();
  await expect(page.getByText(/^Freed: /)).toBeVisible();
  expect(await bytesOf(thumbnails)).toBeLessThan(held);
  expect(await libraryFiles()).toEqual(before);

  // They are made again.
  await app.renew();
  await expect.poll(() => app.loadedPictures()).toBeGreaterThan(5);
  expect(await libraryFiles()).toEqual(before);
});
