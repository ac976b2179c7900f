import { existsSync, lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { expect, test } from '../support/test.ts';

/** “Install the command” in the real window, as a folder or an AppImage on Linux has it. Packages themselves are in e2e/packaged. */

test.skip(process.platform !== 'linux', 'where the command is put depends on the system');

const asUnpacked = path.join(import.meta.dirname, '../support/as-unpacked.cjs');

let profile: Profile;
let folder: string;
let file: string;
test.beforeEach(async () => {
  profile = await createProfile();
  folder = path.join(profile.home, 'Latent');
  file = path.join(profile.home, '.local/bin/latent');
});
test.afterEach(async () => {
  for (const app of LatentApp.running) await app.close();
  await profile.remove();
});

async function openPage(env: Readonly<Record<string, string>> = {}): Promise<LatentApp> {
  const app = await LatentApp.launch(profile, { switches: ['-r', asUnpacked], env: { LATENT_TEST_PACKAGE: folder, ...env } });
  await app.page.keyboard.press('ControlOrMeta+,');
  await app.page.getByRole('tab', { name: 'Assistants' }).click();
  return app;
}

test('the command of an unpacked folder is installed and taken back, and assistants start it without that', async () => {
  const { page } = await openPage({ PATH: `${path.dirname(file)}:${process.env['PATH'] ?? ''}` });
  const launcher = path.join(folder, 'resources/command/bin/latent');
  await expect(page.getByText(`"command": "${launcher}"`)).toBeVisible();
  await expect(page.getByText(`Not installed. It would be made as ${file}.`)).toBeVisible();
  await page.getByRole('button', { name: 'Install the command' }).click();
  await expect(page.getByText(`Installed: ${file}. New terminals find it.`)).toBeVisible();
  expect(readlinkSync(file)).toBe(launcher);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Install the command' })).toBeVisible();
  expect(lstatSync(file, { throwIfNoEntry: false })).toBeUndefined();
});

test('a program of the same name that Latent did not make is left as it is', async () => {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, '#!/bin/sh\necho mine\n');
  const { page } = await openPage();
  await expect(page.getByText(`There is another program as ${file}, which Latent did not make.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Install the command' })).toBeHidden();
  expect(readFileSync(file, 'utf8')).toBe('#!/bin/sh\necho mine\n');
});

test('an AppImage needs the command to be installed before an assistant can start it', async () => {
  const image = path.join(profile.home, 'Latent.AppImage');
  const electron = path.dirname((await import('electron')).default as unknown as string);
  const { page } = await openPage({ APPIMAGE: image, APPDIR: electron });
  await expect(page.getByText('Install the command first (below).')).toBeVisible();
  await page.getByRole('button', { name: 'Install the command' }).click();
  await expect(page.getByText(`"command": "${file}"`)).toBeVisible();
  await expect(page.getByText('The folder was not on the PATH')).toBeVisible();
  expect(existsSync(file)).toBe(true);
  expect(readFileSync(file, 'utf8')).toContain(`image='${image}'`);
});
