import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { sha256 } from '../support/bytes.ts';
import { chooseInMenu, itemInMenu } from '../support/choose-in-menu.ts';
import { withServedApp } from '../support/fresh-app.ts';
import { LatentApp } from '../support/latent-app.ts';
import { paintPng } from '../support/paint-png.ts';
import { expect, test } from '../support/test.ts';
import { axeFaults } from '../support/axe.ts';
import { windowFaults } from '../support/window-faults.ts';

/** Reference pictures: a field that the account names, copies in the library folder, sent with each request and shown with its task. */

const served = withServedApp();

const tray = (): Locator => served.app.page.getByRole('group', { name: 'Reference pictures' });
const inTray = (): Locator => tray().getByRole('listitem');
const dialog = (): Locator => served.app.page.getByRole('dialog', { name: /^Reference pictures of/ });
const dataUrl = (bytes: Buffer): string => `data:image/png;base64,${bytes.toString('base64')}`;

async function put(name: string): Promise<{ readonly file: string; readonly bytes: Buffer }> {
  const bytes = await paintPng({ prompt: name, index: 0, width: 48, height: 32 });
  const file = path.join(served.profile.home, name);
  await writeFile(file, bytes);
  return { file, bytes };
}

async function posted(prompt: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const requests = await served.service.requests();
  return requests.filter(({ method, body }) => method === 'POST' && body.includes(JSON.stringify(prompt))).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
}

/** Sets the field as a person does in the account's settings. */
async function setField(takes: 'No pictures' | 'The pictures' | 'Their addresses', holds: 'One picture' | 'A list of pictures' = 'A list of pictures'): Promise<void> {
  const { page } = served.app;
  await page.keyboard.press('ControlOrMeta+,');
  await page.getByRole('tab', { name: 'Accounts' }).click();
  await page.getByRole('button', { name: 'More actions for Studio' }).click();
  await page.getByRole('menuitem', { name: 'Reference pictures…' }).click();
  await dialog().getByRole('button', { name: takes }).click();
  if (takes !== 'No pictures') {
    const name = dialog().getByRole('textbox', { name: 'Name of the field' });
    await name.fill('prompt');
    await expect(dialog().getByText('Every request already has “prompt”.')).toBeVisible();
    await expect(dialog().getByRole('button', { name: 'Save' })).toBeDisabled();
    await name.fill('image');
    await dialog().getByRole('button', { name: holds }).click();
    // The third combination has the controls of the other two.
    if (takes === 'Their addresses' || holds === 'A list of pictures') expect(await axeFaults(page)).toEqual([]);
  }
  await dialog().getByRole('button', { name: 'Save' }).click();
  await expect(dialog()).toBeHidden();
  await page.keyboard.press('ControlOrMeta+1');
}

async function drop(data: { readonly files?: readonly string[]; readonly link?: string }): Promise<void> {
  const { page } = served.app;
  const box = await served.app.prompt.boundingBox();
  if (box === null) throw new Error('no prompt');
  const session = await page.context().newCDPSession(page);
  const items = data.link === undefined ? [] : [{ mimeType: 'text/uri-list', data: data.link }];
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: box.x + 40, y: box.y + 12, data: { items, files: [...(data.files ?? [])], dragOperationsMask: 19 } });
    const bar = page.getByRole('form', { name: 'New picture' });
    if (type === 'dragOver') {
      await expect(bar).toHaveAttribute('data-dropping');
      await expect(page.getByText('Drop to import')).toHaveCount(0);
    } else if (type === 'drop') await expect(bar).not.toHaveAttribute('data-dropping');
  }
  await session.detach();
}

