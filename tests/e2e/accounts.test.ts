import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import type { Snapshot } from '../../shared/ipc/api.ts';
import { withSharedServedApp } from '../support/fresh-app.ts';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { startScriptedService, type ScriptedService } from '../support/scripted-service.ts';
import { expect, test } from '../support/test.ts';

/** Accounts are added, marked, led to their consoles, removed and brought back in the window. */

const key = 'sk-e2e-accounts-4d5e6f70';

let profile: Profile;
let service: ScriptedService;
let app: LatentApp;

const switcher = (): Locator => app.page.getByRole('button', { name: /^Account: / });
const card = (name: string): Locator => app.page.getByRole('listitem', { name, exact: true });

async function selectedName(): Promise<string | undefined> {
  const { accounts, selectedAccountId } = (await app.call('appSnapshot')) as Snapshot;
  return accounts.find(({ id }) => id === selectedAccountId)?.name;
}

/** Opens the form from the account menu of the compose bar and fills it in. */
async function fillAddForm(typedKey: string, name = 'Studio', url = service.url): Promise<Locator> {
  await switcher().click();
  await app.page.getByRole('menuitem', { name: 'Add account…' }).click();
  const form = app.page.getByRole('dialog', { name: 'Add an account' });
  await form.getByLabel('Name', { exact: true }).fill(name);
  await form.getByLabel('Base URL').fill(url);
  await form.getByLabel('API key', { exact: true }).fill(typedKey);
  await form.getByRole('radio', { name: /without encryption/i }).click();
  return form;
}

async function chooseInCard(name: string, item: string): Promise<void> {
  await card(name).getByRole('button', { name: `More actions for ${name}` }).click();
  await app.page.getByRole('menuitem', { name: item }).click();
}

/** Files of the profile in which the key stands, plain or in base64. */
async function filesWithKey(): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(profile.home, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(path.join(entry.parentPath, entry.name)).catch(() => Buffer.alloc(0));
    if (bytes.includes(key) || bytes.includes(Buffer.from(key).toString('base64').replace(/=+$/, ''))) found.push(entry.name);
  }
  return found;
}

