import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { zoomSteps } from '../../shared/windows/view-memory.ts';
import { itemInMenu } from '../support/choose-in-menu.ts';
import { withFreshApp } from '../support/fresh-app.ts';
import type { LatentApp, Profile } from '../support/latent-app.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { expect, test } from '../support/test.ts';
import { faultsInBothThemes, placeFaults } from '../support/window-faults.ts';

/** axe-core looks at every screen and dialog of the real window, in both themes. A screen is one line of a table. */

interface Screen {
  readonly name: string;
  readonly open: (page: Page) => Promise<void>;
  /** How it is left; otherwise by Escape. */
  readonly close?: (page: Page) => Promise<void>;
}

const key = (keys: string) => (page: Page) => page.keyboard.press(keys);
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name: typeof name === 'string' ? new RegExp(`^${name}`) : name }).first().click();
const tab = (name: string) => async (page: Page) => {
  await page.keyboard.press('ControlOrMeta+,');
  await page.getByRole('tab', { name }).click();
};
const seen = (role: 'dialog' | 'menu', open: Screen['open']): Screen['open'] => async (page) => {
  await open(page);
  await page.getByRole(role).last().waitFor();
};
const inOrder = (...steps: readonly Screen['open'][]): Screen['open'] => async (page) => {
  for (const step of steps) await step(page);
};
const write = (text: string) => (page: Page) => page.getByRole('textbox', { name: 'Prompt' }).fill(text);
const stay = (): Promise<void> => Promise.resolve();

/** A list with rows that are right and wrong, from the gallery. A list that is being mended is there already. */
const openRows = seen('dialog', async (page) => {
  await page.keyboard.press('ControlOrMeta+Shift+l');
  const rows = page.getByRole('grid', { name: 'Rows of the list' });
  const text = page.getByRole('dialog').getByRole('textbox', { name: 'Prompts' });
  await rows.or(text).waitFor();
  if (await rows.isVisible()) return;
  await text.fill('prompt,size,count,note\nA fox at dawn,1:1,2,first\nA hare,1:1,none,second\n,1:1,1,third');
  await page.getByRole('button', { name: 'Show as a table' }).click();
  await rows.waitFor();
});

const empty: readonly Screen[] = [
  { name: 'first start', open: key('ControlOrMeta+1') },
  { name: 'empty trash', open: key('ControlOrMeta+4'), close: key('ControlOrMeta+1') },
  { name: 'empty history', open: key('ControlOrMeta+2'), close: stay },
  { name: 'empty spending', open: key('ControlOrMeta+6'), close: stay },
  { name: 'empty statistics', open: key('ControlOrMeta+7'), close: stay },
  { name: 'empty queue', open: key('ControlOrMeta+5'), close: stay },
  { name: 'task by ID', open: seen('dialog', inOrder(key('ControlOrMeta+2'), press('Add task by ID'))) },
  { name: 'settings: accounts', open: tab('Accounts'), close: stay },
  { name: 'settings: generating', open: tab('Generating'), close: stay },
  { name: 'settings: proxy set by hand', open: press('Set manually'), close: stay },
  { name: 'settings: library', open: tab('Library'), close: stay },
  { name: 'settings: appearance', open: tab('Appearance'), close: stay },
  { name: 'settings: about', open: tab('About'), close: stay },
  { name: 'licences', open: seen('dialog', press('Licences…')) },
  { name: 'add account', open: seen('dialog', inOrder(tab('Accounts'), press(/^Add account/))) },
  { name: 'keyboard shortcuts', open: seen('dialog', press('Keyboard shortcuts')) },
  { name: 'command palette', open: seen('dialog', key('ControlOrMeta+k')) },
  { name: 'list of prompts', open: seen('dialog', inOrder(key('ControlOrMeta+1'), key('ControlOrMeta+Shift+l'))) },
  { name: 'rows of a list', open: openRows },
  { name: 'menu of many', open: seen('menu', press(/^More$/)) },
  { name: 'template', open: inOrder(key('ControlOrMeta+1'), write('a {red|blue} {fox|owl}'), press('4 prompts')), close: stay },
  { name: 'template at random', open: press('At random'), close: press('All combinations') },
  { name: 'faults of a template', open: write('a {red|blue and __nope__'), close: stay },
  { name: 'braces as they are', open: press('Send braces as they are'), close: inOrder(press('Use as a template'), write('')) },
  { name: 'wildcards', open: seen('dialog', key('ControlOrMeta+j')) },
  { name: 'no saved prompts', open: seen('dialog', key('ControlOrMeta+p')) },
  { name: 'no prompts in the history', open: inOrder(key('ControlOrMeta+p'), press('History')), close: inOrder(press('Saved'), key('Escape')) },
  { name: 'account menu', open: seen('menu', inOrder(key('ControlOrMeta+1'), press(/^Account/))) },
  { name: 'import menu', open: seen('menu', press(/^Do you have pictures already/)) },
];