async function paste(bytes: Buffer): Promise<void> {
  await served.app.prompt.evaluate((field, base64) => {
    const page = globalThis as unknown as {
      readonly DataTransfer: new () => { readonly items: { add(file: unknown): void } };
      readonly ClipboardEvent: new (type: string, options: object) => never;
      readonly File: new (parts: readonly Uint8Array[], name: string, options: object) => unknown;
    };
    const clipboardData = new page.DataTransfer();
    clipboardData.items.add(new page.File([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], 'image.png', { type: 'image/png' }));
    (field as unknown as { dispatchEvent(event: never): void }).dispatchEvent(new page.ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, bytes.toString('base64'));
}

/** The last of four. */
async function removeLast(): Promise<void> {
  await tray().getByRole('button', { name: /^Remove/ }).nth(3).click();
  await expect(inTray()).toHaveCount(3);
}

async function choose(file: string): Promise<void> {
  await served.app.electron.evaluate(({ dialog: system }, chosen) => {
    system.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, file);
  await served.app.prompt.press('ControlOrMeta+Shift+o');
}

test('are offered only if the account has a field; dropped, pasted, chosen and from the library; sent exactly and shown afterwards', { tag: '@long' }, async () => {
  const { service } = served;
  let { app } = served;
  const made = await paintPng({ prompt: 'made', index: 0, width: 64, height: 64 });
  await service.script('*', { processing: 0, images: [{ base64: made.toString('base64') }] });
  await app.submit('a first fox');
  await expect(app.pictures).toHaveCount(1);
  // Without the setting there is nothing: no tray, no menu item, no key.
  await expect(tray()).toHaveCount(0);
  await app.pictures.first().click({ button: 'right' });
  await expect(app.page.getByRole('menuitem', { name: 'Copy to prompt' })).toBeVisible();
  await expect(await itemInMenu(app.page, 'More', 'More like this')).toBeVisible();
  await expect(app.page.getByRole('menuitem', { name: 'Use as reference' })).toHaveCount(0);
  await app.page.keyboard.press('ArrowLeft');
  await app.page.keyboard.press('Escape');

  await setField('The pictures');
  await expect(tray()).toBeVisible();
  const [dropped, pasted, chosen] = [await put('dropped.png'), await put('pasted.png'), await put('chosen.png')];
  await drop({ files: [dropped.file] });
  await expect(inTray()).toHaveCount(1);
  await paste(pasted.bytes);
  await expect(inTray()).toHaveCount(2);
  await choose(chosen.file);
  await expect(inTray()).toHaveCount(3);
  // A second time is no second picture.
  await drop({ files: [dropped.file] });
  // Dragged from the gallery, which drags the file itself.
  await app.page.evaluate(`window.dispatchEvent(new Event('dragstart'))`);
  await drop({ files: await served.profile.files() });
  await expect(inTray()).toHaveCount(4);
  await removeLast();
  await app.pictures.first().click();
  await app.page.keyboard.press('e');
  await expect(inTray()).toHaveCount(4);
  await expect(app.page.getByText('Added a reference picture to the prompt')).toBeVisible();
  await removeLast();
  await app.pictures.first().click({ button: 'right' });
  await chooseInMenu(app.page, 'More', 'Use as reference');
  await expect(inTray()).toHaveCount(4);
  await removeLast();
  await app.pictures.first().dblclick();
  const viewer = app.page.getByRole('dialog', { name: 'Viewer' });
  await expect(viewer).toBeVisible();
  await app.page.keyboard.press('e');
  await expect(app.page.getByText('Added a reference picture to the prompt')).toBeVisible();
  await app.page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(inTray()).toHaveCount(4);
  await expect.poll(() => tray().locator('img').evaluateAll((images) => images.filter((image) => (image as unknown as { naturalWidth: number }).naturalWidth > 0).length)).toBe(4);
  // Nothing was imported.
  expect(await served.profile.files()).toHaveLength(1);
  expect(await windowFaults(app.page)).toEqual([]);

  // Taken away by the keyboard, and put back.
  await tray().getByRole('button', { name: 'Remove chosen.png' }).press('Enter');
  await expect(inTray()).toHaveCount(3);
  await expect(tray().getByRole('button', { name: /^Remove/ }).nth(2)).toBeFocused();
  await app.page.keyboard.press('ControlOrMeta+z');
  await expect(inTray()).toHaveCount(4);
  // An address is no picture.
  await drop({ link: 'https://pictures.test/fox.png' });
  await expect(app.page.getByText('Studio takes the pictures themselves, not their addresses.', { exact: false })).toBeVisible();
  await expect(inTray()).toHaveCount(4);

  await app.submit('a fox like these');
  await expect(app.pictures).toHaveCount(2);
  const images = [dropped.bytes, pasted.bytes, chosen.bytes, made].map(dataUrl);
  expect(await posted('a fox like these')).toEqual([{ prompt: 'a fox like these', size: '1024x1024', quality: 'low', image: images }]);
  // Every task of a matrix and a template gets them.
  await app.submit('{one|two} foxes');
  await expect(app.pictures).toHaveCount(4);
  for (const prompt of ['one foxes', 'two foxes']) expect((await posted(prompt)).map(({ image }) => image)).toEqual([images]);
  // So does every row of a list.
  await app.page.keyboard.press('ControlOrMeta+Shift+l');
  const list = app.page.getByRole('dialog');
  await list.locator('input[type=file]').setInputFiles({ name: 'foxes.txt', mimeType: 'text/plain', buffer: Buffer.from('a listed fox\nanother listed fox') });
  await list.getByRole('button', { name: 'Generate 2' }).click();
  await expect(app.pictures).toHaveCount(6);
  for (const prompt of ['a listed fox', 'another listed fox']) expect((await posted(prompt)).map(({ image }) => image)).toEqual([images]);

  // Shown with the task, in the journal, and brought back with the request. A start keeps them.
  await app.close();
  served.app = await LatentApp.launch(served.profile);
  ({ app } = served);
  await expect(inTray()).toHaveCount(4);
  for (const name of ['dropped.png', 'image.png', 'chosen.png']) await tray().getByRole('button', { name: `Remove ${name}` }).click();
  await expect(inTray()).toHaveCount(1);
  await app.page.getByRole('gridcell', { name: 'a fox like these' }).click();
  const inspector = app.page.getByRole('complementary', { name: 'Inspector' });
  for (const name of ['dropped.png', 'image.png', 'chosen.png']) await expect(inspector.getByText(name, { exact: true })).toBeVisible();
  await app.electron.evaluate(({ shell }) => {
    shell.showItemInFolder = (file) => void Object.assign(globalThis, { revealed: file });
  });
  await inspector.getByRole('button', { name: 'Show the file of dropped.png' }).click();
  await expect.poll(() => app.electron.evaluate(() => (globalThis as unknown as { revealed?: string }).revealed)).toContain(path.join('.latent', 'references', `${sha256(dropped.bytes)}.png`));
  await inspector.getByRole('button', { name: 'Technical' }).click();
  await expect(inspector.getByText(`data:image/png;base64,… (${dropped.bytes.length} bytes, SHA-256 ${sha256(dropped.bytes)})`, { exact: false })).toBeVisible();
  await app.page.getByRole('gridcell', { name: 'a fox like these' }).press('Shift+u');
  await expect(inTray()).toHaveCount(4);
  const folder = path.join(served.profile.library, '.latent');
  const months = (await readdir(folder)).filter((name) => /^\d{4}-\d{2}\.jsonl$/.test(name));
  const journal = (await Promise.all(months.map((name) => readFile(path.join(folder, name), 'utf8')))).join('');
  expect(journal).toContain(sha256(pasted.bytes));
  // Neither the log nor the journal has the pictures themselves.
  const log = await readFile(path.join(served.profile.userData, 'logs', 'latent.log'), 'utf8');
  for (const text of [journal, log]) expect(text).not.toContain('base64,');

  // Without the setting, the control is gone, and nothing is sent with a request.
  await setField('No pictures');
  await expect(tray()).toHaveCount(0);
  await app.submit('a fox alone');
  await expect.poll(() => posted('a fox alone')).toEqual([{ prompt: 'a fox alone', size: '1024x1024', quality: 'low' }]);
});

test('are addresses where the service fetches them; a file is refused, because Latent uploads nothing', async () => {
  const { app, service } = served;
  await service.script('*', { processing: 0, images: [] });
  await setField('Their addresses', 'One picture');
  const address = tray().getByRole('textbox', { name: 'Address of a picture' });
  await app.prompt.press('ControlOrMeta+Shift+o');
  await expect(address).toBeFocused();
  for (const wrong of ['fox.png', 'file:///etc/passwd', 'javascript:alert(1)', 'https://a b']) {
    await address.fill(wrong);
    await address.press('Enter');
    await expect(tray().getByRole('alert')).toContainText('This is not a web address.');
  }
  await address.fill('https://me:secret@pictures.test/fox.png');
  await address.press('Enter');
  await expect(tray().getByRole('alert')).toContainText('This address contains a user name or a password');
  await drop({ link: 'https://me:secret@pictures.test/fox.png' });
  await expect(app.page.getByText('Use an address without them.', { exact: false })).toHaveCount(2);
  await expect(inTray()).toHaveCount(0);
  await address.fill(' https://pictures.test/fox.png?a=1 ');
  await address.press('Enter');
  await expect(inTray()).toHaveText(['pictures.test/fox.png?a=1']);
  const { file } = await put('fox.png');
  await drop({ files: [file] });
  await expect(app.page.getByText('Latent uploads nothing by itself.', { exact: false })).toBeVisible();
  expect(await axeFaults(app.page)).toEqual([]);
  // A field for one picture gets the last, and offers the one before back.
  await drop({ link: 'http://pictures.test/owl.png' });
  await expect(inTray()).toHaveText(['pictures.test/owl.png']);
  await expect(app.page.getByText('Replaced the reference picture')).toBeVisible();
  await app.page.getByRole('button', { name: 'Undo: replace the reference picture' }).click();
  await expect(inTray()).toHaveText(['pictures.test/fox.png?a=1']);
  // An address that was typed is sent, though Enter was not pressed; a wrong one stays, and nothing is sent.
  await app.prompt.fill('an owl');
  await address.fill('owl.png');
  await address.press('ControlOrMeta+Enter');
  await expect(tray().getByRole('alert')).toContainText('This is not a web address.');
  // Not from the prompt either: the request would be paid for without the picture.
  await app.prompt.press('ControlOrMeta+Enter');
  await expect(app.page.getByRole('button', { name: 'Generate' })).toHaveAccessibleDescription('Correct or remove the address of the reference picture first.');
  await address.fill('http://pictures.test/hare.png');
  await app.page.keyboard.press('Tab');
  await expect(inTray()).toHaveText(['pictures.test/hare.png']);
  await address.fill('http://pictures.test/owl.png');
  await address.press('ControlOrMeta+Enter');
  await expect.poll(() => posted('an owl')).toEqual([{ prompt: 'an owl', size: '1024x1024', quality: 'low', image: 'http://pictures.test/owl.png' }]);
});

test('are sent from the copy after a kill, though the original is gone; without the copy the task waits and others go', { tag: '@long' }, async () => {
  const { service } = served;
  let { app } = served;
  await service.script('*', { processing: 0, images: [] });
  await setField('The pictures', 'One picture');
  await app.changeSettings({ queueStopped: true });
  const [fox, owl] = [await put('fox.png'), await put('owl.png')];
  await choose(fox.file);
  await expect(inTray()).toHaveCount(1);
  await app.submit('a fox');
  await choose(owl.file);
  await expect(tray().getByRole('button', { name: 'Remove owl.png' })).toBeVisible();
  await app.submit('an owl');
  await expect.poll(async () => (await app.history()).total).toBe(2);
  // An edited task keeps them.
  await app.page.keyboard.press('ControlOrMeta+5');
  await app.page.getByRole('row', { name: /a fox/ }).click();
  await app.page.keyboard.press('F2');
  const edit = app.page.getByRole('dialog', { name: 'Edit a task that was not sent' });
  await expect(edit.getByRole('list', { name: 'Reference pictures' })).toHaveText(['fox.png']);
  await edit.getByRole('textbox', { name: 'Prompt' }).fill('a red fox');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toBeHidden();
  for (const { file } of [fox, owl]) await rm(file);
  await app.kill();
  await rm(path.join(served.profile.library, '.latent', 'references', `${sha256(owl.bytes)}.png`));

  served.app = await LatentApp.launch(served.profile);
  ({ app } = served);
  await app.changeSettings({ queueStopped: false });
  await expect.poll(() => posted('a red fox')).toEqual([{ prompt: 'a red fox', size: '1024x1024', quality: 'low', image: dataUrl(fox.bytes) }]);
  await expect(app.page.getByText('Reference pictures missing').first()).toBeVisible();
  // Its place says that it is gone, and main takes nothing with it.
  await expect(tray().locator('img')).toHaveCount(0);
  await app.submit('another owl');
  await expect(app.page.getByRole('alert').getByText('Latent’s copy of a reference picture is no longer in the library folder', { exact: false })).toBeVisible();
  await tray().getByRole('button', { name: 'Remove owl.png' }).click();
  await app.submit('nothing to refer to');
  await expect.poll(() => service.posts('nothing to refer to')).toBe(1);
  expect(await service.posts('an owl')).toBe(0);
  expect(await service.posts('another owl')).toBe(0);

  // The same picture is added again, and the task goes.
  await paste(owl.bytes);
  await expect(tray().locator('img')).toHaveCount(1);
  await expect.poll(() => posted('an owl')).toEqual([{ prompt: 'an owl', size: '1024x1024', quality: 'low', image: dataUrl(owl.bytes) }]);
});
