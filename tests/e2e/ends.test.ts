import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { noOptions } from '../../shared/account.ts';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { paintPng } from '../support/paint-png.ts';
import type { PictureScript } from '../support/scripted-service-script.ts';
import { startScriptedService, type ScriptedService } from '../support/scripted-service.ts';
import { hasExited, startDirectly, type DirectStart } from '../support/start-directly.ts';
import { expect, test } from '../support/test.ts';

/** Whatever ends the app or its window during a POST, Latent waits for the answer, keeps the id, and sends nothing twice. */

const key = 'sk-e2e-0123456789-abcdef';
const prompt = 'a fox in snow';
const accepted = { json: { id: '$ID', status: 'processing' } };
const failLoads = ['-r', path.join(import.meta.dirname, '../support/fail-loads.cjs')];

let profile: Profile;
let service: ScriptedService;
let started: DirectStart | null;
let images: readonly PictureScript[];
test.beforeEach(async () => {
  profile = await createProfile();
  service = await startScriptedService({ key });
  started = null;
  const png = await paintPng({ prompt, index: 0, width: 256, height: 256 });
  images = [{ base64: png.toString('base64') }];
  // Longer than any other part of the app may take to close.
  await service.script(prompt, { submit: [{ delayMs: 6_000, body: accepted }], images });
});
test.afterEach(async () => {
  if (started !== null && !hasExited(started)) started.child.kill('SIGKILL');
  await service.stop();
  await profile.remove();
});

const isSent = (): Promise<void> => expect.poll(() => service.posts(prompt)).toBe(1);

/** Starts an app whose only task is being sent. */
async function startSending(): Promise<LatentApp> {
  const app = await LatentApp.launch(profile);
  await app.addAccount(service.url, key);
  await app.submit(prompt);
  await isSent();
  return app;
}

/** Leaves the task queued, so that the next start sends it. */
async function leaveQueued(): Promise<void> {
  await service.script('before it', { submit: [{ then: { do: 'hang', after: 'before-answer' } }] });
  const app = await LatentApp.launch(profile);
  await app.addAccount(service.url, key);
  await app.changeSettings({ concurrentSubmissions: 1 });
  await app.submit('before it');
  await expect(app.tile('submitting')).toHaveCount(1);
  await app.submit(prompt);
  // The window shows a task at the click, before main has written it.
  await expect.poll(async () => (await app.history(prompt)).total).toBe(1);
  await app.kill();
}

async function expectArrival(app: LatentApp): Promise<void> {
  await expect(app.pictures).toHaveCount(1);
  expect(await service.posts(prompt)).toBe(1);
}

test('while Latent waits for the id after the person has quit, a window says so', async () => {
  await service.script(prompt, { submit: [{ isHeld: true, body: accepted }], images });
  const app = await startSending();
  const exited = once(app.electron.process(), 'exit');
  const waiting = app.electron.waitForEvent('window', { predicate: (page) => page.url().startsWith('data:') });
  app.electron.process().kill('SIGTERM');
  await expect((await waiting).getByRole('status')).toContainText('Latent ends by itself when the service has answered');
  await service.release();
  expect(await exited).toEqual([0, null]);

  const again = await LatentApp.launch(profile);
  await expectArrival(again);
  await again.close();
});

test('quitting waits longer than two minutes for a body with a large reference picture', { tag: '@long' }, async () => {
  const png = await paintPng({ prompt, index: 0, width: 256, height: 256 });
  // Longer than Latent waits for anything else, and within the deadline of this body.
  await service.script(prompt, { submit: [{ delayMs: 135_000, body: accepted }], images });
  const app = await LatentApp.launch(profile);
  const accountId = await app.addAccount(service.url, key);
  await app.call('accountsSetOptions', { accountId, options: { ...noOptions, references: { name: 'image', form: 'data-url', several: true } } });
  const reference = path.join(profile.home, 'large.png');
  await writeFile(reference, Buffer.concat([png, Buffer.alloc(2_000_000)]));
  await app.electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, reference);
  const references = await app.call('referencesChoose');
  await app.call('tasksSubmit', { accountId, request: { model: '', prompt, size: '', quality: '', references }, taskIds: [randomUUID()], retryOf: null });
  await isSent();
  const exited = once(app.electron.process(), 'exit');
  app.electron.process().kill('SIGTERM');
  expect(await exited).toEqual([0, null]);

  const again = await LatentApp.launch(profile);
  await expectArrival(again);
  await again.close();
});

