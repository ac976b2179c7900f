import { randomUUID } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { itemInMenu } from '../support/choose-in-menu.ts';
import { withFreshApp } from '../support/fresh-app.ts';
import type { LatentApp } from '../support/latent-app.ts';
import { paintPng } from '../support/paint-png.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { startScriptedService } from '../support/scripted-service.ts';
import { expect, test } from '../support/test.ts';

/** What the rows of the history say of the money, and what keys, clicks and the menu do to them: to one, and to several together. */

let app: LatentApp;

async function send(prompt: string, count: number, accountId?: string): Promise<void> {
  const taskIds = Array.from({ length: count }, () => randomUUID());
  const request = { model: 'm', prompt, size: '64x64', quality: 'low' };
  await app.call('tasksSubmit', { accountId: accountId ?? (await app.accounts())[0]?.id, request, taskIds, retryOf: null });
}

const rows = (prompt: string): Locator => app.page.getByRole('row').filter({ hasText: prompt });
const panel = (): Locator => app.page.getByRole('complementary', { name: 'Task details' });
const toolbar = (): Locator => app.page.getByRole('toolbar', { name: 'Selected tasks' });
const viewer = (): Locator => app.page.getByRole('dialog');
const item = (name: RegExp | string): Locator => app.page.getByRole('menuitem', { name });
/** What a row says under the heading of a column. */
const cell = async (prompt: string, column: string): Promise<string> => {
  const at = await app.page.getByRole('columnheader', { name: column }).getAttribute('aria-colindex');
  return (await rows(prompt).first().locator('[role="gridcell"]').allTextContents())[Number(at) - 1] ?? '';
};

