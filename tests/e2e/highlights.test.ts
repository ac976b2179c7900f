import type { Locator } from '@playwright/test';
import { createProfile, LatentApp } from '../support/latent-app.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { expect, test } from '../support/test.ts';

/** What was searched for stands out where the picture or task that was found is described. */

test('the words of a search are highlighted in the inspector, in the viewer and in the history', { tag: '@long' }, async () => {
  const said = { httpStatus: 200, code: 'moderated', message: 'This prompt was refused by the safety system.' };
  const profile = await seedHistory(await createProfile(), [
    { prompt: 'a boat that is refused', state: { status: 'failed', remoteId: 'task_refused', said } },
    { prompt: 'A lighthouse above the 霧の海, and a red, red boat', model: 'paint-large' },
  ]);
  const app = await LatentApp.launch(profile);
  const { page } = app;
  await app.pictures.first().click();
  await page.keyboard.press('t');
  await page.keyboard.type('Sea side');
  await page.keyboard.press('Enter');
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await expect(inspector.getByRole('listitem').first()).toHaveText('Sea side');
  await expect(inspector.locator('mark')).toHaveCount(0);

  const search = page.getByRole('combobox', { name: 'Search pictures' });
  const hits = (within: Locator): Promise<readonly string[]> => within.locator('mark').allTextContents();
  // The prompt, and the name of the file that was made of it.
  const inText = ['house', 'abo', '海', 'red boat'];
  await search.fill('*house 海 "red boat" sea model:paint is:kept abo');
  await expect.poll(() => hits(inspector)).toEqual([...inText, 'Sea', 'paint']);
  await inspector.getByRole('button', { name: 'Technical' }).click();
  await expect.poll(() => hits(inspector)).toEqual([...inText, 'Sea', 'paint', ...inText]);

  await app.pictures.first().dblclick();
  await page.keyboard.press('i');
  const facts = page.getByRole('complementary', { name: 'Details' });
  await expect.poll(() => hits(facts)).toEqual(['Sea', ...inText, 'paint', ...inText]);
  await page.keyboard.press('Escape');

  await search.fill('');
  await expect(inspector.locator('mark')).toHaveCount(0);
  await expect(app.tile('failed')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+2');
  await page.getByRole('combobox', { name: 'Search prompts, models, IDs, errors' }).fill('safety "a boat" ');
  await expect(page.getByText('1 match', { exact: true })).toBeVisible();
  await page.getByRole('row').nth(1).click();
  await expect.poll(() => hits(page.getByRole('complementary', { name: 'Task details' }))).toEqual(['safety', 'a boat']);
  await app.close();
  await profile.remove();
});
