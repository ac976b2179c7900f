import type { Locator } from '@playwright/test';
import { paintPng } from '../support/paint-png.ts';
import { withSharedAppAndNewAccount } from '../support/fresh-app.ts';
import { TasksDriver } from '../support/tasks-driver.ts';
import { expect, test } from '../support/test.ts';

/** Batches wait in the queue, where a person holds, moves, changes and cancels them. The service counts what was really sent. Ended batches stay in the list, so that each test has names of its own. */

const served = withSharedAppAndNewAccount();

const queue = new TasksDriver(served);

const foxes = Array.from({ length: 12 }, (_, at) => `fox ${at + 1}`);

test('a batch of twelve is held, moved, changed in part, and its rest is cancelled', async () => {
  const { app, service } = served;
  const { page } = app;
  const { keyboard } = page;
  await service.script('*', { processing: 0 });
  await service.script('fox 2', { submit: [{ then: { do: 'hang', after: 'before-answer' } }] });
  await app.changeSettings({ concurrentSubmissions: 1 });

  await test.step('while the whole queue is on hold, nothing is sent', async () => {
    await keyboard.press('ControlOrMeta+5');
    await expect(page.getByRole('main').getByText(/^Nothing is waiting/)).toHaveText(['Nothing is waiting to be sent']);
    await keyboard.press('h');
    await expect(page.getByText('The queue is on hold. Nothing is sent until you resume it.')).toBeVisible();
    await queue.submitBatch('Foxes', foxes);
    await queue.submitBatch('Owls', ['owl 1', 'owl 2']);
    await expect(queue.batch('Foxes')).toContainText('12 waiting');
    await expect(queue.batch('Owls')).toContainText('2 waiting');
    expect(await queue.order()).toEqual(['Foxes', 'Owls']);
    expect(await queue.sent()).toBe(0);
  });

  await test.step('batches and tasks are moved by key, button, menu and pointer', async () => {
    await queue.batch('Owls').click({ position: { x: 200, y: 12 } });
    await keyboard.press('Alt+ArrowUp');
    await expect.poll(() => queue.order()).toEqual(['Owls', 'Foxes']);
    await queue.batch('Owls').getByRole('button', { name: 'Move down' }).click();
    await expect.poll(() => queue.order()).toEqual(['Foxes', 'Owls']);
    await keyboard.press('ControlOrMeta+z');
    await expect.poll(() => queue.order()).toEqual(['Owls', 'Foxes']);

    await queue.batch('Foxes').click({ position: { x: 200, y: 12 } });
    await keyboard.press('ArrowRight');
    await expect.poll(() => queue.order()).toEqual(['Owls', 'Foxes', ...foxes]);
    await queue.task('fox 5').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Move to bottom' }).click();
    const without = foxes.filter((fox) => fox !== 'fox 5');
    await expect.poll(() => queue.order()).toEqual(['Owls', 'Foxes', ...without, 'fox 5']);
    await drag(queue.task('fox 12'), queue.task('fox 1'));
    await expect.poll(() => queue.order()).toEqual(['Owls', 'Foxes', 'fox 12', 'fox 1', 'fox 2', 'fox 3', 'fox 4', 'fox 6', 'fox 7', 'fox 8', 'fox 9', 'fox 10', 'fox 11', 'fox 5']);
  });

  await test.step('what stops sending stays in sight while rows are selected, and no row moves because of that', async () => {
    const top = async (): Promise<number | undefined> => (await queue.task('fox 6').boundingBox())?.y;
    await queue.task('fox 4').click({ position: { x: 200, y: 12 } });
    const before = await top();
    await queue.task('fox 6').click({ position: { x: 200, y: 12 }, modifiers: ['ControlOrMeta'] });
    await expect(page.getByText('2 selected')).toBeVisible();
    await expect(page.getByText('The queue is on hold. Nothing is sent until you resume it.')).toBeVisible();
    expect(await top()).toBe(before);
    await keyboard.press('Escape');
    await expect(page.getByRole('main').getByText('14 tasks are waiting')).toBeVisible();
  });

  await test.step('a task that was not sent gets another prompt', async () => {
    await queue.task('fox 3').click({ position: { x: 200, y: 12 } });
    await keyboard.press('F2');
    const dialog = page.getByRole('dialog', { name: 'Edit a task that was not sent' });
    await dialog.getByRole('textbox', { name: 'Prompt' }).fill('a wolf');
    await keyboard.press('ControlOrMeta+Enter');
    await expect(dialog).toBeHidden();
    await expect(queue.task('a wolf')).toBeVisible();
    await expect(queue.task('fox 3')).toHaveCount(0);
  });

  await test.step('a batch is renamed, and held while the others are sent', async () => {
    await queue.batch('Foxes').click({ position: { x: 200, y: 12 } });
    await keyboard.press('F2');
    const dialog = page.getByRole('dialog', { name: 'Rename the batch' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Red foxes');
    await keyboard.press('Enter');
    await expect(queue.batch('Red foxes')).toBeVisible();
    await queue.batch('Red foxes').getByRole('button', { name: 'Hold', exact: true }).click();
    await expect(queue.batch('Red foxes')).toContainText('On hold. Nothing more of it is sent until you resume it');
    await page.getByRole('button', { name: 'Resume all' }).click();
    await served.app.confirmSubmission();
    await expect(page.getByText('The queue is on hold.')).toHaveCount(0);
    await expect.poll(async () => [await service.posts('owl 1'), await service.posts('owl 2')]).toEqual([1, 1]);
    await expect(queue.batch('Owls')).toContainText('2 without a picture');
    expect(await queue.sent()).toBe(2);
  });

  await test.step('the rest is cancelled after a question, and an undo brings it back', async () => {
    await queue.batch('Red foxes').getByRole('button', { name: 'Resume', exact: true }).click();
    await served.app.confirmSubmission();
    // The first goes ahead alone, then the others one by one; the service does not answer the third.
    await expect.poll(() => service.posts('fox 2')).toBe(1);
    await queue.batch('Red foxes').click({ position: { x: 200, y: 12 } });
    await keyboard.press('Delete');
    const question = page.getByRole('dialog', { name: 'Cancel the rest of “Red foxes”?' });
    await expect(question).toContainText('9 tasks that were not sent are cancelled.');
    await expect(question).toContainText('3 tasks that were sent stay as they are.');
    // “Cancel” beside “Cancel 9 tasks” could mean either.
    await expect(question.getByRole('button', { name: 'Keep them' })).toBeVisible();
    await expect(question.getByRole('button', { name: 'Cancel', exact: true })).toHaveCount(0);
    await question.getByRole('button', { name: 'Cancel 9 tasks' }).click();
    await expect(queue.batch('Red foxes')).toContainText('9 cancelled');
    const all = ['owl 1', 'owl 2', 'a wolf', ...foxes];
    const counts = new Map((await service.served(all)).map(({ prompt, posts }) => [prompt, posts]));
    expect(all.filter((prompt) => counts.get(prompt) === 1)).toEqual(['owl 1', 'owl 2', 'fox 1', 'fox 2', 'fox 12']);
    expect(await queue.sent()).toBe(5);

    await queue.batch('Red foxes').click({ position: { x: 200, y: 12 } });
    await keyboard.press('ControlOrMeta+z');
    await page.getByRole('dialog', { name: 'Put 9 tasks of Studio back in the queue?' }).getByRole('button', { name: 'Put back in the queue' }).click();
    await expect(queue.batch('Red foxes')).toContainText('9 waiting');
    expect(await queue.sent()).toBe(5);
  });
  // Latent waits for the answer to a POST under way before it ends.
  await service.stop();
});

test('a batch says why it waits, and leads to what helps', async () => {
  const { app, service } = served;
  const { page } = app;
  const png = await paintPng({ prompt: 'hare', index: 0, width: 64, height: 64 });
  await service.script('*', { processing: 0, images: [{ base64: png.toString('base64') }] });
  await app.changeSettings({ concurrentSubmissions: 1 });
  const account = await queue.account();
  const setBudget = (total: string): Promise<unknown> => app.call('accountsSetOptions', { accountId: account?.id, options: { ...account?.options, budget: { day: null, month: null, total } } });
  await setBudget('2');
  await page.keyboard.press('ControlOrMeta+5');

  await test.step('because its price is unknown', async () => {
    await queue.submitBatch('Hares', ['hare 1', 'hare 2', 'hare 3']);
    await expect(queue.batch('Hares')).toContainText('The account has a budget, and the price of the next task is unknown');
    await queue.batch('Hares').getByRole('button', { name: 'Enter a price…' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(await queue.sent()).toBe(0);
  });

  await test.step('because the budget has no room', async () => {
    await app.call('pricesSet', { accountId: account?.id, rows: [{ model: '*', size: '*', quality: '*', amount: '1' }] });
    await expect(queue.batch('Hares')).toContainText('The account’s budget of 2 credits has no room for the next task');
    await expect(queue.batch('Hares')).toContainText('2 made');
    await expect(queue.batch('Hares')).toContainText('2 credits so far · ≈ 1 credit for the rest');
    await expect(queue.batch('Hares').getByRole('button', { name: 'Change the budget…' })).toBeVisible();
    expect(await queue.sent()).toBe(2);
    await setBudget('3');
    await expect(queue.batch('Hares')).toContainText('3 made');
    expect(await queue.sent()).toBe(3);
    await setBudget('99');
  });

  await test.step('because the service refused it', async () => {
    await service.script('bad 1', { submit: [{ status: 422, body: { json: { error: { code: 'invalid_size', message: 'No such size.' } } } }] });
    await queue.submitBatch('Refused', ['bad 1', 'bad 2', 'bad 3']);
    await expect(queue.batch('Refused')).toContainText('On hold, because the service refused its tasks: “No such size.”');
    await expect(queue.batch('Refused')).toContainText('2 waiting · 1 failed');
    expect(await queue.sent()).toBe(4);
    await queue.batch('Refused').getByRole('button', { name: 'Resume', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Generate 2 with Studio?' });
    await expect(question).toContainText('These 2 tasks are on hold. Once you confirm, they are sent in their turn.');
    await expect(question).toContainText('2 credits');
    expect(await queue.sent()).toBe(4);
    await served.app.confirmSubmission();
    await expect(queue.batch('Refused')).toContainText('2 made');
    expect(await queue.sent()).toBe(6);
  });

  await test.step('its pictures and its tasks are one step away', async () => {
    await queue.batch('Hares').getByRole('button', { name: 'Open the picture' }).click();
    await expect(page.getByRole('dialog').getByRole('img').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await queue.batch('Hares').getByRole('button', { name: 'More actions for Hares' }).click();
    await page.getByRole('menuitem', { name: 'Show its pictures' }).click();
    await expect.poll(() => app.loadedPictures()).toBe(3);
    await expect(page.getByRole('combobox', { name: 'Search pictures' })).toHaveValue('batch:"Hares" ');
    await page.keyboard.press('ControlOrMeta+5');
    await queue.batch('Refused').getByRole('button', { name: 'More actions for Refused' }).click();
    await page.getByRole('menuitem', { name: 'Show all its tasks in History' }).click();
    await expect(page.getByText('3 matches')).toBeVisible();
    for (const prompt of ['bad 1', 'bad 2', 'bad 3']) await expect(page.getByRole('row', { name: prompt })).toBeVisible();

    // A batch of which everything is done opens in the history.
    await page.keyboard.press('ControlOrMeta+5');
    await queue.batch('Hares').click({ position: { x: 300, y: 12 } });
    await page.keyboard.press('Enter');
    await expect(page.getByText('3 matches')).toBeVisible();
    await expect(page.getByRole('row', { name: 'hare 1' })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+5');
    await queue.batch('Refused').getByRole('button', { name: 'Show all its tasks in History' }).click();
    await expect(page.getByRole('row', { name: 'bad 1' })).toBeVisible();
  });
});

test('while a batch is sent, what it spent and what its rest costs are of one moment', async () => {
  const { app, service } = served;
  const { page } = app;
  // Each answer takes its time, so that the window shows the batch partly sent.
  await service.script('*', { submit: [{ delayMs: 400, body: { json: { id: '$ID', status: 'processing' } } }], processing: 0, images: [] });
  const account = await queue.account();
  await app.call('pricesSet', { accountId: account?.id, rows: [{ model: '*', size: '*', quality: '*', amount: '1' }] });
  await app.changeSettings({ queueStopped: true });
  await queue.submitBatch('Herons', Array.from({ length: 40 }, (_, at) => `heron ${at + 1}`));
  await page.keyboard.press('ControlOrMeta+5');
  const notes = queue.batch('Herons').locator('p').nth(1);
  await expect(notes).toContainText('≈ 40 credits for the rest');
  await notes.evaluate((line) => {
    const inPage = globalThis as unknown as { said: string[]; MutationObserver: new (seen: () => void) => { observe(node: unknown, options: object): void } };
    inPage.said = [];
    new inPage.MutationObserver(() => inPage.said.push(line.textContent ?? '')).observe(line, { characterData: true, childList: true, subtree: true });
  });
  await app.changeSettings({ queueStopped: false });
  await expect(notes).toContainText('40 without a picture');
  const said = (await page.evaluate('said')) as readonly string[];
  const sums = said.flatMap((words) => {
    const [, spent, rest] = /([\d.]+) credits? so far · ≈ ([\d.]+) credits? for the rest/.exec(words) ?? [];
    return spent === undefined ? [] : [Number(spent) + Number(rest)];
  });
  expect(sums.length).toBeGreaterThan(0);
  expect(new Set(sums)).toEqual(new Set([40]));
});

test('the keyboard stays where it was when its button goes, and a reason is whole in a small window', async () => {
  const { app } = served;
  const { page } = app;
  const list = page.getByRole('treegrid');
  await app.resize(900, 600);
  await page.keyboard.press('ControlOrMeta+5');
  const account = await queue.account();
  await app.call('accountsSetOptions', { accountId: account?.id, options: { ...account?.options, budget: { day: '12345.75', month: null, total: null } } });
  await app.call('pricesSet', { accountId: account?.id, rows: [{ model: '*', size: '*', quality: '*', amount: '20000' }] });
  await app.call('accountsRename', { accountId: account?.id, name: 'Nordlicht Bildagentur München – Team Süd' });
  await queue.submitBatch('Badgers', Array.from({ length: 12 }, (_, at) => `badger ${at + 1}`));
  await expect(queue.batch('Badgers')).toContainText('Nordlicht');
  const reason = queue.batch('Badgers').getByText('It resets at midnight');
  await expect(reason).toBeVisible();
  const cut = await reason.evaluate((words) => { const box = words as unknown as Record<'scrollHeight' | 'clientHeight' | 'scrollWidth' | 'clientWidth', number>; return box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth; });
  expect(cut).toBe(false);
  const [row, lines] = [await queue.batch('Badgers').boundingBox(), await queue.batch('Badgers').locator('p').evaluateAll((all) => all.map((line) => (line as unknown as { getBoundingClientRect(): { top: number; bottom: number } }).getBoundingClientRect()))];
  expect(Math.min(...lines.map(({ top }) => top))).toBeGreaterThan(row?.y ?? Infinity);
  expect(Math.max(...lines.map(({ bottom }) => bottom))).toBeLessThan((row?.y ?? 0) + (row?.height ?? 0));

  // The two switches of the whole queue give each other the focus.
  await page.getByRole('button', { name: 'Hold all' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Resume all' })).toBeFocused();
  // The second half of a double press does not resume, and a press right after the question appeared does not confirm.
  const resume = page.getByRole('button', { name: 'Resume all' });
  const question = page.getByRole('dialog', { name: 'Generate 12' });
  await expect(async () => {
    if (!(await question.isVisible())) await resume.press('Enter');
    await expect(question).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await question.getByRole('button', { name: 'Cancel', exact: true }).press('Enter');
  await expect(question).toBeHidden();
  await expect(resume).toBeFocused();
  await resume.click();
  await question.getByRole('button', { name: 'Generate 12' }).click();
  await expect(page.getByRole('button', { name: 'Hold all' })).toBeFocused();

  // A cancelled task takes its button along.
  await queue.batch('Badgers').click({ position: { x: 300, y: 12 } });
  await page.keyboard.press('ArrowRight');
  await queue.task('badger 3').getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(queue.task('badger 3')).toHaveCount(0);
  await expect(list).toBeFocused();
  // So does a batch whose rest is cancelled, from its own menu.
  await queue.batch('Badgers').getByRole('button', { name: 'More actions for Badgers' }).click();
  await page.getByRole('menuitem', { name: 'Cancel the rest…' }).click();
  await page.getByRole('button', { name: 'Cancel 11 tasks' }).press('Enter');
  await expect(queue.batch('Badgers')).toContainText('12 cancelled');
  await expect.poll(() => page.evaluate(`document.activeElement.closest('[role=treegrid]') !== null`)).toBe(true);
});

/** The list scrolls to a row that was moved, also after its order has changed. */
async function atRest(row: Locator): Promise<void> {
  let last = -1;
  await expect
    .poll(async () => {
      const before = last;
      last = (await row.boundingBox())?.y ?? -1;
      return last === before;
    })
    .toBe(true);
}

/** Drags a row by its grip to the upper edge of another. */
async function drag(from: Locator, to: Locator): Promise<void> {
  const { mouse, keyboard } = served.app.page;
  // The list may scroll between the look at the row and the press. Then another row is held, and let go.
  await expect(async () => {
    await atRest(from);
    await from.hover();
    const start = await from.locator('[data-grip]').boundingBox();
    if (!start) throw new Error('not on screen');
    await mouse.move(start.x + start.width / 2, start.y + start.height / 2);
    await mouse.down();
    await mouse.move(start.x + 20, start.y - 10, { steps: 3 });
    try {
      await expect(from).toHaveClass(/dragged/, { timeout: 2_000 });
    } catch (error) {
      await keyboard.press('Escape');
      await mouse.up();
      throw error;
    }
  }).toPass();
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('not on screen');
  await mouse.move(start.x + 20, end.y + 4, { steps: 5 });
  await mouse.up();
}