test.describe('at the first start', () => {
  test.beforeEach(async () => {
    profile = await createProfile();
    service = await startScriptedService({ key });
    app = await LatentApp.launch(profile);
  });
  test.afterEach(async () => {
    // First, because Latent waits for the answer to a POST under way before it ends.
    await service.stop();
    await app.close();
    await profile.remove();
  });

  test('an account whose test failed is added only by “Add anyway”, and not used without a question; one that passed is selected', async () => {
    await expect(switcher()).toHaveAccessibleName('Account: Practice, free');
    // Only the account that costs money has a mark.
    const coins = switcher().locator('.lucide-coins');
    await expect(coins).toHaveCount(0);
    const form = await fillAddForm('sk-wrong-0000000000');
    await form.getByRole('button', { name: 'Add account' }).click();
    await expect(form.locator('[data-outcome="key-refused"]')).toBeVisible();
    expect((await app.accounts()).map(({ kind }) => kind)).toEqual(['practice']);
    // Enter tests again, and adds nothing.
    await form.getByLabel('API key', { exact: true }).press('Enter');
    await expect(form.getByRole('button', { name: 'Test again and add' })).toBeEnabled();
    expect((await app.accounts()).map(({ kind }) => kind)).toEqual(['practice']);
    await form.getByRole('button', { name: 'Add anyway' }).click();
    await expect(form).toBeHidden();
    await expect(app.page.getByText('“Studio” is added, but not selected: the test failed.')).toBeVisible();
    expect(await selectedName()).toBe('Practice');
    await expect(switcher()).toHaveAccessibleName('Account: Practice, free');
    await switcher().click();
    await app.page.getByRole('menuitemradio', { name: /^Studio/ }).click();
    const question = app.page.getByRole('dialog', { name: 'Use “Studio” although its test failed?' });
    await expect(question.locator('[data-outcome="key-refused"]')).toBeVisible();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toBeHidden();
    expect(await selectedName()).toBe('Practice');

    const second = await fillAddForm(key, 'Atelier');
    await second.getByRole('button', { name: 'Add account' }).click();
    await expect(second).toBeHidden();
    await expect(switcher()).toHaveAccessibleName('Account: Atelier, paid');
    // The next step is to send something.
    await expect(app.prompt).toBeFocused();
    await expect(coins).toBeVisible();
    expect(await selectedName()).toBe('Atelier');

    // The practice account stays in the menu.
    await switcher().click();
    await app.page.getByRole('menuitemradio', { name: /^Practice/ }).click();
    await expect(switcher()).toHaveAccessibleName('Account: Practice, free');
    expect(await selectedName()).toBe('Practice');
  });

  test('removing an account says what happens to its key and tasks, keeps its name, and can be undone', async () => {
    const accountId = await app.addAccount(service.url, key);
    await app.call('settingsUpdate', { concurrentSubmissions: 1 });
    await service.script('a fox', { end: 'never' });
    await service.script('a raven', { submit: [{ status: 500 }] });
    await service.script('a slow one', { submit: [{ then: { do: 'hang', after: 'before-answer' } }] });
    await app.submit('a fox');
    await expect(app.tile('processing')).toHaveCount(1);
    await app.submit('a raven');
    await expect(app.tile('unknown')).toHaveCount(1);
    await app.submit('a slow one');
    await expect(app.tile('submitting')).toHaveCount(1);
    await app.submit('a heron');
    await expect(app.tile('queued')).toHaveCount(1);
    expect(await filesWithKey()).toEqual(['keys.json']);

    await app.page.keyboard.press('ControlOrMeta+,');
    await chooseInCard('Studio', 'Remove account…');
    const question = app.page.getByRole('dialog', { name: 'Remove “Studio”?' });
    await expect(question).toContainText('…6f70 is deleted');
    await expect(question).toContainText('1 task is waiting. It is cancelled');
    await expect(question).toContainText('2 tasks are in progress.');
    await expect(question).toContainText('1 task has an unknown outcome');
    // It says what is so now.
    const raven = (await app.history('raven')).tasks[0]?.task.id ?? '';
    await app.call('tasksSettle', { costs: [{ taskId: raven, cost: '0' }] });
    await expect(question).not.toContainText('unknown outcome');
    await expect(question).toContainText('1 task is waiting. It is cancelled');
    await question.getByRole('button', { name: 'Remove account' }).click();
    await expect(card('Studio')).toHaveCount(0);
    const removed = app.page.getByRole('region', { name: 'Removed accounts' });
    await expect(removed).toContainText('Studio');

    await expect.poll(filesWithKey).toEqual([]);
    expect(await selectedName()).toBe('Practice');
    await expect.poll(async () => (await app.history('status:withdrawn ')).tasks.map(({ task }) => task.request.prompt)).toEqual(['a heron']);
    expect(await service.posts('a heron')).toBe(0);
    const stopped = (await app.history('fox')).tasks[0]?.task;
    expect(stopped?.state).toMatchObject({ status: 'paused', by: 'user' });
    await expect(app.call('tasksCheck', { taskIds: [stopped?.id ?? ''] })).rejects.toThrow('account-removed');
    await app.page.keyboard.press('ControlOrMeta+2');
    await expect(app.page.getByText('Studio (removed)').first()).toBeVisible();

    await app.page.keyboard.press('ControlOrMeta+,');
    await app.page.keyboard.press('ControlOrMeta+z');
    // It would be sent once there is a key.
    await app.page.getByRole('dialog', { name: 'Put a task of Studio back in the queue?' }).getByRole('button', { name: 'Put back in the queue' }).click();
    await expect(card('Studio')).toContainText('No key.');
    expect((await app.accounts()).find(({ id }) => id === accountId)).toMatchObject({ removed: false, key: { status: 'missing' } });
    await expect.poll(selectedName).toBe('Studio');
    await expect.poll(async () => (await app.history('heron')).tasks[0]?.task.state.status).toBe('queued');
    expect(await filesWithKey()).toEqual([]);
    expect(await service.posts('a heron')).toBe(0);
  });

  test('a removed account that is added again resumes its tasks', async () => {
    const accountId = await app.addAccount(service.url, key);
    await service.script('a fox', { processing: 1000, images: [] });
    await app.submit('a fox');
    await expect(app.tile('processing')).toHaveCount(1);
    await app.call('accountsRemove', { accountId });
    await service.script('a fox', { processing: 0, images: [] });
    await app.page.keyboard.press('ControlOrMeta+,');
    await app.page.getByRole('button', { name: 'Add Studio again…' }).click();
    const form = app.page.getByRole('dialog');
    await expect(form.getByLabel('Base URL')).toHaveValue(service.url);
    await expect(form).toContainText('If you add it again, it continues with its tasks and pictures.');
    await form.getByLabel('API key', { exact: true }).fill(key);
    await form.getByRole('radio', { name: /session/i }).click();
    await form.getByRole('button', { name: 'Add account' }).click();
    await expect(form).toBeHidden();
    expect((await app.accounts()).filter(({ kind }) => kind === 'service').map(({ id }) => id)).toEqual([accountId]);
    await expect.poll(async () => (await app.history('fox')).tasks[0]?.task.state.status).not.toBe('paused');
    expect(await service.posts('a fox')).toBe(1);
  });
});

