import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { Outputs } from '../../shared/ipc/api.ts';
import { beginAgain, withSharedServedApp } from '../support/fresh-app.ts';
import { focusKind, kindsIn } from '../support/focusable-kinds.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { expect, test } from '../support/test.ts';

/**
 * Only the compose form buys by key, and only once: a prompt is in the form, the account may charge and asks no question. The quick prompt is a window of its own
 * (quick-prompt.test.ts).
 */

const served = withSharedServedApp({ begin: (profile) => seedHistory(profile, [{ prompt: 'a harbour', pictures: 3 }, { prompt: 'a bridge', pictures: 2 }]) });

/** How many tasks there are, sent or not, and how many POSTs the service got. */
async function bought(): Promise<{ readonly tasks: number; readonly posts: number }> {
  const { app, service } = served;
  const posts = (await service.requests()).filter(({ method }) => method === 'POST').length;
  return { tasks: (await app.history()).total - queued, posts };
}

/** Tasks that the test itself put into the queue. */
let queued = 0;

/** Tasks that wait while the queue is on hold: one, and a batch with a grid. */
let waits: readonly string[] = [];

/** Tasks that wait, ended without pictures and may have been charged, so that everything that could buy is on the screen. */
async function begin(): Promise<void> {
  const { app, service } = served;
  await service.script('refused', { submit: [{ status: 422, body: { json: { error: { code: 'invalid_size', message: 'No such size.' } } } }], processing: 0, images: [] });
  await service.script('lost', { submit: [{ then: { do: 'reset', after: 'before-answer' } }], processing: 0, images: [] });
  // What an earlier test left waiting is not sent. Rejected if nothing of it waits.
  if (waits.length > 0) await app.call('tasksWithdraw', { taskIds: waits }).catch(() => undefined);
  await beginAgain(app, 'Studio', { keepPrompt: true, askAbove: 100, queueStopped: false });
  await app.resize(1280, 800);
  const accountId = (await app.accounts()).find(({ name }) => name === 'Studio')?.id;
  for (const prompt of ['refused', 'lost']) {
    const request = { model: 'm', prompt, size: '1024x1024', quality: 'low' };
    await app.call('tasksSubmit', { accountId, request, taskIds: [randomUUID()], retryOf: null });
    await expect.poll(async () => (await app.history(prompt)).tasks[0]?.task.state.status).toMatch(/rejected|unknown/);
  }
  await app.renew({ inspectorOpen: true, stripOpen: true });
  await app.prompt.fill('a lighthouse');
}

