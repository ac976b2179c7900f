import type { Outputs } from '../../shared/ipc/api.ts';
import { withSharedServedApp } from '../support/fresh-app.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { expect, test } from '../support/test.ts';
import { faultsInBothThemes } from '../support/window-faults.ts';

/** The command palette, and filters that are mistyped. */

const served = withSharedServedApp({ begin: (profile) => seedHistory(profile, [{ prompt: 'a harbour at dawn', pictures: 2 }, { prompt: 'a stone bridge', pictures: 1 }]) });

test('everything is found from one field by keyboard, and nothing is sent', { tag: '@long' }, async () => {
  const { app, service } = served;
  const { page } = app;
  await app.resize(1280, 800);
  await app.call('marksSet', { target: { token: null, revision: 0, ranges: [], imageIds: [1] }, mark: { kind: 'tag', tag: 'lighthouse' } });
  await app.call('searchesSave', { name: 'Best of spring', query: 'rating:>=4' });
  await page.reload();
  await app.pictures.first().waitFor();
  const tasks = (await app.history()).total;

  const palette = page.getByRole('dialog', { name: 'Command palette' });
  const field = palette.getByRole('combobox');
  const find = async (search: string, option: string | RegExp): Promise<void> => {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(field).toBeFocused();
    await page.keyboard.type(search);
    const first = palette.getByRole('option').first();
    await expect(first).toHaveAccessibleName(option);
    // A screen reader says what Enter would take.
    await expect(first).toHaveAttribute('data-highlighted');
    expect(await field.getAttribute('aria-activedescendant')).toBe(await first.getAttribute('id'));
  };
  const take = async (search: string, option: string | RegExp): Promise<void> => {
    await find(search, option);
    await page.keyboard.press('Enter');
    await expect(palette).toBeHidden();
  };

  await test.step('a setting, on its page and with the focus', async () => {
    await take('theme', /^Theme/);
    await expect(page.getByRole('tab', { name: 'Appearance' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.locator('[data-setting="Theme"] :focus')).toHaveCount(1);
    // On another page while the settings are open.
    await take('folder libr', /^Folder for new pictures/);
    await expect(page.locator('[data-setting="Folder for new pictures"] :focus')).toHaveCount(1);
    await take('network', /^Network/);
    await expect(page.locator('[data-section="proxy"]')).toBeFocused();
  });

  await test.step('a prompt of the history, which fills the form', async () => {
    await take('harb', /^a harbour at dawn/);
    await expect(app.prompt).toHaveValue('a harbour at dawn');
    await expect(app.prompt).toBeFocused();
  });

  await test.step('a tag, a saved search and a task', async () => {
    const search = page.getByRole('combobox', { name: 'Search pictures' });
    await take('lightho', /^lighthouse/);
    await expect(search).toHaveValue('tag:lighthouse ');
    await expect(app.pictures).toHaveCount(1);
    await take('spring', /^Best of spring/);
    await expect(search).toHaveValue('rating:>=4');
    const { tasks: listed } = (await app.history('bridge')) as { readonly tasks: readonly { readonly task: Outputs['tasks:detail']['task'] }[] };
    const id = listed[0]?.task.id ?? '';
    await take(id, `Find the task with the ID ${id}`);
    await expect(page.getByRole('row', { name: /a stone bridge/ })).toHaveCount(1);
  });

  await test.step('a command, the same one first the next time; Escape changes nothing and gives the focus back', async () => {
    await take('spend', /spending/i);
    await expect(page.getByRole('heading', { name: 'Spending' }).first()).toBeVisible();
    await page.keyboard.press('ControlOrMeta+1');
    await app.prompt.focus();
    await page.keyboard.press('ControlOrMeta+k');
    await expect(palette.getByRole('option').first()).toHaveAccessibleName(/spending/i);
    await page.keyboard.press('Escape');
    await expect(palette).toBeHidden();
    await expect(app.prompt).toBeFocused();
    // A new page knows it too, with the task and the tag from before.
    await page.reload();
    await app.pictures.first().waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    const recent = palette.getByRole('group', { name: 'Used recently' }).getByRole('option');
    await expect(recent.first()).toHaveAccessibleName(/spending/i);
    await expect(recent.nth(1)).toHaveAccessibleName(/^Find the task with the ID/);
    await expect(recent.filter({ hasText: 'lighthouse' })).toHaveCount(1);
    await page.keyboard.press('Escape');
  });

  await test.step('axe finds nothing, and nothing leaves a small window', async () => {
    for (const [width, height] of [[1280, 800], [640, 400]] as const) {
      await app.resize(width, height);
      await find('s', /./);
      expect(await faultsInBothThemes(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(palette).toBeHidden();
    }
    await app.resize(1280, 800);
  });

  expect((await app.history()).total).toBe(tasks);
  expect((await service.requests()).filter(({ method }) => method === 'POST')).toEqual([]);
});

test('a filter that is mistyped is searched as words, which the window says, and one button mends it', async () => {
  const { app } = served;
  const { page } = app;
  await app.resize(1280, 800);
  await app.renew();
  const field = page.getByRole('combobox', { name: 'Search pictures' });
  const note = page.locator('[data-mistyped]');
  const sentence = 'No filter is called “modle”, so this is searched as words. Did you mean model:flux?';
  await field.fill('harbour modle:flux');
  // While it is typed, nothing is said.
  await expect(note).toHaveCount(0);
  await field.pressSequentially(' ');
  await expect(note).toContainText(sentence);
  await expect(page.getByRole('status').filter({ hasText: sentence })).toHaveCount(1);
  expect(await faultsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Use model:flux' }).click();
  await expect(field).toHaveValue('harbour model:flux ');
  await expect(note).toHaveCount(0);
  // A value that cannot be is said to be so instead of finding nothing.
  await field.fill('rating:9 ');
  await expect(page.getByRole('heading', { name: 'A filter is not understood' })).toBeVisible();
});
