import path from 'node:path';
import type { Page } from '@playwright/test';
import { withFreshApp } from '../support/fresh-app.ts';
import { LatentApp, type Profile } from '../support/latent-app.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { expect, test } from '../support/test.ts';

/** What was typed is kept however its field is left. */

let app: LatentApp;
let profile: Profile;
withFreshApp((fresh, its) => void ([app, profile] = [fresh, its]), { begin: (of) => seedHistory(of, [{ prompt: 'a boat' }, { prompt: 'a bridge' }]) });

const boat = (page: Page) => page.getByRole('gridcell', { name: 'a boat' });
const tagField = (page: Page) => page.getByRole('combobox', { name: 'Add a tag' }).last();
const noteField = (page: Page) => page.getByRole('textbox', { name: 'Note' }).last();

/** How a field beside a picture is left, in the gallery or in the viewer. */
const ways: readonly { readonly name: string; readonly inViewer?: true; readonly leave: (page: Page) => Promise<unknown> }[] = [
  { name: 'by a click on another picture', leave: (page) => page.getByRole('gridcell', { name: 'a bridge' }).click() },
  { name: 'by a click beside it', leave: (page) => page.getByRole('textbox', { name: 'Prompt' }).click() },
  { name: 'by Tab', leave: (page) => page.keyboard.press('Tab') },
  { name: 'by going to another page', leave: (page) => page.keyboard.press('ControlOrMeta+2') },
  { name: 'by closing the viewer', inViewer: true, leave: (page) => page.getByRole('dialog').getByRole('button', { name: 'Back', exact: true }).click() },
  { name: 'by showing the next picture', inViewer: true, leave: (page) => page.getByRole('dialog').getByRole('button', { name: /^(Next|Previous) picture/ }).first().click() },
];

