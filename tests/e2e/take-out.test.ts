import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chooseInMenu, itemInMenu } from '../support/choose-in-menu.ts';
import { withSharedApp } from '../support/fresh-app.ts';
import type { LatentApp, Profile } from '../support/latent-app.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { expect, test } from '../support/test.ts';

/** Pictures leave the window as files on the clipboard, as paths, and into other programs. */

let app: LatentApp;
let profile: Profile;
const awkward = "A $(touch pwned) 'fox'; & boat";
const boat = 'Ein blaues Boot für übermorgen';
withSharedApp((shared, home) => void ([app, profile] = [shared, home]), { begin: (home) => seedHistory(home, ['A red fox, 100 %', boat, awkward].map((prompt) => ({ prompt }))) });
test.beforeEach(async () => {
  await app.renew();
  await expect(app.pictures).toHaveCount(3);
});

const onClipboard = (format: string): Promise<string> => app.electron.evaluate(({ clipboard }, name) => (clipboard as unknown as { readBuffer(format: string): Buffer }).readBuffer(name).toString('utf8'), format);

test('the files of pictures are copied for file managers, and their paths as text', { tag: '@long' }, async () => {
  const { page } = app;
  await app.pictures.nth(1).click();
  await page.keyboard.press('y');
  await expect(page.getByText('File copied', { exact: true })).toBeVisible();
  const one = (await onClipboard('x-special/gnome-copied-files')).split('\n');
  expect(one[0]).toBe('copy');
  expect(one.slice(1).map((address) => fileURLToPath(address))).toEqual([expect.stringContaining(boat)]);

  await app.pictures.nth(2).click({ modifiers: ['Shift'] });
  await page.keyboard.press('Shift+y');
  await expect(page.getByText('2 file paths copied')).toBeVisible();
  const paths = (await app.electron.evaluate(({ clipboard }) => clipboard.readText())).split('\n');
  expect(paths.toSorted()).toEqual((await profile.files()).filter((file) => !file.includes(awkward)).toSorted());

  // A missing file is left out, and said so.
  await rm(paths[0] ?? '');
  await app.pictures.nth(1).click({ button: 'right' });
  await page.screenshot({ path: test.info().outputPath('menu.png') });
  await chooseInMenu(page, 'Copy', 'Files');
  await expect(page.getByText('File copied. 1 picture is left out: its file is not in the library folder')).toBeVisible();
  expect(fileURLToPath((await onClipboard('x-special/gnome-copied-files')).split('\n')[1] ?? '')).toBe(paths[1]);
});

test('a picture opens in the system’s program or in one that the person chose, without a shell', { tag: '@long' }, async () => {
  const { page } = app;
  const file = (await profile.files()).find((name) => name.includes(awkward));
  expect(file).toBeDefined();
  const program = path.join(profile.home, 'My painter');
  const log = path.join(profile.home, 'opened');
  await writeFile(program, `#!/bin/sh\nprintf '%s\\n' "$#" "$1" >> '${log}'\n`);
  await chmod(program, 0o755);
  await app.electron.evaluate(({ dialog, shell }, chosen) => {
    const asked: string[] = [];
    Object.assign(globalThis, { asked });
    shell.openPath = async (opened) => {
      asked.push(opened);
      return '';
    };
    dialog.showOpenDialog = () => {
      asked.push('dialog');
      return Promise.resolve({ canceled: false, filePaths: [chosen] });
    };
  }, program);
  const asked = (): Promise<readonly string[]> => app.electron.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);

  await app.pictures.first().click();
  await page.keyboard.press('o');
  await expect(page.getByText(/^Opened\. Save changes under another name/)).toBeVisible();
  expect(await asked()).toEqual([file]);

  // The first time, Latent asks for the program. Then it knows.
  await page.keyboard.press('Shift+o');
  await expect(page.getByText(/^Opened in My painter\./)).toBeVisible();
  await expect.poll(() => readFile(log, 'utf8').catch(() => '')).toBe(`1\n${file}\n`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Viewer' }).getByText('1 of 3')).toBeVisible();
  await page.keyboard.press('Shift+o');
  await expect.poll(() => readFile(log, 'utf8')).toBe(`1\n${file}\n`.repeat(2));
  expect(await asked()).toEqual([file, 'dialog']);
  await page.keyboard.press('Escape');
  await app.pictures.first().click({ button: 'right' });
  await expect(await itemInMenu(page, 'More', 'My painter')).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('open-with.png') });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(stat(path.join(profile.home, 'pwned'))).rejects.toThrow();

  // The page cannot name a program.
  await expect(app.call('settingsUpdate', { openWith: '/bin/sh' })).rejects.toThrow('bad-request');
  await rm(program);
  await app.pictures.first().click();
  await page.keyboard.press('Shift+o');
  await expect(page.getByText(/^The program could not be started/).first()).toBeVisible();
});
