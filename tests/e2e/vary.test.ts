import { withSharedServedApp } from '../support/fresh-app.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { expect, test } from '../support/test.ts';
import { faultsInBothThemes } from '../support/window-faults.ts';

/** The same request again, with one part changed: the form is filled, and it alone sends. */

const served = withSharedServedApp({ strip: 'closed', begin: (profile) => seedHistory(profile, [{ prompt: 'a harbour at dawn', model: 'flux' }, { prompt: 'a stone bridge', model: 'sdxl' }]) });

test('by keyboard: words of the prompt, then several models, whose grid shows what differs', async () => {
  const { app, service } = served;
  const { page } = app;
  await app.resize(1280, 800);
  await page.reload();
  const before = (await app.history()).total;
  const dialog = page.getByRole('dialog', { name: 'Vary' });
  const values = dialog.getByRole('textbox', { name: 'Values to try, one on each line' });
  const harbour = page.getByRole('gridcell', { name: /a harbour at dawn/ }).first();

  await test.step('from the gallery: some words become a choice', async () => {
    await harbour.click();
    await page.keyboard.press('Shift+a');
    await expect(dialog).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Words that change' }).fill('owl');
    await values.fill('dawn\ndusk\nnoon');
    await expect(dialog).toContainText('The prompt does not have these words.');
    await dialog.getByRole('textbox', { name: 'Words that change' }).fill('dawn');
    await expect(dialog.getByRole('status').last()).toContainText('3 tasks with the account');
    expect(await faultsInBothThemes(page)).toEqual([]);
    await app.resize(640, 400);
    expect(await faultsInBothThemes(page)).toEqual([]);
    await app.resize(1280, 800);
    // The key that sends does nothing here, so that pressing it twice cannot buy.
    await values.press('ControlOrMeta+Enter');
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Put into the form' }).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(app.prompt).toHaveValue('a harbour at {dawn|dusk|noon}');
    await expect(app.prompt).toBeFocused();
    await expect(page.getByRole('button', { name: 'Generate 3' })).toBeVisible();
  });

  await test.step('from the viewer: one more field, as a list', async () => {
    await harbour.dblclick();
    await page.getByRole('dialog', { name: 'Viewer' }).waitFor();
    await page.keyboard.press('Shift+a');
    await dialog.getByRole('combobox', { name: 'What changes' }).click();
    await page.getByRole('option', { name: 'Another field, such as a seed' }).click();
    await values.fill('1\n2');
    await dialog.getByRole('button', { name: 'Open as a list…' }).click();
    const list = page.getByRole('dialog', { name: /list/i });
    await expect(list.getByText('a harbour at dawn').first()).toBeVisible();
    await expect(list.getByText('seed').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+1');
  });

  await test.step('from the comparison: the same request again', async () => {
    await harbour.click();
    await page.keyboard.press('c');
    await page.getByRole('dialog', { name: 'Compare' }).getByRole('gridcell').nth(1).waitFor();
    await page.keyboard.press('Shift+u');
    await expect(app.prompt).toHaveValue(/^a (harbour at dawn|stone bridge)$/);
    await expect(page.getByRole('dialog', { name: 'Compare' })).toBeHidden();
  });

  // Nothing was sent until now.
  expect((await app.history()).total).toBe(before);
  expect((await service.requests()).filter(({ method }) => method === 'POST')).toEqual([]);

  await test.step('several models, sent by the form, have a grid', async () => {
    await harbour.click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Vary…/ }).click();
    await dialog.getByRole('combobox', { name: 'What changes' }).click();
    await page.getByRole('option', { name: 'Model' }).click();
    await expect(values).toHaveValue('flux\n');
    await values.fill('flux\nsdxl');
    await dialog.getByRole('button', { name: 'Put into the form' }).click();
    await expect(page.getByRole('button', { name: 'Generate 2' })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect.poll(async () => (await app.history()).total).toBe(before + 2);
    await page.keyboard.press('ControlOrMeta+2');
    await page.getByRole('row', { name: /a harbour at dawn/ }).first().click();
    await page.keyboard.press('Shift+g');
    await expect(page.getByRole('dialog', { name: 'Grid' }).or(page.getByRole('grid', { name: 'Grid' })).first()).toBeVisible();
    await expect(page.getByRole('columnheader', { name: /sdxl/ }).or(page.getByRole('rowheader', { name: /sdxl/ })).first()).toBeVisible();
  });
});
