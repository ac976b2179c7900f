import { openConnection } from '../../electron/database/schema/connection.ts';
import { findFaults } from '../../electron/database/schema/integrity.ts';
import type { ImageInfo } from '../../shared/ipc/api.ts';
import { seedLibrary } from '../bench/seed/seed-library.ts';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { expect, test } from '../support/test.ts';

/** A library of years, as `npm run seed` makes it, in the real app. */

let profile: Profile;
test.beforeEach(async () => {
  profile = await createProfile();
});
test.afterEach(() => profile.remove());

test('a library of 4,000 pictures opens, shows its newest, and is sound', { tag: '@long' }, async () => {
  const seeded = await seedLibrary({ images: 4_000, out: `${profile.home}/seeded`, seed: 11, until: Date.UTC(2026, 10, 21), single: false });
  const app = await LatentApp.launch({ ...profile, userData: seeded.userData, library: seeded.library });
  await expect.poll(() => app.loadedPictures()).toBeGreaterThan(5);

  // The latest in the sheet is the latest that was made.
  const newest = Number(await app.pictures.first().getAttribute('data-image-id'));
  const [info] = (await app.call('imagesDescribe', { imageIds: [newest] })) as ImageInfo[];
  expect(newest).toBeGreaterThan(3_900);
  expect(info?.task.request.prompt).not.toBe('');

  await app.page.keyboard.press('ControlOrMeta+2');
  await expect(app.page.getByText(info?.task.request.prompt ?? '', { exact: false }).first()).toBeVisible();
  await app.close();
  const db = openConnection(seeded.database);
  expect(findFaults(db)).toEqual([]);
  db.close();
});
