import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Locator } from '@playwright/test';
import { fileOf, manifestOf, startFeedServer, target, type FeedServer } from '../support/feed-server.ts';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { startScriptedService, type ScriptedService } from '../support/scripted-service.ts';
import { startDirectly } from '../support/start-directly.ts';
import { expect, test } from '../support/test.ts';

/** Updates in the real window, against a feed on this computer. */

const electron = createRequire(import.meta.url)('electron') as string;
const key = 'sk-e2e-0123456789-abcdef';
const notes = 'Faster thumbnails\n\n- <b>Bold</b> is text here\n- “Check now” is new';
/** The version of this checkout, and one that is newer. */
const { version: running } = createRequire(import.meta.url)('../../package.json') as { readonly version: string };
const newer = running.replace(/\d+$/, (patch) => String(Number(patch) + 1));
const name = `Latent-${newer}.AppImage`;

let profile: Profile;
let feed: FeedServer;
let service: ScriptedService | null;
test.beforeEach(async () => {
  profile = await createProfile();
  feed = await startFeedServer();
  service = null;
});
test.afterEach(async () => {
  await service?.stop();
  for (const app of LatentApp.running) await app.close();
  await feed.stop();
  await profile.remove();
});

const withFeed = (): Readonly<Record<string, string>> => ({ LATENT_FEED_URL: feed.feed.address, LATENT_FEED_PUBLIC_KEY: feed.feed.publicKey });
const asAppImage = (): Readonly<Record<string, string>> => ({ ...withFeed(), APPIMAGE: path.join(profile.home, 'apps', 'Latent.AppImage'), APPDIR: path.dirname(electron) });
const asked = async (): Promise<readonly string[]> => (await feed.requests()).map(({ path: at }) => at);
/** A program that says which version was started. */
const program = (version: string): Buffer => Buffer.from(`#!/bin/sh\necho "Latent ${version}" >> "$HOME/ran"\n`);

/** An AppImage of this version, and a feed with a newer one. Returns its path. */
async function installAppImage(): Promise<string> {
  const appImage = path.join(profile.home, 'apps', 'Latent.AppImage');
  await mkdir(path.dirname(appImage));
  await writeFile(appImage, program(running), { mode: 0o755 });
  await feed.publish(manifestOf(newer, fileOf(name, program(newer)), { notes }));
  await feed.serve(`/${name}`, program(newer));
  return appImage;
}

async function openUpdates(app: LatentApp): Promise<Locator> {
  await app.page.getByRole('button', { name: 'Settings' }).click();
  await app.page.getByRole('tab', { name: 'Updates' }).click();
  return app.page.getByRole('tabpanel');
}

test('a build without a feed has no updates, and says so', async () => {
  const app = await LatentApp.launch(profile);
  const page = await openUpdates(app);
  await expect(page).toContainText('This build has no updates');
  await expect(page.getByRole('button')).toHaveCount(0);
});

test('a copy that does not replace itself is told, with what is new, and downloads nothing', async () => {
  await feed.publish(manifestOf(newer, fileOf(name, program(newer)), { notes }));
  const app = await LatentApp.launch(profile, { env: withFeed() });
  const page = await openUpdates(app);
  await expect(page.getByRole('status')).toHaveText('Latent has not looked for updates yet.');
  expect(await asked(), 'no start asks anything').toEqual([]);

  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByRole('status')).toHaveText(`Latent ${newer} is available. Download it, and put it in the place of this one.`);
  await expect(app.page.locator('[data-toast]')).toContainText(`Latent ${newer} is available`);
  await page.getByRole('button', { name: 'What is new' }).click();
  const dialog = app.page.getByRole('dialog', { name: `What is new in Latent ${newer}` });
  await expect(dialog).toContainText('<b>Bold</b> is text here');
  expect(await dialog.locator('b').count()).toBe(0);
  const opened = app.electron.evaluate(({ shell }) => new Promise<string>((resolve) => {
    shell.openExternal = async (address) => resolve(address);
  }));
  await dialog.getByRole('button', { name: 'Download page' }).click();
  expect(await opened).toBe('https://example.com/download');
  expect(await asked()).toEqual(['/feed.json']);
});

test('what is not signed with the key of the build is refused in words', async () => {
  await feed.serve('/feed.json', '{"manifest":"{}","signature":""}');
  const app = await LatentApp.launch(profile, { env: asAppImage() });
  const page = await openUpdates(app);
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByRole('status')).toHaveText('What the update server sent has no signature. It was not used, and nothing was changed.');
  expect(await asked()).toEqual(['/feed.json']);
});

