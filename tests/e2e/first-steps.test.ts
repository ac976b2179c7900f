import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { createProfile, LatentApp, type LaunchOptions, type Profile } from '../support/latent-app.ts';
import { paintPng } from '../support/paint-png.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { startScriptedService } from '../support/scripted-service.ts';
import { expect, test } from '../support/test.ts';
import { windowFaults } from '../support/window-faults.ts';

/** The first start of a profile that nobody has used. */

let profile: Profile;
test.beforeEach(async () => {
  profile = await createProfile();
});
test.afterEach(async () => {
  for (const app of LatentApp.running) await app.close();
  await profile.remove();
});

const start = (options: LaunchOptions = {}): Promise<LatentApp> => LatentApp.launch(profile, { isFirst: true, ...options });
const card = (app: LatentApp): Locator => app.page.locator('[data-first-step]');
const step = (app: LatentApp, name: string): Promise<void> => expect(card(app)).toHaveAttribute('data-first-step', name);
const press = (app: LatentApp, name: string): Promise<void> => card(app).getByRole('button', { name }).click();

test('a first start leads to a first picture of one’s own in three clicks and one sentence', async () => {
  const app = await start();
  const { page } = app;
  await page.evaluate(`window.clicks = 0; window.addEventListener('click', ({ detail }) => { if (detail > 0) window.clicks += 1; }, true);`);
  await step(app, 'try');
  await press(app, 'Try it with a practice picture');
  await step(app, 'folder');
  // It does something by itself.
  await expect(app.pictures).toHaveCount(1);
  await expect.poll(() => app.loadedPictures()).toBe(1);
  await expect(card(app)).toContainText(profile.library);
  await expect(card(app)).toContainText(/\d .?B free/);
  const before = await card(app).boundingBox();
  await press(app, 'Use this folder');
  await step(app, 'write');
  expect((await card(app).boundingBox())?.y).toBe(before?.y);
  await expect(app.prompt).toBeFocused();
  await page.keyboard.type('A violinist in warm light');
  await page.getByRole('form').getByRole('button', { name: 'Generate' }).click();
  await expect(card(app)).toHaveCount(0);
  await expect(app.pictures).toHaveCount(2);
  expect(await page.evaluate('window.clicks')).toBe(3);
  expect((await profile.files()).some((file) => file.includes('A violinist in warm light'))).toBe(true);
  // Both are of the practice service, which never charges.
  const { tasks } = await app.history();
  expect(tasks.map(({ task }) => task.accountId)).toEqual(tasks.map(() => '00000000-0000-4000-8000-000000000001'));
  await expect(page.locator('[data-strip-row]')).not.toContainText(/\$|credit/);
  await app.close();

  const again = await start();
  await expect(again.pictures).toHaveCount(2);
  await expect(card(again)).toHaveCount(0);
});

test('the steps cover nothing, and each can be skipped, left and taken up again at the next start', async () => {
  const app = await start();
  // What is typed goes into the prompt, as ever.
  await expect(app.prompt).toBeFocused();
  await app.page.keyboard.press('ControlOrMeta+,');
  await app.page.getByRole('tab', { name: 'Accounts' }).waitFor();
  await app.page.keyboard.press('ControlOrMeta+1');
  await step(app, 'try');
  await app.close();

  const second = await start();
  await step(second, 'try');
  await press(second, 'Skip');
  await step(second, 'folder');
  await second.close();

  const third = await start();
  await step(third, 'folder');
  expect((await third.history()).total, 'a skipped step does nothing').toBe(0);
  await press(third, 'Skip');
  await step(third, 'write');
  await expect(third.prompt).toBeFocused();
  await third.close();

  const fourth = await start();
  await step(fourth, 'write');
  await card(fourth).getByRole('button', { name: 'A birch forest' }).click();
  await expect(fourth.prompt).toHaveValue(/^A birch forest in October/);
  await press(fourth, 'Done');
  await expect(card(fourth)).toHaveCount(0);
  await fourth.close();

  const fifth = await start();
  await expect(fifth.page.getByRole('heading', { name: 'Welcome to Latent' })).toBeVisible();
  await expect(card(fifth)).toHaveCount(0);
});

