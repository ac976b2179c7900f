import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { expect, test } from '../support/test.ts';

let profile: Profile;
test.beforeEach(async () => {
  profile = await createProfile();
});
test.afterEach(() => profile.remove());

test('the first picture of an empty library moves neither the prompt nor the strip', async () => {
  const app = await LatentApp.launch(profile, { strip: 'closed' });
  await app.resize(1280, 800);
  await expect(app.page.getByRole('combobox', { name: 'Search pictures' })).toBeHidden();
  await app.submit('A lighthouse in the fog');
  const count = app.page.getByText(/^(No pictures yet|1 picture)$/);
  const tops = (): Promise<unknown> => Promise.all([app.prompt, count].map(async (element) => (await element.boundingBox())?.y));
  await expect(count).toHaveText('No pictures yet');
  const before = await tops();
  await expect(app.pictures).toHaveCount(1);
  await expect(app.page.getByRole('combobox', { name: 'Search pictures' })).toBeVisible();
  expect(await tops()).toEqual(before);
  await app.close();
});
