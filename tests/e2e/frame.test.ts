import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CDPSession } from '@playwright/test';
import { longestPrompt } from '../../shared/request/request-checks.ts';
import { zoomSteps } from '../../shared/windows/view-memory.ts';
import { withSharedServedApp } from '../support/fresh-app.ts';
import { holdAnswer } from '../support/hold-answer.ts';
import { paintPng } from '../support/paint-png.ts';
import { difference } from '../support/screenshot-difference.ts';
import { stopAt, stopAtFrame as stopPageAtFrame } from '../support/stop-at-frame.ts';
import { expect, test } from '../support/test.ts';

/** What a person can do before the app is there: write. Each test stops the page while it asks for the app. */

const served = withSharedServedApp();
let session: CDPSession;
test.beforeEach(async () => {
  await served.app.resize(1280, 800);
  await served.app.renew();
});

test.beforeEach(async () => {
  session = await served.app.page.context().newCDPSession(served.app.page);
});
test.afterEach(() => session.detach());

const stopAtFrame = (): Promise<() => Promise<void>> => stopPageAtFrame(served.app, session);

/** Writes something else than keys, as an input method, a menu or a drag does. */
const writeOtherwise = {
  'a composed word': () => session.send('Input.insertText', { text: '灯台' }),
  'dropped text': async () => {
    const data = { items: [{ mimeType: 'text/plain', data: 'dropped' }], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await session.send('Input.dispatchDragEvent', { type, x: 500, y: 30, data });
  },
  'a menu’s Paste': () => served.app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().find((window) => window.isVisible())?.webContents.paste()),
};

const copy = (text: string): Promise<void> => served.app.electron.evaluate(({ clipboard }, copied) => clipboard.writeText(copied), text);

/** Hides what only the app has, and leaves what the frame had. */
const hideNew = `(() => {
  for (const element of document.querySelectorAll('#app *')) element.style.visibility = 'hidden';
  const field = document.querySelector('textarea');
  for (const element of [field, field.closest('form'), document.querySelector('aside:not([data-over])'), document.querySelector('#app > *')]) if (element) element.style.visibility = 'visible';
})()`;

test('what is typed before the app is there stays, with its caret and its undo steps', async () => {
  const { page, prompt } = served.app;
  const go = await stopAtFrame();
  await page.keyboard.type('a fox');
  await page.keyboard.press('Home');
  await page.keyboard.type('so ');
  await go();
  await expect(prompt).toBeFocused();
  await expect(page.locator('#frame')).toHaveCount(0);
  await page.keyboard.type('very ');
  await expect(prompt).toHaveValue('so very a fox');
  for (const before of ['so a fox', 'a fox', 'a ', '']) {
    await page.keyboard.press('ControlOrMeta+z');
    await expect(prompt).toHaveValue(before);
  }
});

test('what is undone and done again before the app is there stays so, and can be done again after', async () => {
  const { page, prompt } = served.app;
  const go = await stopAtFrame();
  await page.keyboard.type('a red fox');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(prompt).toHaveValue('');
  await go();
  await expect(prompt).toHaveValue('');
  for (const after of ['a ', 'a red ', 'a red fox']) {
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect(prompt).toHaveValue(after);
  }
});

test('a selection goes on in the direction in which it was begun', async () => {
  const { page, prompt } = served.app;
  const go = await stopAtFrame();
  await page.keyboard.type('a fox');
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Shift+ArrowLeft');
  await go();
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Backspace');
  await expect(prompt).toHaveValue('a ');
});

test('a click beside the field takes no focus from it', async () => {
  const { page, prompt } = served.app;
  const go = await stopAtFrame();
  await page.mouse.click(20, 300);
  await page.keyboard.type('a fox');
  await expect(prompt).toHaveValue('a fox');
  await go();
  await expect(prompt).toHaveValue('a fox');
});

test('nobody writes into the field before it has the draft', async () => {
  const { page, prompt } = served.app;
  await prompt.fill('the newest draft');
  const go = await stopAt(served.app, session, 'index-*.js');
  await expect(page.locator('#frame')).toBeHidden();
  await page.mouse.click(500, 40);
  await page.keyboard.type('too early');
  await go();
  await expect(prompt).toHaveValue('the newest draft');
});

test('the field takes no longer text than the app', async () => {
  const { prompt, page } = served.app;
  await copy('x'.repeat(longestPrompt + 1000));
  const go = await stopAtFrame();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(prompt).toHaveValue('x'.repeat(longestPrompt));
  await go();
  await expect(prompt).toHaveValue('x'.repeat(longestPrompt));
  await prompt.fill('');
});

