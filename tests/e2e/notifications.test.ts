import { paintPng } from '../support/paint-png.ts';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { startDesktopBus, type DesktopBus } from '../support/notification-daemon.ts';
import { startScriptedService, type ScriptedService } from '../support/scripted-service.ts';
import { TasksDriver } from '../support/tasks-driver.ts';
import { expect, test } from '../support/test.ts';

/** What the system shows while Latent is not in front, on a real message bus with a daemon of the tests. */

let profile: Profile;
let service: ScriptedService;
let desktop: DesktopBus;
test.beforeEach(async () => {
  profile = await createProfile();
  service = await startScriptedService({ key: 'sk-e2e-0123456789-abcdef' });
  desktop = await startDesktopBus();
});
test.afterEach(async () => {
  for (const app of LatentApp.running) await app.close();
  await desktop.stop();
  await service.stop();
  await profile.remove();
});

/** Whether a window of Latent has the focus. There is no window manager, so the window is hidden to lose it. */
const isInFront = (app: LatentApp): Promise<boolean> => app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow() !== null);

async function leave(app: LatentApp): Promise<void> {
  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow()?.hide());
  await expect.poll(() => isInFront(app)).toBe(false);
}

/** What main tells the system, besides notifications, from now on. */
async function recordSystem(app: LatentApp): Promise<void> {
  await app.electron.evaluate(({ app: electron, BrowserWindow, powerSaveBlocker }) => {
    const told = { badges: [] as number[], progress: [] as number[], awake: [] as string[] };
    Object.assign(globalThis, { told });
    electron.setBadgeCount = (count = 0) => told.badges.push(count) > 0;
    for (const window of BrowserWindow.getAllWindows()) window.setProgressBar = (progress) => void told.progress.push(progress);
    const { start, stop } = powerSaveBlocker;
    powerSaveBlocker.start = (type) => {
      told.awake.push(type);
      return start.call(powerSaveBlocker, type);
    };
    powerSaveBlocker.stop = (id) => {
      told.awake.push(`end, while it was on: ${String(powerSaveBlocker.isStarted(id))}`);
      return stop.call(powerSaveBlocker, id);
    };
  });
}
interface Told {
  readonly badges: readonly number[];
  readonly progress: readonly number[];
  readonly awake: readonly string[];
}
const told = (app: LatentApp): Promise<Told> => app.electron.evaluate(() => (globalThis as unknown as { told: Told }).told);

test('the system is told of the work, and behind other windows of a batch once; a click shows its pictures', async () => {
  const app = await LatentApp.launch(profile, { env: desktop.env });
  await app.addAccount(service.url, service.key);
  const fox = (await paintPng({ prompt: 'fox', index: 0, width: 64, height: 32 })).toString('base64');
  await service.script('*', { processing: 0, images: [{ base64: fox }] });
  const queue = new TasksDriver({ app, service, profile });

  await test.step('the icon shows how far the work is, and the computer stays awake while something is sent or downloaded, and not while the service paints', async () => {
    await recordSystem(app);
    await service.script('slow', { submit: [{ isHeld: true, body: { json: { task_id: '$ID' } } }], processing: 1, images: [{ base64: fox }] });
    await app.submit('slow');
    await expect.poll(async () => (await told(app)).badges).toEqual([1]);
    expect(await told(app)).toEqual({ badges: [1], progress: [0], awake: ['prevent-app-suspension'] });
    await service.release();
    const ended = 'end, while it was on: true';
    await expect.poll(async () => (await told(app)).awake).toEqual(['prevent-app-suspension', ended]);
    await expect(app.pictures).toHaveCount(1);
    await expect.poll(() => told(app)).toEqual({ badges: [1, 0], progress: [0, -1], awake: ['prevent-app-suspension', ended, 'prevent-app-suspension', ended] });
  });

  await test.step('in front, nothing is told', async () => {
    await expect.poll(() => isInFront(app)).toBe(true);
    await queue.submitBatch('Seen', ['seen 1', 'seen 2']);
    await expect(app.pictures).toHaveCount(3);
    await app.page.waitForTimeout(2_500);
    expect(desktop.notified).toEqual([]);
  });

  await test.step('behind other windows, a batch is told once', async () => {
    await leave(app);
    await queue.submitBatch('Foxes <b>& owls</b>', ['fox 1', 'fox 2', 'owl']);
    await expect.poll(() => desktop.notified.length, { timeout: 20_000 }).toBe(1);
    expect(desktop.notified).toEqual([
      { id: 1, title: 'A batch is done', body: 'Foxes &lt;b&gt;&amp; owls&lt;/b&gt;\n3 of 3 tasks made pictures', actions: ['default', 'View'], picture: [64, 32] },
    ]);
  });

  await test.step('a click brings the window and shows the pictures of the batch', async () => {
    const [notified] = desktop.notified;
    if (notified) desktop.click(notified);
    await expect(app.pictures).toHaveCount(3);
    await expect.poll(() => isInFront(app)).toBe(true);
    expect(desktop.notified).toHaveLength(1);
  });

  await test.step('a daemon that hangs stops nothing', async () => {
    desktop.hang();
    await leave(app);
    await queue.submitBatch('Late', ['late 1', 'late 2']);
    await expect(app.pictures).toHaveCount(3);
    const longest = await app.electron.evaluate(async () => {
      let [longestGap, before] = [0, performance.now()];
      for (const end = before + 6_000; before < end; ) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        longestGap = Math.max(longestGap, performance.now() - before);
        before = performance.now();
      }
      return longestGap;
    });
    expect(longest).toBeLessThan(1_500);
    expect((await app.history('late')).total).toBe(2);
    expect(desktop.notified).toHaveLength(1);
  });
});