const firstPicture: Screen['open'] = (page) => page.locator('[data-image-id]').first().click();

const problems = (page: Page) => page.locator('[data-strip-panel]');

const tasks: readonly Screen[] = [
  { name: 'strip', open: key('ControlOrMeta+1'), close: stay },
  { name: 'several tasks of the strip', open: (page) => problems(page).locator('[data-row]').first().click().then(() => page.keyboard.press('ControlOrMeta+a')), close: stay },
  { name: 'details of a task', open: (page) => problems(page).locator('[data-task-status="unknown"]').dblclick(), close: stay },
  { name: 'menu of a task', open: seen('menu', (page) => problems(page).locator('[data-task-status="unknown"]').click({ button: 'right' })) },
  { name: 'question before generating again', open: seen('dialog', (page) => problems(page).getByRole('button', { name: /^Generate again…/ }).click()) },
  { name: 'ID of a task', open: seen('dialog', (page) => problems(page).getByRole('button', { name: /^Correct the ID/ }).click()) },
  { name: 'question before generating several again', open: seen('dialog', inOrder((page) => problems(page).locator('[data-row]').first().click(), key('ControlOrMeta+a'), (page) => problems(page).locator('[data-row]').first().click({ button: 'right' }), (page) => page.getByRole('menuitem', { name: /^Generate \d+ again/ }).click())), close: inOrder(key('Escape'), key('Escape')) },
  { name: 'question before hiding', open: seen('dialog', (page) => problems(page).getByRole('button', { name: /^Dismiss \d/ }).first().click()), close: inOrder(key('Escape'), key('Escape')) },
  { name: 'history', open: key('ControlOrMeta+2'), close: stay },
  { name: 'history with the panel', open: inOrder((page) => page.getByRole('row').nth(1).click(), key('Enter')) },
  { name: 'several tasks selected', open: inOrder((page) => page.getByRole('row').nth(1).click(), key('ControlOrMeta+a')) },
];

const inProgress: readonly Screen[] = [
  { name: 'strip in progress', open: inOrder(press(/^In progress/), (page) => problems(page).getByRole('progressbar').waitFor()), close: stay },
  { name: 'tasks in progress', open: inOrder(key('ControlOrMeta+5'), press('In progress'), (page) => page.getByRole('treegrid').getByRole('progressbar').waitFor()), close: stay },
];

