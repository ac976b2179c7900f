import { offeredLanguages } from '../../shared/words/catalogues.ts';
import type { Language } from '../../shared/words/languages.ts';
import { withSharedApp } from '../support/fresh-app.ts';
import type { LatentApp } from '../support/latent-app.ts';
import { expect, test } from '../support/test.ts';

/** Another language is spoken without a restart, and what a person was doing stays. */

/** German, once it is offered; until then, English in disguise, which only the system can ask for. */
const other = offeredLanguages.includes('de')
  ? ({ tag: 'de', setting: 'de', prompt: 'Prompt', copy: 'Kopieren', system: 'en-US' } as const)
  : ({ tag: 'en-XA', setting: 'system', prompt: /^⟦Pŕömpţ/, copy: /^⟦Çöpý/, system: 'en-XA' } as const);

let app: LatentApp;
withSharedApp((shared) => { app = shared; }, { env: { LATENT_SYSTEM_LANGUAGE: other.system } });

const html = () => app.page.locator('html');
const speak = async (language: Language | 'system', tag: string): Promise<void> => {
  await app.call('settingsUpdate', { language });
  await expect(html()).toHaveAttribute('lang', tag);
};

/** The labels of the menu that main opens for a right click into the prompt. Real menus would stay open. */
async function menuOfPrompt(): Promise<readonly string[]> {
  await app.electron.evaluate(({ Menu }) => {
    const kept = globalThis as unknown as { labels: string[] };
    kept.labels = [];
    Menu.buildFromTemplate = (items) => {
      kept.labels = items.flatMap(({ label }) => label ?? []);
      return { popup: () => undefined } as unknown as ReturnType<typeof Menu.buildFromTemplate>;
    };
  });
  await app.page.locator('textarea').first().click({ button: 'right' });
  const labels = (): Promise<readonly string[]> => app.electron.evaluate(() => (globalThis as unknown as { labels: string[] }).labels);
  await expect.poll(labels).not.toEqual([]);
  return labels();
}

/** What main says in the system's dialog that chooses a folder. */
async function titleOfDialog(): Promise<string> {
  await app.electron.evaluate(({ dialog }) => {
    dialog.showOpenDialog = (...args: readonly unknown[]) => {
      (globalThis as unknown as { title: string }).title = (args.at(-1) as { readonly title: string }).title;
      return Promise.resolve({ canceled: true, filePaths: [] });
    };
  });
  await app.call('importChoose', { what: 'folder' }).catch(() => undefined);
  return app.electron.evaluate(() => (globalThis as unknown as { title: string }).title);
}

test('the window is in the language of the system before anything is drawn', async () => {
  await expect(html()).toHaveAttribute('lang', other.system === 'en-US' ? 'en' : other.system);
  await expect(app.page.locator('textarea').first()).toHaveAttribute('placeholder', other.system === 'en-US' ? /^Describe/ : /^⟦/);
});

test('window, menu, second window and messages of main change together, without a restart, and nothing typed is lost', async () => {
  const { page } = app;
  await speak('en', 'en');
  await page.locator('textarea').first().fill('a boat at dusk');
  const opened = app.electron.waitForEvent('window');
  await app.call('windowsSet', { second: true });
  const second = await opened;
  // There is no such picture.
  await app.call('windowsShow', { imageId: 987_654, name: '' });
  const missing = second.getByRole('alert');
  await expect(missing).toHaveText(/[a-z]/);
  const inEnglish = { menu: await menuOfPrompt(), title: await titleOfDialog(), missing: await missing.textContent() };
  expect(inEnglish.menu).toContain('Copy');
  // Last, because a right click moves the caret.
  await page.locator('textarea').first().evaluate((field) => (field as unknown as { setSelectionRange(start: number, end: number): void }).setSelectionRange(2, 6));

  await speak(other.setting, other.tag);
  const field = page.getByRole('textbox', { name: other.prompt });
  await expect(field).toHaveValue('a boat at dusk');
  expect(await field.evaluate((element) => { const { selectionStart, selectionEnd } = element as unknown as { selectionStart: number; selectionEnd: number }; return [selectionStart, selectionEnd]; })).toEqual([2, 6]);
  await expect(missing).not.toHaveText(inEnglish.missing ?? '');
  await expect(second.locator('html')).toHaveAttribute('lang', other.tag);
  const menu = await menuOfPrompt();
  expect(menu).toHaveLength(inEnglish.menu.length);
  expect(menu.filter((label) => (typeof other.copy === 'string' ? label === other.copy : other.copy.test(label)))).toHaveLength(1);
  expect(menu.filter((label) => inEnglish.menu.includes(label))).toEqual([]);
  expect(await titleOfDialog()).not.toBe(inEnglish.title);
  await page.screenshot({ path: test.info().outputPath('other.png') });
  // What is loaded again is served in the new language.
  await app.renew();
  await expect(html()).toHaveAttribute('lang', other.tag);
  await app.call('windowsSet', { second: false });
});

test('a person finds the language in the settings, each in its own words, and it changes at once', async () => {
  const { page } = app;
  await speak('en', 'en');
  await page.keyboard.press('ControlOrMeta+,');
  await page.getByRole('tab', { name: 'Appearance' }).click();
  await page.getByRole('combobox', { name: 'Language' }).click();
  await expect(page.getByRole('option')).toHaveCount(offeredLanguages.length + 1);
  await page.getByRole('option', { name: other.setting === 'system' ? 'System' : 'Deutsch' }).click();
  await expect(html()).toHaveAttribute('lang', other.tag);
  await page.screenshot({ path: test.info().outputPath('settings.png') });
});
