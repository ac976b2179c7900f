import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { usualSheet } from '../../shared/export/contact-sheet-choices.ts';
import { withSharedApp } from '../support/fresh-app.ts';
import type { LatentApp, Profile } from '../support/latent-app.ts';
import { scriptPayloads } from '../support/script-payloads.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { expect, test } from '../support/test.ts';

/** Contact sheets leave the library as one HTML page or PDF, which runs nothing that a prompt contains. */

// All payloads in two prompts.
const hostile = scriptPayloads.join('\n');
const prompts = [hostile.slice(0, 9_000), hostile.slice(-9_000), 'A red fox & a "blue" boat', 'A red fox', 'A blue boat', 'A green hill'];

let profile: Profile;
let folder: string;
let app: LatentApp;
withSharedApp((shared, home) => void ([app, profile] = [shared, home]), { begin: (home) => seedHistory(home, prompts.map((prompt) => ({ prompt, model: prompt.slice(0, 200) }))) });
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(profile.home, 'Sheets-'));
  await app.call('settingsUpdate', { contactSheets: { ...usualSheet, captions: [...usualSheet.captions] } });
  await app.renew();
  await expect(app.pictures).toHaveCount(6);
});

const strip = () => app.page.getByRole('region', { name: 'Saving a contact sheet' });
const dialog = () => app.page.getByRole('dialog');

/** Answers the system's dialog, and returns the name that it suggested. */
async function chooses(name: string): Promise<() => Promise<string>> {
  await app.electron.evaluate(({ dialog: system }, file) => {
    system.showSaveDialog = (...args: unknown[]) => {
      Object.assign(globalThis, { suggested: (args.at(-1) as { defaultPath: string }).defaultPath });
      return Promise.resolve({ canceled: false, filePath: file });
    };
  }, path.join(folder, name));
  return () => app.electron.evaluate(() => (globalThis as unknown as { suggested: string }).suggested);
}

/** Selects three pictures, the first of which stands at this place. */
async function selectThree(first: number): Promise<void> {
  await app.pictures.nth(first).click();
  await app.pictures.nth(first + 2).click({ modifiers: ['Shift'] });
  await expect(app.page.getByText('3 selected', { exact: true })).toBeVisible();
}

test('a page shows the selected pictures with the chosen captions, and runs nothing of a prompt', { tag: '@long' }, async () => {
  const { page } = app;
  await selectThree(3);
  await page.keyboard.press('4');
  await app.pictures.nth(3).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Contact sheet…' }).click();
  await expect(dialog().getByRole('heading', { name: 'Contact sheet of 3 pictures' })).toBeVisible();
  await dialog().getByLabel('Title').fill('Foxes </title><script>window.__pwned=1</script>');
  await dialog().getByRole('checkbox', { name: 'Model, size, quality and seed' }).check();
  await dialog().getByRole('checkbox', { name: 'Rating, flag, label and tags' }).check();
  await dialog().getByRole('button', { name: 'HTML page' }).click();
  await page.screenshot({ path: test.info().outputPath('dialog.png') });
  const suggested = await chooses('foxes');
  await dialog().getByRole('button', { name: 'Choose file…' }).click();
  await expect(strip().getByText('Contact sheet of 3 pictures saved')).toBeVisible();
  expect(await suggested()).toBe('Foxes title script window.__pwned=1 script.html');
  expect(await readdir(folder)).toEqual(['foxes.html']);

  const text = await readFile(path.join(folder, 'foxes.html'), 'utf8');
  const opened = await openWithScripts(text);
  expect(opened).toMatchObject({ ran: false, pictures: 3, loaded: 3, elements: [], title: 'Foxes </title><script>window.__pwned=1</script>' });
  expect(opened.captions[0]).toContain('A red fox & a "blue" boat');
  expect(opened.captions[0]).toContain('· 1024x1024 · Quality: low');
  expect(opened.captions[0]).toContain('4 stars');
  // Without the policy, nothing runs either: everything is escaped.
  expect(await openWithScripts(text.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ''))).toMatchObject({ ran: false, elements: [], loaded: 3 });
  await strip().getByRole('button', { name: 'Close' }).click();
  await expect(strip()).toHaveCount(0);
});

interface Opened {
  readonly ran: boolean;
  readonly pictures: number;
  readonly loaded: number;
  readonly title: string;
  readonly captions: readonly string[];
  /** The kinds of elements that a sheet has no use for. */
  readonly elements: readonly string[];
}

