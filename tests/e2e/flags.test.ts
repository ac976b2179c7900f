import type { Locator } from '@playwright/test';
import type { ImageMarks } from '../../shared/library/marks.ts';
import { withSharedApp } from '../support/fresh-app.ts';
import { holdAnswer } from '../support/hold-answer.ts';
import type { LatentApp } from '../support/latent-app.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { expect, test } from '../support/test.ts';

/** Flags, labels and notes: set by key, shown on the cell, said to screen readers, and undone. */

let app: LatentApp;
withSharedApp((shared) => void (app = shared), { begin: (profile) => seedHistory(profile, Array.from({ length: 12 }, (_, at) => ({ prompt: `fox ${at + 1}` }))) });
test.beforeEach(async () => {
  await app.page.keyboard.press('Escape');
  await app.page.getByRole('grid', { name: 'Pictures' }).press('Home');
});

const cell = (at: number): Locator => app.page.getByRole('gridcell').nth(at);
const panel = (): Locator => app.page.getByRole('region', { name: 'Marks' });

/** The marks that main has stored for the picture of a cell. */
async function kept(at: number): Promise<Pick<ImageMarks, 'flag' | 'label' | 'note'>> {
  // Not by role, because it has none while the viewer covers it.
  const imageId = Number(await app.pictures.nth(at).getAttribute('data-image-id'));
  const { flag, label, note } = (await app.call('marksOf', { imageId })) as ImageMarks;
  return { flag, label, note };
}

test('keys pick, reject and label, the cell and its name say it, and undo takes it back', async () => {
  const { page } = app;
  await cell(0).click();
  await page.keyboard.press('p');
  await expect(cell(0)).toHaveAccessibleName(/\(Picked\)$/);
  await expect(cell(0).locator('[data-flag="pick"]')).toBeVisible();
  await page.keyboard.press('6');
  await expect(cell(0)).toHaveAccessibleName(/\(Picked, red label\)$/);
  await expect(panel().getByRole('button', { name: 'Red' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('x');
  await expect(cell(0)).toHaveAccessibleName(/\(Rejected, red label\)$/);
  await expect(cell(0).locator('img').first()).toHaveCSS('opacity', '0.35');
  await expect.poll(() => kept(0)).toEqual({ flag: 'reject', label: 'red', note: '' });
  await page.keyboard.press('x');
  await page.keyboard.press('6');
  await expect(cell(0)).not.toHaveAccessibleName(/Rejected|label/);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(cell(0)).toHaveAccessibleName(/\(red label\)$/);
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('u');
  await expect(cell(0)).toHaveAccessibleName(/\(red label\)$/);
  await page.keyboard.press('6');
  await expect.poll(() => kept(0)).toEqual({ flag: null, label: null, note: '' });
});

test('a note is written on several pictures together, in place of their notes', async () => {
  const { page } = app;
  const notes = (): Promise<readonly string[]> => Promise.all([8, 9, 10, 11].map(async (at) => (await kept(at)).note));
  await cell(9).click();
  await page.keyboard.press('n');
  await page.keyboard.type('Too dark.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(notes).toEqual(['', 'Too dark.', '', '']);
  await cell(8).click();
  await cell(10).click({ modifiers: ['Shift'] });
  await page.keyboard.press('n');
  const note = panel().getByRole('textbox', { name: 'Note' });
  await expect(note).toBeFocused();
  await expect(note).toHaveAttribute('placeholder', 'One note for all of them');
  // Letters are no shortcuts here. Leaving the field without a word changes nothing.
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  await page.keyboard.type('fxp');
  // A click on another picture keeps the note on those for which it was written.
  await cell(11).click();
  await expect.poll(notes).toEqual(['fxp', 'fxp', 'fxp', '']);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(notes).toEqual(['', 'Too dark.', '', '']);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(notes).toEqual(['', '', '', '']);
});

test('a note is kept when its field is left, sends no prompt, and can be undone', async () => {
  const { page } = app;
  await cell(5).click();
  await page.keyboard.press('n');
  const note = panel().getByRole('textbox', { name: 'Note' });
  await expect(note).toBeFocused();
  await page.keyboard.type('For the cover.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(cell(5)).toBeFocused();
  await expect(cell(5)).toHaveAccessibleName(/\(has a note\)$/);
  await expect.poll(async () => (await kept(5)).note).toBe('For the cover.');
  expect(((await app.call('appSnapshot')) as { readonly head: readonly unknown[] }).head).toEqual([]);

  // Going to another picture also saves the note, on the picture that it was written for.
  await page.keyboard.press('n');
  await page.keyboard.press('End');
  await page.keyboard.type(' Or the back.');
  await cell(7).click();
  await expect(note).toHaveValue('');
  await expect.poll(async () => (await kept(5)).note).toBe('For the cover. Or the back.');
  expect((await kept(7)).note).toBe('');
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(async () => (await kept(5)).note).toBe('For the cover.');

  // The same field is in the viewer.
  await cell(5).dblclick();
  const viewer = page.getByRole('dialog', { name: 'Viewer' });
  await expect(viewer).toBeVisible();
  await page.keyboard.press('n');
  const inViewer = viewer.getByRole('textbox', { name: 'Note' });
  await expect(inViewer).toBeFocused();
  await expect(inViewer).toHaveValue('For the cover.');
  await inViewer.fill('');
  await page.keyboard.press('Escape');
  await expect(viewer).toBeFocused();
  await expect.poll(async () => (await kept(5)).note).toBe('');
  await page.keyboard.press('i');
  await page.keyboard.press('Escape');
  await expect(cell(5)).not.toHaveAccessibleName(/has a note/);
});

test('what is typed into a note before it is loaded is kept, also if the field is left meanwhile', async () => {
  const { page } = app;
  await cell(8).click();
  await page.keyboard.press('n');
  await page.keyboard.type('Sky.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(async () => (await kept(8)).note).toBe('Sky.');
  await cell(9).click();

  const release = await holdAnswer(app, 'marks:of');
  await cell(8).click();
  await page.keyboard.press('n');
  await expect(panel().getByRole('textbox', { name: 'Note' })).toBeFocused();
  await page.keyboard.type(' Or sea.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(cell(8)).toBeFocused();
  await release();
  await expect(panel().getByRole('textbox', { name: 'Note' })).toHaveValue('Sky. Or sea.');
  await expect.poll(async () => (await kept(8)).note).toBe('Sky. Or sea.');
});

test('what is typed into a note after it was left, and before the saved one arrives, is kept', async () => {
  const { page } = app;
  await cell(4).click();
  await page.keyboard.press('n');
  await page.keyboard.type('For the cover');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(async () => (await kept(4)).note).toBe('For the cover');

  const release = await holdAnswer(app, 'marks:of');
  await page.keyboard.press('n');
  await page.keyboard.type(' or the back');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(cell(4)).toBeFocused();
  await page.keyboard.press('n');
  await page.keyboard.type(', or neither');
  await release();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(async () => (await kept(4)).note).toBe('For the cover or the back, or neither');
});
