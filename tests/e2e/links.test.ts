import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withSharedServedApp, type Served } from '../support/fresh-app.ts';
import { createProfile, LatentApp } from '../support/latent-app.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { startDirectly } from '../support/start-directly.ts';
import { expect, test } from '../support/test.ts';

/** Other programs open links and prompt files in Latent. They show or fill something, and send nothing. */

/** The app of the group. Each has its own, because ten links are opened in a minute. */
let served: Served;

function withLibrary(): void {
  const group = withSharedServedApp({ begin: (profile) => seedHistory(profile, [{ prompt: 'a harbour', pictures: 2 }, { prompt: 'a bridge', pictures: 1 }]) });
  test.beforeEach(async () => {
    served = group;
    await served.app.renew();
  });
}

const promptLink = (text: string): string => `latent-app:prompt?text=${encodeURIComponent(text)}`;

/** As a desktop does it: starts Latent again with what is to be opened. */
async function openOutside(...given: readonly string[]): Promise<void> {
  const { child } = startDirectly(served.profile, [], {}, given);
  await once(child, 'exit');
  expect(child.exitCode).toBe(0);
}

/** What a second start passes on, without starting one. */
async function hear(...given: readonly string[]): Promise<void> {
  await served.app.electron.evaluate(({ app }, args) => void app.emit('second-instance', {}, ['electron', ...args], '/'), given);
}

const posts = async (): Promise<number> => (await served.service.requests()).filter(({ method }) => method === 'POST').length;

