import type { Locator } from '@playwright/test';
import { withSharedApp } from '../support/fresh-app.ts';
import type { LatentApp } from '../support/latent-app.ts';
import { expect, test } from '../support/test.ts';

/** Messages of the window, and texts that other people wrote. */

let app: LatentApp;
withSharedApp((shared) => void (app = shared));
test.beforeEach(() => app.renew());

/** Makes the export fail, and waits for the message about it. */
async function failLong(): Promise<Locator> {
  const { page } = app;
  await app.electron.evaluate(({ dialog }) => {
    dialog.showSaveDialog = () => Promise.reject(new Error(`the save dialog of this test fails, with a reason that takes several lines: ${'because '.repeat(20)}`));
  });
  await page.keyboard.press('ControlOrMeta+2');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem').first().click();
  const message = page.locator('[data-toast]').filter({ hasText: 'Latent had an internal error.' });
  await expect(message).toBeVisible();
  return message;
}

test('a message covers no button of a question, even in the smallest window', { tag: '@long' }, async () => {
  const { page } = app;
  await app.resize(720, 480);
  const message = await failLong();
  await page.getByRole('button', { name: 'Add task by ID' }).click();
  const question = page.getByRole('dialog').filter({ has: page.getByRole('textbox') });
  await expect(question).toBeVisible();
  await expect
    .poll(async () => {
      const [above, below] = await Promise.all([question.boundingBox(), message.boundingBox()]);
      return above !== null && below !== null && above.y >= 0 && above.y + above.height <= below.y;
    })
    .toBe(true);
  for (const button of await question.getByRole('button', { disabled: false }).all()) await button.click({ trial: true });
});

test('a long message does not change the height of the status line, and shows its whole text on focus', async () => {
  const { page } = app;
  await app.resize(640, 400);
  const main = page.getByRole('main');
  const before = await main.boundingBox();
  const message = await failLong();
  const height = async (): Promise<number> => (await message.boundingBox())?.height ?? 0;
  expect(await height()).toBeLessThanOrEqual(32);
  expect(await main.boundingBox()).toEqual(before);
  // Newer messages do not take the place of an error.
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.locator('[data-toast]')).toHaveCount(2);
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(page.locator('[data-toast]').filter({ hasText: 'Nothing to redo' })).toBeAttached();
  await expect(message).toBeVisible();
  await message.focus();
  await expect.poll(height).toBeGreaterThan(40);
  expect(await main.boundingBox()).toEqual(before);
});

test('a name with direction marks does not reorder the words around it', async () => {
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

test('a right-to-left prompt stays in its place and does not reverse the text around it', async () => {
  const { page } = app;
  const hebrew = 'מגדלור בשקיעה על חוף הים';
  await app.resize(1280, 800);
  await app.submit(`${hebrew} [refuse]`);
  await app.submit(`${hebrew} [drop]`);
  await expect(app.tiles).toHaveCount(2);
  /** Pixels from the left edge of an element to its text. */
  const indent = (of: Locator): Promise<number> =>
    of.evaluate((element) => {
      const { document } = globalThis as unknown as { document: { createRange(): { selectNodeContents(node: unknown): void; getBoundingClientRect(): { readonly left: number } } } };
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().left - (element as unknown as { getBoundingClientRect(): { readonly left: number } }).getBoundingClientRect().left;
    });
  expect(await indent(app.tile('rejected').getByTitle(hebrew))).toBeLessThan(2);
  await page.locator('[data-strip-panel]').getByRole('button', { name: 'Dismiss 2' }).click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCSS('direction', 'ltr');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+2');
  const prompts = page.getByRole('gridcell').filter({ hasText: hebrew });
  await expect(prompts).toHaveCount(2);
  for (const prompt of await prompts.all()) expect(await indent(prompt)).toBeLessThan(2);
});
