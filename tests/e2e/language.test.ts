import { offeredLanguages } from '../../shared/words/catalogues.ts';
import { withSharedApp } from '../support/fresh-app.ts';
import type { LatentApp } from '../support/latent-app.ts';
import { expect, test } from '../support/test.ts';

/** Another language is spoken without a restart, and what a person was doing stays. */

let app: LatentApp;
withSharedApp((shared) => { app = shared; }, { env: { LATENT_SYSTEM_LANGUAGE: 'en-XA' } });

test('starts in the language of the system, before anything is drawn', async () => {
  const { page } = app;
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-XA');
  await expect(page.getByRole('textbox', { name: /^⟦P/ })).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('start.png') });
  console.log(offeredLanguages, await app.electron.evaluate(({ app: it }) => [it.getPreferredSystemLanguages(), it.getSystemLocale(), it.getLocale()]));
});

test('switches to another one without a restart, and loses nothing that was typed', async () => {
  const { page } = app;
  await page.locator('textarea').first().fill('a boat at dusk');
  await app.call('settingsUpdate', { language: 'en' });
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('textbox', { name: 'Prompt', exact: true })).toHaveValue('a boat at dusk');
  await page.screenshot({ path: test.info().outputPath('english.png') });
  await app.call('settingsUpdate', { language: 'system' });
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-XA');
});
