import type { Locator } from '@playwright/test';
import { withFreshApp, withSharedApp } from '../support/fresh-app.ts';
import { holdAnswer } from '../support/hold-answer.ts';
import { LatentApp, type Profile } from '../support/latent-app.ts';
import { startScriptedService } from '../support/scripted-service.ts';
import { seedHistory, type SeededTask } from '../support/seeded-history.ts';
import { beginAbovePictures, dismissFound, failedTask, sendTogether } from '../support/strip-driver.ts';
import { expect, test } from '../support/test.ts';

/** What is in progress, waiting or wrong stands in one strip above the sheet: counted, grouped, and with what is at stake. */

let app: LatentApp;
let profile: Profile;
const take = (opened: LatentApp, itsProfile: Profile): void => {
  app = opened;
  profile = itsProfile;
};

const noPicture = (number: number): SeededTask => ({ prompt: 'nothing to see', state: { status: 'completed', remoteId: `empty-${number}`, imageCount: 0 } });

const send = (prompt: string, count: number, accountId?: string): Promise<string[]> => sendTogether(app, prompt, count, accountId);

/** Tasks with an unknown outcome. After three, the account stops sending, and the person says each time that it goes on. */
async function sendLost(count: number): Promise<void> {
  const resume = async (): Promise<void> => {
    const [account] = await app.accounts();
    if (account?.sendingStopped) await app.call('accountsResumeSending', { accountId: account.id });
  };
  const unknown = async (): Promise<number> => (await app.history('status:unknown ')).total;
  const before = await unknown();
  await send('a cut connection [drop]', count);
  await expect.poll(async () => (await resume(), (await unknown()) - before)).toBe(count);
  await resume();
}

const button = (name: string): Locator => app.page.getByRole('button', { name, exact: true });
const panel = (): Locator => app.page.getByRole('treegrid', { name: 'Tasks' });
const group = (name: string): Locator => panel().getByRole('row', { name });

