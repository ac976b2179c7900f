import { createProfile, LatentApp, type LaunchOptions, type Profile } from './latent-app.ts';
import { unusedPort } from './local-server.ts';
import { startScriptedService, type ScriptedService } from './scripted-service.ts';
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

export interface Served {
  readonly profile: Profile;
  service: ScriptedService;
  app: LatentApp;
}

/** The same, with a scripted service whose account is selected. A test may put another app or service in the place of these. */
export function withServedApp(): Served {
  const served = {} as { profile: Profile; service: ScriptedService; app: LatentApp };
  withFreshApp((app, profile) => Object.assign(served, { app, profile }));
  test.beforeEach(async () => {
    // A test may stop the service and start it again at the same port.
    served.service = await startScriptedService({ key: 'sk-e2e-0123456789-abcdef', port: await unusedPort() });
    await served.app.addAccount(served.service.url, served.service.key);
  });
  test.afterEach(() => served.service.stop());
  return served;
}

export interface SharedOptions extends LaunchOptions {
  /** Makes the profile ready before the app starts. */
  readonly begin?: (profile: Profile) => Promise<Profile>;
}

/**
 * Opens one app for all tests of a file or group, which then run in order in one worker. Each test finds what the tests before it
 * left; after a failure the next one gets an app of its own.
 */
export function withSharedApp(take: (app: LatentApp, profile: Profile) => void | Promise<void>, { begin, ...options }: SharedOptions = {}): void {
  let profile: Profile;
  let app: LatentApp;
  test.describe.configure({ mode: 'default' });
  test.beforeAll(async () => {
    profile = await createProfile();
    if (begin) profile = await begin(profile);
    app = await LatentApp.launch(profile, { ...options, isShared: true });
    await take(app, profile);
  });
  test.afterAll(async () => {
    await app.close();
    await profile.remove();
  });
}
