import { randomUUID } from 'node:crypto';
import type { Account } from '../../shared/account.ts';
import type { Snapshot } from '../../shared/ipc/api.ts';
import { withSharedAppAndNewAccount } from '../support/fresh-app.ts';
import { paintPng } from '../support/paint-png.ts';
import { expect, test } from '../support/test.ts';

/** What the person is told about money before and while tasks wait, and which element has the focus after each dialog. */

const served = withSharedAppAndNewAccount();

const paid = async (): Promise<Account> => (await served.app.accounts()).find(({ kind, removed }) => kind === 'service' && !removed) as Account;

async function setBudget(total: string, more: Partial<Account['options']> = {}): Promise<void> {
  const { id, options } = await paid();
  await served.app.call('accountsSetOptions', { accountId: id, options: { ...options, budget: { day: null, month: null, total }, ...more } });
}

/** What is used of an element, because the types of the page are not known here. */
interface Box {
  readonly children: Iterable<Box>;
  readonly scrollWidth: number;
  readonly clientWidth: number;
  getBoundingClientRect(): { readonly top: number };
}

const setPrice = async (amount: string): Promise<unknown> => served.app.call('pricesSet', { accountId: (await paid()).id, rows: [{ model: '*', size: '*', quality: '*', amount }] });

async function submitBatch(name: string, prompts: readonly string[]): Promise<void> {
  const tasks = prompts.map((prompt) => ({ taskId: randomUUID(), retryOf: null, request: { model: 'm', prompt, size: '64x64', quality: 'low' } }));
  await served.app.call('tasksSubmitBatch', { batchId: randomUUID(), accountId: (await paid()).id, name, recipe: { from: 'list' }, tasks });
}

test('what waits is said beside what is left, and a held queue where the person sends', async () => {
  const { app, service } = served;
  const { page } = app;
  await service.script('*', { processing: 0, images: [] });
  await setBudget('20', { askAbove: '1' });
  await setPrice('1.5');
  const form = page.getByRole('form', { name: 'New picture' });
  await expect(form.getByRole('button', { name: '20 credits left', exact: true })).toBeVisible();
  await app.changeSettings({ queueStopped: true });
  const held = page.getByText('The queue is on hold. Nothing is sent until you resume it.');
  await expect(page.getByRole('main').filter({ has: held })).toBeVisible();
  await submitBatch('Foxes', ['fox 1', 'fox 2', 'fox 3']);
  await expect(form.getByRole('button', { name: '20 credits left, waiting tasks need 4.5' })).toBeVisible();

  await test.step('what has no room is left out as a whole', async () => {
    const left = form.getByRole('button', { name: '20 credits left, waiting tasks need 4.5' });
    // The second part is in sight if it is on the line of the first.
    const isCut = (): Promise<boolean> =>
      left.evaluate((button) => {
        const [first, second] = (button as unknown as Box).children;
        const isInSight = first?.getBoundingClientRect().top === second?.getBoundingClientRect().top;
        return [first, ...(isInSight ? [second] : [])].some((part) => part === undefined || part.scrollWidth > part.clientWidth);
      });
    for (const width of [2000, 1500, 1400, 1280, 1150, 1000, 900, 760, 640]) {
      await app.resize(width, 800);
      await expect.poll(isCut, `${width}`).toBe(false);
    }
    await app.resize(1280, 800);
  });

  await test.step('in the question', async () => {
    await app.submit('{red|blue}');
    const question = page.getByRole('dialog', { name: /^Generate/ });
    await expect(question).toContainText('Budget20 credits left, waiting tasks need 4.5');
    await expect(question).toContainText('The queue is on hold. Nothing is sent until you resume it.');
    await expect(question).not.toContainText('The budget has');
    await setBudget('7', { askAbove: '1' });
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    // The waiting tasks need 4.5 and these need 3, which is more than 7.
    await app.submit('{red|blue}');
    await expect(question).toContainText('The budget has room for 1 of 2. 1 waits until you raise the budget.');
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await setBudget('20');
  });

  await test.step('in the dialog of the budget', async () => {
    await form.getByRole('button', { name: /credits left/ }).click();
    await expect(page.getByRole('dialog')).toContainText('Left: 20 credits, waiting tasks need 4.5.');
    await page.keyboard.press('Escape');
  });

  await test.step('the queue’s number and price are of the same tasks', async () => {
    await page.keyboard.press('ControlOrMeta+5');
    await expect(page.getByRole('main')).toContainText('3 tasks are waiting · ≈ 4.5 credits');
    await page.keyboard.press('ControlOrMeta+1');
  });

  await page.getByRole('button', { name: 'Resume all' }).click();
  const resumed = page.getByRole('dialog', { name: /^Generate 3 with/ });
  await expect(resumed).toContainText('4.5 credits');
  await resumed.getByRole('button', { name: 'Generate 3' }).click();
  await expect(held).toHaveCount(0);
  await expect(app.prompt).toBeFocused();
  await expect(form.getByRole('button', { name: '15.5 credits left', exact: true })).toBeVisible();

  await page.keyboard.press('ControlOrMeta+6');
  await submitBatch('Dear', Array.from({ length: 12 }, (_, at) => `owl ${at}`));
  await expect(page.getByText('In total: 19.5 credits of 20 credits, 0.5 credits left, waiting tasks need 3')).toBeVisible();
  // Tasks in progress would stay in the list of the next test.
  await expect.poll(async () => ((await app.call('appSnapshot')) as Snapshot).head.filter(({ task }) => ['submitting', 'processing'].includes(task.state.status)).length).toBe(0);
});

