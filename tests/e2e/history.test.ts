import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { openConnection } from '../../electron/database/schema/connection.ts';
import { createStore } from '../../electron/database/tables/store.ts';
import type { Task } from '../../shared/task.ts';
import { withFreshApp, withSharedApp } from '../support/fresh-app.ts';
import { LatentApp, type Profile } from '../support/latent-app.ts';
import { testAccount } from '../support/open-test-database.ts';
import { expect, test } from '../support/test.ts';
import { makeTask, start } from '../unit/database/samples.ts';

/** A history that no window holds as a whole: found, sorted, selected and exported as a person does it. */

const count = 5000;
const animals = ['fox', 'heron', 'otter', 'badger'];
/** The newest is number 4999. */
const prompt = (at: number): string => `${animals[at % 4]} number ${String(at).padStart(4, '0')}`;

function sample(at: number): Task {
  const request = { model: 'painter', prompt: prompt(at), size: '1024x1024', quality: 'low' };
  const failed = { status: 'failed', remoteId: `task_${at}`, said: { httpStatus: 200, code: 'policy', message: 'refused by moderation' } } as const;
  const state = at % 10 === 0 ? failed : ({ status: 'completed', remoteId: `task_${at}`, imageCount: 0 } as const);
  // Hidden, so that they are no tiles.
  return makeTask({ request, state, createdAt: start + at * 60_000, dismissedAt: start + at * 60_000 + 1 });
}

let profile: Profile;
let app: LatentApp;
const take = (opened: LatentApp, itsProfile: Profile): void => {
  app = opened;
  profile = itsProfile;
};

async function begin(fresh: Profile): Promise<Profile> {
  await mkdir(fresh.userData, { recursive: true });
  const db = openConnection(path.join(fresh.userData, 'latent.db'));
  // A thousand commits that nobody waits for.
  db.exec('PRAGMA synchronous = OFF');
  const { store } = createStore(db, (message) => {
    throw new Error(message);
  });
  store.saveAccount(testAccount);
  for (let at = 0; at < count; at += 500) store.insertTasks(Array.from({ length: 500 }, (_none, offset) => sample(at + offset)));
  db.close();
  return fresh;
}

const grid = () => app.page.getByRole('treegrid', { name: 'History' });
const row = (at: number) => grid().locator(`[role="row"][aria-rowindex="${at + 2}"]`);
const search = () => app.page.getByRole('combobox', { name: /^Search/ });
/** The first row that is not above the upper edge, and how far below it. */
const place = (): Promise<unknown> =>
  grid().evaluate((element) => {
    const edge = element.getBoundingClientRect().top + 30;
    const rows = [...element.querySelectorAll('[role="row"][id]')].map((found) => ({ id: found.id, top: found.getBoundingClientRect().top - edge }));
    return rows.filter(({ top }) => top >= 0).toSorted((a, b) => a.top - b.top)[0];
  });

