import type { Locator } from '@playwright/test';
import { withSharedServedApp } from '../support/fresh-app.ts';
import { paintPng } from '../support/paint-png.ts';
import { expect, test } from '../support/test.ts';
import { windowFaults } from '../support/window-faults.ts';

/** What an account's service offers to find out unknown outcomes: keys under which a task may be sent again, and a list of its tasks. */

const served = withSharedServedApp();
const picture = (await paintPng({ prompt: 'a fox', index: 0, width: 96, height: 64 })).toString('base64');

const dialog = (): Locator => served.app.page.getByRole('dialog', { name: /^Unknown outcomes of/ });

/** Sets both options as a person does in the account's settings. */
async function offers(account: string, { keys, list }: { readonly keys: boolean; readonly list: boolean }): Promise<void> {
  const { page } = served.app;
  await page.keyboard.press('ControlOrMeta+,');
  await page.getByRole('tab', { name: 'Accounts' }).click();
  await page.getByRole('button', { name: `More actions for ${account}` }).click();
  await page.getByRole('menuitem', { name: 'Unknown outcomes…' }).click();
  await dialog().getByRole('button', { name: keys ? 'With an Idempotency-Key' : 'Never by itself' }).click();
  if (keys) {
    await expect(dialog().getByText('If it does not, a repeated task may be charged each time.')).toBeVisible();
    const hours = dialog().getByRole('textbox', { name: 'Hours for which the service remembers a key' });
    await hours.fill('0');
    await expect(dialog().getByRole('button', { name: 'Save' })).toBeDisabled();
    await hours.fill('24');
  }
  if (account !== 'Practice') await dialog().getByRole('button', { name: list ? 'Offered' : 'Not offered', exact: true }).click();
  expect(await windowFaults(page)).toEqual([]);
  await dialog().getByRole('button', { name: 'Save' }).click();
  await expect(dialog()).toBeHidden();
  await page.keyboard.press('ControlOrMeta+1');
}

test('a lost answer of the practice service is asked for again with the key, and brings the picture of the one task', async () => {
  const { app } = served;
  await offers('Practice', { keys: true, list: false });
  await app.selectAccount('Practice');
  const before = (await app.history()).total;
  await app.submit('a red fox [lost answer]');
  await expect(app.page.getByText(/Sent again with its key in/).first()).toBeVisible();
  await expect(app.pictures).toHaveCount(1);
  const { tasks, total } = await app.history();
  expect(total).toBe(before + 1);
  expect(tasks[0]?.task).toMatchObject({ repeated: 1, state: { status: 'completed', imageCount: 1 } });
});

test('a paid account whose service honours keys is charged once; the person is told what happens', async () => {
  const { app, service } = served;
  await offers('Studio', { keys: true, list: false });
  await app.selectAccount('Studio');
  const prompt = 'an owl whose answer is lost';
  const pictures = await app.pictures.count();
  await service.script(prompt, { keys: 'honoured', submit: [{ then: { do: 'reset', after: 'before-answer' } }, null], images: [{ base64: picture }] });
  await app.submit(prompt);
  await expect(app.pictures).toHaveCount(pictures + 1);
  expect(await service.served([prompt])).toMatchObject([{ posts: 2, ids: [expect.any(String)] }]);
});

test('a task of unknown outcome is found in the list of the service', async () => {
  const { app, service } = served;
  await offers('Studio', { keys: false, list: true });
  await app.selectAccount('Studio');
  const prompt = 'a heron whose answer is lost';
  const pictures = await app.pictures.count();
  await service.script(prompt, { submit: [{ then: { do: 'reset', after: 'before-answer' } }], images: [{ base64: picture }] });
  await app.submit(prompt);
  await expect.poll(async () => (await app.history()).tasks[0]?.task.state.status).toBe('unknown');
  const [id = ''] = (await service.served([prompt]))[0]?.ids ?? [];
  await app.page.getByRole('button', { name: /problem/ }).first().click();
  await app.page.getByRole('button', { name: 'Enter the service’s task ID…' }).first().click();
  const attach = app.page.getByRole('dialog', { name: 'Enter the service’s task ID' });
  const found = attach.getByRole('button', { name: `Use the ID ${id}` });
  await found.click();
  await expect(found).toHaveAttribute('aria-pressed', 'true');
  await app.page.screenshot({ path: test.info().outputPath('candidates.png') });
  await attach.getByRole('button', { name: 'Use this ID' }).click();
  await expect(app.pictures).toHaveCount(pictures + 1);
  expect(await service.served([prompt])).toMatchObject([{ posts: 1, ids: [id] }]);
});
