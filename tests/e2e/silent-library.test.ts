import { execFileSync } from 'node:child_process';
import { mkdir, open, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withServedApp } from '../support/fresh-app.ts';
import { paintPng } from '../support/paint-png.ts';
import { expect, test } from '../support/test.ts';

const served = withServedApp();

/** Waits for the whole minute that a copy may take. */
test('a reference picture is given up when the library’s disk does not answer; nothing is sent without it, and the bar works again', { tag: '@long' }, async () => {
  test.skip(process.platform === 'win32', 'there are no pipes that look like files');
  const { app, service } = served;
  await service.script('*', { processing: 0, images: [] });
  const [account] = (await app.accounts()).filter(({ name }) => name === 'Studio');
  if (!account) throw new Error('no account');
  await app.call('accountsSetOptions', { accountId: account.id, options: { ...account.options, references: { name: 'image', form: 'data-url', several: false } } });
  const file = path.join(served.profile.home, 'fox.png');
  const bytes = await paintPng({ prompt: 'fox', index: 0, width: 48, height: 32 });
  await app.electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, file);
  await writeFile(file, bytes);
  // Reading the library's lease now blocks until something is written into this pipe.
  const lease = path.join(served.profile.library, '.latent', 'in-use.json');
  await mkdir(path.dirname(lease), { recursive: true });
  await rm(lease, { force: true });
  execFileSync('mkfifo', [lease]);

  const tray = app.page.getByRole('group', { name: 'Reference pictures' });
  await app.prompt.fill('a fox');
  await app.prompt.press('ControlOrMeta+Shift+o');
  await expect(tray.getByText('Copying…')).toBeVisible();
  await app.prompt.press('ControlOrMeta+Enter');
  await expect(app.page.getByRole('alert').getByText('The disk is not responding', { exact: false })).toBeVisible();
  await expect(tray.getByText('Copying…')).toHaveCount(0);
  expect((await app.history()).total).toBe(0);
  await expect(app.prompt).toHaveText('a fox');

  // The disk is back.
  await (await open(lease, 'r+')).close();
  await rm(lease);
  await app.prompt.press('ControlOrMeta+Shift+o');
  await expect(tray.locator('img')).toHaveCount(1);
  await app.prompt.press('ControlOrMeta+Enter');
  await expect.poll(() => service.posts('a fox')).toBe(1);
  const posts = (await service.requests()).filter(({ method }) => method === 'POST');
  expect(posts.map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ prompt: 'a fox', size: '1024x1024', quality: 'low', image: `data:image/png;base64,${bytes.toString('base64')}` }]);
});