async function centreOf(element: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('It is not shown.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const isCostly = (kind: string): boolean => kind.includes('|costly|');
/** Takes away the account that the other rooms need, whatever presses it. */
const isFinal = (kind: string): boolean => /\|(?:Remove account|Delete key)\|/.test(kind);

/** What is pressed on an element. Enter alone may press what costs. Each choice closes a menu, so an item that does not cost gets fewer. */
function chordsOf(kind: string, isPressed: boolean): readonly string[] {
  const submits = 'ControlOrMeta+Enter';
  if (isFinal(kind)) return [];
  if (isPressed) return [submits];
  if (isCostly(kind)) return [submits, 'ControlOrMeta+Space', 'Space'];
  return kind.includes('|menuitem') ? [submits, 'Enter'] : [submits, 'ControlOrMeta+Space', 'Space', 'Enter'];
}

test('Ctrl+Enter buys where the form has the focus, and nowhere else', async () => {
  const { app } = served;
  const { page } = app;
  await begin();
  await page.locator('[data-image-id]').first().click();
  await page.getByRole('complementary', { name: 'Inspector' }).waitFor();
  const before = await bought();
  const places = {
    tag: page.getByRole('combobox', { name: 'Add a tag' }),
    note: page.getByRole('textbox', { name: 'Note' }),
    'size of the pictures': page.getByRole('slider', { name: 'Size of pictures' }),
    star: page.getByRole('button', { name: '3 stars' }).first(),
    picture: page.locator('[data-image-id]').first(),
    'task of unknown outcome': page.locator('[data-strip-panel] [data-row]').first(),
    sidebar: page.getByRole('button', { name: 'Library' }).first(),
  };
  for (const [name, place] of Object.entries(places)) {
    await test.step(name, async () => {
      await place.focus();
      await page.keyboard.press('ControlOrMeta+Enter');
      expect(await bought()).toEqual(before);
    });
  }
  await page.evaluate('document.activeElement.blur()');
  await page.keyboard.press('ControlOrMeta+Enter');
  expect(await bought()).toEqual(before);

  // In the form, any field submits. A held key submits once.
  await page.getByRole('combobox', { name: 'Quality' }).focus();
  await page.keyboard.down('ControlOrMeta');
  for (let repetition = 0; repetition < 10; repetition += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.keyboard.up('ControlOrMeta');
  await expect.poll(bought).toEqual({ tasks: before.tasks + 1, posts: before.posts + 1 });
});

test('the button of the form is pressed by a click or Enter alone, and by the key of the form', async () => {
  const { app } = served;
  const { page } = app;
  await begin();
  const before = await bought();
  const button = page.getByRole('form', { name: 'New picture' }).getByRole('button', { name: /^Generate/ });
  await button.focus();
  for (const keys of ['Space', 'Shift+Enter', 'Control+Space', 'Alt+Enter']) await page.keyboard.press(keys);
  await button.dispatchEvent('click', { detail: 2 });
  expect(await bought()).toEqual(before);
  await page.keyboard.press('Enter');
  await expect.poll(bought).toEqual({ tasks: before.tasks + 1, posts: before.posts + 1 });
  // The same request within a second would be a doubled press.
  await app.prompt.press('End');
  await page.keyboard.type(' at night');
  await button.focus();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(bought).toEqual({ tasks: before.tasks + 2, posts: before.posts + 2 });
});

test('a question about money is answered by Enter alone, once', async () => {
  const { app } = served;
  const { page } = app;
  await begin();
  await app.changeSettings({ confirmedAccounts: [] });
  const before = await bought();
  const question = page.getByRole('dialog', { name: /^Generate/ });
  const confirm = question.getByRole('button', { name: /^Generate/ });
  await app.prompt.press('ControlOrMeta+Enter');
  await expect(confirm).toBeFocused();
  for (const keys of ['Space', 'ControlOrMeta+Enter', 'Shift+Enter', 'Control+Space', 'Alt+Enter']) {
    await page.keyboard.press(keys);
    await expect(question, keys).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  // The key that asks is held.
  await app.prompt.focus();
  await page.keyboard.down('ControlOrMeta');
  await page.keyboard.down('Enter');
  await expect(confirm).toBeFocused();
  for (let repetition = 0; repetition < 10; repetition += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('ControlOrMeta');
  for (let repetition = 0; repetition < 10; repetition += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(question).toBeVisible();
  // The second click of a double click.
  await confirm.dispatchEvent('click', { detail: 2 });
  await expect(question).toBeVisible();
  expect(await bought()).toEqual(before);
  await confirm.click();
  await expect(question).toBeHidden();
  await expect.poll(bought).toEqual({ tasks: before.tasks + 1, posts: before.posts + 1 });
});

test('a click that was made before its question was shown does not answer it, although the busy page handles it afterwards', async () => {
  const { app } = served;
  const { page } = app;
  await begin();
  await app.changeSettings({ confirmedAccounts: [] });
  const before = await bought();
  const button = page.getByRole('form', { name: 'New picture' }).getByRole('button', { name: /^Generate/ });
  const question = page.getByRole('dialog', { name: /^Generate/ });
  const confirm = question.getByRole('button', { name: /^Generate/ });
  const asking = await centreOf(button);
  await button.click();
  const places = [asking, await centreOf(confirm)];
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await page.evaluate("addEventListener('click', () => { for (const until = performance.now() + 1500; performance.now() < until; ); }, { capture: true, once: true })");
  const session = await page.context().newCDPSession(page);
  const types = ['mouseMoved', 'mousePressed', 'mouseReleased'] as const;
  await Promise.all(places.flatMap((place) => types.map((type) => session.send('Input.dispatchMouseEvent', { type, ...place, ...(type !== 'mouseMoved' && { button: 'left' as const, clickCount: 1 }) }))));
  await session.detach();
  await expect(confirm).toBeVisible();
  expect(await bought()).toEqual(before);
  await confirm.click();
  await expect.poll(bought).toEqual({ tasks: before.tasks + 1, posts: before.posts + 1 });
});

test('the second press of a key that closed a dialog buys nothing', async () => {
  const { app } = served;
  const { page } = app;
  await begin();
  const before = await bought();
  await app.prompt.press('ControlOrMeta+Shift+e');
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
  // The second press comes the moment that the prompt has the focus again.
  const prompt = page.locator('textarea[aria-label="Prompt"]');
  await prompt.evaluate((element) => {
    const field = element as unknown as EventTarget & { pressed?: boolean };
    const shown = globalThis as unknown as { KeyboardEvent: new (type: string, init: object) => Event };
    field.addEventListener('focus', () => {
      field.dispatchEvent(new shown.KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }));
      field.pressed = true;
    }, { once: true });
  });
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(() => prompt.evaluate((field) => (field as unknown as { pressed?: boolean }).pressed)).toBe(true);
  expect(await bought()).toEqual(before);
});

/** Opens a part of the window from the gallery without dialogs. */
interface Room {
  readonly name: string;
  readonly open: (page: Page) => Promise<void>;
}

const key = (...keys: readonly string[]) => async (page: Page): Promise<void> => {
  for (const each of keys) await page.keyboard.press(each);
};
const press = (name: string | RegExp) => (page: Page): Promise<void> => page.getByRole('button', { name }).first().click();
const inOrder = (...steps: readonly Room['open'][]): Room['open'] => async (page) => {
  for (const step of steps) await step(page);
};
const shows = (role: 'dialog' | 'menu', ...steps: readonly Room['open'][]): Room['open'] => async (page) => {
  await inOrder(...steps)(page);
  await page.getByRole(role).last().waitFor();
};
const picture: Room['open'] = (page) => page.locator('[data-image-id]').first().click();
const batch: Room['open'] = inOrder(key('ControlOrMeta+5'), (page) => page.getByRole('treegrid').getByRole('row', { name: /Herons/ }).first().click());
const waiting: Room['open'] = inOrder(key('ControlOrMeta+5'), (page) => page.getByRole('treegrid').getByRole('row', { name: /a single heron/ }).first().click());
/** Shows each task of the strip's groups. A room before may have left them closed. */
const ungrouped: Room['open'] = async (page) => {
  const closed = page.locator('[data-strip-panel]').getByRole('button', { name: 'Show its tasks' });
  while ((await closed.count()) > 0) await closed.first().click();
};
const ofStrip = (name: RegExp): Room['open'] => shows('dialog', ungrouped, (page) => page.locator('[data-strip-panel]').getByRole('button', { name }).first().click());
/** The list stays when its dialog closes. */
const readList: Room['open'] = async (page) => {
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  const field = dialog.getByRole('textbox', { name: 'Prompts' });
  if (!(await field.isVisible())) return;
  await field.fill('a crane\na swan');
  await dialog.getByRole('button', { name: 'Show as a table' }).click();
  await dialog.getByRole('button', { name: /^Generate/ }).waitFor();
};
const settings = (tab: string): Room['open'] => inOrder(key('ControlOrMeta+,'), (page) => page.getByRole('tab', { name: tab }).click());
const ofAccount = (item: string): Room['open'] => shows('dialog', settings('Accounts'), press('More actions for Studio'), (page) => page.getByRole('menuitem', { name: item }).click());

const rooms: readonly Room[] = [
  { name: 'gallery', open: inOrder(picture) },
  { name: 'inspector', open: inOrder(picture, (page) => page.getByRole('complementary', { name: 'Inspector' }).waitFor()) },
  { name: 'several pictures', open: inOrder(picture, key('ControlOrMeta+a')) },
  { name: 'menu of filters', open: shows('menu', key('ControlOrMeta+Shift+f')) },
  { name: 'menu of a picture', open: shows('menu', (page) => page.locator('[data-image-id]').first().click({ button: 'right' })) },
  { name: 'menu of the view', open: shows('menu', picture, key('v')) },
  { name: 'strip', open: (page) => page.locator('[data-strip-panel] [data-row]').first().click() },
  { name: 'question before generating again', open: shows('dialog', ungrouped, (page) => page.locator('[data-strip-panel]').getByRole('button', { name: /^Generate again…/ }).first().click()) },
  { name: 'viewer', open: shows('dialog', picture, key('Enter')) },
  { name: 'viewer with details', open: shows('dialog', picture, key('Enter', 'i')) },
  { name: 'culling', open: inOrder(picture, key('d'), (page) => page.getByRole('toolbar', { name: 'Cull' }).waitFor()) },
  { name: 'comparison', open: shows('dialog', picture, key('ControlOrMeta+a', 'c')) },
  { name: 'history', open: inOrder(key('ControlOrMeta+2'), (page) => page.getByRole('row').nth(1).click(), key('Enter')) },
  { name: 'adding a task by its ID', open: shows('dialog', key('ControlOrMeta+2', 'ControlOrMeta+n')) },
  { name: 'queue', open: batch },
  { name: 'menu of a batch', open: shows('menu', batch, key('Shift+F10')) },
  { name: 'question before the rest of a batch is cancelled', open: shows('dialog', batch, key('Delete')) },
  { name: 'name of a batch', open: shows('dialog', batch, key('F2')) },
  { name: 'a waiting task', open: shows('dialog', waiting, key('F2')) },
  { name: 'menu of a waiting task', open: shows('menu', waiting, key('Shift+F10')) },
  { name: 'grid of a batch', open: shows('dialog', batch, key('Shift+G')) },
  { name: 'spending', open: key('ControlOrMeta+6') },
  { name: 'trash', open: inOrder(picture, key('Delete', 'ControlOrMeta+4'), (page) => page.locator('[data-image-id]').first().click()) },
  ...['Accounts', 'Generating', 'Library', 'Assistants', 'Appearance', 'Updates', 'About'].map((tab) => ({ name: `settings: ${tab}`, open: settings(tab) })),
  { name: 'menu of an account', open: shows('menu', settings('Accounts'), press('More actions for Studio')) },
  ...['Prices…', 'Budget…', 'Rename…', 'Reference pictures…', 'Unknown outcomes…', 'Replace key…', 'Delete key…', 'Remove account…'].map((item) => ({ name: item, open: ofAccount(item) })),
  { name: 'prompts', open: shows('dialog', key('ControlOrMeta+p')) },
  { name: 'tags', open: shows('dialog', key('ControlOrMeta+Shift+t')) },
  { name: 'wildcards', open: shows('dialog', key('ControlOrMeta+j')) },
  { name: 'list', open: shows('dialog', key('ControlOrMeta+Shift+l'), readList) },
  { name: 'fields', open: shows('dialog', key('ControlOrMeta+Shift+e')) },
  { name: 'command palette', open: shows('dialog', picture, key('ControlOrMeta+k')) },
  { name: 'shortcuts', open: shows('dialog', picture, key('?')) },
  { name: 'new album', open: shows('dialog', press('New album…')) },
  { name: 'export', open: shows('dialog', picture, key('ControlOrMeta+s')) },
  { name: 'menu of many', open: shows('menu', press(/^More$/)) },
  { name: 'menu of who pays', open: shows('menu', press(/^Account/)) },
  { name: 'question before a cost is settled', open: ofStrip(/^Enter the cost/) },
  { name: 'question for an ID', open: ofStrip(/^Enter the service’s task ID…$/) },
  { name: 'question before a task is dismissed', open: ofStrip(/^Dismiss$/) },
];

/** Whether the page shows the gallery with all its parts, pictures to act on, the paid account and a prompt. */
const isHome = `(() => {
  const has = (selector) => (document.querySelector(selector)?.getClientRects().length ?? 0) > 0;
  const parts = ['[data-strip-panel] [data-row]', 'aside[aria-label=Inspector]', '[data-image-id]', 'button[aria-label^="Account: Studio"]'];
  const closed = document.querySelector('[role=dialog], [role=menu]') === null;
  // A key may have scrolled the sheet, so that the first picture is below the strip, or left the strip so long.
  const { x, y, width, height } = document.querySelector('[data-image-id]')?.getBoundingClientRect() ?? { x: 0, y: 0, width: 0, height: 0 };
  const inSight = document.elementFromPoint(x + width / 2, y + height / 2)?.closest('[data-image-id]') != null;
  return inSight && closed && parts.every(has) && document.querySelector('textarea[aria-label=Prompt]')?.value !== '' && document.querySelectorAll('[data-image-id]').length > 3;
})()`;

async function queueUp(): Promise<void> {
  const { app } = served;
  await app.changeSettings({ queueStopped: true });
  const accountId = (await app.accounts()).find(({ name }) => name === 'Studio')?.id;
  const request = { model: 'm', prompt: 'a single heron', size: '1024x1024', quality: 'low' };
  waits = Array.from({ length: 5 }, () => randomUUID());
  queued += waits.length;
  const [single, ...others] = waits;
  await app.call('tasksSubmit', { accountId, request, taskIds: [single], retryOf: null });
  const cells = ['m', 'n'].flatMap((model) => ['1024x1024', '512x512'].map((size) => ({ ...request, prompt: 'herons', model, size })));
  const tasks = others.map((taskId, at) => ({ taskId, request: cells[at], retryOf: null }));
  await app.call('tasksSubmitBatch', { batchId: randomUUID(), accountId, name: 'Herons', recipe: { from: 'prompt', models: ['m', 'n'], sizes: ['1024x1024', '512x512'] }, tasks });
}

/** Keeps the undo tokens of what is dismissed from now on. Otherwise only the window has them. */
async function noteDismissals(): Promise<void> {
  await served.app.electron.evaluate(({ ipcMain }) => {
    const { _invokeHandlers: handlers } = ipcMain as unknown as { _invokeHandlers: Map<string, (...args: unknown[]) => unknown> };
    const answer = handlers.get('tasks:dismiss');
    if (answer === undefined) throw new Error('No handler.');
    const dismissals: string[] = [];
    Object.assign(globalThis, { dismissals });
    handlers.set('tasks:dismiss', async (...args) => {
      const result = (await answer(...args)) as { readonly value?: { readonly token: string | null } };
      dismissals.push(...[result.value?.token ?? []].flat());
      return result;
    });
  });
}

/** Closes whatever is open, and shows the gallery with the paid account and a prompt. */
async function goHome(page: Page): Promise<void> {
  const { app } = served;
  const details = (await Promise.all(waits.map((taskId) => app.call('tasksDetail', { taskId })))) as Outputs['tasks:detail'][];
  if (details.some(({ task }) => task.state.status === 'withdrawn')) {
    // Rejected if all were cancelled.
    await app.call('tasksWithdraw', { taskIds: waits }).catch(() => undefined);
    await queueUp();
  }
  if (await page.evaluate(isHome)) return;
  for (let left = 5; left > 0 && (await page.locator('[role="dialog"], [role="alertdialog"], [role="menu"]').count()) > 0; left -= 1) {
    await page.keyboard.press('Escape');
    await app.drawn();
  }
  await page.keyboard.press('ControlOrMeta+1');
  await app.drawn();
  if (await page.evaluate(isHome)) return;
  // Something was filtered, hidden or moved to the trash, or another account is selected.
  const dismissals = await app.electron.evaluate(() => (globalThis as unknown as { dismissals: string[] }).dismissals.splice(0));
  // Rejected if the test's own keys have undone it.
  for (const token of dismissals) await app.call('undoRun', { token, what: 'undo', agreed: false }).catch(() => undefined);
  await app.call('marksSet', { target: { token: null, revision: 0, ranges: [], imageIds: [1, 2, 3, 4, 5] }, mark: { kind: 'restore' } });
  await app.renew({ inspectorOpen: true, stripOpen: true });
  if (!(await page.getByRole('button', { name: 'Account: Studio' }).isVisible())) await app.selectAccount('Studio');
  await app.prompt.fill('a lighthouse');
  await app.pictures.first().waitFor();
}

/** Lets tasks wait, and the system's dialogs and other programs be cancelled at once, for a test that presses keys everywhere. Resolves to what was bought before. */
async function beginPressing(): Promise<Awaited<ReturnType<typeof bought>>> {
  await served.app.electron.evaluate(({ dialog, shell }) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: true, filePaths: [] });
    dialog.showMessageBox = () => Promise.resolve({ response: 1, checkboxChecked: false });
    dialog.showSaveDialog = () => Promise.resolve({ canceled: true, filePath: '' });
    shell.openExternal = () => Promise.resolve();
    shell.openPath = () => Promise.resolve('');
    shell.showItemInFolder = () => undefined;
  });
  await noteDismissals();
  await queueUp();
  return bought();
}

test('nothing outside the form buys, whatever has the focus', { tag: '@long' }, async () => {
  test.setTimeout(30 * 60_000);
  const { app } = served;
  const { page } = app;
  await begin();
  page.setDefaultTimeout(10_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const before = await beginPressing();
  /** Kinds that were pressed in another room. The key that submits is pressed in every room. */
  const pressed = new Set<string>();
  for (const { name, open } of rooms) {
    await test.step(name, async () => {
      // What a press opened may appear late, while its code is loaded.
      const enter = (): Promise<void> =>
        expect(async () => {
          await goHome(page);
          await open(page);
        }).toPass();
      await enter();
      const kinds = await kindsIn(page);
      expect(kinds.length).toBeGreaterThan(3);
      for (const kind of kinds) {
        const chords = chordsOf(kind, pressed.has(kind));
        pressed.add(kind);
        for (const chord of chords) {
          if (!(await focusKind(page, kind))) {
            // The press before may have opened something above the room.
            await page.keyboard.press('Escape');
            if (!(await focusKind(page, kind))) {
              await enter();
              if (!(await focusKind(page, kind))) break;
            }
          }
          await page.keyboard.press(chord);
        }
      }
      expect(await bought(), name).toEqual(before);
    });
  }
  expect(pressed.size).toBeGreaterThan(150);
});

test('Enter in the command palette buys nothing, whatever it takes', { tag: '@long' }, async () => {
  test.setTimeout(180_000);
  const { app } = served;
  const { page } = app;
  await begin();
  const before = await beginPressing();
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  /** Shows the palette over the queue, and names what it offers there. */
  const show = async (): Promise<readonly string[]> => {
    await goHome(page);
    await batch(page);
    await page.keyboard.press('ControlOrMeta+k');
    await palette.getByRole('combobox').waitFor();
    return palette.getByRole('option').allTextContents();
  };
  const options = await show();
  expect(options.join()).not.toMatch(/Generate|Submit|Resume the batch/);
  /** The others, such as the size of the window, have nothing to do with tasks. */
  const close = options.filter((text) => /task|queue|batch|undo|redo|check|last|first/i.test(text));
  expect(close.length).toBeGreaterThan(5);
  for (const text of close) {
    const at = (await show()).indexOf(text);
    for (let step = 0; step < at; step += 1) await page.keyboard.press('ArrowDown');
    // The second key goes to whatever the first one opened.
    for (const keys of ['Enter', 'ControlOrMeta+Enter']) await page.keyboard.press(keys);
    expect(await bought(), text).toEqual(before);
  }
});