test.describe('what other programs open', () => {
  withLibrary();

  test('a link of another program fills the prompt, and one undo brings the draft back', async () => {
    const { app } = served;
    await app.prompt.fill('My draft');
    await openOutside(promptLink('A red fox\nin snow'));
    await expect(app.prompt).toHaveValue('A red fox\nin snow');
    await expect(app.page.getByText(/^Prompt taken from a link, and nothing was sent/)).toBeVisible();
    await app.page.screenshot({ path: test.info().outputPath('prompt.png') });
    await app.prompt.press('ControlOrMeta+z');
    await expect(app.prompt).toHaveValue('My draft');
    expect(await posts()).toBe(0);
  });

  test('links show a search and a task', async () => {
    const { app } = served;
    await hear('latent-app:search?q=bridge');
    await expect(app.pictures).toHaveCount(1);
    const { tasks } = await app.history('harbour');
    await hear(`latent-app:task/${tasks[0]?.task.id ?? ''}`);
    await expect(app.page.getByText('a harbour').first()).toBeVisible();
    await expect(app.page.getByText('a bridge')).toHaveCount(0);
    await app.page.screenshot({ path: test.info().outputPath('task.png') });
    await hear('latent-app:search?q=-nothing%22%20OR%20id%3A');
    expect(await posts()).toBe(0);
  });

  test('a link is copied and opens the same picture, task and search again', async () => {
    const { app } = served;
    const { page } = app;
    const copied = (): Promise<string> => app.electron.evaluate(({ clipboard }) => clipboard.readText());
    await app.electron.evaluate(({ clipboard }) => clipboard.clear());
    await page.getByRole('gridcell', { name: 'a harbour' }).nth(1).click();
    await page.keyboard.press('ControlOrMeta+Shift+k');
    await expect.poll(copied).toMatch(/^latent-app:picture\/[0-9a-f-]{36}\/[12]$/);
    const picture = await copied();
    await app.renew();
    await hear(picture);
    const viewer = page.getByRole('dialog').filter({ has: page.getByRole('img', { name: 'a harbour' }) });
    await expect(viewer).toBeVisible();
    await expect(page.getByText('Picture from a link')).toBeVisible();
    // Another picture of the same task has another link.
    await page.keyboard.press('ControlOrMeta+Shift+k');
    await expect.poll(copied).toBe(picture);
    await page.keyboard.press('Escape');

    await hear(picture.replace(/[12]$/, '3'));
    await expect(page.getByText('This library does not have the picture of this link.')).toBeVisible();
    await app.renew();

    const search = page.getByRole('combobox', { name: 'Search pictures' });
    await search.fill('bridge is:unrated');
    await page.keyboard.press('Enter');
    await expect(app.pictures).toHaveCount(1);
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('link to this search');
    await page.keyboard.press('Enter');
    await expect.poll(copied).toBe('latent-app:search?q=bridge%20is%3Aunrated');
    await search.fill('');
    await hear(await copied());
    await expect(app.pictures).toHaveCount(1);

    await page.keyboard.press('ControlOrMeta+2');
    await page.getByRole('row', { name: /a bridge/ }).click();
    await page.keyboard.press('ControlOrMeta+Shift+k');
    await expect.poll(copied).toMatch(/^latent-app:task\/[0-9a-f-]{36}$/);
    await page.getByRole('row', { name: /a bridge/ }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Copy', exact: true }).click();
    await expect(page.getByRole('menuitem', { name: /^Link to the task/ })).toBeVisible();
    await page.keyboard.press('Escape');
    expect(await posts()).toBe(0);
  });

  test('a prompt file is opened like one that is dropped on the window', async () => {
    const { app, profile } = served;
    const file = path.join(profile.home, 'Füchse & co.latent-prompt.json');
    await writeFile(file, JSON.stringify({ latent: 'prompt', version: 1, prompt: 'From a file', quality: 'high' }));
    await app.prompt.fill('My draft');
    await openOutside(file);
    await expect(app.prompt).toHaveValue('From a file');
    await expect(app.page.getByText(/^Prompt and settings taken from the file/)).toBeVisible();
    await app.prompt.press('ControlOrMeta+z');
    await expect(app.prompt).toHaveValue('My draft');
    await writeFile(file, '{"latent":"prompt","version":1,"prompt":');
    await hear(file);
    await expect(app.page.getByText('This prompt file is damaged, so nothing was changed.')).toBeVisible();
    await hear(path.join(profile.home, 'missing.json'));
    await expect(app.page.getByText('“missing.json” could not be read, so nothing was changed.')).toBeVisible();
    await expect(app.prompt).toHaveValue('My draft');
    expect(await posts()).toBe(0);
  });
});

test.describe('attacks', () => {
  withLibrary();

  test('what is no link of Latent changes nothing and says so', async () => {
    const { app } = served;
    await app.prompt.fill('My draft');
    const attacks = [
      ['latent-app:submit?text=a', 'Latent does not know this link'],
      ['latent-app:prompt?text=%00', 'This link is damaged'],
      [promptLink('x'.repeat(32_001)), 'This link is too long'],
    ] as const;
    for (const [link, said] of attacks) {
      await app.renew({ draft: 'My draft' });
      await hear(link);
      await expect(app.page.getByText(said)).toBeVisible();
      await expect(app.prompt).toHaveValue('My draft');
    }
    expect(await posts()).toBe(0);
  });

  test('a press that was on its way when a link came does not send its prompt', async () => {
    const { app, page } = { ...served, page: served.app.page };
    await app.prompt.fill('My draft');
    await hear(promptLink('Something expensive'));
    await expect(app.prompt).toHaveValue('Something expensive');
    await page.evaluate("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }))");
    await app.drawn();
    expect((await app.history('expensive')).total).toBe(0);
    expect(await posts()).toBe(0);
  });

  test('while a question about money is open, a link waits, and the question stays what it was', async () => {
    const { app, page } = { ...served, page: served.app.page };
    await app.changeSettings({ askAbove: 1 });
    await app.prompt.fill('A question');
    await page.getByRole('textbox', { name: 'How many' }).fill('3');
    await app.prompt.press('ControlOrMeta+Enter');
    const question = page.getByRole('dialog', { name: /^Generate/ });
    await expect(question).toBeVisible();
    const asked = await question.innerText();
    await hear(promptLink('Something else'));
    await expect(page.getByText(/^What you or another program asked/)).toBeVisible();
    expect(await question.innerText()).toBe(asked);
    await expect(page.locator('textarea.compose-prompt')).toHaveValue('A question');
    await page.screenshot({ path: test.info().outputPath('waits.png') });
    await page.keyboard.press('Escape');
    await expect(app.prompt).toHaveValue('Something else');
    expect(await posts()).toBe(0);
  });

  test('of a flood of links, ten are opened in a minute, and the draft is still there', async () => {
    const { app, page } = { ...served, page: served.app.page };
    await app.prompt.fill('My draft');
    // On a busy machine, the message comes and goes during the flood.
    const told = page.getByText(/were not opened, because too many came within a minute/).first().waitFor();
    for (let at = 0; at < 60; at += 1) await hear(promptLink(`Flood ${at}`));
    await told;
    for (let at = 0; at < 10 && (await app.prompt.inputValue()) !== 'My draft'; at += 1) await app.prompt.press('ControlOrMeta+z');
    await expect(app.prompt).toHaveValue('My draft');
    expect(await posts()).toBe(0);
  });
});

test('a start with a link opens it when the prompt is there', async () => {
  const profile = await createProfile();
  try {
    const app = await LatentApp.launch(profile, { open: [promptLink('A cold start')] });
    await expect(app.prompt).toHaveValue('A cold start');
    await app.page.reload();
    await app.prompt.fill('Another');
    await app.page.reload();
    await expect(app.prompt).toHaveValue('Another');
    await app.close();
  } finally {
    await profile.remove();
  }
});
