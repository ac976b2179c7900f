import { randomUUID } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { withServedApp } from '../support/fresh-app.ts';
import { expect, test } from '../support/test.ts';

/** A queue that is longer than its window, in a list without ended batches. */

const served = withServedApp();

async function submitBatch(name: string, prompts: readonly string[]): Promise<void> {
  const account = (await served.app.accounts()).find(({ kind }) => kind === 'service');
  const tasks = prompts.map((prompt) => ({ taskId: randomUUID(), retryOf: null, request: { model: 'm', prompt, size: '64x64', quality: 'low' } }));
  await served.app.call('tasksSubmitBatch', { batchId: randomUUID(), accountId: account?.id, name, recipe: { from: 'list' }, tasks });
}

const rows = (): Locator => served.app.page.getByRole('treegrid').getByRole('row');
const batch = (name: string): Locator => served.app.page.getByRole('row', { name: `Batch ${name}:` });
const task = (prompt: string): Locator => served.app.page.getByRole('row', { name: new RegExp(`: ${prompt}$`) });
/** The prompts and names of the rows, from the top. */
const order = (): Promise<readonly string[]> => rows().evaluateAll((all) => all.map((row) => (row.ariaLabel ?? '').replace(/^Batch (.*):.*$/, '$1').replace(/^.*: /, '')));
const sent = async (): Promise<number> => (await served.service.requests()).filter(({ method }) => method === 'POST').length;

test('the list is never empty in sight, and keys bring their row into sight', async () => {
  const { app } = served;
  const { page } = app;
  await app.resize(900, 600);
  await app.changeSettings({ queueStopped: true });
  for (const name of ['Owls', 'Foxes']) await submitBatch(name, Array.from({ length: 40 }, (_, at) => `${name} ${at + 1}`));
  await page.keyboard.press('ControlOrMeta+5');
  await batch('Foxes').click({ position: { x: 200, y: 12 } });
  await page.keyboard.press('ArrowRight');
  await page.mouse.wheel(0, 5_000);
  await expect(task('Foxes 40')).toBeInViewport();
  await expect(batch('Foxes')).toHaveCount(0);
  // All rows in sight go.
  await page.keyboard.press('ArrowLeft');
  await expect(batch('Foxes')).toBeInViewport();

  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('End');
  await expect(task('Foxes 40')).toBeInViewport();
  await page.keyboard.press('ControlOrMeta+1');
  await page.keyboard.press('ControlOrMeta+5');
  await expect(batch('Owls')).toBeInViewport();
  await page.keyboard.press('ArrowDown');
  await expect(task('Foxes 40')).toBeInViewport();
});

test('ten thousand that wait are one line of the strip, and rows that are drawn only in sight', { tag: '@long' }, async () => {
  const { app } = served;
  const { page } = app;
  const { keyboard } = page;
  const waits = (count: string): Promise<void> => expect(page.getByRole('main').getByText(`${count} tasks are waiting`)).toBeVisible({ timeout: 60_000 });
  await app.changeSettings({ queueStopped: true });
  await submitBatch('Many', Array.from({ length: 10_000 }, (_, at) => `harbour ${at + 1}`));
  await expect(page.getByRole('row', { name: '10,000 tasks: Many' })).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('[data-strip-panel] [data-line]')).toHaveCount(1);

  await keyboard.press('ControlOrMeta+5');
  await waits('10,000');
  await batch('Many').click({ position: { x: 200, y: 12 } });
  await keyboard.press('ArrowRight');
  await expect(task('harbour 1')).toBeVisible();
  await keyboard.press('End');
  await expect(task('harbour 10000')).toBeInViewport();
  expect(await rows().count()).toBeLessThan(80);

  await keyboard.press('Alt+Home');
  await expect(task('harbour 9999')).toBeVisible();
  await keyboard.press('Home');
  await expect(task('harbour 10000')).toBeInViewport();
  await expect.poll(async () => (await order()).slice(0, 3)).toEqual(['Many', 'harbour 10000', 'harbour 1']);

  await keyboard.press('ArrowDown');
  for (let times = 0; times < 9; times += 1) await keyboard.press('Shift+ArrowDown');
  await keyboard.press('Delete');
  await waits('9,990');
  await expect.poll(async () => (await order()).slice(0, 2)).toEqual(['Many', 'harbour 10']);
  await keyboard.press('Home');
  await keyboard.press('Delete');
  await page.getByRole('button', { name: 'Cancel 9,990 tasks' }).click();
  await expect(page.getByRole('main').getByText('Nothing is waiting', { exact: true })).toBeVisible({ timeout: 60_000 });
  expect(await sent()).toBe(0);
});
