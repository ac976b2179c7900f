import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { serveHttp } from '../support/local-server.ts';
import { paintPng } from '../support/paint-png.ts';
import { startScriptedService, type ScriptedService } from '../support/scripted-service.ts';
import { expect, test } from '../support/test.ts';

const lighthouse = 'A lighthouse in the fog';
const picture = await paintPng({ prompt: lighthouse, index: 0, width: 256, height: 192 });
let profile: Profile;
let service: ScriptedService;
test.beforeEach(async () => {
  profile = await createProfile();
  service = await startScriptedService({ key: 'sk-e2e-first-picture' });
});
test.afterEach(async () => {
  await service.stop();
  await profile.remove();
});

test('the first picture of an empty library neither moves nor narrows the prompt and the strip', { tag: '@long' }, async () => {
  const app = await LatentApp.launch(profile, { strip: 'closed', inspector: 'closed' });
  await app.resize(1280, 800);
  await expect(app.page.getByRole('combobox', { name: 'Search pictures' })).toBeHidden();
  await app.addAccount(service.url, service.key);
  const seen = Promise.withResolvers<void>();
  const host = await serveHttp((_, response) => void seen.promise.then(() => response.writeHead(200, { 'content-type': 'image/png' }).end(picture)));
  await service.script(lighthouse, { processing: 0, images: [{ base64: '', url: `${host.url}/1.png` }] });
  await app.submit(lighthouse);
  const places = (): Promise<unknown> => Promise.all([app.page.getByRole('form'), app.page.locator('[data-strip-row]')].map((element) => element.boundingBox()));
  await expect(app.page.getByRole('heading', { name: 'Your pictures appear here' })).toBeVisible();
  const before = await places();
  seen.resolve();
  await expect(app.pictures).toHaveCount(1);
  await expect(app.page.getByRole('combobox', { name: 'Search pictures' })).toBeVisible();
  expect(await places()).toEqual(before);
  await app.close();
  await host.stop();
});

test('an open inspector keeps its place, whatever the search finds', { tag: '@long' }, async () => {
  const app = await LatentApp.launch(profile);
  await app.addAccount(service.url, service.key);
  const inspector = app.page.getByRole('complementary', { name: 'Inspector' });
  await expect(inspector.getByText('Select a picture or a task to see its details here.')).toBeVisible();
  const before = await app.page.getByRole('form').boundingBox();
  await app.receive(service, lighthouse, { images: [{ base64: picture.toString('base64') }] });
  await expect(inspector.getByText('Newest picture')).toBeVisible();
  await app.page.getByRole('combobox', { name: 'Search pictures' }).fill('tulips');
  await expect(app.page.getByText('No picture matches')).toBeVisible();
  const { x, width } = (await app.page.getByRole('form').boundingBox()) ?? {};
  expect({ x, width }).toEqual({ x: before?.x, width: before?.width });
  await app.close();
});
