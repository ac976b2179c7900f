import type { Locator } from '@playwright/test';
import { withServedApp } from '../support/fresh-app.ts';
import { LatentApp } from '../support/latent-app.ts';
import { expect, test } from '../support/test.ts';

/** A service that fails after it may have charged: three POSTs, whatever the person wants, and then the person decides. */

const served = withServedApp();
const failing = { submit: [{ status: 500, body: { json: { error: { message: 'Internal error.' } } } }] };
const working = { submit: [null], processing: 0, images: [] };

/** How many tasks are in each state; of the queued ones, why. */
async function states(): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const { task } of (await served.app.history()).tasks) {
    const word = task.state.status === 'queued' ? task.state.waitingFor : task.state.status;
    counts[word] = (counts[word] ?? 0) + 1;
  }
  return counts;
}

const posts = async (): Promise<number> => (await served.service.requests()).filter(({ method }) => method === 'POST').length;
const composeForm = (): Locator => served.app.page.getByRole('form', { name: 'New picture' });

async function wantHundred(prompt: string): Promise<void> {
  const { page } = served.app;
  await page.getByRole('textbox', { name: 'How many' }).fill('100');
  await served.app.submit(prompt);
  await page.getByRole('dialog').getByRole('button', { name: 'Generate 100' }).click();
}

test('of 100 that are wanted, a service that answers 500 gets three, and the window says so; once it works again, all are sent once', { tag: '@long' }, async () => {
  const { service } = served;
  await service.script('a fox', failing);
  await wantHundred('a fox');
  await expect.poll(states).toEqual({ unknown: 3, unclear: 97 });
  expect(await posts()).toBe(3);

  await test.step('where the prompt is, in the strip and in the queue, it says why, and what that means for the money', async () => {
    const { page } = served.app;
    const said = 'Sending with Studio is stopped: the outcome of several tasks in a row is unknown, and each may have been charged.';
    await expect(page.getByRole('status').filter({ hasText: said })).toContainText('97 tasks wait. They were not sent, so nothing was charged for them.');
    await expect(page.getByRole('row', { name: /^97 tasks/ })).toContainText('Sending with this account is stopped after several unknown outcomes');
    for (const theme of ['dark', 'light'] as const) {
      await served.app.changeSettings({ theme });
      await page.screenshot({ path: test.info().outputPath(`gallery-${theme}.png`) });
    }
    await page.getByRole('button', { name: 'Account: Studio' }).click();
    await expect(page.getByRole('menuitemradio', { name: /^Studio/ })).toContainText('Sending is stopped');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+5');
    await expect(page.getByRole('main')).toContainText(said);
    for (const theme of ['dark', 'light'] as const) {
      await served.app.changeSettings({ theme });
      await page.screenshot({ path: test.info().outputPath(`queue-${theme}.png`) });
    }
  });

  await test.step('neither a kill nor a new start sends more, nor does what is submitted then', async () => {
    await served.app.kill();
    served.app = await LatentApp.launch(served.profile);
    await served.app.page.keyboard.press('ControlOrMeta+1');
    await served.app.submit('a fox');
    await expect.poll(states).toEqual({ unknown: 3, unclear: 98 });
    expect(await posts()).toBe(3);
  });

  await test.step('going on is asked first, with number and account, and no is no', async () => {
    const { page } = served.app;
    await page.getByRole('button', { name: 'Go on sending…' }).first().click();
    const question = page.getByRole('dialog', { name: 'Generate 98 with Studio?' });
    await expect(question).toContainText('each may have been charged');
    await page.screenshot({ path: test.info().outputPath('question.png') });
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    expect(await posts()).toBe(3);
  });

  await test.step('while the service still fails, three more', async () => {
    const { page } = served.app;
    await page.getByRole('button', { name: 'Go on sending…' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Generate 98' }).click();
    await expect.poll(states).toEqual({ unknown: 6, unclear: 95 });
    expect(await posts()).toBe(6);
  });

  await test.step('once it works, everything is sent, each once', async () => {
    const { page } = served.app;
    await service.script('a fox', working);
    await page.getByRole('button', { name: 'Go on sending…' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Generate 95' }).click();
    await expect.poll(states).toEqual({ unknown: 6, completed: 95 });
    expect(await posts()).toBe(101);
    await expect(page.getByRole('status').filter({ hasText: 'Sending with Studio is stopped' })).toBeHidden();
  });
});

test('forty single prompts get three POSTs, and what waits can be cancelled where it says so', async () => {
  const { app, service } = served;
  await service.script('*', failing);
  for (let at = 0; at < 40; at += 1) await app.submit(`prompt ${at}`);
  await expect.poll(states).toEqual({ unknown: 3, unclear: 37 });
  await composeForm().getByRole('button', { name: 'Cancel 37' }).click();
  await expect.poll(states).toEqual({ unknown: 3, withdrawn: 37 });
  expect(await posts()).toBe(3);
});
