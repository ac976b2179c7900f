import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sha256 } from '../support/bytes.ts';
import { createCommandRig, type CommandRig } from '../support/command-rig.ts';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { startPostgres, type Postgres } from '../support/postgres.ts';
import { dist } from '../support/start-command.ts';
import { expect, test } from '../support/test.ts';

/** What workers made on other computers, in the window of somebody's own. */

let postgres: Postgres;
let rig: CommandRig;
let profile: Profile;
test.beforeEach(async () => {
  [postgres, rig, profile] = await Promise.all([startPostgres(), createCommandRig(path.join(dist, 'latent.cjs')), createProfile()]);
});
test.afterEach(async () => {
  for (const app of LatentApp.running) await app.close();
  await Promise.all([rig.remove(), profile.remove()]);
  await postgres.stop();
});

/** Lets two workers make pictures in a folder, and resolves to their hashes. */
async function madeByWorkers(prompts: readonly string[], library: string): Promise<readonly string[]> {
  const env = { LATENT_QUEUE: postgres.url };
  const workers = ['one', 'two'].map((name) => rig.start(['--profile', path.join(rig.home, name), 'worker', '--name', name, '--at-once', '1', '--tasks', '1', '--library', library], { env }));
  for (const { stdout, stderr } of workers) for (const stream of [stdout, stderr]) stream?.resume();
  const made = await rig.run(['generate', ...prompts, '--size', '256x256', '--model', 'practice-1', '--queue', '--request-id', 'for-the-folder', '--yes', '--json'], { env });
  expect(made.status, made.stderr).toBe(0);
  for (const worker of workers) worker.kill('SIGKILL');
  const { tasks } = made.json<{ tasks: readonly { pictures: readonly string[] }[] }>();
  return Promise.all(tasks.flatMap(({ pictures }) => pictures.map(async (file) => sha256(await readFile(file)))));
}

async function hashesBelow(folder: string): Promise<readonly string[]> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(({ name }) => name.endsWith('.png'));
  return Promise.all(files.map(async ({ parentPath, name }) => sha256(await readFile(path.join(parentPath, name)))));
}

test('pictures of workers in a shared folder are shown with their prompts and ids once it is chosen as the library, beside new ones', { tag: '@long' }, async () => {
  const shared = path.join(rig.home, 'shared');
  const prompts = ['a heron at dawn', 'a fox in snow'];
  const first = await madeByWorkers(prompts, shared);
  expect(await hashesBelow(shared)).toEqual(expect.arrayContaining([...first]));

  const fresh = await LatentApp.launch(profile);
  await fresh.page.keyboard.press('ControlOrMeta+,');
  await fresh.page.getByRole('tab', { name: 'Library' }).click();
  await fresh.electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, shared);
  await fresh.page.getByRole('button', { name: 'Choose…' }).first().click();
  await expect(fresh.page.getByText(shared).first()).toBeVisible();
  await fresh.close();

  const app = await LatentApp.launch(profile);
  await expect.poll(() => app.loadedPictures()).toBe(2);
  const tasks = (await app.history()).tasks.map(({ task }) => task);
  expect(tasks.map(({ request }) => request.prompt).toSorted()).toEqual(prompts.toSorted());
  for (const { request, state } of tasks) expect({ ...state, model: request.model }).toMatchObject({ status: 'completed', remoteId: expect.stringMatching(/./), model: 'practice-1' });
  await app.pictures.first().click();
  await app.submit('a picture of mine');
  await expect.poll(() => app.loadedPictures()).toBe(3);
  await app.close();
  // Nothing that the workers made is changed.
  expect(await hashesBelow(shared)).toEqual(expect.arrayContaining([...first]));
  expect(await hashesBelow(shared)).toHaveLength(3);
});