test.describe('in an empty library', () => {
  withFreshApp((fresh) => (app = fresh));

  test('the history shows the credits that the service reported, and the number of queries only under "Technical details"', { tag: '@long' }, async () => {
    const { page } = app;
    const service = await startScriptedService({ key: 'sk-e2e-0123456789-abcdef' });
    const png = await paintPng({ prompt: 'fox', index: 0, width: 64, height: 64 });
    const accepted = (credits: number) => [{ body: { json: { id: '$ID', status: 'processing', credits } } }];
    await service.script('a red fox', { submit: accepted(1), processing: 0, images: [{ base64: png.toString('base64') }] });
    await service.script('a moderated prompt', { submit: accepted(0), processing: 0, end: { failed: { message: 'The prompt was declined.' } } });
    await service.script('a bad size', { submit: [{ status: 400, body: { json: { error: 'no such size, and nothing near it either' } } }] });
    const accountId = await app.addAccount(service.url, service.key);
    await send('a red fox', 1, accountId);
    await send('a moderated prompt', 1, accountId);
    await send('a bad size', 1, accountId);
    await expect(app.tile('failed')).toContainText('The service says: 0 credits');
    await expect(app.tile('failed')).not.toContainText('May have been charged');
    await expect(app.tile('rejected')).toContainText('Should not be charged');
    await expect(app.pictures).toHaveCount(1);
    await page.keyboard.press('ControlOrMeta+2');
    for (const [width, height] of [[1280, 800], [900, 600], [640, 400]] as const) {
      await app.resize(width, height);
      await expect(page.getByRole('columnheader', { name: 'Cost' })).toBeInViewport({ ratio: 1 });
      expect(await cell('a red fox', 'Cost')).toBe('1 credit');
      expect(await cell('a moderated prompt', 'Cost')).toBe('0 credits');
      expect(await cell('a bad size', 'Cost')).toBe('not charged');
      if (width === 640) continue;
      for (const said of ['The prompt was declined.', 'no such size, and nothing near it either']) {
        const cut = await page.getByRole('gridcell', { name: said, exact: true }).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
        expect(cut, `${said} at ${width}`).toBe(0);
      }
    }
    await app.resize(1280, 800);
    await expect(page.getByRole('columnheader', { name: 'Checks' })).toHaveCount(0);
    await page.getByRole('columnheader', { name: 'Cost' }).getByRole('button').click();
    await expect(page.getByRole('row').nth(1)).toContainText('a red fox');
    await expect(page.getByRole('row').nth(3)).toContainText('a moderated prompt');

    await rows('a red fox').click();
    await expect(panel().getByText('1 credit', { exact: true })).toBeVisible();
    await expect(panel().getByText('Checks', { exact: true })).toHaveCount(0);
    await panel().getByRole('button', { name: 'Technical' }).click();
    await expect(panel().getByText('Checks', { exact: true })).toBeVisible();
    await expect(panel().getByText('What the service said')).toBeVisible();

    // Beside the panel nothing is covered.
    await app.resize(900, 600);
    for (const name of ['Export…', 'Add task by ID…']) await page.getByRole('button', { name }).click({ trial: true });
    await service.stop();
  });

  test('a task that was added by its ID without a prompt offers only its ID to copy', { tag: '@long' }, async () => {
    const { page } = app;
    const service = await startScriptedService({ key: 'sk-e2e-0123456789-abcdef' });
    const accountId = await app.addAccount(service.url, service.key);
    await service.script('made elsewhere', { processing: 0, end: { failed: { message: 'The prompt was declined.' } } });
    const remoteId = await service.take('made elsewhere');
    await app.call('tasksAddById', { taskId: randomUUID(), accountId, remoteId, prompt: '', anyway: true });
    await page.keyboard.press('ControlOrMeta+2');
    await rows('The prompt was declined.').click();
    await expect(panel().getByRole('button', { name: 'Copy ID' })).toBeVisible();
    await expect(panel().getByRole('button', { name: /prompt/ })).toHaveCount(0);
    await panel().getByRole('button', { name: 'Copy ID' }).click();
    await expect.poll(() => app.electron.evaluate(({ clipboard }) => clipboard.readText())).toBe(remoteId);
    await expect(page.getByText('Task ID copied').first()).toBeVisible();
    await rows('The prompt was declined.').click({ button: 'right' });
    for (const name of ['Copy to prompt', 'Prompt']) await expect(await itemInMenu(page, name)).toBeDisabled();
    await expect(await itemInMenu(page, 'Copy', 'Task ID')).toBeVisible();
    await expect(await itemInMenu(page, 'Copy', 'Prompt')).toHaveCount(0);
    await service.stop();
  });

  test('several rows are cancelled, checked and hidden together, with the number, also with the key of their account gone', { tag: '@long' }, async () => {
    const { page } = app;
    const { keyboard } = page;
    const service = await startScriptedService({ key: 'sk-e2e-0123456789-abcdef' });
    const accountId = await app.addAccount(service.url, service.key);
    await service.stop();
    const [practice] = await app.accounts();
    await send('a quiet village', 3, accountId);
    for (let time = 0; time < 2; time += 1) await send('a bad size [refuse]', 1, practice?.id);
    await send('a red fox [stall]', 2, practice?.id);
    await expect(app.page.getByRole('button', { name: 'In progress 2', exact: true })).toBeVisible();
    await expect(app.tile('rejected')).toHaveCount(2);
    await app.call('accountsForgetKey', { accountId });
    await keyboard.press('ControlOrMeta+2');
    await expect(page.getByText('7 tasks')).toBeVisible();
    await rows('a quiet village').first().click();
    await keyboard.press('ControlOrMeta+a');
    await expect(toolbar()).toContainText('7 selected');
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const [width, height] of [[640, 400], [900, 600]] as const) {
        await app.resize(width, height);
        for (const name of ['Cancel 3', 'Check 2 now', 'Dismiss 2', 'Export…', 'Clear the selection']) await expect(toolbar().getByRole('button', { name })).toBeInViewport({ ratio: 1 });
      }
    }
    await app.resize(1280, 800);

    await toolbar().getByRole('button', { name: 'Cancel 3' }).click();
    await expect(rows('a quiet village').filter({ hasText: 'Cancelled' })).toHaveCount(3);
    await expect(toolbar()).toContainText('7 selected');
    await expect(page.getByRole('treegrid', { name: 'History' })).toBeFocused();
    await keyboard.press('ControlOrMeta+z');
    await app.confirmSubmission();
    await expect(rows('a quiet village').filter({ hasText: 'Cancelled' })).toHaveCount(0);

    // The menu of several has the same, and its number is what the key acts on.
    await rows('a bad size').first().click({ button: 'right' });
    await expect(page.getByRole('menu')).toContainText('7 selected');
    await expect(item(/^Cancel 3/)).toContainText('Del');
    await expect(item(/^Dismiss 2/)).toBeVisible();
    await expect(item(/^Check 2 now/)).toContainText('A');
    await keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await keyboard.press('Delete');
    await expect(rows('a quiet village').filter({ hasText: 'Cancelled' })).toHaveCount(3);
    await keyboard.press('Delete');
    await expect(page.getByText('2 tasks dismissed.')).toBeVisible();
    await expect(toolbar().getByRole('button', { name: /^Dismiss/ })).toHaveCount(0);
    await keyboard.press('ControlOrMeta+z');
    await expect(toolbar().getByRole('button', { name: 'Dismiss 2' })).toBeVisible();
  });
});

