import { randomUUID } from 'node:crypto';
import type { Locator } from '@playwright/test';
import type { Account } from '../../shared/account.ts';
import { axeFaults } from '../support/axe.ts';
import { withSharedServedApp } from '../support/fresh-app.ts';
import { samplePictures } from '../support/sample-pictures.ts';
import { expect, test } from '../support/test.ts';
import { placeFaults } from '../support/window-faults.ts';

/** What pictures of a paid account cost, as each room says it. */

const served = withSharedServedApp();
const picture = { base64: samplePictures[0]?.bytes.toString('base64') ?? '' };
const told = { id: '$ID', status: 'completed', data: [{ url: '$IMAGE' }], usage: { credits_used: 0.05 } };

const paid = async (): Promise<Account> => (await served.app.accounts()).find(({ kind }) => kind === 'service') as Account;
const request = (prompt: string, model = 'fixed') => ({ model, size: '1024x1024', quality: 'low', prompt });
const send = async (prompt: string, model?: string): Promise<unknown> => served.app.call('tasksSubmit', { accountId: (await paid()).id, request: request(prompt, model), taskIds: [randomUUID()], retryOf: null });
const inspector = (): Locator => served.app.page.getByRole('complementary', { name: 'Inspector' });

/** Five tasks of all outcomes, once for all tests of this app. */
async function sendAll(): Promise<void> {
  const { app, service } = served;
  if ((await app.history()).total > 0) return;
  const { id, options } = await paid();
  await app.call('accountsSetOptions', { accountId: id, options: { ...options, unit: 'USD' } });
  // What the service says of "told" is learned for its model.
  await app.call('pricesSet', { accountId: id, rows: [{ model: '*', size: '*', quality: '*', amount: '0.04' }] });
  await service.script('four foxes', { processing: 0, images: [picture, picture, picture, picture] });
  await service.script('told', { processing: 0, images: [picture], query: [{ body: { json: told } }] });
  await service.script('refused', { submit: [{ status: 422 }] });
  await service.script('lost', { submit: [{ status: 500 }] });
  await service.script('broken', { processing: 0, end: { failed: { message: 'no' } } });
  for (const [prompt, model] of [['four foxes'], ['told', 'learned'], ['refused'], ['lost'], ['broken']] as const) await send(prompt, model);
  await expect(app.pictures).toHaveCount(5);
  for (const status of ['unknown', 'failed', 'rejected']) await expect(app.tile(status)).toHaveCount(1);
}

test.beforeEach(async () => {
  await served.app.resize(1280, 800);
  await served.app.renew();
  await sendAll();
});

