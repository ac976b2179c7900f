import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withSharedAppAndNewAccount } from '../support/fresh-app.ts';
import type { Account } from '../../shared/account.ts';
import { paintPng } from '../support/paint-png.ts';
import { expect, test } from '../support/test.ts';

const served = withSharedAppAndNewAccount();

/** The system's dialogs answer with this file. */
async function answerDialogs(file: string): Promise<void> {
  await served.app.electron.evaluate(({ dialog }, filePath) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [filePath] });
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, file);
}

async function openPrices(): Promise<void> {
  const { page } = served.app;
  await page.keyboard.press('ControlOrMeta+,');
  await page.getByRole('button', { name: 'More actions for Studio' }).click();
  await page.getByRole('menuitem', { name: 'Prices…' }).click();
}

/** What the service was asked for. */
const posts = async (prompts: readonly string[]): Promise<number> => (await Promise.all(prompts.map((prompt) => served.service.posts(prompt)))).reduce((sum, count) => sum + count, 0);

test('prices come from a CSV file, and a budget of them stops sending to the cent', async () => {
  const { app, service, profile } = served;
  const { page } = app;
  const file = path.join(profile.home, 'prices.csv');
  await writeFile(file, '\uFEFFmodel;size;quality;price\r\ngpt-image;1024x1024;high;0.1\r\ngpt-*;*;*;0,2\r\n*;*;*;unknown\r\n');
  await answerDialogs(file);

  await openPrices();
  const prices = page.getByRole('dialog', { name: 'Prices of “Studio”' });
  await prices.getByRole('textbox', { name: 'Unit' }).fill('usd');
  await prices.getByRole('textbox', { name: 'Unit' }).press('Enter');
  await prices.getByRole('button', { name: 'Import…' }).click();
  await prices.getByRole('button', { name: 'Choose a file…' }).click();
  // Errors are shown by line before anything is replaced.
  await expect(prices.getByRole('status')).toContainText('2 prices found.1 line has an error:');
  await expect(prices.getByRole('status')).toContainText('Line 3: “0,2” is not a price.');
  await prices.getByRole('button', { name: 'Import 2 prices' }).click();
  const table = prices.getByRole('table', { name: 'Prices' });
  await expect(table.getByRole('row').filter({ hasText: 'gpt-image' })).toContainText('$0.10');
  await expect(table.getByRole('row').filter({ hasText: '* (any)' })).toContainText('unknown');

  // The table comes back whole from an export.
  await prices.getByRole('button', { name: 'Export…' }).click();
  await expect.poll(() => readFile(file, 'utf8')).toBe('\uFEFFmodel,size,quality,price\r\ngpt-image,1024x1024,high,0.1\r\n*,*,*,unknown\r\n');

  // The focus comes to what is missing, and then to the next row.
  const [model, price] = [prices.getByRole('textbox', { name: 'Model' }), prices.getByRole('textbox', { name: 'Price' })];
  await price.fill('7');
  await price.press('Enter');
  await expect(prices).toContainText('Name a model, or write * for any.');
  await expect(model).toBeFocused();
  await page.keyboard.type('oil-1');
  await page.keyboard.press('Enter');
  await expect(table.getByRole('row').filter({ hasText: 'oil-1' })).toContainText('$7.00');
  await expect(model).toHaveValue('');
  await expect(model).toBeFocused();

  // Another list is added by Enter's button. What has no undo replaces nothing by a careless press.
  await prices.getByRole('button', { name: 'What changes the price…' }).click();
  await prices.getByRole('textbox', { name: 'Field with the number of pictures' }).press('Escape');
  await expect(prices.getByRole('textbox', { name: 'Field with the number of pictures' })).toHaveCount(0);
  await prices.getByRole('button', { name: 'Import…' }).click();
  await prices.getByRole('textbox').press('Escape');
  await expect(table).toBeVisible();
  await prices.getByRole('button', { name: 'Import…' }).click();
  await prices.getByRole('textbox').fill('model,size,quality,price\nwax-1,*,*,2\n');
  await expect(prices.getByRole('button', { name: 'Replace my 3 prices' })).toHaveClass(/danger/);
  await prices.getByRole('button', { name: 'Add to mine' }).click();
  for (const mine of ['gpt-image', 'oil-1', 'wax-1']) await expect(table.getByRole('row').filter({ hasText: mine })).toHaveCount(1);

  await prices.getByRole('button', { name: 'Close' }).click();
  // As a price or a budget, the unit is not in the undo: Ctrl+Z would change what every amount means, out of sight.
  await page.keyboard.press('ControlOrMeta+z');
  expect((await app.accounts()).find(({ name, removed }) => name === 'Studio' && !removed)?.options.unit).toBe('USD');
  await page.getByRole('button', { name: 'More actions for Studio' }).click();
  await page.getByRole('menuitem', { name: 'Budget…' }).click();
  const budget = page.getByRole('dialog', { name: 'Budget of “Studio”', exact: true });
  await budget.getByRole('textbox', { name: 'Per day (USD)' }).fill('0,3');
  await expect(budget).toContainText('“0,3” is not an amount.');
  await expect(budget.getByRole('button', { name: 'Save' })).toBeDisabled();
  await budget.getByRole('textbox', { name: 'Per day (USD)' }).fill('0.3');
  await expect(budget).toContainText('Spent today: $0.00. Left: $0.30.');
  await budget.getByRole('button', { name: 'Save' }).click();
  await expect(budget).toBeHidden();

  // Three times 0.1 is 0.3, although binary fractions say more.
  const request = { model: 'gpt-image', size: '1024x1024', quality: 'high' };
  const account = (await app.accounts()).find(({ kind, removed }) => kind === 'service' && !removed) as Account;
  const prompts = ['one', 'two', 'three', 'four', 'five'];
  for (const prompt of prompts) await service.script(prompt, { processing: 0, images: [] });
  await app.call('tasksSubmitBatch', {
    batchId: crypto.randomUUID(),
    accountId: account.id,
    name: 'Five',
    recipe: { from: 'list' },
    tasks: prompts.map((prompt) => ({ taskId: crypto.randomUUID(), request: { ...request, prompt }, retryOf: null })),
  });
  await expect.poll(() => posts(prompts)).toBe(3);
  await page.keyboard.press('ControlOrMeta+1');
  const waiting = page.locator('[data-task-status="queued"]');
  await expect(waiting.first()).toContainText('Waiting for the budget');
  expect(await posts(prompts)).toBe(3);
  // The history reads tasks from the disk, where the reason is not stored.
  await page.keyboard.press('ControlOrMeta+2');
  await expect(page.getByRole('row').filter({ hasText: 'four' })).toContainText('Waiting for the budget');
  await page.keyboard.press('ControlOrMeta+1');

  const released = page.getByRole('dialog', { name: /^Generate/ });
  // The sentence leads to the budget; raised by a price, one more goes out.
  await page.getByRole('button', { name: 'Change the budget…' }).first().click();
  await expect(budget).toContainText('Spent today: $0.30. Left: $0.00, waiting tasks need $0.20.');
  await budget.getByRole('textbox', { name: 'Per day (USD)' }).fill('0.1');
  await expect(budget).toContainText('Spent today: $0.30. Over the limit by $0.20.');
  await budget.getByRole('textbox', { name: 'Per day (USD)' }).fill('0.4');
  await budget.getByRole('button', { name: 'Save' }).click();
  // What a higher budget sends is asked for, and a no leaves the budget as it was and what was typed.
  await expect(released).toContainText('One task waits for this change and is sent once it is saved.');
  await expect(released).toContainText('Price$0.10');
  await released.getByRole('button', { name: 'Cancel' }).click();
  await expect(released).toBeHidden();
  await expect(budget.getByRole('textbox', { name: 'Per day (USD)' })).toHaveValue('0.4');
  expect((await app.accounts()).find(({ id }) => id === account.id)?.options.budget.day).toBe('0.3');
  expect(await posts(prompts)).toBe(3);
  await budget.getByRole('button', { name: 'Save' }).click();
  await released.getByRole('button', { name: 'Save and generate 1' }).click();
  await expect(budget).toBeHidden();
  await expect.poll(() => posts(prompts)).toBe(4);
  // No undo could send or hold back anything.
  await expect(page.getByText('Budget of “Studio” changed.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0);

  // The row of the fourth may still be there for a moment.
  await page.getByRole('row', { name: 'Waiting for the budget: five' }).getByRole('button', { name: 'Change the budget…' }).click();
  await budget.getByRole('textbox', { name: 'Per day (USD)' }).fill('0.5');
  await budget.getByRole('button', { name: 'Save' }).click();
  await released.getByRole('button', { name: 'Save and generate 1' }).click();
  await expect.poll(() => posts(prompts)).toBe(5);

  // Without a known price nothing goes out under a budget; entering the price sends it.
  await service.script('priceless', { processing: 0, images: [] });
  await app.call('tasksSubmit', { accountId: account.id, request: { ...request, model: 'other', prompt: 'priceless' }, taskIds: [crypto.randomUUID()], retryOf: null });
  await page.getByRole('button', { name: 'Enter a price…' }).click();
  await expect(prices.getByRole('textbox', { name: 'Model' })).toHaveValue('other');
  await expect(prices.getByRole('textbox', { name: 'Size' })).toHaveValue('1024x1024');
  await expect(prices.getByRole('textbox', { name: 'Price' })).toBeFocused();
  expect(await service.posts('priceless')).toBe(0);
  await page.keyboard.type('0');
  await page.keyboard.press('Enter');
  await released.getByRole('button', { name: 'Save and generate 1' }).click();
  await expect.poll(() => service.posts('priceless')).toBe(1);
  expect(await app.call('spendingSpent', { accountId: account.id })).toEqual({ day: '0.5', month: '0.5', total: '0.5' });
});

test('a task of unknown outcome counts as spent until it is settled, and the settling can be undone', async () => {
  const { app, service } = served;
  const { page } = app;
  const account = (await app.accounts()).find(({ kind, removed }) => kind === 'service' && !removed) as Account;
  const request = { model: 'm', size: '1024x1024', quality: 'low' };
  await app.call('pricesSet', { accountId: account.id, rows: [{ model: '*', size: '*', quality: '*', amount: '1.5' }] });
  await app.call('accountsSetOptions', { accountId: account.id, options: { ...account.options, budget: { day: null, month: null, total: '2' } } });
  await service.script('lost', { submit: [{ status: 500 }] });
  await service.script('next', { processing: 0, images: [] });
  const send = (prompt: string): Promise<unknown> => app.call('tasksSubmit', { accountId: account.id, request: { ...request, prompt }, taskIds: [crypto.randomUUID()], retryOf: null });
  await send('lost');
  await expect.poll(() => app.tile('unknown').count()).toBe(1);
  await send('next');
  await expect(app.tile('queued')).toContainText('Waiting for the budget');
  const spent = (): Promise<unknown> => app.call('spendingSpent', { accountId: account.id });
  expect(await spent()).toEqual({ day: '1.5', month: '1.5', total: '1.5' });

  await page.keyboard.press('ControlOrMeta+2');
  await page.getByRole('row').filter({ hasText: 'lost' }).click();
  await page.getByRole('button', { name: 'Enter the cost…' }).click();
  const question = page.getByRole('dialog', { name: 'Enter the cost of this task' });
  await expect(question.getByRole('button', { name: 'Save' })).toBeDisabled();
  await question.getByRole('button', { name: 'Not charged' }).click();
  await question.getByRole('button', { name: 'Save' }).click();
  // The room that this frees in the budget sends the task that waits.
  const released = page.getByRole('dialog', { name: /^Generate/ });
  await expect(released).toContainText('1.5 credits');
  expect(await service.posts('next')).toBe(0);
  await released.getByRole('button', { name: 'Save and generate 1' }).click();
  await expect(page.getByText('You entered that it was not charged')).toBeVisible();
  await expect.poll(() => service.posts('next')).toBe(1);
  expect(await spent()).toEqual({ day: '1.5', month: '1.5', total: '1.5' });

  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(page.getByText('You entered that it was not charged')).toBeHidden();
  expect(await spent()).toEqual({ day: '3', month: '3', total: '3' });
});

test('the question says that a price is unknown and what follows, and an ended batch says what it cost', async () => {
  const { app, service } = served;
  const { page } = app;
  const account = (await app.accounts()).find(({ kind, removed }) => kind === 'service' && !removed) as Account;
  await app.call('accountsSetOptions', { accountId: account.id, options: { ...account.options, budget: { day: null, month: null, total: '20' }, askAbove: '1' } });
  for (const prompt of ['red', 'blue']) await service.script(prompt, { processing: 0, images: [] });
  const question = page.getByRole('dialog', { name: /^Generate/ });
  await app.submit('{red|blue}');
  await expect(question).toContainText('This may cost more than 1 credit, because not every price is known.');
  await expect(question).toContainText('Priceunknown');
  await expect(question).toContainText('Budget20 credits left');
  await expect(question).toContainText('Those without a known price wait in the queue until you enter a price or the service has named one, because the account has a budget.');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();

  await app.call('pricesSet', { accountId: account.id, rows: [{ model: '*', size: '*', quality: '*', amount: '1.5' }] });
  await expect(page.getByText('2 × 1.5 = 3 credits')).toBeVisible();
  const limit = (total: string): Promise<unknown> => app.call('accountsSetOptions', { accountId: account.id, options: { ...account.options, budget: { day: null, month: null, total }, askAbove: '1' } });
  await limit('2');
  await app.submit('{red|blue}');
  await expect(question).toContainText('The budget has room for 1 of 2. 1 waits until you raise the budget.');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await limit('20');
  await app.submit('{red|blue}');
  await expect(question).toContainText('This costs more than 1 credit.');
  await expect(question).toContainText('Price3 credits');
  await expect(question).not.toContainText('The budget has');
  await expect(question).not.toContainText('until you enter a price');
  await question.getByRole('button', { name: 'Generate 2' }).click();
  // A dialog that is still closing takes no shortcut of the window.
  await expect(question).toBeHidden();
  await page.keyboard.press('ControlOrMeta+5');
  const batch = page.getByRole('row', { name: '2 of 2 tasks done' });
  await expect(batch).toContainText('3 credits');
  await expect(batch).not.toContainText('so far');

  // Why a batch waits is not stored, but a window that opens later says it.
  await app.call('accountsSetOptions', { accountId: account.id, options: { ...account.options, budget: { day: null, month: null, total: '3' } } });
  await app.call('tasksSubmitBatch', {
    batchId: crypto.randomUUID(),
    accountId: account.id,
    name: 'Later',
    recipe: { from: 'list' },
    tasks: ['one', 'two'].map((prompt) => ({ taskId: crypto.randomUUID(), request: { model: 'm', size: '1024x1024', quality: 'low', prompt }, retryOf: null })),
  });
  const waits = page.getByText('The account’s budget of 3 credits has no room for the next task');
  await expect(waits).toBeVisible();
  await page.reload();
  await expect(waits).toBeVisible();
});

test('a paid account says when a price is not known, and leads to where it is entered', async () => {
  const { app } = served;
  const { page } = app;
  const missing = page.getByRole('form', { name: 'New picture' }).getByRole('button', { name: 'Price unknown' });
  await app.call('settingsUpdate', { compose: { model: 'gpt-image', size: '1024x1024', quality: 'high' } });
  await missing.click();
  const prices = page.getByRole('dialog', { name: 'Prices of “Studio”' });
  await expect(prices.getByRole('textbox', { name: 'Model' })).toHaveValue('gpt-image');
  await prices.getByRole('textbox', { name: 'Price' }).fill('0.25');
  await page.keyboard.press('Enter');
  await expect(prices.getByRole('table')).toContainText('0.25');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('form', { name: 'New picture' })).toContainText('0.25 credits');
  await expect(missing).toHaveCount(0);

  // The practice service is free, so nothing is missing.
  await app.call('pricesSet', { accountId: (await app.accounts()).find(({ kind, removed }) => kind === 'service' && !removed)?.id, rows: [] });
  await expect(missing).toBeVisible();
  await app.selectAccount('Practice');
  await expect(missing).toHaveCount(0);
});

test('a price of the person counts before what the service charged, and the table says where they differ', async () => {
  const { app, service } = served;
  const { page } = app;
  const account = (await app.accounts()).find(({ kind, removed }) => kind === 'service' && !removed) as Account;
  const request = { size: '1024x1024', quality: 'high' };
  const base64 = (await paintPng({ prompt: 'a', index: 0, width: 24, height: 16 })).toString('base64');
  const charged = { 'gpt-trial': 0.1, 'gpt-same': 0.5, other: 0.7 };
  await app.call('pricesSet', { accountId: account.id, rows: [{ model: 'gpt-*', size: '*', quality: '*', amount: '0.5' }] });
  for (const [model, credits] of Object.entries(charged)) {
    await service.script(model, { query: [{ body: { json: { id: model, status: 'completed', usage: { credits_used: credits }, output: { data: [{ b64_json: base64 }] } } } }] });
    await app.call('tasksSubmit', { accountId: account.id, request: { ...request, model, prompt: model }, taskIds: [crypto.randomUUID()], retryOf: null });
  }
  await openPrices();
  const row = (model: string) => page.getByRole('table', { name: 'Prices' }).getByRole('row').filter({ hasText: model });
  await expect(row('gpt-trial')).toContainText('0.5 credits');
  await expect(row('gpt-trial')).toContainText('Your price of gpt-* · * (any) · * (any) is 0.5 credits, but the service charged 0.1 credits on');
  await expect(row('other')).toContainText('0.7 credits');
  await expect(row('other')).toContainText('Learned from the service');
  // It says nothing that the rule does not say.
  await expect(row('gpt-same')).toBeHidden();

  await row('gpt-trial').getByRole('button', { name: /^Use the price that the service charged/ }).click();
  await expect(row('gpt-trial')).toContainText('0.1 credits');
  await expect(row('gpt-trial')).not.toContainText('but the service charged');
});

test('a price holds only for requests with the same fields that change it, and each picture is told from each task', async () => {
  const { app } = served;
  const { page } = app;
  const account = (await app.accounts()).find(({ kind, removed }) => kind === 'service' && !removed) as Account;
  const form = page.getByRole('form', { name: 'New picture' });
  await app.call('accountsSetOptions', { accountId: account.id, options: { ...account.options, fields: { n: 4, seed: 1 } } });
  await app.call('pricesSet', { accountId: account.id, rows: [{ model: '*', size: '*', quality: '*', amount: '0.04' }] });
  await app.call('settingsUpdate', { compose: { model: 'gpt-image', size: '1024x1024', quality: 'high' } });
  await form.getByRole('button', { name: 'Price unknown for n = 4' }).click();
  const prices = page.getByRole('dialog', { name: 'Prices of “Studio”' });
  await expect(prices.getByRole('textbox', { name: 'n', exact: true })).toHaveValue('4');
  // The field with the number of pictures is left out, because the price of each holds for any number.
  await prices.getByRole('textbox', { name: 'n', exact: true }).fill('');
  await prices.getByRole('textbox', { name: 'Price', exact: true }).fill('0.03');
  await prices.getByRole('button', { name: 'each picture' }).click();
  await prices.getByRole('button', { name: 'Add', exact: true }).click();
  const row = (name: string) => prices.getByRole('table', { name: 'Prices' }).getByRole('row').filter({ hasText: name });
  await expect(row('gpt-image')).toContainText('0.03 creditseach picture');
  await expect(row('each task')).toContainText('0.04 credits');
  await page.keyboard.press('Escape');
  await expect(form).toContainText('0.12 credits');

  // A further field that changes the price makes it unknown again.
  await openPrices();
  await prices.getByRole('button', { name: 'What changes the price…' }).click();
  await prices.getByRole('textbox', { name: 'Further fields, with commas between' }).fill('resolution, seed');
  await prices.getByRole('form', { name: /^What changes the price/ }).getByRole('button', { name: 'Save' }).click();
  await expect(prices.getByRole('columnheader', { name: 'seed' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+1');
  await expect(form.getByRole('button', { name: 'Price unknown for seed = 1' })).toBeVisible();
});

test('where the budget has room for some, only those can be sent, and the others do not wait', async () => {
  const { app, service } = served;
  const { page } = app;
  const account = (await app.accounts()).find(({ kind, removed }) => kind === 'service' && !removed) as Account;
  await app.call('pricesSet', { accountId: account.id, rows: [{ model: '*', size: '*', quality: '*', amount: '1' }] });
  await app.call('accountsSetOptions', { accountId: account.id, options: { ...account.options, budget: { day: '2', month: null, total: null }, askAbove: '1' } });
  const prompts = ['red', 'blue', 'green'];
  for (const prompt of prompts) await service.script(prompt, { processing: 0, images: [] });
  const question = page.getByRole('dialog', { name: /^Generate/ });
  await app.submit('{red|blue|green}');
  await expect(question).toContainText('The budget has room for 2 of 3. 1 waits and is sent by itself when the daily budget renews.');
  await question.getByRole('button', { name: 'Send only 2' }).click();
  await expect(question).toBeHidden();
  await expect.poll(() => posts(prompts)).toBe(2);
  expect(await Promise.all(prompts.map((prompt) => service.posts(prompt)))).toEqual([1, 1, 0]);
  await expect(page.locator('[data-task-status="queued"]')).toHaveCount(0);
  // The form offers the rest, and does not pay for the first two again unasked.
  await expect(app.prompt).toHaveValue('{red|blue|green}');
  const form = page.getByRole('form', { name: 'New picture' });
  await expect(form).toContainText('2 of these 3 were sent already. “Generate” sends the other one.');
  await expect(form).toContainText('1 credit');
  const waiting = page.locator('[data-task-status="queued"]');
  // A press within a second after the last is a double click, and sends nothing.
  await expect(async () => {
    if ((await waiting.count()) === 0) await form.getByRole('button', { name: 'Generate', exact: true }).click({ timeout: 1_000 });
    await expect(waiting).toHaveCount(1, { timeout: 2_000 });
  }).toPass();
  expect(await posts(prompts)).toBe(2);
  await expect(form.getByRole('button', { name: 'Generate 3' })).toBeVisible();
});

test('a question before sending names everything that the price depends on, also what the service decides', async () => {
  const { app } = served;
  const { page } = app;
  const account = (await app.accounts()).find(({ kind, removed }) => kind === 'service' && !removed) as Account;
  await app.call('accountsSetOptions', { accountId: account.id, options: { ...account.options, askAbove: '1' } });
  await app.changeSettings({ composeByAccount: { [account.id]: { model: '', size: '', quality: 'low', fields: { n: 3, style: 'oil' } } } });
  await app.renew();
  await app.submit('three ships');
  const question = page.getByRole('dialog', { name: 'Generate with Studio?' });
  await expect(question.locator('dl')).toHaveText(/Number1ModelService’s defaultSizeService’s defaultQualitylown3Priceunknown/);
  await page.keyboard.press('Escape');
});
