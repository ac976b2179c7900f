import { randomUUID } from 'node:crypto';
import { withSharedAppAndNewAccount } from '../support/fresh-app.ts';
import { paintPng } from '../support/paint-png.ts';
import { expect, test } from '../support/test.ts';

/** Delete where it removes nothing says why, in every room, and the trash has no compose bar. */

const served = withSharedAppAndNewAccount();

test('Delete on a task in progress and on a picture in the trash says why nothing happened', async () => {
  const { app, service } = served;
  const { page } = app;
  const account = (await app.accounts()).find(({ kind, removed }) => kind === 'service' && !removed);
  const png = await paintPng({ prompt: 'a finished boat', index: 0, width: 256, height: 256 });
  await service.script('a finished boat', { processing: 0, images: [{ base64: png.toString('base64') }] });
  await service.script('endless', { processing: 1_000_000, images: [] });
  const send = (prompt: string): Promise<unknown> =>
    app.call('tasksSubmit', { accountId: account?.id, request: { model: 'm', prompt, size: '1024x1024', quality: 'low' }, taskIds: [randomUUID()], retryOf: null });
  const statusOf = async (prompt: string) => (await app.history(prompt)).tasks[0]?.task.state.status;
  await send('a finished boat');
  await expect.poll(() => statusOf('a finished boat')).toBe('completed');
  await send('endless');
  await expect.poll(() => statusOf('endless')).toBe('processing');

  const swan = { taskId: randomUUID(), retryOf: null, request: { model: 'm', prompt: 'a swan', size: '1024x1024', quality: 'low' } };
  await service.script('a swan', { processing: 1_000_000, images: [] });
  await app.call('tasksSubmitBatch', { batchId: randomUUID(), accountId: account?.id, name: 'Swans', recipe: { from: 'list' }, tasks: [swan] });
  await expect.poll(() => statusOf('a swan')).toBe('processing');

  const tile = page.locator('[data-strip-panel] [data-row]', { hasText: 'endless' });
  await tile.click();
  await page.keyboard.press('Delete');
  await expect(page.getByText('This task is in progress, so it cannot be dismissed.')).toBeVisible();
  expect(await statusOf('endless')).toBe('processing');

  // Without the message so far.
  await app.renew();
  await page.keyboard.press('ControlOrMeta+5');
  await page.getByRole('treegrid').getByRole('row', { name: /Swans/ }).click();
  await page.keyboard.press('Delete');
  await expect(page.getByText('Nothing is left to cancel')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+2');
  await page.getByRole('treegrid', { name: 'History' }).getByRole('row', { name: /a finished boat/ }).click();
  await page.keyboard.press('Delete');
  await expect(page.getByText('This task cannot be cancelled or dismissed now.')).toBeVisible();
  expect(await statusOf('endless')).toBe('processing');
  await page.keyboard.press('ControlOrMeta+1');

  const boat = page.locator('[data-image-id]');
  await expect(boat).toHaveCount(1);
  await boat.click();
  await page.keyboard.press('Delete');
  await expect.poll(() => app.found('in:trash ')).toBe(1);
  await page.getByRole('button', { name: /^Trash/ }).click();
  await expect(boat).toHaveCount(1);
  await boat.click();
  await page.keyboard.press('Delete');
  await expect(page.getByText('Already in the trash, where pictures stay')).toBeVisible();
  await expect(boat).toBeVisible();

  // Nothing can be made in the trash: no compose bar, and its key buys nothing. The key of the prompt leads back to the library.
  await expect(app.prompt).toBeHidden();
  const before = (await app.history()).total;
  await page.keyboard.press('ControlOrMeta+Enter');
  expect((await app.history()).total).toBe(before);
  await page.keyboard.press('ControlOrMeta+l');
  await expect(app.prompt).toBeFocused();
  await expect(page.locator('[aria-current="page"]')).toHaveText(/^Library/);
});
