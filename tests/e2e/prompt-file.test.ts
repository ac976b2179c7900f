import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chooseInMenu } from '../support/choose-in-menu.ts';
import { withSharedApp } from '../support/fresh-app.ts';
import type { LatentApp, Profile } from '../support/latent-app.ts';
import { expect, test } from '../support/test.ts';

/** A prompt leaves the window as a small file, and comes back when it is dropped or pasted. */

let app: LatentApp;
let profile: Profile;
withSharedApp((shared, home) => void ([app, profile] = [shared, home]));
test.beforeEach(() => app.renew());

/** Drops a file in the middle of the window. */
async function drop(file: string): Promise<void> {
  const session = await app.page.context().newCDPSession(app.page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 500, y: 400, data: { items: [], files: [file], dragOperationsMask: 19 } });
  }
}

async function dropText(name: string, text: string): Promise<void> {
  const file = path.join(profile.home, name);
  await writeFile(file, text);
  await drop(file);
}

test('a prompt is saved with its settings, and fills the prompt where it is dropped, without sending anything', { tag: '@long' }, async () => {
  const { page } = app;
  await app.call('settingsUpdate', { composeByAccount: {}, compose: { model: 'painter', size: '128x64', quality: 'high', fields: { seed: 42, webhook: 'https://me.example/hook' } } });
  await app.submit('A red fox\nat dawn');
  await expect(app.pictures).toHaveCount(1);
  const file = path.join(profile.home, 'fox.json');
  await app.electron.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen });
  }, file);
  await app.pictures.first().click({ button: 'right' });
  await chooseInMenu(page, 'More', 'Save as a file…');
  await expect(page.getByText(/^Prompt saved as a file/)).toBeVisible();
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ latent: 'prompt', version: 1, prompt: 'A red fox\nat dawn', model: 'painter', size: '128x64', quality: 'high', fields: { seed: 42 } });

  await app.call('settingsUpdate', { composeByAccount: {}, compose: { model: '', size: '64x64', quality: 'low' } });
  await page.reload();
  await app.prompt.fill('An unsent draft');
  await drop(file);
  await expect(app.prompt).toHaveValue('A red fox\nat dawn');
  await expect(page.getByText(/^Prompt and settings taken from the file/)).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('painter');
  await page.screenshot({ path: test.info().outputPath('dropped.png') });
  await app.prompt.focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(app.prompt).toHaveValue('An unsent draft');
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('');

  // What a newer version wrote, and what is damaged, changes nothing.
  await dropText('newer.json', '{"latent":"prompt","version":2,"prompt":"no"}');
  await expect(page.getByText(/^This prompt was saved by a newer version/)).toBeVisible();
  await dropText('damaged.json', '{"latent":"prompt","version":1,"prompt":"no","fields":{"prompt":"another"}}');
  await expect(page.getByText(/^This prompt file is damaged/)).toBeVisible();
  await expect(app.prompt).toHaveValue('An unsent draft');
  expect((await app.history()).total).toBe(1);
});

test('a template is shared as it was typed, and comes back by pasting; other JSON is still a list', { tag: '@long' }, async () => {
  const { page } = app;
  await app.prompt.fill('A {red|blue} boat');
  await page.keyboard.press('ControlOrMeta+Shift+m');
  await chooseInMenu(page, 'Share the prompt', 'Copy as JSON');
  const copied = (): Promise<string> => app.electron.evaluate(({ clipboard }) => clipboard.readText());
  await expect.poll(copied).toContain('"latent": "prompt"');
  const text = await copied();
  expect(JSON.parse(text)).toMatchObject({ prompt: 'A {red|blue} boat', version: 1 });
  await app.prompt.fill('');
  await app.prompt.focus();
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  })()`);
  await expect(app.prompt).toHaveValue('A {red|blue} boat');
  await dropText('list.json', '[{"prompt":"one"},{"prompt":"two"}]');
  await expect(page.getByRole('dialog', { name: 'List of prompts' }).getByText('two')).toBeVisible();
});
