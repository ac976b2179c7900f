import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { readFile } from 'node:fs/promises';
import type { TaskDetail } from '../../shared/ipc/api.ts';
import { withSharedServedApp } from '../support/fresh-app.ts';
import { createProfile, LatentApp, type LoadingImage, type Profile } from '../support/latent-app.ts';
import { paintPng } from '../support/paint-png.ts';
import { pollGaps } from '../support/poll-gaps.ts';
import { startScriptedService } from '../support/scripted-service.ts';
import { expect, test } from '../support/test.ts';

/** The story that Latent exists for, as a person sees it who has never opened it before. */

test.describe('over a restart', () => {
  let profile: Profile;
  test.beforeEach(async () => {
    profile = await createProfile();
  });
  test.afterEach(() => profile.remove());

  test('with the practice service, a prompt becomes a picture, and everything is there after a restart', async () => {
    const app = await LatentApp.launch(profile);
    await expect(app.page.getByText('Practice', { exact: false }).first()).toBeVisible();
    await app.submit('a lighthouse at dusk');
    await expect(app.pictures).toHaveCount(1);
    await expect(app.tiles).toHaveCount(0);

    const files = await profile.files();
    expect(files).toHaveLength(1);
    expect(files[0]).toMatch(/\d{4}-\d{2}-\d{2} \d{2}\.\d{2}\.\d{2} a lighthouse at dusk\.png$/);
    // Asked for once more from the address in the service's own answer.
    const { tasks } = await app.history();
    const detail = (await app.call('tasksDetail', { taskId: tasks[0]?.task.id })) as TaskDetail;
    const { output } = JSON.parse(detail.lastAnswer?.body ?? '') as { output: { data: { url: string }[] } };
    const sent = await (await fetch(output.data[0]?.url ?? '')).arrayBuffer();
    expect((await readFile(files[0] as string)).equals(Buffer.from(sent))).toBe(true);
    await app.close();

    const again = await LatentApp.launch(profile);
    const requests = await countRequests(again);
    await expectPictureEverywhere(again, 'a lighthouse at dusk');
    expect(await requests()).toEqual([]);
    await again.close();
  });

  test('one POST, queries three seconds apart, the picture byte for byte, and all of it offline', async () => {
    const service = await startScriptedService({ key: 'sk-e2e-0123456789-abcdef' });
    const png = await paintPng({ prompt: 'harbour', index: 3, width: 640, height: 480 });
    await service.script('a harbour in fog', { processing: 3, images: [{ base64: png.toString('base64'), at: 'image-host' }] });

    const app = await LatentApp.launch(profile);
    await app.addAccount(service.url, service.key);
    await app.submit('a harbour in fog');
    await expect(app.pictures).toHaveCount(1);
    const [file] = await profile.files();
    expect((await readFile(file as string)).equals(png)).toBe(true);
    await app.close();

    const seen = await service.requests();
    expect(await service.posts('a harbour in fog')).toBe(1);
    const gaps = pollGaps(seen);
    expect(gaps).toHaveLength(3);
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(3000);
    const post = seen.find(({ method }) => method === 'POST');
    const firstPoll = seen.find(({ method, path }) => method === 'GET' && path.startsWith('/v1/tasks/'));
    expect((firstPoll?.time ?? 0) - (post?.time ?? 0)).toBeGreaterThanOrEqual(3000);
    for (const request of seen.filter(({ at }) => at === 'image-host')) expect(JSON.stringify(request)).not.toContain(service.key);

    // The plug: the service is gone, and in its place stands an ear for anything that still knocks.
    const port = Number(new URL(service.url).port);
    await service.stop();
    const knocks: string[] = [];
    const ear = createServer((socket) => {
      knocks.push(socket.remoteAddress ?? '');
      socket.destroy();
    });
    await new Promise<void>((resolve) => ear.listen(port, '127.0.0.1', resolve));

    const offline = await LatentApp.launch(profile);
    const requests = await countRequests(offline);
    await expectPictureEverywhere(offline, 'a harbour in fog');
    expect(await requests()).toEqual([]);
    expect(knocks).toEqual([]);
    await offline.close();
    await new Promise((resolve) => ear.close(resolve));
  });
});

