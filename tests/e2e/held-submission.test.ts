import { randomUUID } from 'node:crypto';
import type { Account } from '../../shared/account.ts';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { startScriptedService, type ScriptedService } from '../support/scripted-service.ts';
import { expect, test } from '../support/test.ts';

/** Sixteen of one request, which the service refuses for its size: one POST, and fifteen that wait for the person's word. */

const key = 'sk-e2e-held-0123456789';
const request = { model: 'm', prompt: 'a size that is refused', size: '12345x7', quality: 'low' };
const taskIds = Array.from({ length: 16 }, () => randomUUID());

let profile: Profile;
let service: ScriptedService;
test.beforeEach(async () => {
  profile = await createProfile();
  service = await startScriptedService({ key });
  await service.script(request.prompt, { submit: [{ status: 422, body: { json: { error: { code: 'invalid_size', message: 'No such size.' } } } }, null], processing: 0, images: [] });
});
test.afterEach(async () => {
  await service.stop();
  await profile.remove();
});

/** How many tasks are in each state; of the queued ones, why. */
async function states(app: LatentApp): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const { task } of (await app.history()).tasks) {
    const word = task.state.status === 'queued' ? task.state.waitingFor : task.state.status;
    counts[word] = (counts[word] ?? 0) + 1;
  }
  return counts;
}

async function held(app: LatentApp): Promise<readonly string[]> {
  return (await app.history()).tasks.flatMap(({ task }) => (task.state.status === 'queued' && task.state.waitingFor === 'held' ? [task.id] : []));
}

async function submitSixteen(): Promise<LatentApp> {
  const app = await LatentApp.launch(profile);
  await app.addAccount(service.url, key);
  const account = (await app.accounts()).find(({ kind }: Account) => kind === 'service');
  await app.call('tasksSubmit', { accountId: account?.id, request, taskIds, retryOf: null });
  await expect.poll(() => states(app)).toEqual({ rejected: 1, held: 15 });
  expect(await service.posts(request.prompt)).toBe(1);
  return app;
}

test('a held task survives a kill, and is sent when released', async () => {
  const app = await submitSixteen();
  await app.kill();
  const again = await LatentApp.launch(profile);
  expect(await states(again)).toEqual({ rejected: 1, held: 15 });
  expect(await service.posts(request.prompt)).toBe(1);
  await again.call('tasksRelease', { taskIds: await held(again) });
  await expect.poll(() => states(again)).toEqual({ rejected: 1, completed: 15 });
  expect(await service.posts(request.prompt)).toBe(16);
  await again.close();
});

test('cancelled tasks are not sent, nor are they after an undo', async () => {
  const app = await submitSixteen();
  const waiting = await held(app);
  await app.call('tasksWithdraw', { taskIds: waiting });
  expect(await states(app)).toEqual({ rejected: 1, withdrawn: 15 });
  await app.call('tasksRequeue', { taskIds: waiting });
  expect(await states(app)).toEqual({ rejected: 1, held: 15 });
  expect(await service.posts(request.prompt)).toBe(1);
  await app.close();
});

test('sending what is on hold asks first, with account and number', async () => {
  const app = await submitSixteen();
  const group = app.page.getByRole('row', { name: /^15 tasks/ });
  const question = app.page.getByRole('dialog', { name: 'Generate 15 with Studio?' });
  await group.getByRole('button', { name: 'Send 15 anyway' }).click();
  await expect(question).toContainText('may be charged');
  await app.page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  expect(await states(app)).toEqual({ rejected: 1, held: 15 });
  expect(await service.posts(request.prompt)).toBe(1);

  await group.getByRole('button', { name: 'Send 15 anyway' }).click();
  await question.getByRole('button', { name: 'Generate 15' }).click();
  await expect.poll(() => states(app)).toEqual({ rejected: 1, completed: 15 });
  await app.close();
});