test.describe('with an account', () => {
  const served = withSharedServedApp();
  test.beforeEach(async () => {
    ({ app, service, profile } = served);
    await app.selectAccount('Studio');
    await app.renew();
  });

  test('a key or address that is typed after a failed test is tested again', { tag: '@long' }, async () => {
    const form = await fillAddForm('sk-wrong-0000000000', 'Atelier');
    await form.getByRole('button', { name: 'Test', exact: true }).click();
    await expect(form.getByRole('button', { name: 'Add anyway' })).toBeEnabled();
    await form.getByLabel('API key', { exact: true }).fill(service.key);
    await form.getByRole('button', { name: 'Add account' }).click();
    await expect(form).toBeHidden();
    expect(await selectedName()).toBe('Atelier');
  });

  test('an account is not added if the person cancels during its test, and a name changed during the test counts', async () => {
    const asked: (() => void)[] = [];
    const slow = createServer((request, response) => {
      asked.push(() => void fetch(`${service.url}${request.url ?? ''}`, { headers: { authorization: request.headers.authorization ?? '' } }).then(async (answer) => response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())));
    }).listen(0, '127.0.0.1');
    await once(slow, 'listening');
    const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
    const form = await fillAddForm(service.key, 'Cancelled', url);
    await form.getByRole('button', { name: 'Add account' }).click();
    await expect.poll(() => asked.length).toBe(1);
    await form.getByRole('button', { name: 'Cancel' }).click();
    await expect(form).toBeHidden();

    const second = await fillAddForm(service.key, 'Atelie', url);
    await second.getByRole('button', { name: 'Add account' }).click();
    await expect.poll(() => asked.length).toBe(2);
    await second.getByLabel('Name', { exact: true }).fill('Atelier');
    for (const answer of asked) answer();
    await expect(second).toBeHidden();
    expect(await selectedName()).toBe('Atelier');
    expect((await app.accounts()).map(({ name }) => name)).not.toContain('Cancelled');
    slow.close();
  });

  test('a pasted address and key are corrected with a word, or refused at their field', async () => {
    const form = await fillAddForm(`\u200bBearer ${service.key}`, 'Pasted', `“${service.url.replace('http://', '')}/v1/images/generations”`);
    await expect(form).toContainText(`Latent uses ${service.url} (`);
    await expect(form).toContainText('Latent uses this key (without invisible characters, without the words before it).');
    await form.getByLabel('API key', { exact: true }).fill('sk-1234****5678');
    await expect(form).toContainText('This is not the whole key');
    await expect(form.getByRole('button', { name: 'Test', exact: true })).toBeDisabled();
    await form.getByLabel('API key', { exact: true }).fill(`Authorization: Bearer ${service.key}`);
    await form.getByLabel('Base URL').fill('https://me:secret@127.0.0.1');
    await form.getByLabel('Name', { exact: true }).focus();
    await expect(form).toContainText('contains a user name or a password');
    await form.getByLabel('Base URL').fill(`${service.url}/v1/tasks/abc?x=1`);
    await form.getByRole('button', { name: 'Add account' }).click();
    await expect(form).toBeHidden();
    expect((await app.accounts()).find(({ name }) => name === 'Pasted')).toMatchObject({ baseUrl: service.url, key: { status: 'present', lastFour: service.key.slice(-4) } });
    expect(await selectedName()).toBe('Pasted');
  });

  test('a test says what answered, and only the service’s own words are about the key', async () => {
    let answer: { readonly status: number; readonly headers: Record<string, string>; readonly body: string } = { status: 200, headers: {}, body: '' };
    const guard = createServer((_request, response) => void response.writeHead(answer.status, answer.headers).end(answer.body)).listen(0, '127.0.0.1');
    await once(guard, 'listening');
    const port = (guard.address() as AddressInfo).port;
    const json = { 'content-type': 'application/json' };
    await app.addAccount(`http://localhost:${port}`, 'sk-e2e-guarded-0001', 'Guarded');
    await app.page.keyboard.press('ControlOrMeta+,');
    const guarded = card('Guarded');
    const tested = async (next: typeof answer): Promise<void> => {
      answer = next;
      await guarded.getByRole('button', { name: 'Test Guarded' }).click();
    };
    await tested({ status: 403, headers: { 'content-type': 'text/html' }, body: '<!doctype html><html><head><title>Just a moment...</title></head></html>' });
    await expect(guarded).toContainText('A web page answers at this address (HTTP 403), and not the service.');
    await expect(guarded).toContainText('The answer says: Just a moment...');
    for (const theme of ['dark', 'light'] as const) {
      await app.changeSettings({ theme });
      await guarded.scrollIntoViewIfNeeded();
      await app.page.screenshot({ path: test.info().outputPath(`failed-test-${theme}.png`) });
    }
    await app.changeSettings({ theme: 'system' });
    await tested({ status: 301, headers: { location: 'https://www.example.com/start?token=1' }, body: '' });
    await expect(guarded).toContainText('This address leads to another (HTTP 301): https://www.example.com/start. The key was not sent there.');
    await tested({ status: 503, headers: json, body: '{"error":"down for maintenance"}' });
    await expect(guarded).toContainText('The service answers with an error (HTTP 503).');
    await expect(guarded).toContainText('The answer says: down for maintenance');
    await tested({ status: 404, headers: json, body: '{"detail":"Not Found"}' });
    await expect(guarded).toContainText('Something answers at this address (HTTP 404), but not as the service does.');
    expect((await app.accounts()).find(({ name }) => name === 'Guarded')?.key.status).toBe('present');
    await tested({ status: 401, headers: json, body: '{"error":"Key expired"}' });
    await expect(guarded).toContainText('The service answers, but refuses the key (HTTP 401).');
    await expect(guarded).toContainText('The service refused this key.');
    await app.page.screenshot({ path: test.info().outputPath('refused-key.png') });
    await tested({ status: 404, headers: json, body: '{"error":"No such task"}' });
    await expect(guarded).toContainText('The service answers and accepts the key.');
    expect((await app.accounts()).find(({ name }) => name === 'Guarded')?.key.status).toBe('present');

    expect(await app.call('accountsTestNew', { baseUrl: `https://localhost:${port}`, key: 'sk-e2e-guarded-0001' })).toEqual({ outcome: 'unreachable', detail: 'ERR_SSL_WRONG_VERSION_NUMBER' });
    guard.close();
  });

  test('a console is shown in full, and opened only by a click, after the person has agreed', async () => {
    const accountId = (await app.accounts()).find(({ name }) => name === 'Studio')?.id;
    await watchBrowser(1);
    const billing = `https://billing.example/${'credits/'.repeat(12)}?account=1`;
    await app.page.keyboard.press('ControlOrMeta+,');
    await chooseInCard('Studio', 'Key and billing consoles…');
    const form = app.page.getByRole('dialog');
    await form.getByLabel('Billing console').fill('http://billing.example');
    await form.getByLabel('Key console').focus();
    await expect(form).toContainText('must begin with https://');
    await expect(form.getByRole('button', { name: 'Save addresses' })).toBeDisabled();
    await form.getByLabel('Billing console').fill(billing);
    await form.getByRole('button', { name: 'Save addresses' }).click();
    await expect(form).toBeHidden();
    await expect(card('Studio')).toContainText(billing);
    for (const address of ['http://a.example', 'https://me:secret@a.example', 'javascript:alert(1)', 'file:///etc/passwd']) {
      await expect(app.call('accountsSetConsoles', { accountId, consoles: { key: address, billing: null } })).rejects.toThrow('console-invalid');
    }

    await service.script('no money', { submit: [{ status: 402, body: { json: { error: { code: 'insufficient_credits', message: 'No credits left' } } } }] });
    await app.page.keyboard.press('ControlOrMeta+1');
    await app.submit('no money');
    await expect.poll(async () => (await app.history('status:rejected ')).total).toBe(1);
    await app.page.keyboard.press('ControlOrMeta+2');
    await app.page.getByRole('row', { name: /no money/ }).first().dblclick();
    const panel = app.page.getByRole('complementary');
    const link = panel.getByRole('link', { name: 'Open the billing console' });
    await expect(panel).toContainText(billing);
    await link.click();
    await expect.poll(browser).toEqual({ asked: [billing], opened: [] });
    await watchBrowser(0);
    await link.click();
    await expect.poll(browser).toEqual({ asked: [billing, billing], opened: [billing] });
    await link.click();
    await expect.poll(browser).toEqual({ asked: [billing, billing], opened: [billing, billing] });
    await expect(app.call('accountsOpenConsole', { accountId, which: 'key' })).rejects.toThrow('not-found');
  });

  test('a link leads to the console when a key or a charge is in question', { tag: '@long' }, async () => {
    const accountId = (await app.accounts()).find(({ name }) => name === 'Studio')?.id;
    await app.call('accountsSetConsoles', { accountId, consoles: { key: 'https://keys.example/', billing: 'https://billing.example/' } });
    await service.script('a raven', { submit: [{ status: 500 }] });
    await app.submit('a raven');
    await app.tile('unknown').dblclick({ position: { x: 90, y: 8 } });
    const inspector = app.page.getByRole('complementary', { name: 'Inspector' });
    await expect(inspector.getByRole('link', { name: 'Open the billing console' })).toBeVisible();
    await inspector.getByRole('button', { name: 'Enter the service’s task ID…' }).click();
    await expect(app.page.getByRole('dialog').getByRole('link', { name: 'Open the billing console' })).toBeVisible();
    await app.page.keyboard.press('Escape');

    await app.page.keyboard.press('ControlOrMeta+,');
    await chooseInCard('Studio', 'Replace key…');
    await expect(app.page.getByRole('dialog').getByRole('link', { name: 'Open the key console' })).toBeVisible();
    await app.page.keyboard.press('Escape');
    // The item that opened it is gone with its menu.
    await expect(card('Studio').getByRole('button', { name: 'More actions for Studio' })).toBeFocused();
    await chooseInCard('Studio', 'Delete key…');
    await app.page.getByRole('dialog').getByRole('button', { name: 'Delete key' }).click();
    await app.page.keyboard.press('ControlOrMeta+1');
    await expect(app.page.getByText('Studio has no key yet')).toBeVisible();
    await expect(app.page.getByRole('link', { name: 'Open the key console' })).toBeVisible();
  });
});

interface Browser {
  readonly asked: readonly string[];
  readonly opened: readonly string[];
}

/** Answers main's questions with their button of that number, and opens no real browser. */
function watchBrowser(response: number): Promise<void> {
  return app.electron.evaluate(({ dialog, shell }, answer) => {
    const state = globalThis as unknown as { browser?: { asked: string[]; opened: string[] } };
    const seen = (state.browser ??= { asked: [], opened: [] });
    dialog.showMessageBox = ((_window: unknown, { detail }: { detail: string }) => {
      seen.asked.push(detail);
      return Promise.resolve({ response: answer, checkboxChecked: false });
    }) as typeof dialog.showMessageBox;
    shell.openExternal = (address: string) => {
      seen.opened.push(address);
      return Promise.resolve();
    };
  }, response);
}

function browser(): Promise<Browser> {
  return app.electron.evaluate(() => (globalThis as unknown as { browser: Browser }).browser);
}