test.describe('with an open app', () => {
  const served = withSharedServedApp();
  test.beforeEach(async () => {
    await served.app.hideProblems();
    await served.app.renew();
  });

  test('a double click and a held key are one intent', async () => {
    const { app, service } = served;
    await service.script('only once', { processing: 0 });
    await app.prompt.fill('only once');
    const button = app.page.getByRole('form', { name: 'New picture' }).getByRole('button', { name: /^Generate/ });
    await button.dblclick();
    // The prompt stays, and whoever holds the key down goes on asking for it: without a pause it is one wish, however long it lasts.
    await expect(app.prompt).toHaveValue('only once');
    await app.prompt.evaluate(async (field) => {
      const page = globalThis as unknown as { KeyboardEvent: new (type: string, init: object) => unknown; performance: { now(): number } };
      const target = field as unknown as { dispatchEvent(event: unknown): void };
      for (const start = page.performance.now(); page.performance.now() - start < 1_500; ) {
        target.dispatchEvent(new page.KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, repeat: true, bubbles: true, cancelable: true }));
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
    });
    await expect(app.tile('completed')).toHaveCount(1);
    expect(await service.posts('only once')).toBe(1);
    expect((await app.history('once')).total).toBe(1);
  });

  test('a hundred clicks within 100 ms are one intent and one POST', async () => {
    const { app, service } = served;
    await service.script('a hundred clicks', { processing: 0 });
    await app.prompt.fill('a hundred clicks');
    const button = app.page.getByRole('form', { name: 'New picture' }).getByRole('button', { name: /^Generate/ });
    // One a millisecond by the page's own clock, half of them in one go: a window that paints in between, and one that does not.
    const clicks = await button.evaluate(async (element) => {
      const { click } = element as unknown as { click(): void };
      const { performance } = globalThis;
      const start = performance.now();
      let done = 0;
      for (; done < 50; done += 1) click.call(element);
      while (done < 100) {
        await new Promise((resolve) => setTimeout(resolve, 0));
        for (const due = 50 + performance.now() - start; done < Math.min(due, 100); done += 1) click.call(element);
      }
      return { done, ms: performance.now() - start };
    });
    expect(clicks.done).toBe(100);
    console.log(`[figures] 100 clicks in ${clicks.ms.toFixed(1)} ms`);
    await expect(app.tile('completed')).toHaveCount(1);
    const { total } = await app.history('hundred');
    expect(total).toBe(1);
    expect(await service.posts('a hundred clicks')).toBe(1);
  });

  test('an intent that is replayed over IPC is not sent twice', async () => {
    const { app, service } = served;
    const accountId = (await app.accounts()).find(({ kind }) => kind === 'service')?.id;
    await service.script('replayed', { processing: 0 });
    const request = { model: 'm', prompt: 'replayed', size: '64x64', quality: 'low' };
    const submission = { accountId, request, taskIds: [randomUUID()], retryOf: null };
    await Promise.all(Array.from({ length: 100 }, () => app.call('tasksSubmit', submission)));
    await expect(app.tile('completed')).toHaveCount(1);
    expect(await service.posts('replayed')).toBe(1);
  });
});

/** Gallery, viewer and history, without a network. */
async function expectPictureEverywhere(app: LatentApp, prompt: string): Promise<void> {
  await expect(app.pictures).toHaveCount(1);
  await expect.poll(() => app.loadedPictures()).toBe(1);
  await app.pictures.first().dblclick();
  const full = app.page.getByRole('dialog').locator('img[src^="latent://picture/"]').first();
  await expect.poll(() => full.evaluate((image) => (image as unknown as LoadingImage).naturalWidth > 0)).toBe(true);
  await app.page.keyboard.press('Escape');
  await app.page.keyboard.press('ControlOrMeta+2');
  await expect(app.page.getByRole('row').filter({ hasText: prompt })).toHaveCount(1);
  await app.page.keyboard.press('ControlOrMeta+1');
}

/** Every address that Chromium is asked for from now on, but those of the app's own scheme. */
async function countRequests(app: LatentApp): Promise<() => Promise<string[]>> {
  await app.electron.evaluate(({ session }) => {
    const seen: string[] = [];
    (globalThis as { seenRequests?: string[] }).seenRequests = seen;
    session.defaultSession.webRequest.onBeforeRequest((details, callback) => {
      if (!details.url.startsWith('latent:')) seen.push(details.url);
      callback({});
    });
  });
  return () => app.electron.evaluate(() => (globalThis as { seenRequests?: string[] }).seenRequests ?? []);
}