test('in the gallery: a picture, a selection and all that is shown; each task once', async () => {
  const { app } = served;
  const { page } = app;
  await expect(app.tile('unknown').locator('[data-money]')).toHaveText('Unknown whether charged (≈ $0.04)');
  await expect(app.tile('failed').locator('[data-money]')).toHaveText('May have been charged (≈ $0.04)');
  await expect(app.tile('rejected').locator('[data-money]')).toHaveText('Should not be charged');
  await app.hideProblems();

  const sheet = page.getByRole('grid', { name: 'Pictures' });
  await sheet.getByRole('gridcell', { name: 'told' }).click();
  await expect(inspector().getByText('$0.05', { exact: true })).toBeVisible();
  await sheet.getByRole('gridcell', { name: 'four foxes' }).first().click();
  await expect(inspector().getByText('≈ $0.04 for 4 pictures', { exact: true })).toBeVisible();
  await inspector().getByRole('button', { name: 'Technical' }).click();
  await expect(inspector().getByText('≈ $0.04, estimated when it was sent')).toBeVisible();
  await inspector().getByRole('button', { name: 'Technical' }).click();

  await page.getByRole('button', { name: 'Cost…' }).click();
  await expect(page.getByRole('button', { name: '≈ $0.09 spent on 2 tasks' })).toBeVisible();
  await sheet.getByRole('gridcell', { name: 'four foxes' }).first().click();
  await page.keyboard.press('ControlOrMeta+a');
  await expect(inspector().getByText('≈ $0.09 spent on 2 tasks')).toBeVisible();
  await page.getByRole('combobox', { name: 'Search pictures' }).fill('cost:0.05 ');
  await expect(app.pictures).toHaveCount(1);
  await expect(page.getByRole('button', { name: '$0.05 spent on 1 task', exact: true })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('combobox', { name: 'Search pictures' }).fill('');
  await expect(app.pictures).toHaveCount(5);
});

test('in the history: a column, the rows that are selected and all that are shown', async () => {
  const { app } = served;
  const { page } = app;
  await app.hideProblems();
  await page.keyboard.press('ControlOrMeta+2');
  const costs = async (): Promise<readonly string[]> => {
    const at = await page.getByRole('columnheader', { name: 'Cost' }).getAttribute('aria-colindex');
    const rows = page.getByRole('treegrid', { name: 'History' }).locator('[role="rowgroup"] [role="row"]');
    const cells = await rows.evaluateAll((all, index) => all.map((row) => (row as unknown as { querySelectorAll(of: string): ArrayLike<{ readonly textContent: string }> }).querySelectorAll('[role="gridcell"]')[index]?.textContent ?? ''), Number(at) - 1);
    return cells.toSorted();
  };
  await expect.poll(costs).toEqual(['$0.05', 'not charged', '≈ $0.04', '≈ $0.04', '≈ $0.04']);
  await page.getByRole('button', { name: 'Cost…' }).click();
  await expect(page.getByRole('button', { name: '≈ $0.17 spent on 5 tasks' })).toBeVisible();
  for (const [width, height] of [[640, 400], [900, 600]] as const) {
    await app.resize(width, height);
    await expect.configure({ soft: true, timeout: 10_000 }).poll(() => placeFaults(page), `${width}×${height}`).toEqual([]);
  }
  await app.resize(1280, 800);
  await page.getByRole('columnheader', { name: 'Cost' }).getByRole('button').click();
  await expect(page.getByRole('row').nth(1)).toContainText('told');
  await page.getByRole('row').filter({ hasText: 'told' }).click();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByRole('toolbar', { name: 'Selected tasks' })).toContainText('2 selected · ≈ $0.09 spent on 2 tasks');
});

test('in the queue: what each task and each batch is expected to cost', async () => {
  const { app } = served;
  const { page } = app;
  await app.changeSettings({ queueStopped: true });
  await send('waits one');
  await send('waits two', 'learned');
  await app.call('tasksSubmitBatch', { batchId: randomUUID(), accountId: (await paid()).id, name: 'Herons', recipe: { from: 'list' }, tasks: ['h1', 'h2', 'h3'].map((prompt) => ({ taskId: randomUUID(), retryOf: null, request: request(prompt) })) });
  await page.keyboard.press('ControlOrMeta+5');
  await expect(page.locator('[data-task-status="queued"]').filter({ hasText: 'waits one' })).toContainText('≈ $0.04');
  // The price that was learned.
  await expect(page.locator('[data-task-status="queued"]').filter({ hasText: 'waits two' })).toContainText('≈ $0.05');
  await expect(page.getByRole('row', { name: /^Batch Herons/ })).toContainText('≈ $0.12 for the rest');
  await expect(page.getByRole('main')).toContainText('5 tasks are waiting · ≈ $0.21');
  // In the gallery too, a batch says what its tasks will cost, as a single task does.
  await page.keyboard.press('ControlOrMeta+1');
  await expect(page.getByRole('row', { name: /^3 tasks: .*Herons/ })).toContainText('≈ $0.12');
  await page.keyboard.press('ControlOrMeta+5');
  await app.resize(640, 400);
  await expect.configure({ timeout: 10_000 }).poll(() => placeFaults(page)).toEqual([]);
  await app.resize(1280, 800);
});

test('in Spending: the card says what is estimated, and names every outcome', async () => {
  const { app } = served;
  const { page } = app;
  await page.keyboard.press('ControlOrMeta+6');
  const figures = page.getByRole('definition');
  await expect(page.getByText('≈ $0.17', { exact: true }).first()).toBeVisible();
  await expect(figures.filter({ hasText: '2 made · 1 failed · 1 refused · 1 with unknown outcome' })).toHaveCount(1);
  await expect(page.getByRole('row', { name: 'Total' })).toContainText('≈ $0.17');
});