test('the list of tasks goes with its last task, but not under the hand, and the undo key still works', async () => {
  const { app } = served;
  const { page } = app;
  await app.changeSettings({ queueStopped: true });
  const panel = page.locator('[data-strip-panel]');
  await submitBatch('Foxes', ['fox 1', 'fox 2']);
  await page.keyboard.press('w');
  await expect(panel).toBeVisible();
  await panel.getByRole('treegrid').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.getByRole('toolbar', { name: 'Selected tasks' }).getByRole('button', { name: 'Cancel 2' }).press('Enter');
  await expect(panel).toHaveCount(0);
  await expect.poll(() => page.evaluate(`document.activeElement.closest('[data-strip-row]') !== null`)).toBe(true);
  await page.keyboard.press('ControlOrMeta+z');
  await app.confirmSubmission();
  await expect(panel.getByRole('row', { name: /^2 tasks/ })).toBeVisible();
});

test('the empty list of tasks stays while the person is among the pictures, and goes once nothing was moved or pressed for a moment', async () => {
  const { app, service } = served;
  const { page } = app;
  const png = await paintPng({ prompt: 'fox', index: 0, width: 64, height: 64 });
  await service.script('*', { processing: 0, images: [{ base64: png.toString('base64') }] });
  await setPrice('1');
  await submitBatch('Foxes', ['fox 1']);
  await expect(app.pictures).toHaveCount(1);
  await app.changeSettings({ queueStopped: true });
  await submitBatch('Owls', ['owl 1']);
  const panel = page.locator('[data-strip-panel]');
  if (!(await panel.isVisible())) await page.keyboard.press('w');
  await expect(panel.locator('[data-row]')).toHaveCount(1);

  const place = await app.pictures.first().boundingBox();
  await app.pictures.first().hover();
  // The page itself moves the pointer, because a pause of this program is no pause of the person.
  await page.evaluate(`window.moves = setInterval(() => dispatchEvent(new PointerEvent('pointermove')), 100)`);
  const waiting = (await app.history('status:queued ')).tasks.map(({ task }) => task.id);
  await app.call('tasksWithdraw', { taskIds: waiting });
  await expect(panel.locator('[data-row]')).toHaveCount(0);
  // Longer than the panel waits for an idle person.
  const later = await page.evaluate(`new Promise((resolve) => setTimeout(resolve, 3_000)).then(() => {
    clearInterval(window.moves);
    const { x, y, width, height } = document.querySelector('[data-image-id]').getBoundingClientRect();
    return { hasPanel: document.querySelector('[data-strip-panel]') !== null, place: { x, y, width, height } };
  })`);
  expect(later).toEqual({ hasPanel: true, place });
  await expect(panel).toHaveCount(0);
});

test('the focus returns from the budget, and what was typed survives the prices', async () => {
  const { app, service } = served;
  const { page } = app;
  await service.script('*', { processing: 0, images: [] });
  await setBudget('1');
  await setPrice('2');
  await submitBatch('Foxes', ['fox 1', 'fox 2']);
  const budget = page.getByRole('dialog', { name: 'Budget of “Studio”', exact: true });
  const prices = page.getByRole('dialog', { name: 'Prices of “Studio”' });
  const change = page.getByRole('button', { name: 'Change the budget…' }).first();

  await change.press('Enter');
  // The limit that is set, after two that are not.
  await expect(budget.getByRole('textbox', { name: 'In total (credits)' })).toBeFocused();
  await budget.getByRole('textbox', { name: 'In total (credits)' }).fill('1.25');
  await budget.getByRole('button', { name: 'Prices…' }).press('Enter');
  await expect(prices).toBeVisible();
  await prices.getByRole('textbox', { name: 'Model' }).fill('oil');
  await prices.getByRole('textbox', { name: 'Price' }).fill('7');
  await page.keyboard.press('Enter');
  await expect(prices.getByRole('table')).toContainText('oil');
  await page.keyboard.press('Escape');
  await expect(prices).toBeHidden();
  await expect(budget.getByRole('textbox', { name: 'In total (credits)' })).toHaveValue('1.25');
  await expect(budget.getByRole('button', { name: 'Prices…' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(budget).toBeHidden();
  await expect(change).toBeFocused();

  // With a higher budget, the button disappears with its task.
  await page.keyboard.press('Enter');
  await budget.getByRole('textbox', { name: 'In total (credits)' }).fill('2');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save and generate 1' }).click();
  await expect(budget).toBeHidden();
  await expect.poll(() => service.posts('fox 1')).toBe(1);
  await expect.poll(() => page.evaluate('document.activeElement !== document.body')).toBe(true);

  await page.keyboard.press('ControlOrMeta+5');
  await change.press('Enter');
  await budget.getByRole('textbox', { name: 'In total (credits)' }).fill('99');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save and generate 1' }).click();
  await expect.poll(() => service.posts('fox 2')).toBe(1);
  await expect(change).toHaveCount(0);
  await expect.poll(() => page.evaluate(`document.activeElement.closest('[role=treegrid]') !== null`)).toBe(true);
});
