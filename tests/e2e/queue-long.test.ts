import { withServedApp } from '../support/fresh-app.ts';
import { TasksDriver } from '../support/tasks-driver.ts';
import { expect, test } from '../support/test.ts';

/** A queue that is longer than its window, in a list without ended batches. */

const served = withServedApp();

const queue = new TasksDriver(served);

test('the list is never empty in sight, and keys bring their row into sight', { tag: '@long' }, async () => {
  const { app } = served;
  const { page } = app;
  await app.resize(900, 600);
  await app.changeSettings({ queueStopped: true });
  for (const name of ['Owls', 'Foxes']) await queue.submitBatch(name, Array.from({ length: 40 }, (_, at) => `${name} ${at + 1}`));
  await page.keyboard.press('ControlOrMeta+5');
  await queue.batch('Foxes').click({ position: { x: 200, y: 12 } });
  await page.keyboard.press('ArrowRight');
  await page.mouse.wheel(0, 5_000);
  await expect(queue.task('Foxes 40')).toBeInViewport();
  await expect(queue.batch('Foxes')).toHaveCount(0);
  // All rows in sight go.
  await page.keyboard.press('ArrowLeft');
  await expect(queue.batch('Foxes')).toBeInViewport();

  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('End');
  await expect(queue.task('Foxes 40')).toBeInViewport();
  // The page opens at the row that keys act on.
  await page.keyboard.press('ControlOrMeta+1');
  await page.keyboard.press('ControlOrMeta+5');
  await expect(queue.task('Foxes 40')).toBeInViewport();
  await page.mouse.wheel(0, -5_000);
  await expect(queue.batch('Owls')).toBeInViewport();
  await page.keyboard.press('ArrowDown');
  await expect(queue.task('Foxes 40')).toBeInViewport();

  // The row that keys act on goes while nobody looks at it: the list stays where it is, and keys go on near that row.
  const id = await queue.task('Foxes 40').getAttribute('data-row');
  await page.mouse.wheel(0, -5_000);
  await expect(queue.batch('Owls')).toBeInViewport();
  await app.call('tasksWithdraw', { taskIds: [id] });
  await expect(page.getByRole('main').getByText('79 tasks are waiting')).toBeVisible();
  await expect(queue.batch('Owls')).toBeInViewport();
  await page.keyboard.press('ArrowUp');
  await expect(queue.task('Foxes 38')).toBeInViewport();
});

test('ten thousand that wait are one line of the strip, and rows that are drawn only in sight', { tag: '@long' }, async () => {
  const { app } = served;
  const { page } = app;
  const { keyboard } = page;
  const waits = (count: string): Promise<void> => expect(page.getByRole('main').getByText(`${count} tasks are waiting`)).toBeVisible();
  await app.changeSettings({ queueStopped: true });
  await queue.submitBatch('Many', Array.from({ length: 10_000 }, (_, at) => `harbour ${at + 1}`));
  await expect(page.getByRole('row', { name: '10,000 tasks: Many' })).toBeVisible();
  await expect(page.locator('[data-strip-panel] [data-row]')).toHaveCount(1);

  await keyboard.press('ControlOrMeta+5');
  await waits('10,000');
  await queue.batch('Many').click({ position: { x: 200, y: 12 } });
  await keyboard.press('ArrowRight');
  await expect(queue.task('harbour 1')).toBeVisible();
  await keyboard.press('End');
  await expect(queue.task('harbour 10000')).toBeInViewport();
  expect(await queue.rows().count()).toBeLessThan(80);

  await keyboard.press('Alt+Home');
  await expect(queue.task('harbour 9999')).toBeVisible();
  await keyboard.press('Home');
  await expect(queue.task('harbour 10000')).toBeInViewport();
  await expect.poll(async () => (await queue.order()).slice(0, 3)).toEqual(['Many', 'harbour 10000', 'harbour 1']);

  await keyboard.press('ArrowDown');
  for (let times = 0; times < 9; times += 1) await keyboard.press('Shift+ArrowDown');
  await keyboard.press('Delete');
  await waits('9,990');
  await expect.poll(async () => (await queue.order()).slice(0, 2)).toEqual(['Many', 'harbour 10']);
  await keyboard.press('Home');
  await keyboard.press('Delete');
  await page.getByRole('button', { name: 'Cancel 9,990 tasks' }).click();
  // Each is written down by itself: some ten seconds alone, and minutes beside five other tests on a slow machine.
  await expect(page.getByRole('main').getByText('Nothing is waiting', { exact: true })).toBeVisible({ timeout: 400_000 });
  expect(await queue.sent()).toBe(0);
});
