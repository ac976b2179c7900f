import type { Page } from '@playwright/test';
import { withFreshApp } from '../support/fresh-app.ts';
import type { LatentApp } from '../support/latent-app.ts';
import { listenToSpeech, type Spoken } from '../support/spoken.ts';
import { expect, test } from '../support/test.ts';

/** The journeys of docs/accessibility.md: by keyboard, found by role and name, with what a screen reader says by itself. */

let app: LatentApp;
let spoken: Spoken;
withFreshApp((fresh) => (app = fresh));

/** Waits until all of it was said. */
async function hears(...texts: readonly (string | RegExp)[]): Promise<void> {
  const heard: string[] = [];
  for (const text of texts) {
    await expect
      .poll(async () => {
        heard.push(...(await spoken.take()));
        return heard.some((each) => (typeof text === 'string' ? each === text : text.test(each))) ? 'heard' : heard;
      }, `“${text.toString()}” is said`)
      .toBe('heard');
  }
}

const prompt = (page: Page) => page.getByRole('textbox', { name: 'Prompt' });

async function makePicture(text: string): Promise<void> {
  const before = await app.pictures.count();
  await prompt(app.page).focus();
  await prompt(app.page).fill(text);
  await app.page.keyboard.press('ControlOrMeta+Enter');
  await expect(app.pictures).toHaveCount(before + 1);
}

test('from a sentence to a picture that is rated, and back by undo', async () => {
  const { page } = app;
  spoken = await listenToSpeech(page);
  await prompt(page).focus();
  await page.keyboard.type('a lighthouse');
  await page.keyboard.press('ControlOrMeta+Enter');
  await hears('In progress 1', '1 new picture');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('gridcell', { name: 'a lighthouse' })).toBeFocused();
  await page.keyboard.press('3');
  await hears(/^1 picture rated 3/);
  await expect(page.getByRole('gridcell', { name: 'a lighthouse (3 stars)' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await hears(/^Undone: rate 1 picture/);
  await expect(page.getByRole('gridcell', { name: 'a lighthouse', exact: true })).toBeFocused();
});

test('a search says how many it finds, and the viewer which picture is shown', async () => {
  const { page } = app;
  await makePicture('a lighthouse');
  await makePicture('a heron at dusk');
  spoken = await listenToSpeech(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+f');
  await expect(page.getByRole('combobox', { name: 'Search pictures' })).toBeFocused();
  await page.keyboard.type('lighthouse');
  await hears('1 picture');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('zebra');
  await hears('No pictures');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('gridcell').first()).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Viewer' })).toBeFocused();
  await expect(page.getByRole('img', { name: 'a heron at dusk' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await hears('2 of 2', 'a lighthouse');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('gridcell', { name: 'a lighthouse' })).toBeFocused();
});

test('an unknown outcome is said, found in the list of tasks, and dismissed by a question that says what it means', async () => {
  const { page } = app;
  spoken = await listenToSpeech(page);
  await prompt(page).fill('an owl [drop]');
  await prompt(page).press('ControlOrMeta+Enter');
  await hears('1 problem');
  await page.keyboard.press('ControlOrMeta+2');
  await expect(page.getByRole('treegrid', { name: 'History' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  const row = page.getByRole('row', { name: /^Outcome unknown an owl \[drop\] The connection broke before the answer came\./ });
  await expect(row).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Delete');
  const question = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await expect(question).toHaveAccessibleName('Dismiss this task?');
  await expect(question).toHaveAccessibleDescription(/.+/);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
});

test('settings begin with their pages, each of which has a heading', async () => {
  const { page } = app;
  await page.keyboard.press('ControlOrMeta+,');
  await expect(page.getByRole('tab', { name: 'Accounts', selected: true })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('tab', { name: 'Generating' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Generating' })).toBeVisible();
});
