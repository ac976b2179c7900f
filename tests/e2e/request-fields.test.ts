import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { withSharedAppAndNewAccount } from '../support/fresh-app.ts';
import { LatentApp } from '../support/latent-app.ts';
import { paintPng } from '../support/paint-png.ts';
import { expect, test } from '../support/test.ts';

/** More fields of a request: written as JSON, sent with it, kept with the task. */

const served = withSharedAppAndNewAccount();

const dialog = (): Locator => served.app.page.getByRole('dialog', { name: /^(More request|Request) fields/ });
const text = (): Locator => dialog().getByRole('textbox', { name: 'Fields as JSON' });
const mark = (): Locator => served.app.page.getByRole('button', { name: /more request field/ });

/** What was posted for a prompt. */
async function posted(prompt: string): Promise<readonly unknown[]> {
  const requests = await served.service.requests();
  return requests.filter(({ method, body }) => method === 'POST' && body.includes(JSON.stringify(prompt))).map(({ body }) => JSON.parse(body) as unknown);
}

const journal = async (): Promise<string> => {
  const folder = path.join(served.profile.library, '.latent');
  const files = (await readdir(folder)).filter((name) => /^\d{4}-\d{2}\.jsonl$/.test(name));
  return (await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')))).join('');
};

test('are checked while typing, sent, shown with the task, in the journal, used again and remembered', { tag: '@long' }, async () => {
  const { service } = served;
  let { app } = served;
  const picture = await paintPng({ prompt: 'a fox', index: 0, width: 32, height: 32 });
  await service.script('*', { processing: 0, images: [{ base64: picture.toString('base64') }] });
  await app.prompt.press('ControlOrMeta+Shift+e');
  await text().fill('{\n  "seed": 42,\n  model: 1\n}');
  await expect(dialog().getByRole('status')).toHaveText('Line 3, column 3: a name in quotation marks is expected here.');
  // A fault leads to its place, and nothing is taken before it is mended.
  await text().press('ControlOrMeta+Enter');
  const caret = await text().evaluate((element) => (element as unknown as { selectionStart: number }).selectionStart);
  expect(caret).toBe('{\n  "seed": 42,\n  '.length);
  await text().fill('{ "seed": 42, "model": "x" }');
  await expect(dialog().getByRole('status')).toContainText('the request already has "model"');
  await text().fill('{ "seed": 42, "style": { "name": "ink" } }');
  await expect(dialog().getByRole('status')).toBeEmpty();
  await text().press('ControlOrMeta+Enter');
  await expect(dialog()).toBeHidden();
  await expect(mark()).toHaveAttribute('aria-label', '2 more request fields: seed, style');

  await app.submit('a fox');
  await expect(app.pictures).toHaveCount(1);
  const fields = { seed: 42, style: { name: 'ink' } };
  expect(await posted('a fox')).toEqual([{ prompt: 'a fox', size: '1024x1024', quality: 'low', ...fields }]);
  expect((await app.history()).tasks[0]?.task.request.fields).toEqual(fields);
  expect(await journal()).toContain('"fields":{"seed":42,"style":{"name":"ink"}}');

  // Cleared in the bar, and brought back with the request of the picture.
  await mark().click();
  await text().fill('');
  await dialog().getByRole('button', { name: 'Use these fields' }).click();
  await expect(mark()).toBeHidden();
  await app.pictures.first().click();
  await app.page.keyboard.press('Shift+u');
  await expect(mark()).toHaveAttribute('aria-label', '2 more request fields: seed, style');
  await app.submit('a fox again');
  await expect(app.pictures).toHaveCount(2);

  await app.close();
  served.app = await LatentApp.launch(served.profile, { isShared: true });
  ({ app } = served);
  await expect(mark()).toHaveAttribute('aria-label', '2 more request fields: seed, style');
  // Shown with the task.
  await app.pictures.first().click();
  await app.page.getByRole('button', { name: 'Technical' }).click();
  await expect(app.page.getByText('"name": "ink"')).toBeVisible();
});

test('of an account go with every request; those of a request replace them', async () => {
  const { app } = served;
  await app.page.keyboard.press('ControlOrMeta+,');
  await app.page.getByRole('tab', { name: 'Accounts' }).click();
  await app.page.getByRole('button', { name: 'More actions for Studio' }).click();
  await app.page.getByRole('menuitem', { name: 'More request fields…' }).click();
  await text().fill('{ "seed": 1, "user": "me" }');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await expect(dialog()).toBeHidden();
  await app.page.keyboard.press('ControlOrMeta+1');
  await mark().click();
  await expect(dialog()).toContainText('Studio adds seed, user to every request.');
  await text().fill('{ "seed": 2 }');
  await dialog().getByRole('button', { name: 'Use these fields' }).click();
  await app.submit('an owl');
  await expect.poll(() => posted('an owl')).toEqual([{ prompt: 'an owl', size: '1024x1024', quality: 'low', seed: 2, user: 'me' }]);
});
