import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import type { Snapshot } from '../../shared/ipc/api.ts';
import { beginAgain, withSharedServedApp } from '../support/fresh-app.ts';
import { endFade, fadeSlowly } from '../support/slow-fade.ts';
import { expect, test } from '../support/test.ts';
import { paintPng } from '../support/paint-png.ts';

/** Requests many pictures in every way, in a small window, by keys alone. */

const served = withSharedServedApp();

const key = (keys: string): Promise<void> => served.app.page.keyboard.press(keys);
const type = (text: string): Promise<void> => served.app.page.keyboard.type(text);
const named = (role: 'button' | 'combobox' | 'textbox' | 'menuitem' | 'option', name: string | RegExp): Locator => served.app.page.getByRole(role, { name });

/** Presses Tab until a control has the focus, once it is there. */
async function tabTo(control: Locator, most = 12): Promise<void> {
  await control.waitFor();
  const isReached = (): Promise<boolean> => control.evaluateAll(([element]) => element !== undefined && element === (globalThis as unknown as { document: { activeElement: unknown } }).document.activeElement);
  for (let left = most; left > 0 && !(await isReached()); left -= 1) await key('Tab');
  await expect(control).toBeFocused();
}

const paste = (text: string): Promise<unknown> => served.app.page.evaluate(`document.execCommand('insertText', false, ${JSON.stringify(text)})`);

test('templates, seeds, matrices, saved settings, fields, saved prompts, snippets, references and lists are reached and sent by keyboard alone', { tag: '@long' }, async () => {
  await beginAgain(served.app, 'Studio', { askAbove: 4, plainBraces: false });
  const { app, service } = served;
  await app.resize(900, 600);
  const picture = await paintPng({ prompt: 'a fox', index: 0, width: 32, height: 32 });
  await service.script('*', { processing: 0, images: [{ base64: picture.toString('base64') }] });
  const folder = path.join(served.profile.home, 'wildcards');
  await mkdir(folder);
  await writeFile(path.join(folder, 'colours.txt'), 'red\ngreen\n');
  await app.changeSettings({ compose: { model: 'm', size: '1024x1024', quality: 'low' } });
  const generate = app.page.getByRole('form', { name: 'New picture' }).getByRole('button', { name: /^Generate/ });

  // A template with a wildcard, at random, with a seed that is kept.
  await app.electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, folder);
  await key('Escape');
  await key('/');
  await expect(app.prompt).toBeFocused();
  await key('ControlOrMeta+j');
  await tabTo(named('button', 'Choose a folder…'));
  await key('Enter');
  await expect(named('button', /^colours\.txt/)).toBeVisible();
  await key('Escape');
  await expect(app.prompt).toBeFocused();
  await type('a __col');
  await expect(named('option', /^colours/)).toBeVisible();
  await key('Tab');
  await type(' {fox|owl|hare}');
  await expect(named('button', '6 prompts')).toBeVisible();
  await key('Tab');
  await expect(named('button', '6 prompts')).toBeFocused();
  await key('Enter');
  await expect(app.page.getByRole('list', { name: 'The first prompts' })).toBeVisible();
  await tabTo(named('button', 'All combinations'));
  await key('ArrowRight');
  await key('Enter');
  await tabTo(named('textbox', 'Number at random'));
  await type('2');
  await tabTo(named('textbox', 'Seed'));
  await key('ControlOrMeta+a');
  await type('7');
  await expect(generate).toHaveText(/^Generate 2/);

  // Several models.
  await tabTo(named('combobox', 'Model'));
  await type('m,n');
  await key('Tab');
  await expect(generate).toHaveText(/^Generate 4/);

  // Its settings are saved.
  await key('ControlOrMeta+Shift+m');
  await expect(named('menuitem', /^List of prompts/)).toBeVisible();
  // Until then, letters go to the field below it.
  await expect(app.page.locator('[role="menu"]:focus-within')).toHaveCount(1);
  await type('Save these');
  await expect(named('menuitem', 'Save these settings…')).toBeFocused();
  await key('Enter');
  await expect(named('textbox', 'Title')).toBeFocused();
  await type('Mine');
  await key('Enter');
  await expect(app.page.getByRole('dialog')).toHaveCount(0);
  await expect(app.page.locator(':focus')).toBeVisible();

  // More fields, and back to the prompt.
  await key('ControlOrMeta+l');
  await key('ControlOrMeta+Shift+e');
  await expect(app.page.getByRole('dialog').getByRole('textbox')).toBeFocused();
  await key('ControlOrMeta+a');
  await paste('{ "style": "ink" }');
  await key('ControlOrMeta+Enter');
  await expect(app.page.getByRole('dialog')).toHaveCount(0);
  await expect(app.prompt).toBeFocused();

  // The prompt is saved with a snippet word, and inserted by it.
  await key('ControlOrMeta+d');
  await expect(named('textbox', 'Title')).toBeFocused();
  await type('Animals');
  await tabTo(named('textbox', 'Snippet word'));
  await type('animals');
  await key('Enter');
  await expect(app.page.getByRole('dialog')).toHaveCount(0);
  await expect(app.prompt).toBeFocused();
  await key('ControlOrMeta+a');
  await type('/ani');
  await expect(app.page.getByRole('option')).toHaveCount(1);
  await key('Enter');
  await expect(app.prompt).toHaveValue('a __colours__ {fox|owl|hare}');
  await key('ControlOrMeta+Enter');
  await expect.poll(async () => (await app.history()).total).toBe(4);
  await expect(app.prompt).toBeFocused();

  // A picture of the library as reference.
  const account = ((await app.call('appSnapshot')) as Snapshot).accounts.find(({ kind }) => kind === 'service');
  await app.call('accountsSetOptions', { accountId: account?.id, options: { ...account?.options, references: { name: 'image', form: 'data-url', several: true } } });
  await expect(app.pictures).toHaveCount(4);
  await key('Escape');
  await key('Home');
  await key('e');
  await expect(app.page.getByRole('group', { name: 'Reference pictures' }).getByRole('listitem')).toHaveCount(1);
  await app.electron.evaluate(({ dialog }) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: true, filePaths: [] });
  });
  await key('ControlOrMeta+l');
  await key('ControlOrMeta+Shift+o');
  await expect(app.prompt).toBeFocused();

  // A list.
  await key('ControlOrMeta+a');
  await key('Delete');
  await key('ControlOrMeta+Shift+l');
  await expect(named('textbox', 'Prompts')).toBeFocused();
  await paste('prompt,count\na lynx,1\na bear,1\n');
  await key('Tab');
  if (!(await app.page.getByRole('grid', { name: 'Rows of the list' }).isVisible())) {
    await tabTo(named('button', 'Show as a table'));
    await key('Enter');
  }
  await expect(app.page.getByRole('grid', { name: 'Rows of the list' })).toBeFocused();
  const send = app.page.getByRole('dialog').getByRole('button', { name: /^Generate/ });
  await tabTo(send);
  await key('Enter');
  await expect.poll(async () => (await app.history()).total).toBe(8);
  await expect(app.page.getByRole('dialog')).toHaveCount(0);
  await expect(app.prompt).toBeFocused();
  const { tasks } = await app.history();
  expect(tasks.filter(({ task }) => task.request.references?.length === 1)).toHaveLength(4);

  // Each key is in the list of shortcuts.
  await key('Escape');
  await key('?');
  const shortcuts = app.page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const words of ['Wildcard', 'Lists, saved prompts and more', 'More request fields', 'Save the prompt in the field', 'snippet', 'reference', 'list']) await expect(shortcuts.getByText(new RegExp(words, 'i')).first()).toBeAttached();
});

