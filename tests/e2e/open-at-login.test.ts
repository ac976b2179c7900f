import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { createProfile, LatentApp, type LaunchOptions, type Profile } from '../support/latent-app.ts';
import { startDirectly } from '../support/start-directly.ts';
import { expect, test } from '../support/test.ts';

/** “Open at login” in the real window, on Linux by a file in the folder of a desktop, and the start that comes of it. */

test.skip(process.platform !== 'linux', 'other systems keep it where no test may write');

let profile: Profile;
let config: string;
let file: string;
test.beforeEach(async () => {
  profile = await createProfile();
  config = path.join(profile.home, 'my config');
  file = path.join(config, 'autostart/latent.desktop');
});
test.afterEach(async () => {
  for (const app of LatentApp.running) await app.close();
  await profile.remove();
});

async function openSettings(options: LaunchOptions = {}): Promise<{ readonly app: LatentApp; readonly row: Locator }> {
  const app = await LatentApp.launch(profile, { ...options, env: { XDG_CONFIG_HOME: config, ...options.env } });
  await app.page.keyboard.press('ControlOrMeta+,');
  await app.page.getByRole('tab', { name: 'Appearance' }).click();
  return { app, row: app.page.locator('[data-setting="Open at login"]') };
}
const choice = (row: Locator, name: 'On' | 'Off'): Locator => row.getByRole('button', { name, exact: true }).or(row.getByRole('radio', { name, exact: true }));
const isChosen = async (row: Locator, name: 'On' | 'Off'): Promise<boolean> => {
  const control = choice(row, name);
  return (await control.getAttribute('aria-pressed')) === 'true' || (await control.getAttribute('aria-checked')) === 'true';
};
const isVisible = (app: LatentApp): Promise<boolean> => app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().some((window) => window.isVisible()));

test('the file appears and goes with the setting, and the setting shows what the desktop has made of it', async () => {
  const { app, row } = await openSettings();
  expect(await isChosen(row, 'Off')).toBe(true);
  await choice(row, 'On').click();
  await expect.poll(() => existsSync(file)).toBe(true);
  const text = await readFile(file, 'utf8');
  const electron = await app.electron.evaluate(() => process.execPath);
  expect(text).toContain(`\nExec=${electron} ${path.resolve('.')} --user-data-dir=${profile.userData} --hidden\n`);
  expect(text).toContain(`\nTryExec=${electron}\n`);
  await expect.poll(() => isChosen(row, 'On')).toBe(true);

  // The settings of the desktop switch it off while Latent is open, and the person comes back.
  await appendFile(file, 'Hidden=true\n');
  await app.page.evaluate("window.dispatchEvent(new Event('focus'))");
  await expect.poll(() => isChosen(row, 'Off')).toBe(true);
  await choice(row, 'On').click();
  await expect.poll(async () => (await readFile(file, 'utf8')).includes('Hidden')).toBe(false);
  await choice(row, 'Off').click();
  await expect.poll(() => existsSync(file)).toBe(false);
});

test('another copy is told, and takes back nothing of it', async () => {
  const other = path.join(profile.home, 'Latent of yesterday');
  await writeFile(other, '');
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `[Desktop Entry]\nType=Application\nExec="${other}" --hidden\n`);
  const { row } = await openSettings();
  await expect(row).toContainText(`Another copy of Latent is opened at login now: ${other}.`);
  await choice(row, 'On').click();
  await expect(row).not.toContainText('Another copy');
  expect(await readFile(file, 'utf8')).not.toContain(other);
});

test('an AppImage is started by its file, and after it was moved, the next start renews that', async () => {
  const asUnpacked = path.join(import.meta.dirname, '../support/as-unpacked.cjs');
  const electron = path.dirname((await import('electron')).default as unknown as string);
  const image = path.join(profile.home, 'Latent 1.AppImage');
  const moved = path.join(profile.home, 'Apps', 'Latent.AppImage');
  await writeFile(image, '');
  const start = (APPIMAGE: string): ReturnType<typeof openSettings> => openSettings({ switches: ['-r', asUnpacked], env: { LATENT_TEST_PACKAGE: profile.home, APPIMAGE, APPDIR: electron } });
  const first = await start(image);
  await choice(first.row, 'On').click();
  await expect.poll(async () => readFile(file, 'utf8').catch(() => '')).toContain(`Exec="${image}" --user-data-dir=${profile.userData} --hidden\nTryExec=${image}\n`);
  await first.app.close();
  await mkdir(path.dirname(moved));
  await rename(image, moved);
  const second = await start(moved);
  await expect.poll(async () => readFile(file, 'utf8')).toContain(`Exec=${moved} --user-data-dir=${profile.userData} --hidden\n`);
  await expect.poll(() => isChosen(second.row, 'On')).toBe(true);
});

test('a start at login stays hidden if Latent keeps running, and a second start shows it', async () => {
  const first = await LatentApp.launch(profile);
  await first.changeSettings({ keepRunning: true });
  await first.close();
  const hidden = await LatentApp.launch(profile, { open: ['--hidden'] });
  await hidden.page.waitForTimeout(2_000);
  expect(await isVisible(hidden)).toBe(false);
  const again = startDirectly(profile, []);
  expect(await new Promise((resolve) => again.child.once('exit', resolve))).toBe(0);
  await expect.poll(() => isVisible(hidden)).toBe(true);
  await hidden.changeSettings({ keepRunning: false });
  await hidden.close();
  const shown = await LatentApp.launch(profile, { open: ['--hidden'] });
  await expect.poll(() => isVisible(shown)).toBe(true);
});