for (const { signals, tag } of [
  { signals: ['SIGTERM', 'SIGTERM', 'SIGHUP'], tag: [] },
  // The first one represents them in every run.
  { signals: ['SIGHUP'], tag: ['@long'] },
  { signals: ['SIGINT', 'SIGINT'], tag: ['@long'] },
] as const) {
  test(`at ${signals.join(' and ')} Latent waits for the id`, { tag: [...tag] }, async () => {
    const app = await startSending();
    const child = app.electron.process();
    const exited = once(child, 'exit');
    for (const signal of signals) {
      child.kill(signal);
      // Two pending signals of the same kind count as one.
      await wait(200);
    }
    expect(await exited).toEqual([0, null]);

    const again = await LatentApp.launch(profile);
    await expectArrival(again);
    await again.close();
  });
}

test('if Latent is started again while it waits for the id, it relaunches by itself', { tag: '@long' }, async () => {
  await service.script(prompt, { submit: [{ isHeld: true, body: accepted }], images });
  await leaveQueued();
  started = startDirectly(profile, []);
  const first = started;
  await isSent();
  first.child.kill('SIGTERM');
  await expect.poll(() => readlink(path.join(profile.userData, 'SingletonLock')).then(pidOf)).toBe(first.child.pid);
  const second = startDirectly(profile, []);
  await expect.poll(() => hasExited(second)).toBe(true);
  expect(hasExited(first)).toBe(false);
  await service.release();
  await expect.poll(() => hasExited(first)).toBe(true);

  const owner = (): Promise<number | undefined> => readlink(path.join(profile.userData, 'SingletonLock')).then(pidOf, () => undefined);
  await expect.poll(async () => ((await owner()) ?? first.child.pid) !== first.child.pid).toBe(true);
  await expect.poll(() => profile.files()).toHaveLength(1);
  const pid = await owner();
  if (pid !== undefined) process.kill(pid, 'SIGKILL');
  expect(await service.posts(prompt)).toBe(1);
});

test('what macOS hands over while Latent ends starts it again', async () => {
  const app = await LatentApp.launch(profile);
  const exited = once(app.electron.process(), 'exit');
  await app.electron.evaluate(({ app: electronApp }) => {
    electronApp.relaunch = (options) => process.stderr.write(`started again: ${String(options?.args?.at(-1))}\n`);
    electronApp.once('before-quit', () => electronApp.emit('open-url', { preventDefault: () => undefined }, 'latent-app:search?q=fox'));
    setTimeout(() => electronApp.quit());
  });
  expect(await exited).toEqual([0, null]);
  expect(app.output()).toContain('started again: latent-app:search?q=fox\n');
});

test('a page that does not load is loaded again, and the POST under way continues', { tag: '@long' }, async () => {
  await leaveQueued();
  const app = await LatentApp.launch(profile, { switches: failLoads });
  await expectArrival(app);
  // The first time by itself, the second time after the person agreed.
  expect(app.output().match(/\[life\] asked: .*/g)).toEqual(['[life] asked: The window could not be loaded']);
  await app.close();
});

test('if the window is closed while its page loads, Latent waits for the id', { tag: '@long' }, async () => {
  await leaveQueued();
  started = startDirectly(profile, failLoads, { STALL_LOADS: '1' });
  const exited = once(started.child, 'exit');
  await isSent();
  started.child.kill('SIGUSR2');
  expect(await exited).toEqual([0, null]);
  expect(started.output()).not.toContain('start failed');

  const again = await LatentApp.launch(profile);
  await expectArrival(again);
  await again.close();
});

test('a destroyed window is opened again, and the POST under way continues', { tag: '@long' }, async () => {
  const app = await startSending();
  // The other windows decode pictures.
  const shown = (): Page | undefined => app.electron.windows().find((page) => page !== app.page && page.url().includes('/index.html'));
  await app.electron.evaluate(({ BrowserWindow, dialog }) => {
    dialog.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: false });
    BrowserWindow.getAllWindows().find((window) => window.isVisible())?.destroy();
  });
  await expect.poll(() => shown()?.locator('[data-image-id]').count()).toBe(1);
  expect(await service.posts(prompt)).toBe(1);
  await app.close();
});

/** The lock is a link to `HOST-PID`. */
function pidOf(lock: string): number {
  return Number(lock.split('-').at(-1));
}
