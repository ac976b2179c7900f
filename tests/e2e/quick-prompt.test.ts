import type { Account } from '../../shared/account.ts';
import type { Snapshot } from '../../shared/ipc/api.ts';
import { withSharedAppAndNewAccount } from '../support/fresh-app.ts';
import { QuickDriver, shortcut } from '../support/quick-driver.ts';
import { expect, test } from '../support/test.ts';

/** A second place that buys: the small field that a shortcut of the whole system opens. It sends what the compose bar would, asks what the bar asks, and once. */

const served = withSharedAppAndNewAccount();
let quick: QuickDriver;

const paid = async (): Promise<Account> => (await served.app.accounts()).find(({ kind, removed }) => kind === 'service' && !removed) as Account;
const setPrice = async (amount: string): Promise<unknown> => served.app.call('pricesSet', { accountId: (await paid()).id, rows: [{ model: '*', size: '*', quality: '*', amount }] });
const posts = async (): Promise<readonly string[]> => (await served.service.requests()).filter(({ method }) => method === 'POST').map(({ body }) => body);

test.beforeEach(async () => {
  quick = new QuickDriver(served.app);
  await served.service.script('*', { processing: 0, images: [] });
  await served.app.changeSettings({ quickShortcut: shortcut });
  await quick.close();
});

test('one press of Enter sends one task with the choices of the account, and the draft in the compose bar stays', async () => {
  const { app } = served;
  await setPrice('1.8');
  await app.prompt.fill('a draft about herons');
  await app.page.getByRole('combobox', { name: 'Model' }).fill('painter-2');
  await app.page.keyboard.press('Tab');
  await quick.open();
  expect(await quick.isInFront('quick')).toBe(true);
  await expect(quick.page.getByRole('combobox', { name: 'Account' })).toContainText('Studio');
  await expect(quick.page.getByText('painter-2 · 1024x1024 · Quality: low')).toBeVisible();
  await expect(quick.page.getByText('1.8 credits')).toBeVisible();
  await quick.write('a lighthouse');
  // Held, and pressed again.
  await quick.page.keyboard.down('Enter');
  await quick.page.keyboard.down('Enter');
  await quick.page.keyboard.down('Enter');
  await quick.page.keyboard.up('Enter');
  await quick.page.keyboard.press('Enter');
  await expect(quick.said).toHaveText(/^Added to the queue · /);
  await expect(quick.field).toHaveValue('');
  await expect.poll(posts).toHaveLength(1);
  expect(JSON.parse((await posts())[0] ?? '')).toMatchObject({ prompt: 'a lighthouse', model: 'painter-2', size: '1024x1024', quality: 'low' });
  // It closes by itself.
  await expect.poll(() => quick.isOpen()).toBe(false);
  expect(await posts()).toHaveLength(1);
  await expect(app.prompt).toHaveValue('a draft about herons');
  expect((await app.history('lighthouse')).tasks[0]?.task.estimate).toBe('1.8');
});

test('Escape and a lost focus keep the text for the next time, also after the page of the window was loaded again', async () => {
  const { app } = served;
  await quick.open();
  await quick.write('a bridge in fog');
  await quick.close();
  await quick.open();
  await expect(quick.field).toHaveValue('a bridge in fog');
  await quick.write('a bridge in the rain');
  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow()?.blur());
  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL().endsWith('/index.html'))?.focus());
  await expect.poll(() => quick.isOpen()).toBe(false);
  await quick.open();
  await expect(quick.field).toHaveValue('a bridge in the rain');
  await quick.close();
  expect(await posts()).toHaveLength(0);
});

test('Enter right after the field has opened sends nothing, and says so', async () => {
  await quick.open();
  await quick.write('a text that nobody has read again');
  await quick.close();
  await quick.pressShortcut();
  await expect.poll(() => quick.isOpen()).toBe(true);
  await quick.page.keyboard.press('Enter');
  await expect(quick.said).toHaveText('Press Enter again to generate.');
  // The release of a key that was pressed in another program.
  await quick.page.waitForTimeout(1_100);
  await quick.page.keyboard.up('Enter');
  expect(await posts()).toHaveLength(0);
  await quick.page.keyboard.press('Enter');
  await expect.poll(posts).toHaveLength(1);
});

test('a question is asked in the main window, with the prompt filled in, and nothing is sent without an answer', async () => {
  const { app } = served;
  const { id, options } = await paid();
  await app.call('accountsSetOptions', { accountId: id, options: { ...options, askAbove: '1' } });
  await setPrice('1.5');
  await app.prompt.fill('a draft about herons');
  await quick.open();
  await quick.write('a dear lighthouse');
  await expect(quick.said).toHaveText('Latent asks you something before it sends this.');
  await quick.field.press('Enter');
  const question = app.page.getByRole('dialog', { name: 'Generate with Studio?' });
  await expect(question).toBeVisible();
  await expect.poll(() => quick.isOpen()).toBe(false);
  expect(await quick.isInFront('index')).toBe(true);
  expect(await posts()).toHaveLength(0);
  await app.page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(app.prompt).toHaveValue('a dear lighthouse');
  expect(await posts()).toHaveLength(0);
  // One undo brings back the draft.
  await app.prompt.press('ControlOrMeta+z');
  await expect(app.prompt).toHaveValue('a draft about herons');
  // The field is empty: its text went to the compose bar.
  await quick.open();
  await expect(quick.field).toHaveValue('');

  await quick.submit('a dearer lighthouse');
  await question.getByRole('button', { name: 'Generate' }).click();
  await expect.poll(posts).toHaveLength(1);
});

