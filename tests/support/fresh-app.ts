import { defaultSettings, type Settings } from '../../shared/settings.ts';
import { createProfile, LatentApp, newChoices, type LaunchOptions, type Profile } from './latent-app.ts';
import { unusedPort } from './local-server.ts';
import { startScriptedService, type ScriptedService } from './scripted-service.ts';
import { test } from './test.ts';

export interface BeginOptions extends LaunchOptions {
  /** Makes the profile ready before the app starts. */
  readonly begin?: (profile: Profile) => Promise<Profile>;
}

/** Opens the app with a new profile before each test of a file, and closes it afterwards, even if the test has restarted it. */
export function withFreshApp(take: (app: LatentApp, profile: Profile) => void, { begin, ...options }: BeginOptions = {}): void {
  let profile: Profile;
  test.beforeEach(async () => {
    profile = await createProfile();
    if (begin) profile = await begin(profile);
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
  // First, because Latent waits for the answer to a POST under way before it ends.
  test.afterEach(() => served.service.stop());
  withFreshApp((app, profile) => Object.assign(served, { app, profile }));
  test.beforeEach(async () => {
    // A test may stop the service and start it again at the same port.
    served.service = await startScriptedService({ key: 'sk-e2e-0123456789-abcdef', port: await unusedPort() });
    await served.app.addAccount(served.service.url, served.service.key);
  });
  return served;
}

/**
 * Opens one app for all tests of a file or group, which then run in order in one worker. Each test finds what the tests before it
 * left; after a failure the next one gets an app of its own.
 */
export function withSharedApp(take: (app: LatentApp, profile: Profile) => void | Promise<void>, { begin, ...options }: BeginOptions = {}): void {
  let profile: Profile;
  test.describe.configure({ mode: 'default' });
  test.beforeAll(async () => {
    profile = await createProfile();
    if (begin) profile = await begin(profile);
    const app = await LatentApp.launch(profile, { ...options, isShared: true });
    await take(app, profile);
  });
  test.afterAll(async () => {
    // A test may have started it again.
    for (const running of LatentApp.shared) await running.close();
    await profile.remove();
  });
}

/**
 * For tests of a shared app that send tasks: gives it the choices of a new profile and these settings, an empty strip and a page as at the start,
 * and selects an account. Resolves to the number of tasks so far.
 */
export async function beginAgain(app: LatentApp, account: string, settings: Partial<Settings> = {}): Promise<number> {
  await app.call('settingsUpdate', { ...newChoices, ...settings });
  await app.renew();
  await app.selectAccount(account);
  await app.hideProblems();
  return (await app.history()).total;
}

/** `withSharedApp`, with a scripted service whose account is selected. */
export function withSharedServedApp(options?: BeginOptions): Served {
  const served = {} as { profile: Profile; service: ScriptedService; app: LatentApp };
  // First, because Latent waits for the answer to a POST under way before it ends.
  test.afterAll(() => served.service.stop());
  withSharedApp(async (app, profile) => {
    const service = await startScriptedService({ key: 'sk-e2e-0123456789-abcdef' });
    Object.assign(served, { app, profile, service });
    await app.addAccount(service.url, service.key);
  }, options);
  return served;
}

/**
 * One app for all tests of a file, and for each test a scripted service with an account of its own, which is selected: nothing of it was
 * spent, waits or is in progress. The account of the test before is removed, with what it left waiting.
 */
export function withSharedAppAndNewAccount(options?: BeginOptions): Served {
  const served = {} as { profile: Profile; service: ScriptedService; app: LatentApp };
  withSharedApp((app, profile) => void Object.assign(served, { app, profile }), options);
  test.beforeEach(async () => {
    const { app } = served;
    const { concurrentSubmissions, askAbove, queueStopped } = defaultSettings;
    for (const { id, kind, removed } of await app.accounts()) if (kind === 'service' && !removed) await app.call('accountsRemove', { accountId: id });
    await app.call('settingsUpdate', { ...newChoices, concurrentSubmissions, askAbove, queueStopped });
    await app.resize(1280, 800);
    await app.renew();
    await app.hideProblems();
    served.service = await startScriptedService({ key: 'sk-e2e-0123456789-abcdef' });
    await app.addAccount(served.service.url, served.service.key);
    await app.page.getByRole('button', { name: 'Account: Studio' }).waitFor();
  });
  // Latent waits for the answer to a POST under way before it removes an account or ends.
  test.afterEach(() => served.service.stop());
  return served;
}
