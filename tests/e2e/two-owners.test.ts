import { readdir, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { paintPng } from '../support/paint-png.ts';
import { startScriptedService, type ScriptedService } from '../support/scripted-service.ts';
import { expect, test } from '../support/test.ts';

/** Two profiles with one library folder: one of them writes at a time, the other says for whom it waits, and nothing is lost. */

let first: Profile;
let second: Profile;
let service: ScriptedService;
const slow = 'a slow river';
const quick = 'a quick brook';

test.beforeEach(async () => {
  first = await createProfile();
  second = { ...first, userData: path.join(first.home, 'user-data of another') };
  service = await startScriptedService({ key: 'sk-e2e-0123456789-abcdef' });
});
test.afterEach(async () => {
  await service.stop();
  await first.remove();
});

/** The first one's picture takes about 20 s to arrive, the other's comes at once. */
async function scriptPictures(): Promise<readonly Buffer[]> {
  const [large, small] = await Promise.all([slow, quick].map((prompt) => paintPng({ prompt, index: 0, width: 512, height: 512 })));
  if (!large || !small) throw new Error('no pictures');
  const answer = { headers: { 'content-type': 'image/png' }, body: { base64: large.toString('base64') }, trickle: { bytes: Math.ceil(large.length / 20), everyMs: 1_000 } };
  await service.script(slow, { processing: 0, images: [{ base64: large.toString('base64'), answers: [answer, null] }] });
  await service.script(quick, { processing: 0, images: [{ base64: small.toString('base64') }] });
  return [small, large];
}

async function launch(profile: Profile): Promise<LatentApp> {
  const app = await LatentApp.launch(profile);
  await app.addAccount(service.url, service.key);
  return app;
}

/** The first is in the middle of its picture, and the second has one that waits. */
async function meet(one: LatentApp, other: LatentApp): Promise<void> {
  await one.submit(slow);
  await expect.poll(async () => (await service.requests()).some(({ path: asked }) => asked.startsWith('/pictures/'))).toBe(true);
  await other.submit(quick);
  const notice = other.page.getByRole('alert').filter({ hasText: 'Another copy of Latent is writing to the library folder' });
  await expect(notice).toContainText(first.library);
  await expect(notice).toContainText(`computer ${hostname()}, since`);
  await expect(other.pictures).toHaveCount(0);
}

const inUse = (app: LatentApp) => app.page.getByText('Another copy of Latent is writing', { exact: false });

async function expectBothKept(pictures: readonly Buffer[]): Promise<void> {
  const files = await first.files();
  expect(await Promise.all(files.map((file) => readFile(file)))).toEqual(expect.arrayContaining([...pictures]));
  expect(files).toHaveLength(2);
  for (const prompt of [slow, quick]) expect(await service.posts(prompt)).toBe(1);
  const folder = path.join(first.library, '.latent');
  const [journal, ...others] = await readdir(folder);
  // Nobody holds the library any more, and each picture has its line.
  expect(others).toEqual([]);
  const lines = (await readFile(path.join(folder, journal as string), 'utf8')).trim().split('\n');
  expect(lines.map((line) => JSON.stringify(JSON.parse(line)))).toEqual([expect.stringMatching(/slow river|quick brook/), expect.stringMatching(/slow river|quick brook/)]);
}

test('the second instance names the one that writes, keeps its picture waiting, and saves it when the first is done', { tag: '@long' }, async () => {
  const pictures = await scriptPictures();
  const one = await launch(first);
  const other = await launch(second);
  await meet(one, other);
  await expect(one.pictures).toHaveCount(1);
  await expect(inUse(one)).toHaveCount(0);
  await expect(other.pictures).toHaveCount(1);
  await expect(inUse(other)).toHaveCount(0);
  await expectBothKept(pictures);
  await one.close();
  await other.close();
});

test('an instance that is killed while it writes does not block others for ever, and continues itself', { tag: '@long' }, async () => {
  const pictures = await scriptPictures();
  const one = await launch(first);
  const other = await launch(second);
  await meet(one, other);
  await one.kill();
  await expect(other.pictures).toHaveCount(1);
  await expect(inUse(other)).toHaveCount(0);
  const again = await LatentApp.launch(first);
  // Its own, and the other's, which it found in the library's journal.
  await expect(again.pictures).toHaveCount(2);
  await expectBothKept(pictures);
  await again.close();
  await other.close();
});
