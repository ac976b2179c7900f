import type { Locator } from '@playwright/test';
import { startKeyring, type Keyring } from '../support/keyring.ts';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { startScriptedService, type ScriptedService } from '../support/scripted-service.ts';
import { expect, test } from '../support/test.ts';
import { windowFaults } from '../support/window-faults.ts';

/** A key in the clipboard is read at the press of a button, by main alone. */

const key = 'sk-clipboard/91c2+7f3a=d4e85b60';
let profile: Profile;
let service: ScriptedService;
let keyring: Keyring;
let app: LatentApp;
test.beforeEach(async () => {
  profile = await createProfile();
  service = await startScriptedService({ key });
  keyring = await startKeyring();
  app = await LatentApp.launch(profile, { ...keyring, isFirst: true });
  // Counts how often main reads the clipboard, and answers its question about the address.
  await app.electron.evaluate(({ clipboard, dialog }) => {
    const state = globalThis as unknown as { reads: number; asked: string[]; answer: number };
    Object.assign(state, { reads: 0, asked: [], answer: 0 });
    const read = clipboard.readText.bind(clipboard);
    clipboard.readText = (...given) => {
      state.reads += 1;
      return read(...given);
    };
    dialog.showMessageBox = (...given: unknown[]) => {
      state.asked.push((given.at(-1) as { message: string }).message);
      return Promise.resolve({ response: state.answer, checkboxChecked: false });
    };
  });
});
test.afterEach(async () => {
  for (const running of LatentApp.running) await running.close();
  await keyring.stop();
  await service.stop();
  await profile.remove();
});

interface InMain {
  readonly reads: number;
  readonly asked: readonly string[];
}
const inMain = (): Promise<InMain> =>
  app.electron.evaluate(() => {
    const { reads, asked } = globalThis as unknown as InMain;
    return { reads, asked };
  });
const copy = (text: string): Promise<void> => app.electron.evaluate(({ clipboard }, copied) => clipboard.writeText(copied), text);
const button = (): Locator => app.page.locator('[data-first-step]').getByRole('button', { name: 'Use the key in the clipboard' });

/** All that the page's heap holds, as text. */
async function heap(): Promise<string> {
  const session = await app.page.context().newCDPSession(app.page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return chunks.join('');
}

test('a key is taken from the clipboard into an account, and the page never has it', async () => {
  const { page } = app;
  await copy(`export SERVICE_API_KEY='${key}'\n`);
  // Nothing reads it before the press: not the start, not a dialog, not the focus.
  await page.keyboard.press('ControlOrMeta+,');
  await page.keyboard.press('ControlOrMeta+1');
  await app.prompt.focus();
  expect((await inMain()).reads).toBe(0);
  await button().click();
  const form = page.getByRole('dialog', { name: 'Use the key in the clipboard' });
  await expect(form).toContainText('The key begins with sk-… and ends in …5b60.');
  await expect(form.getByLabel('API key', { exact: true })).toHaveCount(0);
  expect((await inMain()).reads).toBe(1);
  for (const theme of ['dark', 'light'] as const) {
    await app.changeSettings({ theme });
    expect(await windowFaults(page), theme).toEqual([]);
  }
  await form.getByLabel('Name', { exact: true }).fill('Studio');
  await form.getByLabel('Base URL').fill(service.url);
  await form.getByRole('button', { name: 'Add account' }).click();
  await expect(form).toBeHidden();
  // Main asked, because a page could name an address of its own.
  expect((await inMain()).asked).toEqual([expect.stringContaining(service.url)]);
  await expect(page.locator('[data-first-step="folder"]')).toBeVisible();
  const account = (await app.accounts()).find(({ name }) => name === 'Studio');
  expect(account?.key).toMatchObject({ status: 'present', lastFour: '5b60' });
  const requests = await service.requests();
  expect(requests.map(({ method }) => method)).toEqual(requests.map(() => 'GET'));
  expect(await heap()).not.toContain(key);
  await app.close();
  expect(app.output()).not.toContain(key);
});

test('the form takes it too, keeps what was typed, and sends nothing if the person says no to the address', async () => {
  const { page } = app;
  await app.electron.evaluate(() => Object.assign(globalThis, { answer: 1 }));
  await copy(key);
  await page.locator('[data-first-step]').getByRole('button', { name: 'I have a key…' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name', { exact: true }).fill('Studio');
  await form.getByLabel('Base URL').fill(service.url);
  expect((await inMain()).reads).toBe(0);
  await form.getByRole('button', { name: 'Use the key in the clipboard' }).click();
  await expect(form).toContainText('ends in …5b60');
  await expect(form.getByLabel('Base URL')).toHaveValue(service.url);
  await form.getByRole('button', { name: 'Add account' }).click();
  await expect(form).toContainText('The key was not saved, because you did not confirm its address.');
  expect(await service.requests()).toEqual([]);
  expect((await app.accounts()).map(({ kind }) => kind)).toEqual(['practice']);
});

test('what is no key is refused, and none of it is shown; an empty clipboard is said', async () => {
  const { page } = app;
  const secret = 'Dear diary, the 3rd of May was sunny';
  for (const text of [secret, 'https://example.com/a?token=abcdef0123456789', '/home/me/pictures/portrait-0001.png', 'correct-horse-battery']) {
    await copy(text);
    await button().click();
    await expect(page.locator('[data-toast]')).toContainText('does not look like a key');
    expect(await page.evaluate('document.documentElement.outerHTML')).not.toContain(text);
    await page.locator('[data-toast] [aria-label="Dismiss"]').click();
    await expect(page.locator('[data-toast]')).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  expect(await heap()).not.toContain(secret);
  await app.electron.evaluate(({ clipboard }) => clipboard.clear());
  await button().click();
  await expect(page.locator('[data-toast]')).toContainText('The clipboard has no text.');
  // A key that was taken before is forgotten then.
  await expect(app.call('accountsKeepClipboardKey', { name: 'x', baseUrl: service.url, keeping: 'session' })).rejects.toThrow('not-found');
});
