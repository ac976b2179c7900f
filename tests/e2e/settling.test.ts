import type { Locator } from '@playwright/test';
import type { Account } from '../../shared/account.ts';
import { withSharedAppAndNewAccount } from '../support/fresh-app.ts';
import { expect, test } from '../support/test.ts';

const served = withSharedAppAndNewAccount();

interface Paid {
  readonly account: Account;
  readonly send: (prompt: string) => Promise<unknown>;
  readonly spent: () => Promise<string>;
}

/** An account with a price for everything and a budget. */
async function withBudget(price: string, total: string): Promise<Paid> {
  const { app } = served;
  const account = (await app.accounts()).find(({ kind, removed }) => kind === 'service' && !removed) as Account;
  await app.call('pricesSet', { accountId: account.id, rows: [{ model: '*', size: '*', quality: '*', amount: price }] });
  await app.call('accountsSetOptions', { accountId: account.id, options: { ...account.options, budget: { day: null, month: null, total } } });
  const request = { model: 'm', size: '1024x1024', quality: 'low' };
  return {
    account,
    send: (prompt) => app.call('tasksSubmit', { accountId: account.id, request: { ...request, prompt }, taskIds: [crypto.randomUUID()], retryOf: null }),
    spent: async () => ((await app.call('spendingSpent', { accountId: account.id })) as { total: string }).total,
  };
}