const pictures: readonly Screen[] = [
  { name: 'pictures', open: inOrder(key('ControlOrMeta+1'), firstPicture), close: stay },
  { name: 'inspector with technical details', open: inOrder(firstPicture, (page) => page.getByRole('complementary', { name: 'Inspector' }).getByRole('button', { name: 'Technical' }).click()), close: stay },
  { name: 'message that offers undo', open: inOrder(firstPicture, key('f'), (page) => page.getByRole('button', { name: /^Undo: add/ }).waitFor()), close: key('f') },
  { name: 'several selected', open: inOrder(firstPicture, key('ControlOrMeta+a')) },
  { name: 'rating menu', open: seen('menu', inOrder(key('ControlOrMeta+a'), press('Rating'))), close: inOrder(key('Escape'), key('Escape')) },
  { name: 'context menu', open: seen('menu', (page) => page.locator('[data-image-id]').first().click({ button: 'right' })) },
  { name: 'submenu of a picture', open: seen('menu', inOrder((page) => page.locator('[data-image-id]').first().click({ button: 'right' }), async (page) => (await itemInMenu(page, 'Copy', 'Picture')).waitFor())), close: inOrder(key('ArrowLeft'), key('Escape')) },
  { name: 'nothing found', open: (page) => page.getByRole('combobox', { name: 'Search pictures' }).fill('zebra'), close: key('ControlOrMeta+1') },
  { name: 'search suggestions', open: (page) => page.getByRole('combobox', { name: 'Search pictures' }).fill('is:'), close: inOrder(key('Escape'), key('Escape'), key('ControlOrMeta+1')) },
  { name: 'name of a search', open: seen('dialog', inOrder((page) => page.getByRole('combobox', { name: 'Search pictures' }).fill('harbour'), press('Save this search…'))), close: inOrder((page) => page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()) },
  { name: 'menu of a saved search', open: seen('menu', press(/^More actions for the saved search/)), close: inOrder(key('Escape'), press('Library')) },
  { name: 'album for a picture', open: seen('dialog', inOrder(firstPicture, key('m'), (page) => page.getByRole('combobox', { name: 'Album' }).fill('Sea'))), close: key('Enter') },
  { name: 'picture in an album', open: inOrder((page) => page.getByRole('region', { name: 'Albums' }).getByRole('button', { name: /^Sea/ }).first().click(), firstPicture), close: stay },
  { name: 'menu of an album', open: seen('menu', (page) => page.getByRole('button', { name: 'More actions for the album Sea' }).first().click()), close: inOrder(key('Escape'), press('Library')) },
  { name: 'name of an album', open: seen('dialog', press('New album…')) },
  { name: 'viewer', open: seen('dialog', inOrder(firstPicture, key('Enter'))), close: stay },
  { name: 'viewer with details', open: key('i'), close: inOrder(key('i'), key('Escape')) },
  { name: 'comparison', open: seen('dialog', inOrder(firstPicture, key('c'))) },
  { name: 'menu of the viewer', open: seen('menu', inOrder(firstPicture, key('Enter'), (page) => page.getByRole('dialog', { name: 'Viewer' }).getByRole('button', { name: 'More' }).click())), close: inOrder(key('Escape'), key('Escape')) },
  { name: 'culling', open: inOrder(firstPicture, key('d'), (shown) => shown.getByRole('toolbar', { name: 'Cull' }).waitFor()), close: stay },
  { name: 'summary of culling', open: inOrder(key('p'), key('Escape'), (page) => page.getByRole('dialog', { name: /decided$/ }).waitFor()), close: press('Done') },
  { name: 'trash', open: inOrder(firstPicture, key('Delete'), key('ControlOrMeta+4')), close: key('ControlOrMeta+1') },
  { name: 'rail', open: inOrder(key('ControlOrMeta+1'), press('Hide the sidebar')), close: stay },
  { name: 'saved searches of the rail', open: seen('menu', press('Albums and saved searches')) },
];

const batchRow = (page: Page): Locator => page.getByRole('row', { name: /^Batch / });
const inQueue = (...keys: readonly string[]): Screen['open'] =>
  inOrder(key('ControlOrMeta+5'), (page) => batchRow(page).click({ position: { x: 300, y: 12 } }), ...keys.map(key));

const queue: readonly Screen[] = [
  { name: 'queue on hold', open: inQueue('h', 'ArrowLeft'), close: stay },
  { name: 'tasks of a batch', open: inQueue('ArrowRight', 'ArrowDown'), close: stay },
  { name: 'change of a task', open: seen('dialog', inQueue('ArrowDown', 'F2')) },
  { name: 'menu of a batch', open: seen('menu', inOrder(inQueue(), press('More actions for Foxes'))) },
  { name: 'name of a batch', open: seen('dialog', inQueue('F2')) },
  { name: 'question before the rest is stopped', open: seen('dialog', inQueue('Delete')) },
  { name: 'strip with a batch', open: key('ControlOrMeta+1'), close: stay },
];

const ofStudio = (name: string): Screen => ({
  name,
  open: seen('dialog', inOrder(tab('Accounts'), press('More actions for Studio'), (page) => page.getByRole('menuitem', { name }).click())),
});

