import { paintPng } from '../support/paint-png.ts';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { startScriptedService, type ScriptedService } from '../support/scripted-service.ts';
import { TasksDriver } from '../support/tasks-driver.ts';
import { expect, test } from '../support/test.ts';
import { startTrayBus, type TrayBus } from '../support/tray-daemon.ts';

/** The icon in the tray, on a real message bus with a panel of the tests. */

test.skip(process.platform !== 'linux', 'other systems have no bus on which the tests could stand in for the tray');

const key = 'sk-e2e-0123456789-abcdef';
let profile: Profile;
let service: ScriptedService;
let panel: TrayBus;
test.beforeEach(async () => {
  profile = await createProfile();
  service = await startScriptedService({ key });
});
test.afterEach(async () => {
  for (const app of LatentApp.running) await app.close();
  await panel.stop();
  await service.stop();
  await profile.remove();
});

const labels = async (): Promise<readonly string[]> => (await panel.menu()).map(({ label }) => label);
const isVisible = (app: LatentApp): Promise<boolean> => app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().some((window) => window.isVisible()));
const hide = (app: LatentApp): Promise<void> => app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().find((window) => window.isVisible())?.hide());
const held = { submit: [{ isHeld: true as const, body: { json: { task_id: '$ID' } } }], processing: 0 };

test('the icon says what happens, and its menu shows, holds, resumes and quits', async () => {
  panel = await startTrayBus();
  const app = await LatentApp.launch(profile, { env: panel.env });
  await app.addAccount(service.url, key);
  const queue = new TasksDriver({ app, service, profile });
  const { page } = app;
  const fox = (await paintPng({ prompt: 'fox', index: 0, width: 64, height: 32 })).toString('base64');
  await service.script('*', { ...held, images: [{ base64: fox }] });

  await test.step('it is there once it is wanted, and goes when it is not', async () => {
    await app.changeSettings({ trayIcon: 'always' });
    await expect.poll(() => panel.registered()).toHaveLength(1);
    await app.changeSettings({ trayIcon: 'never' });
    await expect.poll(() => panel.registered()).toEqual([]);
    await app.changeSettings({ trayIcon: 'kept' });
    await app.changeSettings({ keepRunning: true });
    await expect.poll(() => panel.registered()).toHaveLength(1);
    await expect.poll(labels).toEqual(['Open Latent', '', 'Nothing in progress', 'Hold All', '', 'Settings…', 'Quit Latent']);
    expect(await panel.tooltip()).toBe('Latent');
  });

  await test.step('tasks in progress are counted, and batches are named', async () => {
    await queue.submitBatch('Foxes & owls', ['fox 1', 'owl_2']);
    // A doubled sign underlines nothing.
    await expect.poll(labels).toEqual(['Open Latent', '', '2 tasks in progress', 'Foxes & owls: 0 of 2', 'Hold All', '', 'Settings…', 'Quit Latent']);
    expect(await panel.tooltip()).toBe('Latent: 2 tasks in progress');
  });

  await test.step('the last pictures are shown with their thumbnails, and open in the viewer', async () => {
    await service.release();
    await expect.poll(labels, { timeout: 20_000 }).toContain('owl__2');
    await expect.poll(async () => (await panel.menu()).filter(({ hasIcon }) => hasIcon).map(({ label }) => label).toSorted()).toEqual(['fox 1', 'owl__2']);
    expect((await panel.menu()).find(({ label }) => label === 'Latest Pictures')?.enabled).toBe(false);
    await hide(app);
    await panel.choose('fox 1');
    await expect(page.getByRole('dialog')).toContainText('fox 1');
    await expect.poll(() => isVisible(app)).toBe(true);
    await page.keyboard.press('Escape');
  });

  await test.step('a task that needs the person leads to the problems', async () => {
    await service.script('lost', { submit: [{ then: { do: 'close', after: 'before-answer' } }] });
    await queue.submitBatch('Lost', ['lost']);
    await expect.poll(labels).toContain('1 task needs your decision');
    await hide(app);
    await panel.choose('1 task needs your decision');
    await expect(app.tile('unknown')).toBeVisible();
    await expect.poll(() => isVisible(app)).toBe(true);
    await app.hideProblems();
  });

  await test.step('the queue is held without the window, and resumed with the question of the window', async () => {
    await hide(app);
    await panel.choose('Hold All');
    await expect.poll(labels).toContain('Resume All');
    expect(await panel.tooltip()).toBe('Latent: the queue is on hold');
    expect(await isVisible(app)).toBe(false);
    // Nothing waits, so nothing is asked.
    await panel.choose('Resume All');
    await expect.poll(labels).toContain('Hold All');
    expect(await isVisible(app)).toBe(false);

    await panel.choose('Hold All');
    await expect.poll(labels).toContain('Resume All');
    await queue.submitBatch('Later', ['later 1', 'later 2']);
    await expect.poll(labels).toContain('Later: 0 of 2');
    await panel.choose('Resume All');
    const question = page.getByRole('dialog');
    await expect(question).toContainText('These 2 tasks are on hold. Once you confirm, they are sent in their turn.');
    await expect.poll(() => isVisible(app)).toBe(true);
    await page.waitForTimeout(1_000);
    expect(await service.posts('later 1')).toBe(0);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(labels).toContain('Resume All');
    await panel.choose('Resume All');
    await question.getByRole('button', { name: 'Generate 2' }).click();
    await expect.poll(() => service.posts('later 1')).toBe(1);
    await expect.poll(labels).toContain('Hold All');
    await service.release();
    await expect.poll(labels, { timeout: 20_000 }).toContain('later 2');
  });

  await test.step('a click and “Open” show the window, and “Settings” the settings', async () => {
    await hide(app);
    await panel.click();
    await expect.poll(() => isVisible(app)).toBe(true);
    await hide(app);
    await panel.choose('Open Latent');
    await expect.poll(() => isVisible(app)).toBe(true);
    await hide(app);
    await panel.choose('Settings…');
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    await expect.poll(() => isVisible(app)).toBe(true);
  });

  await test.step('“Quit” ends Latent, whatever closing the window does', async () => {
    const child = app.electron.process();
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await hide(app);
    await panel.choose('Quit Latent');
    expect(await ended).toBe(0);
    await expect.poll(() => panel.registered()).toEqual([]);
  });
});