test.describe('in an empty library', () => {
  const seeded = [...Array.from({ length: 7 }, (_, at) => failedTask(at)), ...Array.from({ length: 3 }, (_, at) => noPicture(at))];
  let showSeeded: () => Promise<void>;
  withFreshApp(take, { strip: 'closed', begin: (fresh) => seedHistory(fresh, seeded) });
  test.beforeEach(async () => {
    showSeeded = await dismissFound(app, 'moderated OR nothing');
    await expect(button('10 problems')).toHaveCount(0);
  });

  test('sixty tasks of all kinds are counted, grouped, and show what is at stake', { tag: '@long' }, async () => {
    await app.resize(720, 480);
    await expect(button('In progress 1')).toHaveCount(0);
    const empty = await app.page.locator('[data-strip-row]').boundingBox();

    await send('a red fox [stall]', 23);
    // Of several that are sent together, one is refused and the rest waits for the person.
    for (let time = 0; time < 5; time += 1) await send('a bad size [refuse]', 1);
    await send('a bad size [refuse]', 16);
    await sendLost(6);
    await showSeeded();
    await expect(button('22 problems')).toBeVisible();
    await expect(button('In progress 23')).toBeInViewport({ ratio: 1 });
    await expect(button('22 problems')).toBeInViewport({ ratio: 1 });
    await expect(button('Waiting 15')).toBeInViewport({ ratio: 1 });
    await expect(app.page.getByRole('status').filter({ hasText: '22 problems' })).toBeAttached();
    expect((await app.page.locator('[data-strip-row]').boundingBox())?.y).toBe(empty?.y);
    await expect(panel()).toHaveCount(0);

    await button('22 problems').click();
    await expect(group('6 tasks: Outcome unknown')).toContainText('The connection broke before the answer came.');
    await expect(group('6 tasks: Outcome unknown')).toHaveAttribute('data-cursor', 'true');
    await expect(group('6 tasks: Not accepted')).toContainText('Free');
    await expect(group('7 tasks: Failed')).toBeAttached();
    // Only the rows in sight are drawn.
    await app.page.keyboard.press('End');
    await expect(group('23 tasks: a red fox [stall]')).toBeInViewport();
    await app.page.keyboard.press('Home');
    // What costs money without anybody knowing stands first; large groups are one row until they are opened.
    await expect(panel().getByRole('row').nth(1)).toContainText('6 × Outcome unknown');
    await expect(app.tile('rejected')).toHaveCount(0);
    await group('6 tasks: Not accepted').getByRole('button', { name: 'Show its tasks' }).click();
    await expect(app.tile('rejected')).toHaveCount(6);

    // One action for a group, and its number is what it acts on; undone as a whole.
    await group('6 tasks: Not accepted').getByRole('button', { name: 'Dismiss 6' }).click();
    await expect(button('16 problems')).toBeVisible();
    await app.page.keyboard.press('ControlOrMeta+z');
    await expect(button('22 problems')).toBeVisible();
  });

  test('waiting tasks are cancelled together, even if the key of their account is gone, and return with an undo', async () => {
    const service = await startScriptedService({ key: 'sk-e2e-0123456789-abcdef' });
    const accountId = await app.addAccount(service.url, service.key);
    await service.stop();
    await send('a quiet village', 5, accountId);
    await expect(button('Waiting 5')).toBeVisible();
    await app.call('accountsForgetKey', { accountId });
    const waits = button('Waiting 5');
    await waits.click();
    await panel().getByRole('row', { name: /^5 tasks/ }).getByRole('button', { name: 'Cancel 5' }).click();
    await expect(waits).toHaveCount(0);
    await app.page.keyboard.press('ControlOrMeta+z');
    await app.confirmSubmission();
    await expect(waits).toBeVisible();
    expect((await app.history('status:withdrawn')).total).toBe(0);

    // All waiting tasks, whether or not they were sent together.
    await send('an owl', 2, accountId);
    await expect(button('Waiting 7')).toBeVisible();
    await panel().getByRole('row', { name: 'Waiting', exact: true }).getByRole('button', { name: 'Cancel 7' }).click();
    await expect(button('Waiting 7')).toHaveCount(0);
    expect((await app.history('status:cancelled')).total).toBe(7);
    await app.page.getByRole('button', { name: 'Undo: cancel 7 tasks' }).click();
    // This question is not about the number above which Latent asks.
    const question = app.page.getByRole('dialog', { name: 'Put 7 tasks of Studio back in the queue?' });
    await expect(question).toContainText('they are sent in their turn, and each may be charged.');
    await expect(question).not.toContainText('You can change when Latent asks');
    await app.confirmSubmission();
    await expect(button('Waiting 7')).toBeVisible();
  });

  test('the list is open at the next start, with the same tasks', { tag: '@long' }, async () => {
    for (let time = 0; time < 2; time += 1) await send('a bad size [refuse]', 1);
    await expect(button('2 problems')).toBeVisible();
    await button('2 problems').click();
    await expect(app.tile('rejected')).toHaveCount(2);
    await app.close();
    app = await LatentApp.launch(profile);
    await expect(app.tile('rejected')).toHaveCount(2);
  });
});

