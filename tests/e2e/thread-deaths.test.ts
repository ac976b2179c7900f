import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { paintPng } from '../support/paint-png.ts';
import { startScriptedService, type ScriptedService } from '../support/scripted-service.ts';
import { expect, test } from '../support/test.ts';

/** The threads of the history die, as they would if memory ran out, while tasks are under way. */

const recordThreads = path.join(import.meta.dirname, '../support/record-threads.cjs');

let profile: Profile;
let service: ScriptedService;
const key = 'sk-e2e-0123456789-abcdef';
test.beforeEach(async () => {
  profile = await createProfile();
  service = await startScriptedService({ key });
});
test.afterEach(async () => {
  await service.stop();
  await profile.remove();
});

/** Ends the present thread for `job`; resolves when it is gone. */
const kill = (app: LatentApp, job: 'serve' | 'read'): Promise<unknown> =>
  app.electron.evaluate(async (_electron, wanted) => {
    const { startedThreads } = globalThis as unknown as { startedThreads: readonly { job: string; kill(): Promise<number> }[] };
    return startedThreads.find((thread) => thread.job === wanted)?.kill();
  }, job);

test('Latent restarts dead threads of the history, says so, loses nothing and sends nothing twice', { tag: '@long' }, async () => {
  const app = await LatentApp.launch(profile, { switches: ['-r', recordThreads] });
  await app.addAccount(service.url, key);
  const prompts = ['a fox', 'an owl', 'a hare', 'a swan'];
  for (const [index, prompt] of prompts.entries()) {
    const png = await paintPng({ prompt, index: 0, width: 256, height: 256 });
    await service.script(prompt, { processing: 1, images: [{ base64: png.toString('base64') }] });
    // Both threads are open again. One that dies while it opens refuses the calls that wait for it, so that task would honestly not be sent.
    await app.call('tasksPrompts', { limit: 1 });
    await app.history();
    await app.submit(prompt);
    expect(await kill(app, index % 2 === 0 ? 'serve' : 'read')).not.toBeUndefined();
  }
  await expect(app.pictures).toHaveCount(prompts.length);
  await expect(app.page.getByText('stopped because of an error and was started again')).toBeVisible();
  for (const prompt of prompts) expect(await service.posts(prompt), prompt).toBe(1);
  // Both threads answer: one reads, the other writes.
  expect(await app.found('owl')).toBe(1);
  expect((await app.history()).total).toBe(prompts.length);
  const id = Number(await app.pictures.first().getAttribute('data-image-id'));
  await app.call('marksSet', { target: { token: null, revision: 0, ranges: [], imageIds: [id] }, mark: { kind: 'rating', rating: 4 } });
  expect(await app.found('rating:4')).toBe(1);
  await app.close();
  const log = await readFile(path.join(profile.userData, 'logs', 'latent.log'), 'utf8');
  for (const thread of ['writer', 'reader']) {
    expect(log).toContain(`the thread of the ${thread} ended`);
    expect(log).toContain(`the thread of the ${thread} was started again`);
  }

  const again = await LatentApp.launch(profile);
  await expect(again.pictures).toHaveCount(prompts.length);
  for (const prompt of prompts) expect(await service.posts(prompt), prompt).toBe(1);
  await again.close();
});