test('an update is installed after the answer to a task that is being sent, and then the newer version starts', async () => {
  const [appImage, ran] = [await installAppImage(), path.join(profile.home, 'ran')];
  service = await startScriptedService({ key });
  const prompt = 'a fox in snow';
  await service.script(prompt, { submit: [{ isHeld: true, body: { json: { id: '$ID', status: 'processing' } } }], images: [] });

  const app = await LatentApp.launch(profile, { env: asAppImage() });
  await app.addAccount(service.url, key);
  const page = await openUpdates(app);
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByRole('status')).toHaveText(`Latent ${newer} is ready, and is installed when you quit.`);
  expect(await asked()).toEqual(['/feed.json', `/${name}`]);

  await app.page.getByRole('button', { name: 'Library' }).click();
  await app.submit(prompt);
  await expect.poll(() => service?.posts(prompt)).toBe(1);
  const again = await openUpdates(app);
  const exited = once(app.electron.process(), 'exit');
  const waiting = app.electron.waitForEvent('window', { predicate: (window) => window.url().startsWith('data:') });
  const closed = app.page.waitForEvent('close');
  // The window may have closed before the click is reported as done.
  await Promise.all([closed, again.getByRole('button', { name: 'Restart now' }).click().catch(async () => closed)]);
  await expect((await waiting).getByRole('status')).toContainText('Latent ends by itself when the service has answered');
  expect(await readFile(appImage), 'nothing is replaced during a POST').toEqual(program(running));
  await service.release();
  expect(await exited).toEqual([0, null]);
  expect(await readFile(appImage)).toEqual(program(newer));
  await expect.poll(() => readFile(ran, 'utf8').catch(() => '')).toBe(`Latent ${newer}\n`);

  // The task has its ID, and nothing was sent twice.
  const next = await LatentApp.launch(profile, { env: withFeed() });
  await expect.poll(async () => (await next.history(prompt)).tasks[0]?.task.state.status).toBe('completed');
  expect(await service.posts(prompt)).toBe(1);
});

test('quitting installs it without starting it, unless the person wants to be asked', async () => {
  const appImage = await installAppImage();

  const app = await LatentApp.launch(profile, { env: asAppImage() });
  const page = await openUpdates(app);
  await page.getByRole('button', { name: 'When I ask' }).click();
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByRole('status')).toHaveText(`Latent ${newer} is ready. It is installed when you choose “Restart now”.`);
  await app.close();
  expect(await readFile(appImage)).toEqual(program(running));

  const later = await LatentApp.launch(profile, { env: asAppImage() });
  await (await openUpdates(later)).getByRole('button', { name: 'Every day' }).click();
  await later.close();
  expect(await readFile(appImage)).toEqual(program(newer));
  expect(await readFile(path.join(profile.home, 'ran'), 'utf8').catch(() => 'never')).toBe('never');
});

test('a start that fails installs what is ready, because nothing else mends such a version', async () => {
  const appImage = await installAppImage();
  const app = await LatentApp.launch(profile, { env: asAppImage() });
  const page = await openUpdates(app);
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByRole('status')).toHaveText(`Latent ${newer} is ready, and is installed when you quit.`);
  await app.kill();
  expect(await readFile(appImage)).toEqual(program(running));

  const history = new DatabaseSync(path.join(profile.userData, 'latent.db'));
  // A newer version wrote it.
  history.exec('PRAGMA user_version = 99; CREATE TABLE later (a)');
  history.close();
  const { child, output } = startDirectly(profile, ['-r', path.join(import.meta.dirname, '../support/tell-life.cjs')], asAppImage());
  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(output()).toContain('told: Latent');
  expect(await readFile(appImage)).toEqual(program(newer));
});

test('what is new is said once in a corner, and the words of the feed stay in Settings', async () => {
  await mkdir(profile.userData, { recursive: true });
  const release = { version: running, date: '2026-11-20T10:00:00.000Z', notes, page: null };
  await writeFile(path.join(profile.userData, 'updates.json'), JSON.stringify({ place: 1, checkedAt: Date.now(), ready: null, installing: null, release, ran: '0.0.9', news: null }));
  await writeFile(path.join(profile.userData, 'view-state.json'), JSON.stringify({ ran: '0.0.9' }));
  const app = await LatentApp.launch(profile, { env: withFeed() });
  await expect(app.page.getByRole('complementary', { name: `New in Latent ${running}` })).toBeVisible();
  await app.close();

  const later = await LatentApp.launch(profile, { env: withFeed() });
  const page = await openUpdates(later);
  await expect(page.getByRole('heading', { name: 'What is new in this version' })).toBeVisible();
  await expect(later.page.locator('[data-toast], [data-news]')).toHaveCount(0);
  await page.getByRole('button', { name: 'What is new' }).click();
  await expect(later.page.getByRole('dialog')).toContainText('Faster thumbnails');
  expect(await asked()).toEqual([]);
});

test('a damaged file of updates loses nothing, and the next check finds all again', async () => {
  await mkdir(profile.userData, { recursive: true });
  await writeFile(path.join(profile.userData, 'updates.json'), '{"place": 1, "checked');
  await feed.publish(manifestOf(newer, null, { files: { [target]: fileOf(name, program(newer)) } }));
  const app = await LatentApp.launch(profile, { env: withFeed() });
  const page = await openUpdates(app);
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByRole('status')).toContainText(`Latent ${newer} is available`);
});
