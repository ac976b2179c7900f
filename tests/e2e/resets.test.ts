import { randomUUID } from 'node:crypto';
import type { TaskStatus } from '../../shared/task.ts';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { isLongForm } from '../support/long-form.ts';
import { startScriptedService, type ScriptedService } from '../support/scripted-service.ts';
import { expect, test } from '../support/test.ts';

/** Connections that break once a POST was read: one POST each, whatever other sockets lie about to try it on again. */

const resets = isLongForm ? 1_000 : 20;
/** Submitted at a time. */
const batch = 50;

let profile: Profile;
let service: ScriptedService;
test.beforeEach(async () => {
  profile = await createProfile();
  service = await startScriptedService({ key: 'sk-e2e-0123456789-abcdef' });
});
test.afterEach(async () => {
  await service.stop();
  await profile.remove();
});

async function count(app: LatentApp, status: TaskStatus): Promise<number> {
  return (await app.history(`status:${status} `)).total;
}

async function postsInAll(): Promise<number> {
  return (await service.requests()).filter(({ method }) => method === 'POST').length;
}

const watchedPolls = async (): Promise<number> => (await service.requests()).filter(({ path }) => path === '/v1/tasks/watched').length;

test(`${resets} connections reset after the POST was read are ${resets} POSTs, each unknown and never sent again`, { tag: '@long' }, async () => {
  test.setTimeout(600_000 + resets * 1_000);
  await service.script('*', { submit: [{ then: { do: 'reset', after: 'before-answer' } }] });
  // Answered well and with keep-alive: a socket is left over for whoever would use one twice.
  await service.script('watched', { id: 'watched', end: 'never' });
  const app = await LatentApp.launch(profile);
  const accountId = await app.addAccount(service.url, service.key);
  const submit = (prompt: string): Promise<unknown> =>
    app.call('tasksSubmit', { accountId, request: { model: 'm', prompt, size: '64x64', quality: 'low' }, taskIds: [randomUUID()], retryOf: null });

  await submit('watched');
  await expect.poll(watchedPolls).toBeGreaterThanOrEqual(1);
  const prompts = Array.from({ length: resets }, (_, round) => `reset ${round}`);
  for (let from = 0; from < resets; from += batch) {
    const some = prompts.slice(from, from + batch);
    await Promise.all(some.map(submit));
    await expect
      .poll(
        async () => {
          // After three, the account stops until the person says that sending goes on.
          if ((await app.accounts()).some(({ sendingStopped }) => sendingStopped)) await app.call('accountsResumeSending', { accountId });
          return count(app, 'unknown');
        },
        { intervals: [100] },
      )
      .toBe(from + some.length);
  }
  await expect(app.page.getByRole('treegrid', { name: 'Tasks' })).toContainText('Outcome unknown');
  await expect(app.page.getByRole('treegrid', { name: 'Tasks' })).toContainText('Unknown whether charged');
  const served = async (): Promise<readonly number[]> => (await service.served(prompts)).map(({ posts }) => posts);
  expect(await served()).toEqual(prompts.map(() => 1));
  expect(await postsInAll()).toBe(resets + 1);
  await app.close();

  // A new life sends none of them either: by the time that it queries, it has gone on with everything it found.
  const again = await LatentApp.launch(profile);
  const polls = await watchedPolls();
  await expect.poll(watchedPolls).toBeGreaterThanOrEqual(polls + 2);
  expect(await count(again, 'unknown')).toBe(resets);
  expect(await postsInAll()).toBe(resets + 1);
  await again.close();
});