const paid: readonly Screen[] = [
  { name: 'settings: several accounts', open: tab('Accounts'), close: stay },
  { name: 'menu of an account', open: seen('menu', press('More actions for Studio')) },
  ...['Prices…', 'Budget…', 'Rename…', 'Replace key…', 'Change address…', 'Key and billing consoles…', 'Delete key…', 'Remove account…'].map(ofStudio),
  { name: 'question about money', open: seen('dialog', inOrder(key('ControlOrMeta+1'), (page) => page.getByRole('textbox', { name: 'Prompt' }).fill('a bridge'), (page) => page.getByRole('textbox', { name: 'Prompt' }).press('ControlOrMeta+Enter'))) },
];

async function look(app: LatentApp, screens: readonly Screen[]): Promise<void> {
  const { page } = app;
  for (const { name, open, close = key('Escape') } of screens) {
    await test.step(name, async () => {
      await open(page);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      expect.soft(await faultsInBothThemes(page), name).toEqual([]);
      await close(page);
    });
  }
}

/** Six tasks of a batch that wait, because nobody answers at their account's address. */
async function sendBatch(app: LatentApp): Promise<void> {
  await app.call('accountsAdd', { name: 'Studio', baseUrl: 'http://127.0.0.1:9', key: 'a-key', keeping: 'session' });
  const accountId = (await app.accounts()).find(({ name }) => name === 'Studio')?.id;
  const request = { model: 'm', prompt: 'a fox', size: '64x64', quality: 'low' };
  await app.call('tasksSubmitBatch', { batchId: randomUUID(), accountId, name: 'Foxes', recipe: { from: 'list' }, tasks: Array.from({ length: 6 }, () => ({ taskId: randomUUID(), retryOf: null, request })) });
}

let app: LatentApp;

test.describe('in an empty library', () => {
  withFreshApp((fresh) => (app = fresh));

  test('axe finds nothing in an empty library, in settings and in dialogs', { tag: '@long' }, async () => {
    await look(app, empty);
  });

  test('axe finds nothing in the questions about accounts and money', { tag: '@long' }, async () => {
    await app.call('accountsAdd', { name: 'Studio', baseUrl: 'http://127.0.0.1:9', key: 'a-key', keeping: 'session' });
    await app.page.getByRole('button', { name: 'Account: Studio' }).waitFor({ state: 'attached' });
    await look(app, paid);
  });

  test('axe finds nothing in the queue, at any size', { tag: '@long' }, async () => {
    const { page } = app;
    await sendBatch(app);
    await page.keyboard.press('ControlOrMeta+5');
    await batchRow(page).waitFor();
    await look(app, queue);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const [width, height] of [[640, 400], [900, 600], [2560, 1440]] as const) {
      await app.resize(width, height);
      for (const keys of ['ControlOrMeta+5', 'ControlOrMeta+1']) {
        await page.keyboard.press(keys);
        await expect.configure({ soft: true, timeout: 10_000 }).poll(() => placeFaults(page), `${keys} at ${width}×${height}`).toEqual([]);
      }
    }
  });
});

const missing = { status: 'missing', remoteId: 'mistyped', said: { httpStatus: 404, code: null, message: null } } as const;
const begin = (profile: Profile): Promise<Profile> => seedHistory(profile, [{ prompt: 'a harbour', pictures: 4 }, { prompt: 'an added owl', state: missing, adopted: true }]);

async function makeProblems(): Promise<void> {
  await app.submit('a fox [refuse]');
  await app.submit('a fox [drop]');
  await expect.poll(() => app.loadedPictures()).toBe(4);
  await expect(app.tiles).toHaveCount(3);
}

