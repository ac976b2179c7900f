import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { defaultSettings } from '../../shared/settings.ts';
import { serveHttps, type LocalServer } from '../support/local-server.ts';
import { createProfile, LatentApp, newChoices, type Profile } from '../support/latent-app.ts';
import { hasExited, startDirectly } from '../support/start-directly.ts';
import { expect, test } from '../support/test.ts';

/** What Latent starts with: files of another version or damaged ones, and an environment that weakens it. Neither sends anything by itself. */

let profile: Profile;
test.beforeEach(async () => {
  profile = await createProfile();
});
test.afterEach(() => profile.remove());

const inProfile = (name: string): string => path.join(profile.userData, name);
const tellLife = ['-r', path.join(import.meta.dirname, '../support/tell-life.cjs')];

test('settings with one odd field hold the queue, leave the library where it is, and are named', async () => {
  const library = path.join(profile.home, 'Elsewhere');
  const settings = { ...defaultSettings, ...newChoices, libraryFolder: library, theme: 'dark', queueStopped: true };
  await mkdir(profile.userData);
  await writeFile(inProfile('settings.json'), JSON.stringify(settings));
  let app = await LatentApp.launch(profile);
  await app.close();
  await writeFile(inProfile('settings.json'), JSON.stringify({ ...settings, fromTomorrow: { a: 1 }, libraryFolder: 7, queueStopped: 'perhaps' }));

  app = await LatentApp.launch(profile);
  const notice = app.page.getByRole('alert').filter({ hasText: 'could not read some of its settings' });
  await expect(notice).toContainText('the library folder');
  await expect(notice).toContainText('whether the queue is on hold');
  await expect(app.page.getByText('The queue is on hold. Nothing is sent until you resume it.')).toBeVisible();
  const kept = (await readdir(profile.userData)).filter((name) => name.startsWith('settings.unreadable-'));
  expect(kept).toHaveLength(1);
  await expect(notice).toContainText(kept[0] ?? '?');
  expect(JSON.parse(await readFile(inProfile('settings.json'), 'utf8'))).toMatchObject({ fromTomorrow: { a: 1 }, libraryFolder: library, queueStopped: true, theme: 'dark' });
  await app.close();

  // It is said once, and the queue stays held.
  app = await LatentApp.launch(profile);
  await expect(app.page.getByText('The queue is on hold. Nothing is sent until you resume it.')).toBeVisible();
  await expect(app.page.getByRole('alert').filter({ hasText: 'could not read some of its settings' })).toHaveCount(0);
  await app.close();
});

test('the files of a newer version stay as they are when its history is refused', async () => {
  const app = await LatentApp.launch(profile);
  await app.changeSettings({ theme: 'dark' });
  await app.close();
  const db = new DatabaseSync(inProfile('latent.db'));
  // Otherwise it would be taken for a damaged one.
  db.exec('CREATE TABLE of_tomorrow (a); PRAGMA user_version = 9999');
  db.close();
  const files = { 'settings.json': { ...defaultSettings, ...newChoices, theme: 'sepia', fromTomorrow: 1 }, 'view-state.json': { window: 'wide' }, 'keys.json': { keys: { a: 1 } }, 'view.json': { zoom: 'far' } };
  for (const [name, content] of Object.entries(files)) await writeFile(inProfile(name), JSON.stringify(content));
  const jsonFiles = async (): Promise<readonly string[]> => (await readdir(profile.userData)).filter((name) => name.endsWith('.json')).sort();
  const before = await jsonFiles();

  const instance = startDirectly(profile, tellLife);
  await expect.poll(() => hasExited(instance)).toBe(true);
  expect(instance.output()).toContain('was written by a newer version of Latent');
  for (const [name, content] of Object.entries(files)) expect(await readFile(inProfile(name), 'utf8')).toBe(JSON.stringify(content));
  expect(await jsonFiles()).toEqual(before);
});

test.describe('an environment that weakens connections', () => {
  const key = 'sk-canary-of-the-environment';
  let server: LocalServer;
  let asked: string[];
  test.beforeEach(async () => {
    asked = [];
    server = await serveHttps((request, response) => {
      asked.push(`${request.method ?? ''} ${request.url ?? ''} ${JSON.stringify(request.headers)}`);
      response.end('{}');
    });
  });
  test.afterEach(() => server.stop());

  test('is void: no byte of a key goes to a self-signed server, and the names are in the log', async () => {
    const keyLog = path.join(profile.home, 'keys.log');
    const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0', SSLKEYLOGFILE: keyLog, NODE_DEBUG: 'net', NODE_PATH: profile.home };
    const app = await LatentApp.launch(profile, { env });
    const inMain = await app.electron.evaluate(() => Object.keys(process.env));
    expect(inMain.filter((name) => Object.hasOwn(env, name))).toEqual([]);

    const accountId = await app.addAccount(server.url, key);
    expect(await app.call('accountsTest', { accountId })).toMatchObject({ outcome: 'unreachable' });
    await app.submit('a fox');
    await expect.poll(() => server.connections()).toBeGreaterThanOrEqual(2);
    await expect(app.tile('queued')).toHaveCount(1);
    expect(asked).toEqual([]);
    await app.close();

    const log = await readFile(path.join(profile.userData, 'logs', 'latent.log'), 'utf8');
    expect(log).toMatch(/variables of the environment were removed\s+names=.*NODE_TLS_REJECT_UNAUTHORIZED/);
    for (const name of Object.keys(env)) expect(log).toContain(name);
    expect(log).not.toContain(keyLog);
    await expect(readFile(keyLog)).rejects.toThrow('ENOENT');
  });
});
