import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { paintPng } from '../support/paint-png.ts';
import { pollGaps } from '../support/poll-gaps.ts';
import { startScriptedService, type ScriptedService } from '../support/scripted-service.ts';
import { expect, test } from '../support/test.ts';

/** What was paid for outlives power cuts, patience and keys. Each time: one POST, and the picture arrives. */

let profile: Profile;
let service: ScriptedService;
const key = 'sk-e2e-0123456789-abcdef';
const prompt = 'a fox in snow';

test.beforeEach(async () => {
  profile = await createProfile();
  service = await startScriptedService({ key });
});
test.afterEach(async () => {
  await service.stop();
  await profile.remove();
});

async function scriptPicture(processing: number): Promise<void> {
  const png = await paintPng({ prompt, index: 0, width: 256, height: 256 });
  await service.script(prompt, { processing, images: [{ base64: png.toString('base64') }] });
}

async function expectArrival(app: LatentApp): Promise<void> {
  await expect(app.pictures).toHaveCount(1);
  expect(await service.posts(prompt)).toBe(1);
  expect(await profile.files()).toHaveLength(1);
}

test('killed, it goes on with a task by its ID, and never sends again one that may have arrived', async () => {
  await scriptPicture(2);
  const hanging = 'a fox that hangs';
  await service.script(hanging, { submit: [{ then: { do: 'hang', after: 'before-answer' } }] });
  const app = await LatentApp.launch(profile);
  await app.addAccount(service.url, key);
  await app.submit(prompt);
  await expect(app.tile('processing')).toHaveCount(1);
  await app.submit(hanging);
  await expect(app.tile('submitting')).toHaveCount(1);
  await expect.poll(() => service.posts(hanging)).toBe(1);
  await expect.poll(async () => (await service.requests()).filter(({ method }) => method === 'GET').length).toBe(1);
  await app.kill();

  const again = await LatentApp.launch(profile);
  await expect(again.tile('unknown')).toHaveCount(1);
  await expect(again.page.getByText('Unknown whether charged').first()).toBeVisible();
  // Two queries, at least six seconds, in which a task that waited to be sent would have been sent.
  await expectArrival(again);
  expect(await service.posts(hanging)).toBe(1);
  // Also across the restart, no query comes early.
  const gaps = pollGaps(await service.requests());
  expect(gaps.length).toBeGreaterThanOrEqual(2);
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(3000);
  await again.close();
});

test('after quitting twice during a submission, the task has its id', { tag: '@long' }, async () => {
  const png = await paintPng({ prompt, index: 0, width: 256, height: 256 });
  await service.script(prompt, { submit: [{ delayMs: 1_200, body: { json: { id: '$ID', status: 'processing' } } }], images: [{ base64: png.toString('base64') }] });
  const app = await LatentApp.launch(profile);
  await app.addAccount(service.url, key);
  await app.submit(prompt);
  await expect.poll(() => service.posts(prompt)).toBe(1);
  const ended = new Promise((resolve) => app.electron.process().once('exit', resolve));
  await app.electron.evaluate(({ app: electronApp }) => {
    electronApp.quit();
    setTimeout(() => electronApp.quit(), 200);
  });
  await ended;

  const again = await LatentApp.launch(profile);
  await expectArrival(again);
  await again.close();
});

test('past the watch limit the task is paused, not failed, even after a relaunch, and another query finds its picture', { tag: '@long' }, async () => {
  await scriptPicture(22);
  const app = await LatentApp.launch(profile);
  await app.addAccount(service.url, key);
  await app.call('settingsUpdate', { watchLimitMinutes: 1 });
  await app.submit(prompt);
  await expect(app.tile('paused')).toHaveCount(1);
  await app.kill();

  const queries = async (): Promise<number> => (await service.requests()).filter(({ method }) => method === 'GET').length;
  const before = await queries();
  const again = await LatentApp.launch(profile);
  await expect.poll(queries).toBe(before + 1);
  await expect(again.tile('paused')).toContainText('Taking long');
  const { tasks } = await again.history();
  await again.call('tasksCheck', { taskIds: tasks.map(({ task }) => task.id) });
  await expectArrival(again);
  await again.close();
});

test('after the key is replaced, the same task is queried with the new one', { tag: '@long' }, async () => {
  await scriptPicture(1);
  const app = await LatentApp.launch(profile);
  const accountId = await app.addAccount(service.url, key);
  await app.submit(prompt);
  await expect(app.tile('processing')).toHaveCount(1);
  await service.setKey('sk-e2e-replaced-000000');
  await expect(app.tile('processing')).toContainText('The service refused the key');
  await app.kill();

  const again = await LatentApp.launch(profile);
  await expect(again.tile('processing')).toHaveCount(1);
  const before = (await service.requests()).length;
  await again.page.waitForTimeout(4_000);
  // A refused key is not tried again and again.
  expect((await service.requests()).length).toBe(before);
  await again.call('accountsReplaceKey', { accountId, key: 'sk-e2e-replaced-000000', keeping: 'unprotected' });
  await expectArrival(again);
  await again.close();
});