test.describe('with a picture and a failed task', () => {
  const failed = { status: 'failed', remoteId: 'moderated', said: { httpStatus: 200, code: 'moderation', message: 'The picture was stopped.' } } as const;
  withFreshApp((fresh) => (app = fresh), { begin: (profile) => seedHistory(profile, [{ prompt: 'a red fox', pictures: 1 }, { prompt: 'a moderated prompt', state: failed, credits: 0 }]) });

  test('tasks of the practice service are shown as free everywhere', { tag: '@long' }, async () => {
    const { page } = app;
    await send('a bad size [refuse]', 1);
    await send('a cut connection [drop]', 1);
    await expect(app.tile('failed')).toBeVisible();
    await expect(app.tile('unknown')).toBeVisible();
    for (const status of ['failed', 'rejected', 'unknown']) await expect(app.tile(status).locator('[data-money="free"]')).toHaveText('Free');
    await expect(app.tile('failed').getByRole('button', { name: 'Generate again', exact: true })).toHaveText('Generate againfree');
    await app.tile('unknown').click({ position: { x: 12, y: 12 } });
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    await expect(inspector).toContainText('The practice service is free, so nothing is charged.');
    await expect(inspector).toContainText('Free (practice)');
    await expect(inspector).not.toContainText('new charge');
    await page.keyboard.press('Delete');
    await expect(page.getByRole('dialog', { name: 'Dismiss this task?' })).toContainText('The practice service is free, whatever became of it.');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+2');
    await expect(rows('a moderated prompt')).toBeVisible();
    for (const prompt of ['a moderated prompt', 'a bad size', 'a cut connection']) expect(await cell(prompt, 'Cost')).toBe('free');
    await expect(page.getByText('1 task has an unknown outcome. The practice service is free. It stays at the top.')).toBeVisible();
    await rows('a cut connection').click();
    const details = page.getByRole('complementary', { name: 'Task details' });
    await expect(details.getByRole('button', { name: 'Generate again…' })).toBeVisible();
    await expect(details.getByRole('button', { name: 'Enter the service’s task ID…' })).toHaveCount(0);
  });

  test('double click, Enter, Space, Delete and the menu do something sensible on every row', { tag: '@long' }, async () => {
    const { page } = app;
    const { keyboard } = page;
    await send('a bad size [refuse]', 1);
    await send('a cut connection [drop]', 1);
    await expect(app.tile('unknown')).toHaveCount(1);
    await expect(app.pictures).toHaveCount(1);
    await keyboard.press('ControlOrMeta+2');

    // A double click shows the picture; where there is none, the details. Nothing comes up under the pointer between its two clicks.
    const box = await rows('a red fox').boundingBox();
    await rows('a red fox').dblclick({ position: { x: (box?.width ?? 0) - 30, y: 10 } });
    await expect(viewer()).toBeVisible();
    await keyboard.press('Escape');
    await expect(viewer()).toBeHidden();
    await rows('a bad size').dblclick({ position: { x: (box?.width ?? 0) - 30, y: 10 } });
    await expect(panel()).toBeFocused();
    await keyboard.press('Escape');
    await expect(panel()).toBeHidden();

    await keyboard.press(' ');
    await expect(panel()).toContainText('a bad size');
    await keyboard.press('Escape');
    await rows('a red fox').click();
    await keyboard.press(' ');
    await expect(viewer()).toBeVisible();
    await keyboard.press('Escape');
    await expect(viewer()).toBeHidden();
    await keyboard.press('Enter');
    await expect(panel()).toBeFocused();
    await keyboard.press('Escape');

    // The right click is about the row below the pointer.
    await rows('a bad size').click({ button: 'right' });
    await expect(page.getByRole('menuitem')).toHaveText([/^Show the details/, /^Edit/, /^Generate again/, /^Dismiss/, /^Copy to prompt/, /^Vary…/, 'Prompt', 'Copy']);
    await expect(item(/^Dismiss/)).toContainText('Del');
    await keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(rows('a bad size')).toHaveAttribute('aria-selected', 'true');
    await rows('a red fox').click({ button: 'right' });
    await item(/^Show picture/).click();
    await expect(viewer()).toBeVisible();
    await keyboard.press('Escape');
    await expect(viewer()).toBeHidden();

    // Hiding asks where nobody knows the outcome, and undo brings back.
    await rows('a bad size').click();
    await keyboard.press('Delete');
    await expect(panel()).toContainText('Dismissed by you');
    await keyboard.press('ControlOrMeta+z');
    await expect(panel()).not.toContainText('Dismissed by you');
    await rows('a cut connection').click();
    await keyboard.press('Backspace');
    const question = page.getByRole('dialog', { name: 'Dismiss this task?' });
    await expect(question).toContainText('Latent does not know what became of this task');
    await question.getByRole('button', { name: 'Dismiss', exact: true }).click();
    await expect(panel()).toContainText('Dismissed by you');
    await keyboard.press('ControlOrMeta+z');
    await expect(panel()).not.toContainText('Dismissed by you');
  });
});
