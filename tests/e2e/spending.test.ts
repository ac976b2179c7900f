import { readFile } from 'node:fs/promises';
import path from 'node:path';
import Papa from 'papaparse';
import type { Account } from '../../shared/account.ts';
import { addAmounts, timesAmount } from '../../shared/money/amount.ts';
import { axeFaults } from '../support/axe.ts';
import { withServedApp } from '../support/fresh-app.ts';
import { samplePictures } from '../support/sample-pictures.ts';
import type { TaskScript } from '../support/scripted-service-script.ts';
import { expect, test } from '../support/test.ts';
import { placeFaults } from '../support/window-faults.ts';

const served = withServedApp();
const picture = { base64: samplePictures[0]?.bytes.toString('base64') ?? '' };

/** The service says what a picture costs in its last answer. */
const costing = (credits: number): TaskScript => ({
  processing: 0,
  images: [picture],
  query: [{ body: { json: { id: '$ID', status: 'completed', data: [{ url: '$IMAGE' }], usage: { credits_used: credits } } } }],
});

/** What each prompt asks for, and how its task ends. The price table says 0.1 for a, 0.7 for b, and nothing for c. */
const prompts: Readonly<Record<string, { readonly model: string; readonly count: number; readonly script: TaskScript; readonly costs: string }>> = {
  told: { model: 'a', count: 3, script: costing(0.05), costs: '0.05' },
  silent: { model: 'a', count: 2, script: { processing: 0, images: [picture] }, costs: '0.1' },
  hollow: { model: 'b', count: 1, script: { processing: 0, images: [] }, costs: '0.7' },
  broken: { model: 'b', count: 1, script: { processing: 0, end: { failed: { message: 'no' } } }, costs: '0.7' },
  refused: { model: 'b', count: 1, script: { submit: [{ status: 422 }] }, costs: '0' },
  lost: { model: 'b', count: 1, script: { submit: [{ status: 500 }] }, costs: '0.7' },
  priceless: { model: 'c', count: 1, script: { processing: 0, images: [picture] }, costs: '0' },
};

test('the page’s sums are what the service counted', async () => {
  const { app, service, profile } = served;
  const { page } = app;
  const account = (await app.accounts()).find(({ kind }) => kind === 'service') as Account;
  await page.keyboard.press('ControlOrMeta+6');
  await expect(page.getByRole('heading', { name: 'Nothing has been spent yet' })).toBeVisible();

  await app.call('pricesSet', {
    accountId: account.id,
    rows: [
      { model: 'a', size: '1024x1024', quality: 'low', amount: '0.1' },
      { model: 'b', size: '*', quality: '*', amount: '0.7' },
    ],
  });
  for (const [prompt, { model, count, script }] of Object.entries(prompts)) {
    await service.script(prompt, script);
    await app.call('tasksSubmit', { accountId: account.id, request: { model, size: '1024x1024', quality: 'low', prompt }, taskIds: Array.from({ length: count }, () => crypto.randomUUID()), retryOf: null });
  }
  let sum = '0';
  for (const [prompt, { count, costs }] of Object.entries(prompts)) {
    await expect.poll(async () => (await app.history(prompt)).tasks.filter(({ task }) => task.endedAt !== null || ['unknown', 'rejected'].includes(task.state.status)).length).toBe(count);
    sum = addAmounts(sum, timesAmount(costs, await service.posts(prompt)));
  }
  expect(sum).toBe('2.45');

  // The page follows without being opened anew.
  const table = page.getByRole('table', { name: 'Spending by day' });
  const total = (name: string): Promise<readonly string[]> => page.getByRole('table', { name }).getByRole('row', { name: 'Total' }).getByRole('cell').allTextContents();
  // Tasks, made, failed, empty, unknown, refused, without a price, said, estimated for the rest, spent, said − estimated.
  const sums = ['10', '6', '1', '1', '1', '1', '1', '0.15', '2.3', '≈ 2.45', '−0.15'];
  await expect.poll(() => total('Spending by day')).toEqual(sums);
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(page.getByText('at least ≈ 2.45 credits')).toBeVisible();
  // Three tasks for 0.15, which were estimated at 0.3. Both are of the same three.
  await expect(page.getByText('For 3 tasks, as the service said or you entered it. Latent had estimated')).toBeVisible();
  // Not what waiting tasks will cost.
  await expect(page.getByText(/^\d+ tasks were sent, and nobody said what they cost\.$/)).toBeVisible();
  await expect(page.getByRole('img', { name: /^Chart of what was spent, by day/ })).toBeVisible();

  await page.getByRole('button', { name: 'Model' }).click();
  const models = page.getByRole('table', { name: 'Spending by model' });
  await expect(models.getByRole('row', { name: /^b / }).getByRole('cell').nth(-2)).toHaveText('≈ 2.1');
  await expect(models.getByRole('row', { name: /^a / }).getByRole('cell').nth(-2)).toHaveText('≈ 0.35');
  expect(await axeFaults(page)).toEqual([]);

  for (const [width, height] of [[640, 400], [900, 600], [2560, 1440]] as const) {
    await app.resize(width, height);
    await expect.configure({ soft: true, timeout: 10_000 }).poll(() => placeFaults(page), `${width}×${height}`).toEqual([]);
  }
  await app.resize(1200, 800);

  // The export has the same sums.
  const file = path.join(profile.home, 'spending.csv');
  await app.electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, file);
  await page.getByRole('button', { name: 'Export…' }).click();
  await expect(page.getByText('Spending exported.')).toBeVisible();
  const { data } = Papa.parse<Record<string, string>>((await readFile(file, 'utf8')).replace('\uFEFF', ''), { header: true, skipEmptyLines: true });
  expect(addAmounts(...data.map((record) => record['spent'] ?? '0'))).toBe('2.45');
  expect(data.reduce((tasks, record) => tasks + Number(record['tasks']), 0)).toBe(10);

  // Another time has its own empty state, which leads back.
  await page.getByRole('combobox', { name: 'Period' }).click();
  await page.getByRole('option', { name: 'Last month' }).click();
  await page.getByRole('button', { name: 'Show all time' }).click();
  await expect.poll(() => total('Spending by model')).toEqual(sums);
});
