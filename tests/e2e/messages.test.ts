import { withFreshApp } from '../support/fresh-app.ts';
import type { LatentApp } from '../support/latent-app.ts';
import { expect, test } from '../support/test.ts';

/** What the window says in passing, and what other people's words may not do to it. */

let app: LatentApp;
withFreshApp((fresh) => (app = fresh));

test('a message covers no button of a question, in the smallest window either', async () => {
  const { page } = app;
  await app.resize(720, 480);
  await app.electron.evaluate(({ dialog }) => {
    dialog.showSaveDialog = () => Promise.reject(new Error(`the save dialog of this test fails, with a reason that takes several lines: ${'because '.repeat(20)}`));
  });
  await page.keyboard.press('ControlOrMeta+2');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem').first().click();
  const message = page.getByText('Something went wrong inside Latent.').locator('xpath=ancestor::*[@role="dialog" or @role="alertdialog"][1]');
  await expect(message).toBeVisible();
  await page.getByRole('button', { name: 'Add task by ID' }).click();
  const question = page.getByRole('dialog').filter({ has: page.getByRole('textbox') });
  await expect(question).toBeVisible();
  await expect
    .poll(async () => {
      const [above, below] = await Promise.all([question.boundingBox(), message.boundingBox()]);
      return above !== null && below !== null && above.y >= 0 && above.y + above.height <= below.y;
    })
    .toBe(true);
  await page.screenshot({ path: test.info().outputPath('message-and-question.png') });
  for (const button of await question.getByRole('button', { disabled: false }).all()) await button.click({ trial: true });
});

test('a name with direction marks leaves our own words and its neighbours in their order', async () => {
  const { page } = app;
  const order = await page.evaluate(`(() => {
    const line = document.createElement('p');
    const [foreign, ours] = ['abc\\u202Edef', 'ours'].map((text) => Object.assign(document.createElement('span'), { textContent: text }));
    line.append(foreign, ours);
    document.body.append(line);
    const [left, right] = [foreign.getBoundingClientRect(), ours.getBoundingClientRect()];
    line.remove();
    return left.right <= right.left + 1;
  })()`);
  expect(order).toBe(true);
});
