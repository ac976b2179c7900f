import type { Locator } from '@playwright/test';
import { beginAgain, withSharedServedApp } from '../support/fresh-app.ts';
import { LatentApp } from '../support/latent-app.ts';
import { expect, test } from '../support/test.ts';

/** The compose bar asks for many: several models, sizes and qualities at once, and what they cost. */

const served = withSharedServedApp();
/** How many tasks and requests there were before the test. */
let tasks = 0;
let requests = 0;
test.beforeEach(async () => {
  tasks = await beginAgain(served.app, 'Studio', { askAbove: 4 });
  requests = (await served.service.requests()).length;
});

const form = (): Locator => served.app.page.getByRole('form', { name: 'New picture' });
const field = (name: 'Model' | 'Size' | 'Quality'): Locator => served.app.page.getByRole('combobox', { name });
const generate = (): Locator => form().getByRole('button', { name: /^Generate/ });
/** The chips of a field. By attribute, because open suggestions hide the rest of the window from assistive technology. */
const chips = (name: string): Promise<string[]> =>
  served.app.page.locator(`[aria-label^="${name}: remove "]`).evaluateAll((buttons) => buttons.map((button) => (button as unknown as { parentElement: { textContent: string } }).parentElement.textContent));

/** Model, size and quality of each POST, in the order of their arrival. */
async function posted(): Promise<readonly string[]> {
  const since = (await served.service.requests()).slice(requests);
  return since.filter(({ method }) => method === 'POST').map(({ body }) => {
    const { model, size, quality } = JSON.parse(body) as Record<string, string>;
    return [model, size, quality].join(' ');
  });
}

test('several models and sizes are one batch of all combinations, chosen with keys, and remembered', async () => {
  const { app } = served;
  const { keyboard } = app.page;
  await app.changeSettings({ askAbove: 100 });
  await app.prompt.fill('a fox');
  // Typing still replaces a single value, and Enter sends nothing.
  await field('Model').fill('first');
  await field('Model').press('Enter');
  expect(await chips('Model')).toEqual([]);
  await field('Model').focus();
  await keyboard.type(',second');
  expect(await chips('Model')).toEqual(['first']);
  await keyboard.press('Tab');
  await expect.poll(() => chips('Model')).toEqual(['first', 'second']);
  await expect(generate()).toHaveText(/^Generate 2/);

  // A pasted list.
  await field('Size').fill('1024x1024, 512 × 512, 512x512');
  await keyboard.press('Tab');
  await expect(generate()).toHaveText(/^Generate 4/);
  // A suggestion that the arrow keys reach.
  await field('Quality').focus();
  const reached = app.page.locator('[role="option"][data-highlighted]');
  await keyboard.press('ArrowDown');
  await app.page.getByRole('option', { name: 'medium' }).waitFor();
  await keyboard.press('ArrowDown');
  await reached.waitFor();
  if ((await reached.textContent()) === 'low') await keyboard.press('ArrowDown');
  await expect(reached).toHaveText('medium');
  await keyboard.press(',');
  await keyboard.press('Escape');
  expect(await chips('Quality')).toEqual(['low', 'medium']);
  await expect(generate()).toHaveText(/^Generate 8/);
  // Backspace in the empty field removes the last one, which leaves one: plain text again.
  await keyboard.press('Backspace');
  await keyboard.press('Tab');
  await expect(field('Quality')).toHaveValue('low');
  expect(await chips('Quality')).toEqual([]);

  await app.prompt.press('ControlOrMeta+Enter');
  const all = ['first 1024x1024 low', 'first 512x512 low', 'second 1024x1024 low', 'second 512x512 low'];
  await expect.poll(async () => [...(await posted())].sort()).toEqual(all);
  expect((await posted())[0]).toBe(all[0]);

  await app.close();
  served.app = await LatentApp.launch(served.profile, { isShared: true });
  await expect.poll(() => chips('Model')).toEqual(['first', 'second']);
  expect(await chips('Size')).toEqual(['1024x1024', '512x512']);
});

test('the pointer adds a suggestion, and removes chips', async () => {
  const { app } = served;
  await app.prompt.fill('a fox');
  await field('Size').click();
  const option = (size: string): Locator => app.page.getByRole('option', { name: size, exact: true });
  await option('1536x1024').getByTitle('Use this one too').click();
  await option('1024x1536').getByTitle('Use this one too').click();
  // The list stays open. A click on the suggestion itself would be a choice.
  expect(await chips('Size')).toEqual(['1024x1024', '1536x1024', '1024x1536']);
  await expect(app.page.getByRole('option', { selected: true })).toHaveText(['1024x1024', '1536x1024', '1024x1536']);
  await option('1024x1024').getByTitle('Leave this one out').click();
  await app.page.keyboard.press('Escape');
  await expect(generate()).toHaveText(/^Generate 2/);
  await form().getByRole('button', { name: 'Size: remove 1536x1024' }).click();
  await expect(field('Size')).toBeFocused();
  await expect(field('Size')).toHaveValue('1024x1536');
  await expect(generate()).not.toHaveText(/\d/);
});

