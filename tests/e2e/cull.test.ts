import type { Locator } from '@playwright/test';
import type { ImageMarks } from '../../shared/library/marks.ts';
import { withSharedApp } from '../support/fresh-app.ts';
import type { LatentApp } from '../support/latent-app.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { expect, test } from '../support/test.ts';

/** Culling: one picture after the other, by key, with a summary at the end. */

let app: LatentApp;
withSharedApp((shared) => void (app = shared), { begin: (profile) => seedHistory(profile, Array.from({ length: 8 }, (_, at) => ({ prompt: `fox ${8 - at}` }))) });
test.beforeEach(async () => {
  const imageIds = (await app.history()).tasks.flatMap(({ images }) => images.map(({ id }) => id));
  for (const mark of [{ kind: 'flag', flag: null }, { kind: 'rating', rating: 0 }] as const) await app.call('marksSet', { target: { token: null, revision: 0, ranges: [], imageIds }, mark });
  await app.renew();
  await expect(app.pictures).toHaveCount(8);
});

const viewer = (): Locator => app.page.getByRole('dialog', { name: 'Viewer' });
const summary = (): Locator => app.page.getByRole('dialog', { name: / of 8 pictures decided$/ });
const tally = (words: string): Promise<void> => expect(viewer().getByText(words)).toBeVisible();
const at = (ordinal: number): Promise<void> => expect(viewer().getByText(`${ordinal} of 8`)).toBeVisible();

/** The flags of all pictures, in the order of the sheet, and the rating and label of one of them. */
async function kept(): Promise<readonly ImageMarks[]> {
  const ids = await app.pictures.evaluateAll((all) => all.map((picture) => Number((picture as unknown as { dataset: { imageId: string } }).dataset.imageId)));
  return Promise.all(ids.map(async (imageId) => (await app.call('marksOf', { imageId })) as ImageMarks));
}

test('eight pictures are decided by key, undo leads back to the picture, and the rejected ones go to the trash together', async () => {
  const { page } = app;
  await page.getByRole('gridcell').first().click();
  await page.keyboard.press('d');
  await at(1);
  await tally('0 picked, 0 rejected, 8 undecided');

  // Without waiting: each key applies to the picture after the last one.
  for (const key of ['p', 'x', 'x', 'p']) await page.keyboard.press(key);
  await at(5);
  await tally('2 picked, 2 rejected, 4 undecided');
  await page.keyboard.press('4');
  await at(6);
  await page.keyboard.press('9');
  await at(7);
  await page.keyboard.press('ControlOrMeta+z');
  await at(6);
  await page.keyboard.press('ControlOrMeta+z');
  await at(5);
  await page.keyboard.press('4');

  // Go back by key. A decision can be changed, and then skips decided pictures.
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await at(3);
  await page.keyboard.press('p');
  await at(5);
  await tally('3 picked, 1 rejected, 4 undecided');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('u');
  await at(5);
  await tally('2 picked, 1 rejected, 5 undecided');
  await page.keyboard.press(' ');
  await at(6);
  for (const key of ['x', 'x', 'x']) await page.keyboard.press(key);

  await expect(summary()).toBeVisible();
  await expect(summary().getByText('2 picked, 4 rejected, 2 undecided')).toBeVisible();
  await summary().getByRole('button', { name: 'Continue with the 2 undecided pictures' }).click();
  await at(4);
  await page.keyboard.press('x');
  await at(5);
  await page.keyboard.press('Escape');
  await expect(summary()).toBeVisible();
  await summary().getByRole('button', { name: 'Move 5 rejected pictures to the trash…' }).click();
  const question = page.getByRole('dialog', { name: 'Move 5 rejected pictures to the trash?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(summary()).toBeVisible();
  await summary().getByRole('button', { name: 'Move 5 rejected pictures to the trash…' }).click();
  await question.getByRole('button', { name: 'Move to the trash' }).click();
  await expect(viewer()).toBeHidden();
  await expect(app.pictures).toHaveCount(3);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(app.pictures).toHaveCount(8);
  expect((await kept()).map(({ flag }) => flag)).toEqual(['pick', 'reject', 'pick', 'reject', null, 'reject', 'reject', 'reject']);
  expect((await kept())[4]?.rating).toBe(4);
});

test('keys that are pressed before the first picture is there decide about it, and not about the selection', async () => {
  const { page } = app;
  await app.reloadBusy();
  await page.getByRole('gridcell').nth(2).click();
  await page.getByRole('gridcell').nth(5).click({ modifiers: ['Shift'] });
  // All three in one turn, so that main cannot answer in between.
  await page.evaluate(`for (const key of ['d', 'p', 'x']) document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))`);
  await expect(viewer().getByText('3 of 4')).toBeVisible();
  await tally('1 picked, 1 rejected, 2 undecided');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.poll(async () => (await kept()).map(({ flag }) => flag)).toEqual([null, null, 'pick', 'reject', null, null, null, null]);
});

test('only the selected pictures are culled, and the picked ones are shown', async () => {
  const { page } = app;
  await page.getByRole('gridcell').nth(2).click();
  await page.getByRole('gridcell').nth(5).click({ modifiers: ['Shift'] });
  await page.getByRole('gridcell').nth(3).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Cull these pictures' }).click();
  await expect(viewer().getByText('1 of 4')).toBeVisible();
  const bar = viewer().getByRole('toolbar', { name: 'Cull' });
  await bar.getByRole('button', { name: 'Pick' }).click();
  await expect(viewer().getByText('2 of 4')).toBeVisible();
  await page.keyboard.press('d');
  await page.keyboard.press('ArrowLeft');
  await expect(bar.getByRole('button', { name: 'Pick' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press(' ');
  await bar.getByRole('button', { name: 'Reject' }).click();
  await expect(viewer().getByText('3 of 4')).toBeVisible();
  const frames = viewer().getByRole('group', { name: 'Filmstrip' }).getByRole('button');
  await expect(frames.nth(0)).toHaveAccessibleName('Picture 1 of 4, Picked');
  await expect(frames.nth(1)).toHaveAccessibleName('Picture 2 of 4, Rejected');
  await expect(frames.nth(2)).toHaveAccessibleName('Picture 3 of 4');
  await bar.getByRole('button', { name: 'Pick' }).click();
  await bar.getByRole('button', { name: 'Not flagged' }).click();
  const end = page.getByRole('dialog', { name: '3 of 4 pictures decided' });
  await expect(end.getByText('2 picked, 1 rejected, 1 undecided')).toBeVisible();
  await end.getByRole('button', { name: 'Show the 2 picked pictures' }).click();
  await expect(viewer()).toBeHidden();
  await expect(app.pictures).toHaveCount(2);
  await expect(page.getByRole('combobox', { name: 'Search pictures' })).toHaveValue('flag:picked');
  // Keys act on the first of them.
  await expect(page.getByRole('gridcell').first()).toBeFocused();
  await expect(page.getByRole('gridcell').first()).toHaveAttribute('aria-selected', 'true');

  await page.keyboard.press('d');
  await expect(viewer().getByText('1 of 2')).toBeVisible();
  for (const key of ['p', 'p']) await page.keyboard.press(key);
  await page.getByRole('dialog', { name: '2 of 2 pictures decided' }).getByRole('button', { name: 'Compare the 2 picked pictures' }).click();
  await expect(page.getByRole('dialog', { name: 'Compare' }).getByText('2 pictures', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(app.pictures).toHaveCount(2);
});