test.describe('with pictures and problems', () => {
  withFreshApp((fresh) => (app = fresh), { begin });
  test.beforeEach(makeProblems);

  test('high contrast shows the selected, current and chosen items', { tag: '@long' }, async () => {
    const { page } = app;
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    const marked = (of: Locator) => expect(of.first()).toHaveCSS('outline-width', '3px');
    await app.pictures.first().click();
    await page.keyboard.press('Shift+ArrowRight');
    await marked(page.locator('[role="gridcell"][aria-selected="true"]:not(:focus)'));
    await marked(page.getByRole('button', { name: 'Library' }));
    const slider = page.getByRole('slider', { name: 'Size of pictures' }).locator('xpath=ancestor::*[@data-orientation][1]');
    await expect(slider).toHaveCSS('forced-color-adjust', 'none');
    await page.locator('[data-row]').first().click();
    await marked(page.locator('[data-row][aria-selected="true"]'));
    await page.keyboard.press('ControlOrMeta+2');
    await page.getByRole('row').nth(1).click();
    await marked(page.getByRole('row', { selected: true }));
    await tab('Appearance')(page);
    await marked(page.getByRole('button', { name: 'System' }));
    await page.mouse.move(0, 0);
    await page.keyboard.press('ControlOrMeta+1');
    await marked(page.getByRole('button', { name: 'Library' }));
    await page.emulateMedia({ forcedColors: 'none' });
    await page.keyboard.press('Escape');
  });

  test('axe finds nothing with tasks of every kind', { tag: '@long' }, async () => {
    await look(app, tasks);
    await app.page.keyboard.press('ControlOrMeta+1');
    await app.submit('a heron [stall]');
    await look(app, inProgress);
  });

  test('axe finds nothing with pictures', { tag: '@long' }, async () => {
    await look(app, pictures);
  });

  test('at every size, and twice as large, nothing leaves the window, is cut or covered', { tag: '@long' }, async () => {
    const { page } = app;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    // Open, the list of tasks takes most of a window of 400 pixels.
    await page.getByRole('button', { name: 'Close the list of tasks' }).click();
    const rooms = [
      { name: 'gallery', open: key('ControlOrMeta+1') },
      { name: 'several selected', open: inOrder(firstPicture, key('ControlOrMeta+a')), close: key('Escape') },
      { name: 'list of tasks', open: key('w'), close: key('w') },
      { name: 'viewer', open: seen('dialog', inOrder(firstPicture, key('Enter'))), close: key('Escape') },
      { name: 'comparison', open: seen('dialog', inOrder(firstPicture, key('c'))), close: key('Escape') },
      { name: 'culling', open: inOrder(firstPicture, key('d'), (shown) => shown.getByRole('toolbar', { name: 'Cull' }).waitFor()), close: key('Escape') },
      { name: 'history', open: key('ControlOrMeta+2') },
      { name: 'settings', open: tab('Accounts') },
      { name: 'settings of generating', open: tab('Generating') },
      { name: 'appearance settings', open: tab('Appearance') },
      // The pointer leaves the button, because its tooltip would cover something.
      { name: 'keyboard shortcuts', open: seen('dialog', press('Keyboard shortcuts')), close: inOrder(key('Escape'), (shown) => shown.mouse.move(1, 1)) },
      { name: 'rows of a list', open: inOrder(key('ControlOrMeta+1'), openRows), close: key('Escape') },
      { name: 'trash', open: key('ControlOrMeta+4'), close: key('ControlOrMeta+1') },
    ];
    const sizes = [
      { width: 640, height: 400, zoom: 100 },
      { width: 900, height: 600, zoom: 100 },
      { width: 2560, height: 1440, zoom: 100 },
      { width: 1280, height: 800, zoom: 100 },
      { width: 1280, height: 800, zoom: 200 },
      { width: 720, height: 480, zoom: 175 },
    ];
    // After a new size, the window is drawn once or twice more.
    const softly = expect.configure({ soft: true, timeout: 10_000 });
    for (const { width, height, zoom } of sizes) {
      await page.keyboard.press('ControlOrMeta+0');
      await app.resize(width, height);
      for (const step of zoomSteps) if (step > 100 && step <= zoom) await page.keyboard.press('ControlOrMeta+=');
      await page.waitForFunction(`innerWidth === ${Math.floor((width * 100) / zoom)}`);
      for (const { name, open, close = stay } of rooms) {
        await open(page);
        const size = `${name}, ${width}×${height} at ${zoom} %`;
        await softly.poll(() => placeFaults(page), size).toEqual([]);
        await close(page);
      }
    }
  });
});