test('more than one batch holds is refused in words, and nothing is sent', async () => {
  const { app } = served;
  await app.prompt.fill('a fox');
  await field('Model').fill(Array.from({ length: 101 }, (_, index) => `m${index}`).join(','));
  await field('Model').press('Tab');
  await app.page.getByRole('textbox', { name: 'How many' }).fill('100');
  await expect(app.page.getByText('These choices make 10,100 tasks, and a batch can have at most 10,000.')).toBeVisible();
  await expect(generate()).toBeDisabled();
  await app.prompt.press('ControlOrMeta+Enter');
  expect(await posted()).toEqual([]);
  expect((await app.history()).total).toBe(tasks);
});

test('the price stands beside the button: number × price, the sum of different ones, or the least', async () => {
  const { app } = served;
  const [account] = (await app.accounts()).filter(({ kind }) => kind === 'service');
  await app.prompt.fill('a fox');
  await expect(form().getByText('credits')).toHaveCount(0);
  const row = (size: string, amount: string | null) => ({ model: '*', size, quality: '*', amount });
  await app.call('pricesSet', { accountId: account?.id, rows: [row('1024x1024', '1.8'), row('512x512', '0.7')] });
  await expect(form().getByText('1.8 credits', { exact: true })).toBeVisible();
  await app.page.getByRole('textbox', { name: 'How many' }).fill('3');
  await expect(form().getByText('3 × 1.8 = 5.4 credits')).toBeVisible();
  await expect(generate()).toHaveAttribute('aria-description', '3 × 1.8 = 5.4 credits');
  await field('Size').fill('1024x1024, 512x512');
  await field('Size').press('Tab');
  await expect(form().getByText('7.5 credits', { exact: true })).toBeVisible();
  await field('Size').fill('64x64');
  await field('Size').press('Tab');
  await expect(form().getByText('at least 7.5 credits', { exact: true })).toBeVisible();
  // What is left of the tightest budget.
  await app.call('accountsSetOptions', { accountId: account?.id, options: { ...account?.options, budget: { day: '12', month: '100', total: null } } });
  await form().getByRole('button', { name: '12 credits left today' }).click();
  await expect(app.page.getByRole('dialog')).toContainText('Studio');
});

test('sizes stand by their ratio, with the frame drawn; a button and a key swap width and height', async () => {
  const { app } = served;
  const frame = (): Promise<string | null> => form().locator('[data-frame]').first().getAttribute('data-frame');
  const swap = form().getByRole('button', { name: 'Swap width and height' });
  await expect.poll(frame).toBe('1.00');
  await field('Size').click();
  await app.page.getByRole('group', { name: '3:2' }).getByRole('option', { name: '1536x1024' }).click();
  await expect(field('Size')).toHaveValue('1536x1024');
  await expect.poll(frame).toBe('1.50');
  await swap.click();
  await expect(field('Size')).toHaveValue('1024x1536');
  await expect.poll(frame).toBe('0.67');
  await app.prompt.press('ControlOrMeta+Shift+x');
  await expect(field('Size')).toHaveValue('1536x1024');
  // Free text stays possible, and several are swapped at once.
  await field('Size').fill('777x300, 1024x1024, auto');
  await field('Size').press('Tab');
  await app.prompt.press('ControlOrMeta+Shift+x');
  expect(await chips('Size')).toEqual(['300x777', '1024x1024', 'auto']);
  await field('Size').focus();
  for (let left = 3; left > 1; left -= 1) await app.page.keyboard.press('Backspace');
  await field('Size').press('Tab');
  await expect(field('Size')).toHaveValue('300x777');
});

test('no control moves while values are typed and added, in a small and in a large window', async () => {
  const { app } = served;
  await app.changeSettings({ compose: { model: 'm', size: '1024x1024', quality: 'low' } });
  /** The left and upper edges of all controls, and the height of the bar. */
  const places = async (): Promise<unknown> => {
    const controls = [field('Model'), field('Size'), field('Quality'), form().getByRole('button', { name: 'More', exact: true }), generate()];
    const edges = await Promise.all(controls.map(async (control) => control.locator('xpath=ancestor-or-self::*[@role="group"] | self::button').first().boundingBox()));
    return [edges.map((box) => [box?.x, box?.y]), (await form().boundingBox())?.height];
  };
  for (const [width, height] of [[900, 600], [1280, 800], [2560, 1440]] as const) {
    await app.resize(width, height);
    await app.changeSettings({ compose: { model: 'm', size: '1024x1024', quality: 'low' } });
    await expect(generate()).toHaveText(/^Generate(Ctrl|$)/);
    const before = await places();
    await app.changeSettings({ compose: { model: 'a-model-with-a-name-that-is-longer-than-any-field', size: '1536x1024', quality: 'high', also: { model: ['m', 'n'], size: ['1024x1024', '512x512', '256x256'], quality: ['low', 'medium'] } } });
    await expect(generate()).toHaveText(/^Generate 36/);
    expect(await places()).toEqual(before);
  }
  // Beside the inspector, neither the name of a model nor two sizes are cut.
  await app.resize(1280, 800);
  await app.changeSettings({ compose: { model: 'gpt-image-1.5-2026-preview', size: '1536x1024', quality: 'low', also: { model: [], size: ['1024x1024'], quality: [] } } });
  await expect(generate()).toHaveText(/^Generate 2/);
  const cut = (shown: Locator): Promise<number> => shown.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect([await cut(field('Model')), await cut(field('Size').locator('xpath=ancestor::*[@role="group"]/span[@title]'))]).toEqual([0, 0]);
});
