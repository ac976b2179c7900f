import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Snapshot } from '../../shared/ipc/api.ts';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { isLongForm } from '../support/long-form.ts';
import { startScriptedService, type ScriptedService } from '../support/scripted-service.ts';
import { expect, test } from '../support/test.ts';

/** A list of thousands of prompts, which Latent is killed over. The long form has ten thousand. */

const count = isLongForm ? 10_000 : 600;
const prompts = Array.from({ length: count }, (_, at) => `A lighthouse, number ${at}`);

let profile: Profile;
let service: ScriptedService;

test.beforeEach(async () => {
  service = await startScriptedService({ key: 'not-a-key-0001' });
  await service.script('*', { processing: 0, images: [] });
  profile = await createProfile();
});

test.afterEach(async () => {
  await service.stop();
  await profile.remove();
});

const posted = async (): Promise<number> => (await service.served(prompts)).reduce((sum, { posts }) => sum + posts, 0);
const waiting = async (app: LatentApp): Promise<number> => ((await app.call('appSnapshot')) as Snapshot).batches[0]?.progress.queued ?? -1;

test(`${count} prompts from a CSV are each sent once, although Latent is killed twice meanwhile`, { tag: '@long' }, async () => {
  if (isLongForm) test.setTimeout(1_800_000);
  let app = await LatentApp.launch(profile, { strip: 'closed' });
  await app.addAccount(service.url, service.key);
  await app.changeSettings({ concurrentSubmissions: 8 });
  const file = path.join(profile.home, 'lighthouses.csv');
  await writeFile(file, `prompt;quality\r\n${prompts.map((prompt) => `"${prompt}";low`).join('\r\n')}\r\n`);
  await app.page.keyboard.press('ControlOrMeta+Shift+l');
  const dialog = app.page.getByRole('dialog', { name: 'List of prompts' });
  await dialog.locator('input[type=file]').setInputFiles(file);
  await dialog.getByRole('button', { name: /^Generate/ }).click();
  await app.page.getByRole('dialog', { name: /with Studio\?$/ }).getByRole('button', { name: /^Generate/ }).click();
  await expect.poll(async () => (await app.history()).total).toBe(count);

  for (const share of [0.2, 0.5]) {
    await expect.poll(posted, { timeout: 300_000, intervals: [50] }).toBeGreaterThan(count * share);
    await app.kill();
    expect(await posted()).toBeLessThan(count);
    app = await LatentApp.launch(profile, { strip: 'closed' });
  }
  await expect.poll(() => waiting(app), { timeout: 600_000 }).toBe(0);

  const served = await service.served(prompts);
  // Tasks that were about to be sent at a kill are unknown, whether or not they arrived. The person decides about them.
  const { tasks: unknown } = await app.history('is:unknown');
  const doubtful = new Set(unknown.map(({ task }) => task.request.prompt));
  expect(doubtful.size).toBeLessThanOrEqual(2 * 8);
  expect(served.filter(({ prompt, posts }) => (doubtful.has(prompt) ? posts > 1 : posts !== 1))).toEqual([]);
  expect((await app.history()).total).toBe(count);
  await app.close();
});
