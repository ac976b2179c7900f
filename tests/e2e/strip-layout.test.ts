import type { Locator } from '@playwright/test';
import { withSharedApp } from '../support/fresh-app.ts';
import type { LatentApp } from '../support/latent-app.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { beginAbovePictures, dismissFound, failedTask, sendTogether } from '../support/strip-driver.ts';
import { expect, test } from '../support/test.ts';

/** How the strip and its list are laid out above pictures, with one task in progress. */

let app: LatentApp;
let showFailed: () => Promise<void>;
withSharedApp(
  async (shared) => {
    app = shared;
    showFailed = await dismissFound(app, 'moderated');
    await sendTogether(app, 'a red fox [stall]', 1);
  },
  { strip: 'closed', begin: (fresh) => seedHistory(fresh, [failedTask(0), ...Array.from({ length: 4 }, () => ({ prompt: 'an owl', pictures: 4 }))]) },
);
test.beforeEach(() => beginAbovePictures(app));

const send = (prompt: string, count: number): Promise<string[]> => sendTogether(app, prompt, count);
const button = (name: string): Locator => app.page.getByRole('button', { name, exact: true });
const panel = (): Locator => app.page.getByRole('treegrid', { name: 'Tasks' });
const group = (name: string): Locator => panel().getByRole('row', { name });

test('the strip and its counts are visible in every window size', async () => {
  await send('a bad size [refuse]', 1);
  await expect(button('1 problem')).toBeVisible();
  for (const [width, height] of [[640, 400], [900, 600], [1280, 800], [2560, 1440]] as const) {
    await app.resize(width, height);
    for (const name of ['1 problem', 'In progress 1']) await expect(button(name), `${name} at ${width}×${height}`).toBeInViewport({ ratio: 1 });
  }
});

test('the list is as high as its rows, and their notes are aligned', async () => {
  await app.resize(2560, 1440);
  await send('a bad size [refuse]', 1);
  await showFailed();
  await expect(button('2 problems')).toBeVisible();
  await button('2 problems').click();
  const list = app.page.locator('[data-strip-panel]');
  const endOf = async (locator: Locator): Promise<number> => locator.boundingBox().then((box) => (box ? box.y + box.height : 0));
  const lastRows = panel().getByRole('rowgroup').last();
  await expect.poll(async () => (await endOf(list)) - (await endOf(lastRows))).toBeLessThan(4);
  const starts = await panel().getByTitle(/^“/).evaluateAll((notes) => notes.map((note) => note.getBoundingClientRect().x));
  expect(starts).toHaveLength(2);
  expect(starts[0]).toBe(starts[1]);
  await expect(app.tile('rejected')).toContainText('64x64 · Quality: low');

  // The person's own act in the list shrinks it.
  await app.tile('failed').hover();
  await app.tile('failed').getByRole('button', { name: 'Dismiss' }).click();
  await expect(app.tile('failed')).toHaveCount(0);
  await expect.poll(async () => (await endOf(list)) - (await endOf(lastRows))).toBeLessThan(4);
});

test('the list grows only while the sheet below it is not in use', async () => {
  await send('a bad size [refuse]', 1);
  await button('1 problem').click();
  await expect(app.tile('rejected')).toHaveCount(1);
  const [picture] = await app.pictures.all();
  await picture?.click();
  const before = await picture?.boundingBox();
  await send('a bad size [refuse]', 1);
  await expect(app.tile('rejected')).toHaveCount(2);
  expect(await picture?.boundingBox()).toEqual(before);

  await app.page.mouse.move(1, 1);
  await app.prompt.focus();
  await send('a bad size [refuse]', 1);
  await expect(app.tile('rejected')).toHaveCount(3);
  await expect(app.tile('rejected').last()).toBeInViewport({ ratio: 1 });
});

test('the note, the money and the time of a short group share one line', async () => {
  for (let time = 0; time < 2; time += 1) await send('a cut connection [drop]', 1);
  await expect(button('2 problems')).toBeVisible();
  await button('2 problems').click();
  const line = group('2 tasks: Outcome unknown');
  const middleOf = (part: Locator): Promise<number> => part.evaluate((element) => Math.round(element.getBoundingClientRect().y + element.getBoundingClientRect().height / 2));
  const note = line.getByTitle('The connection broke before the answer came.');
  await expect(note).toBeVisible();
  for (const part of [line.locator('[data-money]'), line.locator('time')]) {
    await expect.poll(async () => Math.abs((await middleOf(part)) - (await middleOf(note)))).toBeLessThan(4);
  }
});

test('a narrow strip offers to hide a group', async () => {
  await app.resize(640, 400);
  for (let time = 0; time < 6; time += 1) await send('a bad size [refuse]', 1);
  await expect(button('6 problems')).toBeVisible();
  await button('6 problems').click();
  await expect(group('6 tasks: Not accepted').getByRole('button', { name: 'Dismiss 6' })).toBeInViewport({ ratio: 1 });
});
