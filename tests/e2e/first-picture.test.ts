import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { expect, test } from '../support/test.ts';

let profile: Profile;
test.beforeEach(async () => {
  profile = await createProfile();
});
test.afterEach(() => profile.remove());

test('the first picture of an empty library neither moves nor narrows the prompt and the strip', async () => {
  const app = await LatentApp.launch(profile, { strip: 'closed', inspector: 'closed' });
  await app.resize(1280, 800);
  await expect(app.page.getByRole('combobox', { name: 'Search pictures' })).toBeHidden();
  await app.submit('A lighthouse in the fog');
  const count = app.page.getByText(/^(No pictures yet|1 picture)$/);
  const places = (): Promise<unknown> => Promise.all([app.page.getByRole('form'), count.locator('xpath=..')].map((element) => element.boundingBox()));
  await expect(count).toHaveText('No pictures yet');
  const before = await places();
  await expect(app.pictures).toHaveCount(1);
  await expect(app.page.getByRole('combobox', { name: 'Search pictures' })).toBeVisible();
  expect(await places()).toEqual(before);
  await app.close();
});

test('an open inspector keeps its place, whatever the search finds', async () => {
  const app = await LatentApp.launch(profile);
  const inspector = app.page.getByRole('complementary', { name: 'Inspector' });
  await expect(inspector.getByText('Select a picture or a task to see its details here.')).toBeVisible();
  const before = await app.page.getByRole('form').boundingBox();
  await app.submit('A lighthouse in the fog');
  await expect(inspector.getByText('Newest picture')).toBeVisible();
  await app.page.getByRole('combobox', { name: 'Search pictures' }).fill('tulips');
  await expect(app.page.getByText('No picture matches')).toBeVisible();
  const { x, width } = (await app.page.getByRole('form').boundingBox()) ?? {};
  expect({ x, width }).toEqual({ x: before?.x, width: before?.width });
  await app.close();
});