test('no key that is pressed while a question about money fades out sends anything again', async () => {
  const { page } = served.app;
  await beginAgain(served.app, 'Studio', { askAbove: 1, plainBraces: false });
  const before = (await served.app.history()).total;
  await served.app.prompt.fill('a {lynx|bear}');
  await key('ControlOrMeta+Enter');
  const question = page.locator('[data-modal]');
  await tabTo(question.getByRole('button', { name: /^Generate/ }));
  await fadeSlowly(question);
  // A question that has just appeared, or changed, does not take Enter.
  await expect(async () => {
    await key('Enter');
    await expect(question).not.toHaveAttribute('data-open', { timeout: 500 });
  }).toPass();
  for (const pressed of ['Enter', ' ', 'Enter']) await key(pressed);
  await expect(question).toHaveCount(1, { timeout: 1 });
  await expect.poll(async () => (await served.app.history()).total).toBe(before + 2);
  await endFade(question);
  // The prompt has the keyboard again.
  await expect(served.app.prompt).toBeFocused();
  expect((await served.app.history()).total).toBe(before + 2);
});

/** Runs in the page: notes of each dialog, as soon as it is in the page, whether it has the focus. */
const noteFocus = `(() => {
  window.focusedAtOnce = [];
  const seen = new WeakSet();
  new MutationObserver(() => {
    for (const dialog of document.querySelectorAll('[data-modal]')) {
      if (seen.has(dialog)) continue;
      seen.add(dialog);
      window.focusedAtOnce.push(dialog.contains(document.activeElement));
    }
  }).observe(document.body, { childList: true, subtree: true });
})()`;

test('a dialog has the focus from the moment it is there, so that no key acts on what is behind it', async () => {
  const { page } = served.app;
  await beginAgain(served.app, 'Studio');
  await page.evaluate(noteFocus);
  for (const [keys, name] of [['ControlOrMeta+Shift+T', 'Tags'], ['ControlOrMeta+p', 'Prompts'], ['ControlOrMeta+Shift+l', 'List of prompts']] as const) {
    await key(keys);
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await key('Escape');
    await expect(page.getByRole('dialog', { name })).toHaveCount(0);
  }
  expect(await page.evaluate('window.focusedAtOnce')).toEqual([true, true, true]);
});
