import { createProfile, LatentApp, type LaunchOptions, type Profile } from './latent-app.ts';
import { test } from './test.ts';

/** Opens the app with an empty profile before each test of a file, and closes it afterwards, even if the test has restarted it. */
export function withFreshApp(take: (app: LatentApp, profile: Profile) => void, options?: LaunchOptions): void {
  let profile: Profile;
  test.beforeEach(async () => {
    profile = await createProfile();
    take(await LatentApp.launch(profile, options), profile);
  });
  test.afterEach(async () => {
    for (const app of LatentApp.running) await app.close();
    await profile.remove();
  });
}