test('a tag or a note that is being typed is kept in every way of leaving', { tag: '@long' }, async () => {
  const { page } = app;
  await app.resize(1280, 800);
  await app.renew({ stripOpen: false, inspectorOpen: true });
  for (const [at, { name, inViewer, leave }] of ways.entries()) {
    for (const [kind, field] of [['tag', tagField], ['note', noteField]] as const) {
      await test.step(`${kind}, ${name}`, async () => {
        await page.keyboard.press('ControlOrMeta+1');
        await boat(page).click();
        if (inViewer) {
          await page.keyboard.press('Enter');
          await page.getByRole('dialog').waitFor();
        }
        await page.keyboard.press(kind === 'tag' ? 't' : 'n');
        await expect(field(page)).toBeFocused();
        await field(page).fill(`${kind}${at}`);
        await leave(page);
        await expect.poll(() => app.found(`${kind}:${kind}${at} `)).toBe(1);
        if (inViewer && (await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      });
    }
  }
  // All of them are of the picture that had the field.
  expect(await app.found('tag:tag0 tag:tag1 tag:tag2 tag:tag3 tag:tag4 tag:tag5 boat')).toBe(1);

  // Escape discards a tag.
  await boat(page).click();
  await page.keyboard.press('t');
  await page.keyboard.type('never');
  await page.keyboard.press('Escape');
  expect(await app.found('tag:never ')).toBe(0);
});

for (const [kind, end] of [['tag', 'closes'], ['note', 'closes'], ['tag', 'quits'], ['note', 'quits']] as const) {
  test(`a ${kind} that is being typed is there after the person ${end === 'quits' ? 'quits' : 'closes the window'}`, async () => {
    const { page } = app;
    await app.resize(1280, 800);
    await app.renew({ stripOpen: false, inspectorOpen: true });
    await boat(page).click();
    await page.keyboard.press(kind === 'tag' ? 't' : 'n');
    const field = kind === 'tag' ? tagField(page) : noteField(page);
    await expect(field).toBeFocused();
    await field.fill('unfinished');
    const child = app.electron.process();
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await app.electron.evaluate(({ app: its, BrowserWindow }, quits) => (quits ? its.quit() : BrowserWindow.getAllWindows().find((window) => window.isVisible())?.close()), end === 'quits');
    await ended;
    app = await LatentApp.launch(profile);
    await expect.poll(() => app.found(`${kind}:unfinished `)).toBe(1);
  });
}

test('Escape keeps the value of a field with suggestions', async () => {
  const { page } = app;
  for (const name of ['Model', 'Size', 'Quality']) {
    const field = page.getByRole('combobox', { name });
    await field.fill('mine');
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape');
    await expect(field).toHaveValue('mine');
    await page.keyboard.press('Tab');
    await expect(field).toHaveValue('mine');
  }
  // The wheel changes no number.
  const count = page.getByRole('textbox', { name: 'How many' });
  await count.fill('3');
  await count.hover();
  await page.mouse.wheel(0, 200);
  await page.keyboard.press('Escape');
  await expect(count).toHaveValue('3');
});

test('a click beside a form does not discard what was typed into it', async () => {
  const { page } = app;
  const dialog = page.getByRole('dialog');
  const outside = (): Promise<void> => page.mouse.click(5, 5);
  await page.getByRole('button', { name: 'New album…' }).click();
  await dialog.getByRole('textbox').waitFor();
  await outside();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'New album…' }).click();
  await dialog.getByRole('textbox').fill('By the sea');
  await outside();
  await expect(dialog.getByRole('textbox')).toHaveValue('By the sea');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('undo and redo in a dialog leave the prompt behind it alone', async () => {
  const { page } = app;
  // By its element: while a dialog is open, it has no role.
  const prompt = page.locator('textarea[aria-label="Prompt"]');
  const dialog = page.getByRole('dialog');
  await prompt.click();
  await page.keyboard.type('a red fox in the snow');
  await page.getByRole('button', { name: 'New album…' }).click();
  const name = dialog.getByRole('textbox');
  await expect(name).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.type('Winter');
  await expect(name).toHaveValue('Winter');
  for (let press = 0; press < 10; press += 1) await page.keyboard.press('ControlOrMeta+z');
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(name).not.toHaveValue('');
  await dialog.getByRole('button', { name: 'Close' }).focus();
  for (const keys of ['ControlOrMeta+z', 'ControlOrMeta+Shift+z', 'ControlOrMeta+y']) await page.keyboard.press(keys);
  await expect(prompt).toHaveValue('a red fox in the snow');
  await page.keyboard.press('Escape');
});

test('a tag that cannot be saved stays in its field', async () => {
  const { page } = app;
  await app.renew({ stripOpen: false, inspectorOpen: true });
  await boat(page).click();
  await app.electron.evaluate(({ ipcMain }) => {
    const { _invokeHandlers: handlers } = ipcMain as unknown as { _invokeHandlers: Map<string, (...args: unknown[]) => unknown> };
    const answer = handlers.get('marks:set');
    if (answer === undefined) throw new Error('No handler.');
    handlers.set('marks:set', () => {
      handlers.set('marks:set', answer);
      return { ok: false, error: { code: 'disk-full' } };
    });
  });
  await page.keyboard.press('t');
  await tagField(page).fill('harbour');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText('The disk is full')).toBeVisible();
  await expect(tagField(page)).toHaveValue('harbour');
  await page.keyboard.press('Enter');
  await expect.poll(() => app.found('tag:harbour boat')).toBe(1);
  await expect(tagField(page)).toHaveValue('');
});

test('a prompt that is typed before main is ready is in the field when the page is loaded again, and at the next start', async () => {
  await app.close();
  app = await LatentApp.launch(profile, { switches: ['-r', path.join(import.meta.dirname, '../support/silent-database.cjs')], until: 'window' });
  const { page } = app;
  await expect(app.prompt).toBeFocused();
  await page.keyboard.type('a fox in the snow');
  await page.reload();
  await expect(app.prompt).toHaveValue('a fox in the snow');
  await expect(app.prompt).toBeFocused();
  await page.keyboard.type(' at dusk');
  await expect(page.locator('main')).toHaveCount(0);
  await app.close();
  app = await LatentApp.launch(profile);
  await expect(app.prompt).toHaveValue('a fox in the snow at dusk');
});