test('several lines that are pasted are offered as a list', async () => {
  const { prompt, page } = served.app;
  await copy('a fox\na lynx\nan owl');
  const go = await stopAtFrame();
  await page.keyboard.type('so: ');
  await page.keyboard.press('ControlOrMeta+v');
  await page.keyboard.type('!');
  await go();
  await expect(prompt).toHaveValue('so: a fox\na lynx\nan owl!');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  const again = await stopAtFrame();
  await page.keyboard.press('ControlOrMeta+v');
  await again();
  await page.getByRole('form').getByRole('button', { name: /list/i }).click();
  await expect(page.getByRole('dialog').getByText('an owl')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(prompt).toHaveValue('');
});

test('a picture that is pasted becomes a reference', async () => {
  const { app } = served;
  const account = (await app.accounts()).find(({ name }) => name === 'Studio');
  await app.call('accountsSetOptions', { accountId: account?.id, options: { ...account?.options, references: { name: 'image', form: 'data-url', several: true } } });
  const pixel = await paintPng({ prompt: 'pixel', index: 0, width: 8, height: 8 });
  await app.electron.evaluate(({ clipboard, ClipboardItem }, base64) => clipboard.write([new ClipboardItem({ 'image/png': new Blob([Buffer.from(base64, 'base64')], { type: 'image/png' }) })]), pixel.toString('base64'));
  const go = await stopAtFrame();
  await app.page.keyboard.type('as ');
  await app.page.keyboard.press('ControlOrMeta+v');
  await app.page.keyboard.type('here');
  await go();
  await expect(app.page.getByRole('group', { name: 'Reference pictures' }).getByRole('listitem')).toHaveCount(1);
  await expect(app.prompt).toHaveValue('as here');
  await app.call('accountsSetOptions', { accountId: account?.id, options: account?.options });
});

test('files that are dropped before the app is there are refused', async () => {
  const { page, prompt } = served.app;
  const file = path.join(served.profile.home, 'fox.png');
  await writeFile(file, await paintPng({ prompt: 'fox', index: 0, width: 8, height: 8 }));
  const go = await stopAtFrame();
  await page.evaluate("window.drops = 0; window.addEventListener('drop', () => (window.drops += 1))");
  for (const y of [30, 500]) {
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await session.send('Input.dispatchDragEvent', { type, x: 500, y, data: { items: [], files: [file], dragOperationsMask: 19 } });
  }
  expect(await page.evaluate('window.drops')).toBe(0);
  await go();
  await expect(prompt).toHaveValue('');
});

test('the last draft is there from the start, and its end is where one goes on', async () => {
  const { page, prompt } = served.app;
  await served.app.renew({ draft: 'a long\ndraft' });
  const go = await stopAtFrame();
  await expect(prompt).toHaveValue('a long\ndraft');
  await page.keyboard.type('!');
  await go();
  await expect(prompt).toHaveValue('a long\ndraft!');
});

test('what is typed is kept, even if the window goes before the app is there', async () => {
  const { page, prompt } = served.app;
  await stopAtFrame();
  await page.keyboard.type('a hare');
  await expect.poll(() => page.evaluate('window.api.appSnapshot().then(({ ok }) => ok)')).toBe(true);
  const go = await stopAtFrame();
  await expect(prompt).toHaveValue('a hare');
  await go();
  await expect(prompt).toHaveValue('a hare');
});

test('a window whose app cannot be loaded says so, keeps what was typed, and acts on no key', async () => {
  const { app, service } = served;
  const asked: string[] = [];
  session.on('Fetch.requestPaused', ({ requestId }) => asked.push(requestId));
  await stopAtFrame();
  await app.page.keyboard.type('a wren');
  await app.page.keyboard.press('ControlOrMeta+Enter');
  for (const requestId of asked) await session.send('Fetch.failRequest', { requestId, errorReason: 'Failed' });
  await expect(app.page.getByRole('alert')).toContainText('the text in the prompt field is kept');
  await session.send('Fetch.disable');
  await app.page.evaluate('void setTimeout(() => location.reload())');
  await expect(app.prompt).toHaveValue('a wren');
  await app.page.waitForSelector('main');
  await expect(app.prompt).toHaveValue('a wren');
  expect(await service.posts('a wren')).toBe(0);
});

test('a key that acts waits for the app and acts once, however slowly the app draws, and what is typed after it comes after it', async () => {
  const { app, service } = served;
  const { total } = await app.history();
  const go = await stopAtFrame();
  await app.page.evaluate('window.drawAtOnce = requestAnimationFrame; window.requestAnimationFrame = (then) => setTimeout(() => drawAtOnce(then), 1500)');
  await app.page.keyboard.type('a lynx');
  await app.page.keyboard.press('ControlOrMeta+Enter');
  await app.page.keyboard.press('ControlOrMeta+Enter');
  await app.page.keyboard.type('two');
  await go();
  await expect.poll(async () => (await app.history()).total).toBe(total + 1);
  expect((await app.history()).tasks[0]?.task.request.prompt).toBe('a lynx');
  // The text that was sent is selected, so typing replaces it.
  await expect(app.prompt).toHaveValue('two');
  await expect.poll(() => service.posts('a lynx')).toBe(1);
  await app.page.evaluate('window.requestAnimationFrame = drawAtOnce');
});

for (const [how, write] of Object.entries(writeOtherwise)) {
  test(`what is sent before the app is there is what was in the field then (${how})`, async () => {
    const { app } = served;
    const { total } = await app.history();
    await copy('pasted');
    const go = await stopAtFrame();
    await app.page.keyboard.type(`before ${how}`);
    await app.page.keyboard.press('ControlOrMeta+Enter');
    await write();
    await go();
    await expect.poll(async () => (await app.history()).total).toBe(total + 1);
    expect((await app.history()).tasks[0]?.task.request.prompt).toBe(`before ${how}`);
  });
}

test('keys that edit come after the key that acts, too', async () => {
  const { app } = served;
  const { total } = await app.history();
  await copy(' foxes');
  const go = await stopAtFrame();
  const { keyboard } = app.page;
  await keyboard.type('an owl');
  await keyboard.press('ControlOrMeta+Enter');
  await keyboard.type('wild redd');
  for (const key of ['Backspace', 'ControlOrMeta+v', 'Home', 'ArrowRight', 'Delete', 'End', 'Shift+ArrowLeft', 'Shift+ArrowLeft', 'Delete', 'ControlOrMeta+ArrowLeft', 'ControlOrMeta+Backspace', 'ControlOrMeta+Enter']) await keyboard.press(key);
  await go();
  await expect.poll(async () => (await app.history()).total).toBe(total + 2);
  expect((await app.history()).tasks.slice(0, 2).map(({ task }) => task.request.prompt).toSorted()).toEqual(['an owl', 'wld fox']);
});

test('if the app cannot begin, keys act on its message, and what waited is not sent after it', async () => {
  const { app } = served;
  const { total } = await app.history();
  await app.electron.evaluate(({ ipcMain }) => {
    const handlers = (ipcMain as unknown as { _invokeHandlers: Map<string, unknown> })._invokeHandlers;
    const usual = handlers.get('app:snapshot');
    handlers.set('app:snapshot', () => {
      handlers.set('app:snapshot', usual);
      return { ok: false, error: { code: 'internal' } };
    });
  });
  const go = await stopAtFrame();
  await app.page.keyboard.type('a heron');
  await app.page.keyboard.press('ControlOrMeta+Enter');
  const going = go();
  await expect(app.page.getByText('Latent could not read its library')).toBeVisible();
  await app.page.keyboard.press('Tab');
  await app.page.keyboard.press('Enter');
  await going;
  await expect(app.prompt).toHaveValue('a heron');
  await app.page.keyboard.type('!');
  await expect(app.prompt).toHaveValue('a heron!');
  expect((await app.history()).total).toBe(total);
});

test('a dialog that is asked for before the app is there gets what is typed after it', async () => {
  const { page } = served.app;
  const go = await stopAtFrame();
  await page.keyboard.press('ControlOrMeta+p');
  await page.keyboard.type('fox');
  await go();
  const dialog = page.getByRole('dialog', { name: 'Prompts' });
  await expect(dialog.locator('input').first()).toHaveValue('fox');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('the app waits until an input method has composed its word', async () => {
  const { page, prompt } = served.app;
  const go = await stopAtFrame();
  await session.send('Input.imeSetComposition', { text: 'とうだ', selectionStart: 3, selectionEnd: 3 });
  const going = go();
  await expect(page.locator('#app > *')).toHaveCount(1);
  await session.send('Input.imeSetComposition', { text: 'とうだい', selectionStart: 4, selectionEnd: 4 });
  await expect(page.locator('main')).toHaveCount(0);
  await session.send('Input.insertText', { text: '灯台' });
  await going;
  await expect(prompt).toHaveValue('灯台');
  await expect(prompt).toBeFocused();
});

test('the prompt does not move when the albums are read', async () => {
  const { app } = served;
  const id = randomUUID();
  await app.call('albumsPut', { album: { id, name: 'Sea', place: 1, pinned: false, takesNew: true, createdAt: Date.now() } });
  await app.renew();
  const mark = app.page.getByText('New pictures go to the album “Sea”');
  const album = app.page.getByRole('region', { name: 'Albums' }).getByText('Sea', { exact: true });
  await expect(mark).toBeVisible();
  await app.drawn();
  const places = (): Promise<unknown> =>
    app.page.evaluate("[document.querySelector('textarea'), document.querySelector('form')].map((element) => JSON.stringify(element.getBoundingClientRect()))");
  const readAlbums = await holdAnswer(app, 'albums:list');
  const go = await stopAtFrame();
  const before = await places();
  await go();
  await app.drawn();
  await expect(mark).toBeVisible();
  await expect(album).toBeHidden();
  expect(await places()).toEqual(before);
  await readAlbums();
  await expect(album).toBeVisible();
  await app.drawn();
  expect(await places()).toEqual(before);
  await app.call('albumsRemove', { albumId: id });
});

const long = 'A fox at dusk, in the first snow of the year. '.repeat(9);
for (const [width, height, zoom, theme, view] of [
  [640, 400, 100, 'dark', { draft: long }],
  [640, 400, 125, 'light', { draft: 'a fox' }],
  [640, 400, 200, 'dark', {}],
  [900, 600, 100, 'light', { draft: 'שועל ביער' }],
  [1000, 700, 100, 'light', { draft: long, stripOpen: false }],
  [1280, 800, 100, 'dark', { sidebarOpen: false }],
  [1280, 800, 125, 'dark', { draft: long, inspectorOpen: false }],
  [1280, 800, 80, 'light', { draft: 'שועל\n灯台\na fox' }],
  [1920, 1080, 100, 'light', { draft: 'a fox', sidebarOpen: false, stripOpen: false }],
  [1920, 1080, 125, 'dark', { draft: long }],
] as const) {
  test(`the app takes over without moving a pixel (${width} × ${height}, ${zoom} %, ${theme}, ${JSON.stringify(view).slice(0, 40)})`, async () => {
    const { app } = served;
    // Otherwise Playwright's own choice of a theme hides main's.
    await app.page.emulateMedia({ colorScheme: null });
    await app.changeSettings({ theme });
    await app.resize(width, height);
    // By keys, because a page that is zoomed from outside remembers its own zoom again.
    for (const step of zoomSteps) if (step !== 100 && step >= Math.min(zoom, 100) && step <= Math.max(zoom, 100)) await app.page.keyboard.press(zoom > 100 ? 'ControlOrMeta+=' : 'ControlOrMeta+-');
    await app.page.waitForFunction(`Math.round(devicePixelRatio * 100) === ${zoom}`);
    await app.renew({ ...view, zoom });
    await app.drawn();
    const go = await stopAtFrame();
    await app.drawn();
    const before = await app.page.screenshot({ path: test.info().outputPath('before.png') });
    await go();
    await app.drawn();
    await app.page.evaluate(hideNew);
    await app.drawn();
    const after = await app.page.screenshot({ path: test.info().outputPath('after.png') });
    expect(await difference(served.app, before, after)).toBeNull();
    await app.page.keyboard.press('ControlOrMeta+0');
    await app.page.waitForFunction('devicePixelRatio === 1');
  });
}

for (const [search, isTrash] of [['in:trash', true], ['is:trashed fox', true], ['IN:Trash', true], ['-in:trash', false], ['"in:trash"', false], ['in:trash,2026', false]] as const) {
  test(`the trash begins without a field, as it goes on (${search})`, async () => {
    const { app } = served;
    await app.renew({ search });
    await expect(app.prompt).toBeVisible({ visible: !isTrash });
    await app.drawn();
    const go = await stopAtFrame();
    await expect(app.prompt).toBeVisible({ visible: !isTrash });
    await go();
    await expect(app.prompt).toBeVisible({ visible: !isTrash });
  });
}