/** Opens the page as a browser would, with scripts, in a session without our guards, and looks at what became of it. */
async function openWithScripts(text: string): Promise<Opened> {
  const file = path.join(profile.home, `opened-${Date.now()}.html`);
  await writeFile(file, text);
  return app.electron.evaluate(async ({ BrowserWindow }, address) => {
    const window = new BrowserWindow({ show: false, width: 1200, height: 900, webPreferences: { partition: 'a browser', sandbox: true } });
    await window.loadURL(address);
    const seen = (await window.webContents.executeJavaScript(`new Promise((resolve) => {
      for (const element of document.querySelectorAll('*')) for (const kind of ['mouseover', 'focus', 'click', 'toggle']) element.dispatchEvent(new Event(kind));
      setTimeout(() => resolve({
        ran: window.__pwned !== undefined,
        pictures: document.images.length,
        loaded: [...document.images].filter(({ naturalWidth }) => naturalWidth > 0).length,
        title: document.title,
        captions: [...document.querySelectorAll('figcaption')].map((caption) => caption.innerText),
        elements: [...new Set([...document.querySelectorAll('*')].map(({ localName }) => localName))].filter((name) => !['html', 'head', 'meta', 'title', 'style', 'body', 'header', 'h1', 'p', 'main', 'div', 'figure', 'img', 'figcaption', 'footer'].includes(name)),
      }), 300);
    })`)) as Opened;
    window.destroy();
    return seen;
  }, `file://${file}`);
}

test('a PDF has pages of the chosen size, and a stopped one leaves nothing', { tag: '@long' }, async () => {
  const { page } = app;
  await selectThree(0);
  await page.keyboard.press('ControlOrMeta+Shift+s');
  await dialog().getByRole('combobox', { name: 'Columns' }).click();
  await page.getByRole('option', { name: '1', exact: true }).click();
  await dialog().getByRole('combobox', { name: 'Orientation' }).click();
  await page.getByRole('option', { name: 'Landscape' }).click();
  await chooses('foxes.pdf');
  await page.keyboard.press('Tab');
  await dialog().getByRole('button', { name: 'Choose file…' }).click();
  await expect(strip().getByText('Contact sheet of 3 pictures saved')).toBeVisible();
  const pdf = await readFile(path.join(folder, 'foxes.pdf'), 'latin1');
  expect(pdf.slice(0, 5)).toBe('%PDF-');
  // One square picture has room on a page.
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(3);
  expect(pdf.match(/\/MediaBox \[0 0 84[12](\.\d+)? 59[456](\.\d+)?\]/g)).toHaveLength(3);
  expect(/\/JavaScript|\/URI/.exec(pdf)).toBeNull();
  expect(await readdir(folder)).toEqual(['foxes.pdf']);
  await strip().getByRole('button', { name: 'Close' }).click();
  await expect(strip()).toHaveCount(0);

  // The last choices are there again. Printing never ends, until a person stops it.
  await page.keyboard.press('ControlOrMeta+Shift+s');
  await expect(dialog().getByRole('combobox', { name: 'Columns' })).toHaveText('1');
  await app.electron.evaluate(({ app: electron }) => {
    electron.on('web-contents-created', (_event, contents) => {
      contents.printToPDF = () => {
        Object.assign(globalThis, { printing: contents });
        return new Promise(() => undefined);
      };
    });
  });
  await chooses('never.pdf');
  await dialog().getByRole('button', { name: 'Choose file…' }).click();
  await expect(strip().getByText('3 of 3')).toBeVisible();
  await expect.poll(() => app.electron.evaluate(() => 'printing' in globalThis)).toBe(true);
  // The window that prints has no scripts, no preload and no network.
  const printing = await app.electron.evaluate(async () => {
    const { printing: contents } = globalThis as unknown as { printing: Electron.WebContents & { getLastWebPreferences(): Electron.WebPreferences } };
    const { javascript, sandbox, preload, nodeIntegration } = contents.getLastWebPreferences();
    const network = await contents.session.fetch('http://127.0.0.1:9/').then(String, String);
    return { javascript, sandbox, preload, nodeIntegration, network };
  });
  expect(printing).toEqual({ javascript: false, sandbox: true, nodeIntegration: false, network: expect.stringContaining('ERR_BLOCKED_BY_CLIENT') });
  await strip().getByRole('button', { name: 'Stop' }).click();
  await expect(strip().getByText('Saving a contact sheet stopped')).toBeVisible();
  await strip().getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => readdir(folder)).toEqual(['foxes.pdf']);
});