for (const [how, what] of [['none', 'without a panel'], ['hangs', 'with a panel that hangs']] as const) {
  test(`${what}, nothing breaks`, async () => {
    panel = await startTrayBus(how);
    await usedWithoutIcon(panel.env);
  });
}

test('without a bus, nothing breaks', async () => {
  panel = await startTrayBus('none');
  await usedWithoutIcon({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/bus' });
});

/** Latent makes a picture, is closed and comes back; and main never stops for long. */
async function usedWithoutIcon(env: Readonly<Record<string, string>>): Promise<void> {
  const app = await LatentApp.launch(profile, { env });
  await app.addAccount(service.url, key);
  await app.changeSettings({ trayIcon: 'always', keepRunning: true });
  const longest = await app.electron.evaluate(async () => {
    let [longestGap, before] = [0, performance.now()];
    for (const end = before + 7_000; before < end; ) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      longestGap = Math.max(longestGap, performance.now() - before);
      before = performance.now();
    }
    return longestGap;
  });
  expect(longest).toBeLessThan(1_500);
  expect(panel.registered()).toEqual([]);
  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().find((window) => window.isVisible())?.close());
  await expect.poll(() => isVisible(app)).toBe(false);
  const fox = (await paintPng({ prompt: 'fox', index: 0, width: 64, height: 32 })).toString('base64');
  await app.receive(service, 'fox', { images: [{ base64: fox }] });
  await expect.poll(() => profile.files()).toHaveLength(1);
}