test.describe('above pictures, with one task in progress', () => {
  withSharedApp(
    async (shared, itsProfile) => {
      take(shared, itsProfile);
      await send('a red fox [stall]', 1);
    },
    { strip: 'closed', begin: (fresh) => seedHistory(fresh, Array.from({ length: 4 }, () => ({ prompt: 'an owl', pictures: 4 }))) },
  );
  test.beforeEach(() => beginAbovePictures(app));

  test('tasks whose outcome is unknown are hidden only after a question that names them', async () => {
    const size = app.page.getByRole('combobox', { name: 'Size' });
    await size.fill('1536x1024');
    await app.page.keyboard.press('Escape');
    await sendLost(3);
    for (let time = 0; time < 2; time += 1) await send('a bad size [refuse]', 1);
    await expect(button('5 problems')).toBeVisible();
    await button('5 problems').click();
    const { keyboard } = app.page;
    await keyboard.press('ControlOrMeta+a');
    const toolbar = app.page.getByRole('toolbar', { name: 'Selected tasks' });
    // The task in progress is selected too, but cannot be hidden.
    await expect(toolbar).toContainText('6 selected');
    const question = app.page.getByRole('dialog', { name: 'Dismiss 5 tasks?' });
    // Escape right after the key that asked, before the next frame: it is the question's, and leaves the list and its selection as they are.
    await app.page.evaluate(async () => {
      const { document: dom, KeyboardEvent: Press } = globalThis as unknown as {
        document: { activeElement: { dispatchEvent(event: unknown): void }; querySelector(selectors: string): unknown };
        KeyboardEvent: new (type: string, init: object) => unknown;
      };
      const press = (key: string): void => dom.activeElement.dispatchEvent(new Press('keydown', { key, bubbles: true, cancelable: true }));
      press('Delete');
      for (let turn = 0; turn < 1000 && dom.querySelector('[role="dialog"]') === null; turn += 1) await Promise.resolve();
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
      press('Escape');
    });
    await expect(question).toBeHidden();
    await expect(toolbar).toContainText('6 selected');
    await keyboard.press('Delete');
    await expect(question).toContainText('Latent does not know what became of 3 of them. The practice service is free, whatever became of them.');
    await expect(question).toContainText('History keeps them.');
    await expect(question.getByText('“a cut connection [drop]” · Practice')).toHaveCount(3);
    await keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(button('5 problems')).toBeVisible();

    // Main answers after the question has faded out and given the focus back.
    const dismiss = await holdAnswer(app, 'tasks:dismiss');
    const asking = toolbar.getByRole('button', { name: 'Dismiss 5' });
    await asking.click();
    await question.getByRole('button', { name: 'Dismiss 5' }).click();
    await expect(question).toBeHidden();
    await expect(asking).toBeFocused();
    await dismiss();
    await expect(app.tiles).toHaveCount(1);
    // The button that asked is gone with its tasks.
    await expect(app.page.getByRole('treegrid', { name: 'Tasks' })).toBeFocused();
    // The key undoes the latest action in the window, not in the text field that had the focus before.
    await keyboard.press('ControlOrMeta+z');
    await expect(button('5 problems')).toBeVisible();
    await expect(size).toHaveValue('1536x1024');

    // The same question in the history.
    await keyboard.press('ControlOrMeta+2');
    await app.page.getByRole('row').filter({ hasText: 'a cut connection' }).first().click();
    await app.page.getByRole('complementary', { name: 'Task details' }).getByRole('button', { name: 'Dismiss', exact: true }).click();
    await expect(app.page.getByRole('dialog', { name: 'Dismiss this task?' })).toContainText('Latent does not know what became of this task');
  });

  test('the strip can be opened, walked through, inspected and closed by keyboard alone', async () => {
    for (let time = 0; time < 2; time += 1) await send('a bad size [refuse]', 1);
    await expect(button('2 problems')).toBeVisible();
    const { keyboard } = app.page;
    await app.prompt.focus();
    await keyboard.press('Escape');
    await keyboard.press('w');
    const focused = app.page.locator('[data-strip-panel] [data-cursor]');
    // The list opens at the line that had the focus last.
    await expect(focused).toHaveCount(1);
    await keyboard.press('Home');
    await expect(focused).toHaveAttribute('aria-expanded', 'true');
    await keyboard.press('ArrowLeft');
    await expect(focused).toHaveAttribute('aria-expanded', 'false');
    await expect(app.tile('rejected')).toHaveCount(0);
    await keyboard.press('ArrowRight');
    await keyboard.press('ArrowDown');
    await expect(focused).toHaveAttribute('data-task-status', 'rejected');
    await expect(focused).toHaveAttribute('aria-selected', 'true');
    await keyboard.press('End');
    await expect(focused).toHaveAttribute('data-task-status', 'processing');
    await keyboard.press('Enter');
    await expect(app.page.getByRole('complementary', { name: 'Inspector' })).toContainText('a red fox [stall]');
    await keyboard.press('Escape');
    await expect(panel()).toBeHidden();
    await expect(button('In progress 1')).toBeFocused();
  });

  test('tasks and pictures are not selected together, and the strip is visible from deep in the sheet', async () => {
    await expect(app.pictures.first()).toBeVisible();
    await app.resize(720, 480);
    await send('a bad size [refuse]', 1);
    await expect(button('1 problem')).toBeVisible();
    await app.pictures.first().click();
    const picture = app.page.getByRole('gridcell', { selected: true });
    await expect(picture).toHaveCount(1);
    await app.page.keyboard.press('End');
    await expect(button('1 problem')).toBeInViewport({ ratio: 1 });

    await button('1 problem').click();
    await app.tile('rejected').click({ position: { x: 90, y: 8 } });
    await expect(app.tile('rejected')).toHaveAttribute('aria-selected', 'true');
    await expect(picture).toHaveCount(0);
    await app.resize(1280, 800);
    await app.pictures.last().click();
    await expect(app.tile('rejected')).toHaveAttribute('aria-selected', 'false');
  });

  test('a group opens and closes by double click, Enter and Space, and a double click on a button dismisses nothing more', async () => {
    for (let time = 0; time < 2; time += 1) await send('a bad size [refuse]', 1);
    await expect(button('2 problems')).toBeVisible();
    await button('2 problems').click();
    const { keyboard } = app.page;
    const head = group('2 tasks: Not accepted');
    await expect(head).toHaveAttribute('aria-expanded', 'true');
    const ways: readonly (() => Promise<void>)[] = [() => head.getByText('2 × Not accepted').dblclick(), () => keyboard.press('Enter'), () => keyboard.press(' ')];
    let expanded = true;
    for (const open of ways) {
      await open();
      expanded = !expanded;
      await expect(head).toHaveAttribute('aria-expanded', String(expanded));
    }
    await keyboard.press('ArrowRight');
    const line = app.tile('rejected').first();
    // The second click of a double click does not dismiss the line that moved under it.
    await line.getByRole('button', { name: 'Dismiss' }).hover();
    await app.page.mouse.down({ clickCount: 2 });
    await app.page.mouse.up({ clickCount: 2 });
    await line.click({ position: { x: 90, y: 8 } });
    await expect(button('2 problems')).toBeVisible();
    await keyboard.press('Delete');
    await expect(button('1 problem')).toBeVisible();
  });

  test('problems are announced once, and a line that goes gives the focus to its neighbour', async () => {
    for (let time = 0; time < 3; time += 1) await send('a bad size [refuse]', 1);
    const announced = app.page.getByRole('status').filter({ hasText: /problem/ });
    await expect(announced).toHaveText('3 problems');
    const { keyboard } = app.page;
    await keyboard.press('ControlOrMeta+2');
    await expect(button('3 problems')).toHaveCount(0);
    await keyboard.press('ControlOrMeta+1');
    await expect(button('3 problems')).toBeVisible();
    await expect(announced).toHaveCount(0);

    await button('3 problems').click();
    await keyboard.press('ArrowDown');
    const focused = app.page.locator('[data-strip-panel] [data-cursor]');
    await expect(focused).toHaveAttribute('data-task-status', 'rejected');
    for (const left of ['2 problems', '1 problem']) {
      await keyboard.press('Delete');
      await expect(button(left)).toBeVisible();
      await expect(focused).toHaveAttribute('data-task-status', 'rejected');
      await keyboard.press('Enter');
    }
  });

  test('while the keyboard is in the list, no key changes the picture that is selected in the sheet', async () => {
    await send('a bad size [refuse]', 1);
    await expect(button('1 problem')).toBeVisible();
    await app.pictures.first().click();
    const { keyboard } = app.page;
    await keyboard.press('w');
    await expect(app.tile('rejected')).toHaveAttribute('data-cursor', 'true');
    await keyboard.press('f');
    await keyboard.press('Delete');
    // The same key marks the picture from the sheet; it would remove the mark if it had acted before.
    await app.pictures.first().click();
    await keyboard.press('f');
    await expect(app.page.getByRole('gridcell', { name: 'an owl (Favourite' })).toBeVisible();
  });
});
