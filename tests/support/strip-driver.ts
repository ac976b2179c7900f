import { randomUUID } from 'node:crypto';
import type { Outputs } from '../../shared/ipc/api.ts';
import type { LatentApp } from './latent-app.ts';
import type { SeededTask } from './seeded-history.ts';

/** A task that the service stopped. */
export const failedTask = (number: number): SeededTask => ({
  prompt: 'a moderated prompt',
  state: { status: 'failed', remoteId: `failed-${number}`, said: { httpStatus: 200, code: 'moderation', message: 'The picture was stopped.' } },
});

/** Dismisses the tasks that a search finds. Returns a function that shows them again. */
export async function dismissFound(app: LatentApp, search: string): Promise<() => Promise<void>> {
  const { tasks } = await app.history(search);
  const { token } = (await app.call('tasksDismiss', { taskIds: tasks.map(({ task }) => task.id) })) as Outputs['tasks:dismiss'];
  return async () => void (await app.call('undoRun', { token, what: 'undo', agreed: false }));
}

/** Sends tasks together, by default to the account that is there. Resolves to their ids. */
export async function sendTogether(app: LatentApp, prompt: string, count: number, accountId?: string): Promise<string[]> {
  const taskIds = Array.from({ length: count }, () => randomUUID());
  const account = accountId ?? (await app.accounts())[0]?.id;
  const request = { model: 'm', prompt, size: '64x64', quality: 'low' };
  await app.call('tasksSubmit', { accountId: account, request, taskIds, retryOf: null });
  return taskIds;
}

/** Begins a test above pictures: the list is closed, the library is in front, one task is in progress, and nobody is in the sheet. */
export async function beginAbovePictures(app: LatentApp): Promise<void> {
  await app.page.keyboard.press('Escape');
  await app.page.keyboard.press('ControlOrMeta+1');
  await app.resize(1280, 800);
  const close = app.page.getByRole('button', { name: 'Close the list of tasks' });
  if (await close.isVisible()) await close.click();
  await app.hideProblems();
  await app.page.getByRole('button', { name: 'In progress 1', exact: true }).waitFor();
  // Nobody is in the sheet.
  await app.page.mouse.move(1, 1);
  await app.prompt.focus();
}