test('several tasks are never sent from the field', async () => {
  const { app } = served;
  await app.changeSettings({ askAbove: 100 });
  await quick.open();
  await quick.write('a {red|blue} boat');
  await expect(quick.said).toHaveText(/make several tasks/);
  await quick.field.press('Enter');
  await expect.poll(() => quick.isOpen()).toBe(false);
  await expect(app.prompt).toHaveValue('a {red|blue} boat');
  await expect(app.page.getByRole('button', { name: 'Generate 2' })).toBeVisible();
  expect(await posts()).toHaveLength(0);
});

test('without a key, the field says so and keeps the text', async () => {
  const { app } = served;
  await app.call('accountsForgetKey', { accountId: (await paid()).id });
  await quick.open();
  await quick.submit('a heron');
  await expect(quick.said).toHaveText('This account has no working key.');
  await expect(quick.field).toHaveValue('a heron');
  expect(await posts()).toHaveLength(0);
});

test('a queue on hold and a budget that is used up are said, and the task waits', async () => {
  const { app } = served;
  await app.changeSettings({ queueStopped: true });
  await quick.open();
  await quick.submit('a held heron');
  await expect(quick.said).toHaveText('Added to the queue · The queue is on hold');
  await quick.close();
  expect(await posts()).toHaveLength(0);
  await app.call('tasksWithdraw', { taskIds: (await app.history('held')).tasks.map(({ task }) => task.id) });

  await app.changeSettings({ queueStopped: false });
  await setPrice('3');
  const { id, options } = await paid();
  await app.call('accountsSetOptions', { accountId: id, options: { ...options, budget: { day: null, month: null, total: '2' } } });
  await quick.open();
  await expect(quick.page.getByText('3 credits · 2 credits left')).toBeVisible();
  await quick.submit('a heron too many');
  await expect(quick.said).toHaveText('Added to the queue · Waiting for the budget');
  expect(await posts()).toHaveLength(0);
});

test('the account is changed by keyboard, which shows its price, and a press for another price than it shows sends nothing', async () => {
  const { app, service } = served;
  await setPrice('1.8');
  const { id: studio } = await paid();
  await app.addAccount(service.url, service.key, 'Other');
  await app.call('accountsSelect', { accountId: studio });
  await expect(app.page.getByRole('button', { name: 'Account: Studio' })).toBeVisible();
  await quick.open();
  await expect(quick.page.getByText('1.8 credits')).toBeVisible();
  await quick.page.getByRole('combobox', { name: 'Account' }).focus();
  await quick.page.keyboard.press('ArrowDown');
  await expect(quick.page.getByText('Price unknown')).toBeVisible();
  await quick.page.keyboard.press('ArrowUp');
  await expect(quick.page.getByText('1.8 credits')).toBeVisible();

  // The price changes between what is shown and the press: the page of the window knows, the field does not yet.
  await quick.write('a pier');
  await quick.page.evaluate((text) => {
    const { quick: api } = globalThis as unknown as { quick: { tell(message: unknown): void } };
    api.tell({ kind: 'send', text, offer: 'an offer of before' });
  }, 'a pier');
  await expect(quick.said).toHaveText(/^What would be sent, or its price, has just changed\./);
  expect(await posts()).toHaveLength(0);
  await quick.field.press('Enter');
  await expect.poll(posts).toHaveLength(1);
});

test('in a new profile, no shortcut is registered; one is chosen by pressing it, and conflicts are said', async () => {
  const { app } = served;
  const registered = (keys: string): Promise<boolean> => app.electron.evaluate(({ globalShortcut }, each) => globalShortcut.isRegistered(each), keys);
  await app.changeSettings({ quickShortcut: null });
  expect(await registered(shortcut)).toBe(false);
  await quick.pressShortcut();
  expect(await quick.isOpen()).toBe(false);

  const { page } = app;
  await page.keyboard.press('ControlOrMeta+,');
  await page.getByRole('tab', { name: 'Appearance' }).click();
  const row = page.locator('[data-setting="Shortcut of the quick prompt"]');
  const press = async (keys: string): Promise<void> => {
    await row.getByRole('button', { name: 'Choose keys…' }).or(row.getByRole('button', { name: /^Press the keys/ })).click();
    await page.keyboard.press(keys);
  };
  await press('Control+k');
  await expect(row.getByRole('status')).toHaveText(/^Latent uses these keys already: /);
  await page.keyboard.press('g');
  await expect(row.getByRole('status')).toHaveText(/^Hold Ctrl, Alt/);
  await page.keyboard.press('Escape');
  // Another program has it.
  await app.electron.evaluate(({ globalShortcut }) => {
    Object.assign(globalThis, { register: globalShortcut.register });
    globalShortcut.register = () => false;
  });
  await press('Control+Alt+Space');
  await expect(row.getByRole('status')).toHaveText(/^The system refuses these keys\./);
  await app.electron.evaluate(({ globalShortcut }) => {
    globalShortcut.register = (globalThis as unknown as { register: typeof globalShortcut.register }).register;
  });
  await press('Control+Alt+Space');
  await expect(row.getByRole('status')).toBeEmpty();
  await expect(row.getByText('CtrlAltSpace')).toBeVisible();
  expect(await registered(shortcut)).toBe(true);
  expect(((await app.call('appSnapshot')) as Snapshot).settings.quickShortcut).toBe(shortcut);
  await row.getByRole('button', { name: 'Switch off' }).click();
  await expect.poll(() => registered(shortcut)).toBe(false);
});