test.describe('as it stands', () => {
  withSharedApp(take, { begin });
  test.beforeEach(async () => {
    const { page } = app;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+2');
    await search().fill('');
    // Closes the suggestions.
    await search().press('Tab');
    await page.getByRole('button', { name: 'All', exact: true }).click();
    const created = page.getByRole('columnheader', { name: 'Created' });
    if ((await created.getAttribute('aria-sort')) !== 'descending') await created.getByRole('button').click();
    await grid().press('Home');
    await grid().press('Escape');
    await expect(row(0)).toContainText(prompt(4999));
  });

  test('the history has its end one key away, is filtered by search and status, and sorted by every column both ways', async () => {
    const { page } = app;
    await expect(page.getByText('5,000 tasks')).toBeVisible();
    await expect(row(0)).toContainText(prompt(4999));
    await grid().focus();
    await page.keyboard.press('End');
    await expect(row(4999)).toContainText(prompt(0));
    await expect(row(4999)).toBeInViewport();
    await expect(row(4999)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Home');
    await expect(row(0)).toBeInViewport();

    await page.keyboard.press('/');
    await page.keyboard.type('otter');
    await expect(page.getByText('1,250 matches')).toBeVisible();
    await expect(row(0).locator('mark')).toHaveText('otter');
    await page.getByRole('button', { name: 'Failed', exact: true }).click();
    await expect(search()).toHaveValue('otter');
    await expect(page.getByText('250 matches')).toBeVisible();
    await expect(row(0)).toContainText(prompt(4990));

    await search().fill('mod');
    await page.getByRole('option', { name: 'model: Model' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(search()).toHaveValue('model:');
    await page.keyboard.type('paint ');
    await expect(page.getByText('500 matches')).toBeVisible();
    await page.getByRole('button', { name: 'Remove the filter Model: paint' }).click();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await expect(page.getByText('5,000 tasks')).toBeVisible();

    const header = page.getByRole('columnheader', { name: 'Prompt' });
    await header.getByRole('button').click();
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
    // What is selected stays in sight.
    await expect(row(1249)).toContainText(prompt(4999));
    await expect(row(1249)).toBeInViewport();
    await expect(row(1249)).toHaveAttribute('aria-selected', 'true');
    await grid().focus();
    await page.keyboard.press('Home');
    await expect(row(0)).toContainText('badger number 0003');
    await header.getByRole('button').click();
    await expect(header).toHaveAttribute('aria-sort', 'descending');
    await expect(row(4999)).toContainText('badger number 0003');
    await expect(row(4999)).toBeInViewport();
    await grid().focus();
    await page.keyboard.press('Home');
    await expect(row(0)).toContainText('otter number 4998');

    await page.keyboard.press('?');
    const keys = page.getByRole('dialog');
    await expect(keys.getByText('Extend the selection').first()).toBeVisible();
  });

  test('a selection is exported: single rows, a range, or all matches without reading them', async () => {
    const { page } = app;
    await row(2).click();
    await row(5).click({ modifiers: ['Shift'] });
    await expect(page.getByText('4 selected')).toBeVisible();
    await row(9).click({ modifiers: ['ControlOrMeta'] });
    await row(3).click({ modifiers: ['ControlOrMeta'] });
    await expect(page.getByText('4 selected')).toBeVisible();
    const written = async (name: string, choose: () => Promise<void>): Promise<string> => {
      const filePath = path.join(profile.home, name);
      await app.electron.evaluate(({ dialog }, chosen) => {
        dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen });
      }, filePath);
      await choose();
      // Until it is gone, Escape is the menu's.
      await expect(page.getByRole('menu')).toHaveCount(0);
      // It is there as a whole or not at all.
      await expect.poll(() => readFile(filePath, 'utf8').catch(() => '')).not.toBe('');
      return readFile(filePath, 'utf8');
    };
    const toolbar = page.getByRole('toolbar', { name: 'Selected tasks' });
    const few = await written('few.json', async () => {
      await toolbar.getByRole('button', { name: 'Export…' }).click();
      await page.getByRole('menuitem', { name: 'The 4 selected tasks as JSON' }).click();
    });
    const { submissions } = JSON.parse(few) as { submissions: { prompt: string }[] };
    expect(submissions.map((submission) => submission.prompt)).toEqual([2, 4, 5, 9].map((at) => prompt(4999 - at)));

    await page.keyboard.press('Escape');
    await expect(toolbar).toBeHidden();
    await search().fill('heron ');
    await expect(page.getByText('1,250 matches')).toBeVisible();
    const matching = await written('matching.csv', async () => {
      await page.getByRole('button', { name: 'Export…' }).click();
      await page.getByRole('menuitem', { name: 'The 1,250 matching tasks as CSV' }).click();
    });
    expect(matching.trimEnd().split('\r\n')).toHaveLength(1251);
    await grid().focus();
    await page.keyboard.press('ControlOrMeta+A');
    await expect(page.getByText('1,250 selected')).toBeVisible();
    // Nothing that costs anything is offered for many.
    await expect(toolbar.getByRole('button')).toHaveText(['Check 1,250 nowfree', 'Export…', 'Copy IDs', '']);
  });
});

test.describe('as it grows and is opened again', () => {
  withSharedApp(take, { begin });
  test.beforeEach(async () => {
    await app.renew();
    await app.page.emulateMedia({ reducedMotion: 'reduce' });
    await app.page.keyboard.press('ControlOrMeta+2');
  });

  test('clearing a search, restoring the order and a relaunch return to the same place', { tag: '@long' }, async () => {
    let { page } = app;
    await grid().evaluate((element) => (element.scrollTop = 60_013));
    await expect(row(1500)).toContainText(prompt(3499));
    const before = await place();
    await page.keyboard.press('/');
    await page.keyboard.type('nothing');
    await expect(page.getByText('No task matches')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('5,000 tasks')).toBeVisible();
    await expect.poll(place).toEqual(before);
    const byPrompt = page.getByRole('columnheader', { name: 'Prompt' }).getByRole('button');
    await byPrompt.click();
    await expect(row(0)).toContainText('badger number 0003');
    await page.getByRole('columnheader', { name: 'Created' }).getByRole('button').click();
    await expect.poll(place).toEqual(before);

    await search().fill('status:completed ');
    await expect(page.getByText('4,500 matches')).toBeVisible();
    await expect.poll(() => grid().evaluate((element) => element.scrollTop)).toBeGreaterThan(50_000);
    await byPrompt.click();
    await expect(row(0)).toContainText('badger number 0003');
    await grid().evaluate((element) => (element.scrollTop = 40_020));
    await expect(row(1001)).toContainText('badger number');
    const narrowed = await place();
    await page.keyboard.press('ControlOrMeta+1');
    await app.close();
    app = await LatentApp.launch(profile, { isShared: true });
    ({ page } = app);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.keyboard.press('ControlOrMeta+2');
    await expect(page.getByText('4,500 matches')).toBeVisible();
    await expect(search()).toHaveValue('status:completed ');
    await expect(page.getByRole('columnheader', { name: 'Prompt' })).toHaveAttribute('aria-sort', 'ascending');
    await expect.poll(place).toEqual(narrowed);
  });

  test('the history returns to the same place, and new tasks do not move it', async () => {
    const { page } = app;
    await search().fill('number ');
    await expect(page.getByText('5,000 matches')).toBeVisible();
    await search().fill('');
    await expect(page.getByText('5,000 tasks')).toBeVisible();
    await grid().evaluate((element) => (element.scrollTop = 60_013));
    await expect(row(1500)).toContainText(prompt(3499));
    const before = await place();
    await page.keyboard.press('ControlOrMeta+1');
    await page.keyboard.press('ControlOrMeta+2');
    await expect(row(1500)).toContainText(prompt(3499));
    expect(await place()).toEqual(before);

    await page.keyboard.press('ControlOrMeta+1');
    await app.submit('a kingfisher [refuse]');
    await expect(app.tile('rejected')).toHaveCount(1);
    await page.keyboard.press('ControlOrMeta+2');
    await expect(page.getByText('5,001 tasks')).toBeVisible();
    await expect(row(1501)).toContainText(prompt(3499));
    await expect.poll(place).toEqual(before);
    await grid().focus();
    await page.keyboard.press('Home');
    await expect(row(0)).toContainText('a kingfisher');
  });
});

test.describe('on a screen of 120 dots an inch', () => {
  withFreshApp(take, { begin, switches: ['--force-device-scale-factor=1.25'] });

  test('at a fractional scale of the screen, only the person moves the scrolled rows', { tag: '@long' }, async () => {
    const { keyboard, mouse } = app.page;
    await keyboard.press('ControlOrMeta+2');
    await expect(row(0)).toContainText(prompt(4999));
    await grid().evaluate((element) => {
      const { get, set } = Object.getOwnPropertyDescriptor((globalThis as unknown as { readonly Element: { readonly prototype: object } }).Element.prototype, 'scrollTop') ?? {};
      const scroller = Object.assign(element, { written: 0 });
      Object.defineProperty(element, 'scrollTop', {
        get: () => get?.call(element) as number,
        set(to: number) {
          scroller.written += 1;
          set?.call(element, to);
        },
      });
    });
    await grid().hover();
    for (let turn = 0; turn < 20; turn += 1) {
      await mouse.wheel(0, 137);
      await app.page.waitForTimeout(20);
    }
    await expect.poll(() => grid().evaluate((element) => element.scrollTop)).toBeGreaterThan(2_000);
    expect(await grid().evaluate((element) => (element as unknown as { written: number }).written)).toBe(0);
    expect(await app.page.evaluate('devicePixelRatio')).toBe(1.25);
  });
});
