import { randomUUID } from 'node:crypto';
import type { Outputs } from '../../shared/ipc/api.ts';
import { withSharedServedApp } from '../support/fresh-app.ts';
import { LatentApp } from '../support/latent-app.ts';
import { expect, test } from '../support/test.ts';

/** Sixteen of one request, which the service refuses for its size: one POST, and fifteen that wait for the person's word. */

const served = withSharedServedApp();
test.beforeEach(() => served.app.hideProblems());

/** How many tasks are in each state; of the queued ones, why. */
async function states(search: string): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const { task } of (await served.app.history(search)).tasks) {
    const word = task.state.status === 'queued' ? task.state.waitingFor : task.state.status;
    counts[word] = (counts[word] ?? 0) + 1;
  }
  return counts;
}

async function held(search: string): Promise<readonly string[]> {
  return (await served.app.history(search)).tasks.flatMap(({ task }) => (task.state.status === 'queued' && task.state.waitingFor === 'held' ? [task.id] : []));
}

async function submitSixteen(prompt: string): Promise<void> {
  const { app, service } = served;
  await service.script(prompt, { submit: [{ status: 422, body: { json: { error: { code: 'invalid_size', message: 'No such size.' } } } }, null], processing: 0, images: [] });
  const account = (await app.accounts()).find(({ kind }) => kind === 'service');
  const request = { model: 'm', prompt, size: '12345x7', quality: 'low' };
  await app.call('tasksSubmit', { accountId: account?.id, request, taskIds: Array.from({ length: 16 }, () => randomUUID()), retryOf: null });
  await expect.poll(() => states(prompt)).toEqual({ rejected: 1, held: 15 });
  expect(await service.posts(prompt)).toBe(1);
}

test('cancelled tasks are not sent, nor are they after an undo', async () => {
  const { app, service } = served;
  await submitSixteen('cancelled');
  const waiting = await held('cancelled');
  const { token } = (await app.call('tasksWithdraw', { taskIds: waiting })) as Outputs['tasks:withdraw'];
  expect(await states('cancelled')).toEqual({ rejected: 1, withdrawn: 15 });
  for (const agreed of [false, true]) await app.call('undoRun', { token, what: 'undo', agreed });
  expect(await states('cancelled')).toEqual({ rejected: 1, held: 15 });
  expect(await service.posts('cancelled')).toBe(1);
  await app.call('tasksWithdraw', { taskIds: waiting });
});

test('one that was edited while on hold is cancelled with the others, and is on hold again after an undo', async () => {
  const { app, service } = served;
  await submitSixteen('edited');
  const [first] = await held('edited');
  await app.call('tasksEdit', { taskId: first, request: { model: 'm', prompt: 'edited', size: '512x512', quality: 'low' } });
  await app.page.getByRole('row', { name: 'Waiting', exact: true }).getByRole('button', { name: 'Cancel 15' }).click();
  await expect.poll(() => states('edited')).toEqual({ rejected: 1, withdrawn: 15 });
  await app.page.getByRole('button', { name: 'Undo: cancel 15 tasks' }).click();
  await expect.poll(() => states('edited')).toEqual({ rejected: 1, held: 15 });
  expect(await service.posts('edited')).toBe(1);
  await app.call('tasksWithdraw', { taskIds: await held('edited') });
});

test('sending what is on hold asks first, with account and number', async () => {
  const { app, service } = served;
  await submitSixteen('asked');
  const group = app.page.getByRole('row', { name: /^15 tasks/ });
  const question = app.page.getByRole('dialog', { name: 'Generate 15 with Studio?' });
  await expect(group).toContainText('“No such size.”');
  await group.getByRole('button', { name: 'Send 15 anyway' }).click();
  await expect(question).toContainText('may be charged');
  await app.page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  expect(await states('asked')).toEqual({ rejected: 1, held: 15 });
  expect(await service.posts('asked')).toBe(1);

  await group.getByRole('button', { name: 'Send 15 anyway' }).click();
  await question.getByRole('button', { name: 'Generate 15' }).click();
  await expect.poll(() => states('asked')).toEqual({ rejected: 1, completed: 15 });
});

test('a held task survives a kill, and is sent when released', async () => {
  const { profile, service } = served;
  await submitSixteen('killed');
  await served.app.kill();
  served.app = await LatentApp.launch(profile, { isShared: true });
  expect(await states('killed')).toEqual({ rejected: 1, held: 15 });
  expect(await service.posts('killed')).toBe(1);
  await served.app.call('tasksRelease', { taskIds: await held('killed') });
  await expect.poll(() => states('killed')).toEqual({ rejected: 1, completed: 15 });
  expect(await service.posts('killed')).toBe(16);
});