test('by keyboard, Escape ends the steps, Enter goes on, and the focus stays in what is shown', async () => {
  const app = await start();
  const { page } = app;
  await app.resize(900, 600);
  const focused = (): Promise<unknown> => page.evaluate('document.activeElement?.textContent?.trim()');
  const tabTo = async (name: string): Promise<void> => {
    for (let tries = 0; tries < 60 && (await focused()) !== name; tries += 1) await page.keyboard.press('Tab');
    expect(await focused()).toBe(name);
  };
  await tabTo('Try it with a practice picture');
  await page.keyboard.press('Enter');
  await step(app, 'folder');
  expect(await focused()).toBe('Where your pictures go');
  await tabTo('Use this folder');
  await page.keyboard.press('Enter');
  await step(app, 'write');
  await expect(app.prompt).toBeFocused();
  await tabTo('Done');
  await page.keyboard.press('Escape');
  await expect(card(app)).toHaveCount(0);
  expect(await page.evaluate('document.activeElement !== document.body')).toBe(true);
});

test('no step has a fault, in both themes and small windows', async () => {
  const app = await start();
  for (const name of ['try', 'folder', 'write']) {
    await step(app, name);
    for (const [width, height] of [[640, 400], [900, 600]] as const) {
      await app.resize(width, height);
      for (const theme of ['dark', 'light'] as const) {
        await app.changeSettings({ theme });
        expect(await windowFaults(app.page), `${name}, ${width}, ${theme}`).toEqual([]);
      }
    }
    await press(app, name === 'write' ? 'Done' : 'Skip');
  }
});

test('a profile that was used before has no steps, nor has one with an account', async () => {
  await seedHistory(profile, [{ prompt: 'a harbour' }]);
  const app = await LatentApp.launch(profile);
  await expect(app.pictures).toHaveCount(1);
  await expect(card(app)).toHaveCount(0);
  await app.close();
  await profile.remove();

  profile = await createProfile();
  const service = await startScriptedService({ key: 'sk-e2e-first-0123456789' });
  const fresh = await start();
  await step(fresh, 'try');
  await press(fresh, 'I have a key…');
  const form = fresh.page.getByRole('dialog', { name: 'Add an account' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Studio');
  await form.getByRole('textbox', { name: 'Base URL' }).fill(service.url);
  await form.getByLabel('API key').fill(service.key);
  await form.getByRole('radio').first().click();
  await form.getByRole('button', { name: 'Add account' }).click();
  // The account is the first step.
  await step(fresh, 'folder');
  expect((await service.requests()).filter(({ method }) => method === 'POST')).toEqual([]);
  await fresh.close();
  const again = await start();
  await expect(again.prompt).toBeVisible();
  await expect(card(again)).toHaveCount(0);
  await service.stop();
});

test('pictures of other programs are offered where there are some, and imported without touching them', async () => {
  const png = await paintPng({ prompt: 'x', index: 0, width: 64, height: 64 });
  const other = await paintPng({ prompt: 'y', index: 1, width: 64, height: 64 });
  const folder = path.join(profile.home, 'ComfyUI', 'output', 'portraits');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'one.png'), png);
  await writeFile(path.join(folder, 'two.png'), other);
  await mkdir(path.join(profile.home, 'InvokeAI', 'outputs', 'images'), { recursive: true });
  const app = await start();
  await press(app, 'Skip');
  await expect(card(app).getByRole('button', { name: /^Import/ })).toHaveText(['Import 2 pictures from ComfyUI']);
  await press(app, 'Import 2 pictures from ComfyUI');
  await expect(app.pictures).toHaveCount(2);
  await expect(card(app).getByRole('button', { name: /^Import/ })).toHaveCount(0);
  // It is no task that was sent.
  await step(app, 'folder');
});

test('nothing is offered where no other program is', async () => {
  const app = await start();
  await press(app, 'Skip');
  await expect(card(app)).toContainText(/ free/);
  expect(await app.call('importTools')).toEqual([]);
  await expect(card(app).getByRole('button', { name: /^Import/ })).toHaveCount(0);
});

test('a chosen folder with pictures of another Latent is recognised, and the next start shows them', async () => {
  const elsewhere = await createProfile();
  await seedHistory(elsewhere, [{ prompt: 'a harbour' }, { prompt: 'a bridge' }]);
  const app = await start();
  await press(app, 'Skip');
  await app.electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, elsewhere.library);
  await press(app, 'Choose another folder…');
  const waits = 'This folder already has pictures that Latent saved. They appear once you quit Latent and open it again.';
  await expect(card(app)).toContainText(waits);
  await expect(card(app)).toContainText(elsewhere.library);
  await app.page.keyboard.press('ControlOrMeta+,');
  await app.page.getByRole('tab', { name: 'Library' }).click();
  await expect(app.page.getByRole('tabpanel')).toContainText(waits);
  await app.close();
  const again = await start();
  await expect(again.pictures).toHaveCount(2);
  await expect(card(again)).not.toContainText(waits);
  await again.close();
  await elsewhere.remove();
});
