import { paintPng } from '../support/paint-png.ts';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { startScriptedService, type ScriptedService } from '../support/scripted-service.ts';
import { startDirectly } from '../support/start-directly.ts';
import { expect, test } from '../support/test.ts';

/** Latent without its window: closing it, the question about that, and what shows it again or ends Latent. */

const key = 'sk-e2e-0123456789-abcdef';
let profile: Profile;
let service: ScriptedService;
test.beforeEach(async () => {
  profile = await createProfile();
  service = await startScriptedService({ key });
  const fox = (await paintPng({ prompt: 'fox', index: 0, width: 64, height: 32 })).toString('base64');
  await service.script('fox', { submit: [{ isHeld: true, body: { json: { task_id: '$ID' } } }], processing: 0, images: [{ base64: fox }] });
});
test.afterEach(async () => {
  for (const app of LatentApp.running) await app.close();
  await service.stop();
  await profile.remove();
});

const isVisible = (app: LatentApp): Promise<boolean> => app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().some((window) => window.isVisible()));
const closeWindow = (app: LatentApp): Promise<void> => app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().find((window) => window.isVisible())?.close());
const ended = (app: LatentApp): Promise<unknown> => new Promise((resolve) => app.electron.process().once('exit', resolve));

async function startWithTask(): Promise<LatentApp> {
  const app = await LatentApp.launch(profile);
  await app.addAccount(service.url, key);
  await app.submit('fox');
  await expect.poll(() => service.posts('fox')).toBe(1);
  await closeWindow(app);
  await expect(app.page.getByRole('dialog')).toBeVisible();
  return app;
}

async function startAgain(open: readonly string[] = []): Promise<void> {
  const second = startDirectly(profile, [], {}, open);
  expect(await new Promise((resolve) => second.child.once('exit', resolve))).toBe(0);
}

test('closing the window asks once whether Latent goes on; then it is hidden, tasks go on, and a second start shows it as it was', async () => {
  const app = await startWithTask();
  const { page } = app;
  const question = page.getByRole('dialog', { name: 'Keep Latent running without its window?' });
  await expect(question).toContainText('1 task is in progress or waits.');
  // There is no panel here.
  await expect(question).toContainText('Opening Latent again shows the window.');

  await test.step('without an answer, the window stays', async () => {
    await expect(question.getByRole('button', { name: 'Keep running' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    expect(await isVisible(app)).toBe(true);
  });

  await test.step('the answer is kept, and the window hidden with what is typed', async () => {
    await app.prompt.fill('half a thought');
    await closeWindow(app);
    await question.getByRole('button', { name: 'Keep running' }).click();
    await expect.poll(() => isVisible(app)).toBe(false);
    expect(await profile.files()).toEqual([]);
  });

  await test.step('the task becomes a picture meanwhile', async () => {
    await service.release();
    await expect.poll(() => profile.files(), { timeout: 20_000 }).toHaveLength(1);
    expect(await isVisible(app)).toBe(false);
  });

  await test.step('a second start shows the same window', async () => {
    await startAgain();
    await expect.poll(() => isVisible(app)).toBe(true);
    await expect(app.prompt).toHaveValue('half a thought');
    await expect(app.pictures).toHaveCount(1);
  });

  await test.step('a start at login brings nothing to the front', async () => {
    await closeWindow(app);
    await expect.poll(() => isVisible(app)).toBe(false);
    await startAgain(['--hidden']);
    expect(await isVisible(app)).toBe(false);
  });

  await test.step('a link shows it, too', async () => {
    await startAgain(['latent-app:search?q=fox']);
    await expect.poll(() => isVisible(app)).toBe(true);
  });

  await test.step('quitting ends Latent, and what was typed in the hidden window is kept', async () => {
    await app.prompt.fill('typed at the end');
    await closeWindow(app);
    await expect.poll(() => isVisible(app)).toBe(false);
    const end = ended(app);
    await app.electron.evaluate(({ app: its }) => its.quit());
    expect(await end).toBe(0);
    const later = await LatentApp.launch(profile);
    await expect(later.prompt).toHaveValue('typed at the end');
    expect(await isVisible(later)).toBe(true);
  });
});

test('“Quit” ends Latent as always, and is not asked again', async () => {
  const app = await startWithTask();
  const end = ended(app);
  await app.page.getByRole('dialog').getByRole('button', { name: 'Quit' }).click();
  // The POST under way is waited for.
  await service.release();
  expect(await end).toBe(0);
  const later = await LatentApp.launch(profile);
  await expect.poll(() => profile.files(), { timeout: 20_000 }).toHaveLength(1);
  expect(await service.posts('fox')).toBe(1);
  await later.submit('fox');
  await expect.poll(() => service.posts('fox')).toBe(2);
  const laterEnd = ended(later);
  await closeWindow(later);
  await service.release();
  expect(await laterEnd).toBe(0);
});

test('with nothing in progress, closing the window quits and asks nothing', async () => {
  const app = await LatentApp.launch(profile);
  const end = ended(app);
  await closeWindow(app);
  expect(await end).toBe(0);
});

test('the end of the session ends Latent in the background', async () => {
  const app = await LatentApp.launch(profile);
  await app.changeSettings({ keepRunning: true });
  await app.prompt.fill('typed before the end');
  await closeWindow(app);
  await expect.poll(() => isVisible(app)).toBe(false);
  const end = ended(app);
  app.electron.process().kill('SIGTERM');
  expect(await end).toBe(0);
  const later = await LatentApp.launch(profile);
  await expect(later.prompt).toHaveValue('typed before the end');
});

test('a page that hangs cannot keep its window open: the system asks instead', async () => {
  const app = await startWithTask();
  await app.page.keyboard.press('Escape');
  await app.electron.evaluate(({ dialog }) => {
    const asked: unknown[] = [];
    Object.assign(globalThis, { asked });
    dialog.showMessageBox = ((question: unknown) => {
      asked.push(question);
      return Promise.resolve({ response: 0, checkboxChecked: false });
    });
  });
  void app.page.evaluate('for (const end = Date.now() + 8_000; Date.now() < end; );').catch(() => undefined);
  await closeWindow(app);
  await expect.poll(() => isVisible(app), { timeout: 20_000 }).toBe(false);
  expect(await app.electron.evaluate(() => (globalThis as unknown as { asked: { readonly buttons: readonly string[] }[] }).asked[0]?.buttons)).toEqual(['Keep running', 'Quit', 'Cancel']);
  await service.release();
});
