import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { startKeyring, type Keyring } from '../support/keyring.ts';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { startScriptedService, type ScriptedService } from '../support/scripted-service.ts';
import { expect, test } from '../support/test.ts';

const canary = 'sk-canary-7f3a91c2d4e85b60';

let profile: Profile;
let service: ScriptedService;
test.beforeEach(async () => {
  profile = await createProfile();
  service = await startScriptedService({ key: canary });
});
test.afterEach(async () => {
  await service.stop();
  await profile.remove();
});

/** Forms in which a key could lie about. */
const forms = [canary, Buffer.from(canary).toString('base64').replace(/=+$/, ''), Buffer.from(canary).toString('hex'), encodeURIComponent(canary)];

async function leaks(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const bytes = await readFile(file);
    if (forms.some((form) => bytes.includes(form))) found.push(file);
  }
  return found;
}

/** Pastes the key in Settings, as a person does. */
async function addAccountInSettings(app: LatentApp, keeping: RegExp | null): Promise<void> {
  const { page } = app;
  await page.keyboard.press('ControlOrMeta+,');
  await page.getByRole('button', { name: /add (an )?account/i }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name', { exact: true }).fill('Studio');
  await form.getByLabel('Base URL').fill(service.url);
  await form.getByLabel('API key', { exact: true }).fill(canary);
  if (keeping !== null) await form.getByRole('radio', { name: keeping }).click();
  await form.getByRole('button', { name: /^(add|save)/i }).click();
  await expect(form).toBeHidden();
}

test.describe('with a keyring', () => {
  let keyring: Keyring;
  test.beforeEach(async () => {
    keyring = await startKeyring();
  });
  test.afterEach(() => keyring.stop());

  test('a pasted key survives a restart, and is stored nowhere as plain text', async () => {
    await service.script('one', { processing: 0, images: [] });
    await service.script('two', { processing: 0, images: [] });
    const app = await LatentApp.launch(profile, keyring);
    await addAccountInSettings(app, null);
    await expect(app.page.getByText(/…5b60/).first()).toBeVisible();
    const heap = await rendererHeap(app);
    for (const form of forms) expect(heap.includes(form)).toBe(false);
    await app.page.keyboard.press('ControlOrMeta+1');
    await app.submit('one');
    await app.confirmSubmission();
    await expect(app.tile('completed')).toHaveCount(1);
    await app.close();
    for (const form of forms) expect(app.output()).not.toContain(form);
    expect(await leaks(profile.home)).toEqual([]);
    const stored = JSON.parse(await readFile(path.join(profile.userData, 'keys.json'), 'utf8')) as { keys: Record<string, { bytes: string }> };
    expect(Object.values(stored.keys).map(({ bytes }) => Buffer.from(bytes, 'base64').subarray(0, 3).toString())).toEqual(['v11']);

    const again = await LatentApp.launch(profile, keyring);
    await again.submit('two');
    await expect(again.tile('completed')).toHaveCount(2);
    await again.close();
  });

  /** Starts the app, with a protected key and a task under way, while the keyring is locked. */
  async function startLocked(): Promise<LatentApp> {
    await service.script('paid for', { processing: 2, images: [] });
    await service.script('new', { processing: 0, images: [] });
    const app = await LatentApp.launch(profile, keyring);
    await addAccountInSettings(app, null);
    await app.page.keyboard.press('ControlOrMeta+1');
    await app.submit('paid for');
    await app.confirmSubmission();
    await expect(app.tile('processing')).toHaveCount(1);
    await app.kill();

    await keyring.lock();
    const locked = await LatentApp.launch(profile, keyring);
    await expect(locked.page.getByText(/\(keyring\) is locked/).first()).toBeVisible();
    const account = (await locked.accounts()).find(({ key }) => key.status === 'unreadable');
    const request = { prompt: 'new', model: '', size: '', quality: '' };
    await locked.call('tasksSubmit', { accountId: account?.id, request, taskIds: [randomUUID()], retryOf: null });
    await expect(locked.tile('queued')).toHaveCount(1);
    await expect(locked.tile('processing')).toHaveCount(1);
    return locked;
  }

  test('a keyring that is unlocked after the start is read within a minute, and all tasks continue', { tag: '@long' }, async () => {
    const app = await startLocked();
    await keyring.unlock();
    await expect(app.tile('completed')).toHaveCount(2);
    expect([await service.posts('paid for'), await service.posts('new')]).toEqual([1, 1]);
    await app.close();
    for (const form of forms) expect(app.output()).not.toContain(form);
    expect(await leaks(profile.home)).toEqual([]);
  });

  test('a keyring that is unlocked after the start is read at “Test”', { tag: '@long' }, async () => {
    const app = await startLocked();
    const [account] = (await app.accounts()).filter(({ kind }) => kind === 'service');
    await expect(app.call('accountsTest', { accountId: account?.id })).rejects.toThrow('key-unreadable');
    await keyring.unlock();
    await app.call('accountsTest', { accountId: account?.id });
    await expect(app.tile('completed')).toHaveCount(2);
    await app.close();
  });
});

test.describe('without a keyring', () => {
  test('Latent says so, and keeps a key for this session only', { tag: '@long' }, async () => {
    await service.script('one', { processing: 0, images: [] });
    const app = await LatentApp.launch(profile);
    await addAccountInSettings(app, /session/i);
    await app.page.keyboard.press('ControlOrMeta+1');
    await app.submit('one');
    await app.confirmSubmission();
    await expect(app.tile('completed')).toHaveCount(1);
    await app.close();
    expect(await leaks(profile.home)).toEqual([]);

    const again = await LatentApp.launch(profile);
    await again.submit('two');
    await expect(again.page.getByText(/no key|key is missing|paste/i).first()).toBeVisible();
    expect(await service.posts('two')).toBe(0);
    await again.close();
  });

  test('a key is stored unprotected only if that was chosen', { tag: '@long' }, async () => {
    const app = await LatentApp.launch(profile);
    await addAccountInSettings(app, /without encryption/i);
    await app.close();
    expect((await leaks(profile.home)).map((file) => path.basename(file))).toEqual(['keys.json']);
    const again = await LatentApp.launch(profile);
    await service.script('kept', { processing: 0, images: [] });
    await again.submit('kept');
    await again.confirmSubmission();
    await expect(again.tile('completed')).toHaveCount(1);
    await again.close();
  });

  test('main refuses to store a key as protected', async () => {
    const app = await LatentApp.launch(profile);
    await expect(app.call('accountsAdd', { name: 'Studio', baseUrl: service.url, key: canary, keeping: 'protected' })).rejects.toThrow('no-keyring');
    await app.close();
  });
});

test('SERVICE_API_KEY is offered at the first start and can be kept as an account', async () => {
  const env = { SERVICE_API_KEY: canary };
  const app = await LatentApp.launch(profile, { env });
  await expect(app.page.getByText(/SERVICE_API_KEY/).first()).toBeVisible();
  expect(await app.electron.evaluate(() => process.env['SERVICE_API_KEY'] ?? null)).toBeNull();
  // Main asks which address it may go to: a page that was taken over could name its own.
  await answerQuestions(app, 1);
  const evil = { name: 'From the environment', baseUrl: 'https://evil.example', keeping: 'session' };
  await expect(app.call('accountsKeepEnvironmentKey', evil)).rejects.toThrow('not-confirmed');
  expect((await app.accounts()).map(({ baseUrl }) => baseUrl)).not.toContain(evil.baseUrl);
  expect((await answerQuestions(app, 0)).join()).toContain('https://evil.example');
  await app.call('accountsKeepEnvironmentKey', { ...evil, baseUrl: service.url });
  expect((await app.accounts()).map(({ baseUrl }) => baseUrl)).toContain(service.url);
  await expect(app.page.getByText(/SERVICE_API_KEY/)).toHaveCount(0);
  await app.close();
});

/** Answers main's questions from now on with their button of that number; returns what was asked so far. */
function answerQuestions(app: LatentApp, response: number): Promise<string[]> {
  return app.electron.evaluate(({ dialog }, answer) => {
    const state = globalThis as unknown as { asked?: string[] };
    const asked = (state.asked ??= []);
    dialog.showMessageBox = ((_window: unknown, { message }: { message: string }) => {
      asked.push(message);
      return Promise.resolve({ response: answer, checkboxChecked: false });
    }) as typeof dialog.showMessageBox;
    return [...asked];
  }, response);
}

/** All that the page's heap holds, as text. */
async function rendererHeap(app: LatentApp): Promise<string> {
  const session = await app.page.context().newCDPSession(app.page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return chunks.join('');
}