test('what several tasks cost is asked, counts as spent, and is undone to what was noted of each', async () => {
  const { app, service } = served;
  const { page } = app;
  const { send, spent } = await withBudget('1.5', '100');
  for (const prompt of ['lost 1', 'lost 2', 'lost 3']) {
    await service.script(prompt, { submit: [{ status: 500 }] });
    await send(prompt);
    await expect(app.tile('unknown').filter({ hasText: prompt })).toHaveCount(1);
  }
  expect(await spent()).toBe('4.5');
  await app.tile('unknown').filter({ hasText: 'lost 1' }).click({ button: 'right', position: { x: 12, y: 12 } });
  await page.getByRole('menuitem', { name: 'Enter the cost…' }).click();
  const one = page.getByRole('dialog', { name: 'Enter the cost of this task' });
  await expect(one).toContainText('lost 1');
  await one.getByRole('button', { name: 'Charged', exact: true }).click();
  await expect(one.getByRole('button', { name: 'Save' })).toBeDisabled();
  await one.getByRole('textbox', { name: 'Amount (credits)' }).fill('0,25');
  await expect(one).toContainText('“0,25” is not an amount. Write it with a point, such as 0.04.');
  await one.getByRole('textbox', { name: 'Amount (credits)' }).fill('0.25');
  await one.getByRole('button', { name: 'Save' }).click();
  await expect(one).toBeHidden();
  await expect.poll(spent).toBe('3.25');
  await expect(app.tile('unknown').filter({ hasText: 'lost 1' })).toContainText('Entered: 0.25 credits');
  // What is settled is not among what is unknown, and the group offers no second charge first.
  const group = page.getByRole('row', { name: /^3 tasks/ });
  await expect(group).toContainText('Unknown whether charged (≈ 3 credits)');
  await expect(group.locator('[data-offers]').getByRole('button').first()).toHaveText('Enter the cost of 3…');
  for (const width of [640, 900, 1280]) {
    await app.resize(width, 700);
    // Its action stands in the line of its title.
    const row = app.tile('unknown').filter({ hasText: 'lost 2' });
    const centre = async (what: Locator): Promise<number> => what.boundingBox().then((box) => (box ? box.y + box.height / 2 : NaN));
    const [title, action] = await Promise.all([centre(row.getByText('Outcome unknown')), centre(row.getByRole('button', { name: 'Enter the service’s task ID…' }))]);
    expect(Math.abs(title - action), `${width} px`).toBeLessThan(6);
  }

  const dialog = page.getByRole('dialog', { name: 'Enter the cost of 3 tasks' });
  await page.keyboard.press('ControlOrMeta+a');
  await app.tile('unknown').filter({ hasText: 'lost 2' }).click({ button: 'right', position: { x: 12, y: 12 } });
  await page.getByRole('menuitem', { name: 'Enter the cost of 3…' }).click();
  for (const prompt of ['lost 1', 'lost 2', 'lost 3']) await expect(dialog).toContainText(prompt);
  await dialog.getByRole('button', { name: 'Not charged' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('3 tasks marked as not charged.')).toBeVisible();
  await expect.poll(spent).toBe('0');
  await page.getByRole('button', { name: /^Undo/ }).first().click();
  // One was noted before, and the others were not.
  await expect.poll(spent).toBe('3.25');
});

test('an id is looked up before it is attached; a wrong one is refused, attached only on request, and taken back, and the budget follows', async () => {
  const { app, service } = served;
  const { page } = app;
  const { send, spent } = await withBudget('2', '3');
  await service.script('vanished', { submit: [{ status: 500 }] });
  await service.script('made after all', { processing: 0, images: [], submit: [{ status: 500 }] });
  const remoteId = await service.take('made after all');
  await send('vanished');
  const tile = (status: string) => app.tile(status).filter({ hasText: 'vanished' });
  await expect(tile('unknown')).toHaveCount(1);
  const dialog = page.getByRole('dialog', { name: 'Enter the service’s task ID' });
  const look = async (id: string): Promise<void> => {
    await tile('unknown').getByRole('button', { name: 'Enter the service’s task ID…' }).click();
    await dialog.getByRole('textbox', { name: 'Task ID' }).fill(id);
    await dialog.getByRole('button', { name: 'Look it up' }).click();
  };

  await look('no-such-task');
  await expect(dialog).toContainText('The service did not find the ID. Nothing was changed.');
  // An address is not an ID, but has one.
  await app.electron.evaluate(({ clipboard }, text) => clipboard.writeText(text), `${service.url}/v1/tasks/${remoteId}`);
  await dialog.getByRole('textbox', { name: 'Task ID' }).press('ControlOrMeta+v');
  await expect(dialog.getByRole('textbox', { name: 'Task ID' })).toHaveValue(remoteId);
  await expect(dialog).toContainText('The ID in the address that you pasted.');
  await page.keyboard.press('Escape');
  await expect(tile('unknown')).toHaveCount(1);

  await look('no-such-task');
  await dialog.getByRole('button', { name: 'Use this ID anyway' }).click();
  await expect(dialog).toBeHidden();
  await expect(tile('missing')).toContainText('ID not found at the service');
  expect(await spent()).toBe('2');
  await tile('missing').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Take the ID back' }).click();
  await expect(tile('unknown')).toHaveCount(1);
  // Undo and redo act on the id.
  await page.getByRole('button', { name: /^Undo/ }).first().click();
  await expect(tile('processing').or(tile('missing'))).toHaveCount(1);
  await page.keyboard.press('ControlOrMeta+Shift+Z');
  await expect(tile('unknown')).toHaveCount(1);

  await look(remoteId);
  await expect(dialog).toContainText('The service has this task under the ID:');
  await expect(dialog).toContainText('Once a picture of this task is here, the ID can no longer be taken back.');
  await dialog.getByRole('button', { name: 'Use this ID', exact: true }).click();
  await expect(tile('completed')).toContainText('No picture');
  expect(await spent()).toBe('2');
  expect(await service.posts('vanished')).toBe(1);
});

test('an open question follows its tasks, and closes when the id of its task comes', async () => {
  const { app, service } = served;
  const { page } = app;
  const { account, send } = await withBudget('1', '100');
  await service.script('a late one', { submit: [{ status: 500 }] });
  await service.script('found elsewhere', { processing: 0, images: [] });
  const remoteId = await service.take('found elsewhere');
  await send('a late one');
  await expect(app.tile('unknown')).toHaveCount(1);
  await app.tile('unknown').click({ position: { x: 12, y: 12 } });
  await page.keyboard.press('Delete');
  const question = page.getByRole('dialog', { name: 'Dismiss this task?' });
  await expect(question).toBeVisible();
  const { head } = (await app.call('appSnapshot')) as { readonly head: readonly { readonly task: { readonly id: string; readonly accountId: string; readonly request: { readonly prompt: string } } }[] };
  const id = head.find(({ task }) => task.accountId === account.id && task.request.prompt === 'a late one')?.task.id;
  await app.call('tasksAttach', { taskId: id, remoteId, anyway: true });
  await expect(question).toBeHidden();
  await expect(page.getByText('The question was closed, because the task has changed.')).toBeVisible();
});
