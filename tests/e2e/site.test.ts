import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { run } from '../../.scripts/child.ts';
import { documents, siteFolder } from '../../.scripts/site/documents.ts';
import { serveSite, type ServedSite } from '../../.scripts/site/serve.ts';
import { axeFaults } from '../support/axe.ts';
import { chromiumForTests } from '../support/pages/launch-chromium.ts';
import { expect, test } from '../support/test.ts';

/** The site of the documents, as `npm run site` builds it, in a real browser without a network. */

let server: ServedSite;
let browser: Browser | null;
let page: Page;
/** What went wrong in the page since the last look: console errors, failed requests, requests to other hosts. */
let faults: string[] = [];
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  expect(await run('vitepress', ['build', '.scripts/site'])).toBe(0);
  server = await serveSite();
  browser = await chromiumForTests();
  if (!browser) return;
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.on('console', (message) => message.type() === 'error' && faults.push(`${page.url()}: ${message.text()}`));
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  page.on('response', (response) => response.status() >= 400 && faults.push(`${response.status()} ${response.url()}`));
  page.on('request', (request) => /^(data|blob):/.test(request.url()) || request.url().startsWith(server.url) || faults.push(`another host: ${request.url()}`));
});
test.beforeEach(() => void (faults = []));
test.afterAll(async () => {
  await browser?.close();
  await server.stop();
});

interface Seen {
  readonly ids: readonly string[];
  readonly hrefs: readonly string[];
  /** Pictures that were not loaded. */
  readonly broken: readonly string[];
}
/** Text, because it runs in the page. Loads the pictures below the window's edge, too. */
const look = `Promise.all([...document.images].map((image) => image.decode().catch(() => undefined))).then(() => ({
  ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
  hrefs: [...document.querySelectorAll('a[href]')].map(({ href }) => href),
  broken: [...document.images].filter(({ naturalWidth }) => naturalWidth === 0).map(({ src }) => src),
}))`;

const pages = (): string[] => readdirSync(siteFolder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html') && file !== '404.html').map((file) => `/${file.replaceAll(path.sep, '/')}`);

test('every document is a page, and every link and anchor of it leads somewhere', { tag: '@long' }, async () => {
  expect(pages().sort()).toEqual(documents().map((document) => (document === 'README.md' ? '/index.html' : `/${document.replace(/\.md$/, '.html')}`)).sort());
  const links = new Map<string, string>();
  const anchors = new Map<string, readonly string[]>();
  for (const address of pages()) {
    await page.goto(server.url + address);
    await page.locator('.VPDoc').waitFor();
    const { ids, hrefs, broken } = await page.evaluate<Seen>(look);
    expect(broken, address).toEqual([]);
    anchors.set(address, ids);
    for (const href of hrefs) if (href.startsWith(server.url)) links.set(href, address);
  }
  const dead = [...links].filter(([href]) => {
    const { origin, pathname, hash } = new URL(href);
    const there = anchors.get(pathname.endsWith('/') ? `${pathname}index.html` : /\.\w+$/.test(pathname) ? pathname : `${pathname}.html`);
    return origin !== server.url || there === undefined || (hash !== '' && !there.includes(decodeURIComponent(hash.slice(1))));
  });
  expect(dead).toEqual([]);
  expect(links.size).toBeGreaterThan(100);
  expect(faults).toEqual([]);
});

test('the keyboard reaches the search, which finds what was charged, and the navigation', { tag: '@long' }, async () => {
  await page.goto(`${server.url}/`);
  await page.locator('.VPDoc').waitFor();
  await page.keyboard.press('Control+k');
  // The theme loads the field only now.
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('charged');
  const results = page.getByRole('listbox').getByRole('option');
  await expect(results.filter({ hasText: 'I was charged and see nothing' }).first()).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('search.png') });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(`${server.url}/`);

  await page.goto(`${server.url}/`);
  await page.locator('.VPDoc').waitFor();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  const focused = (): Promise<string> => page.evaluate<string>(`document.activeElement?.textContent?.trim() ?? ''`);
  for (let presses = 0; presses < 20 && (await focused()) !== 'Buy a picture'; presses += 1) await page.keyboard.press('Tab');
  expect(await focused()).toBe('Buy a picture');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Buy a picture' })).toBeVisible();
  expect(faults).toEqual([]);
});

for (const scheme of ['light', 'dark'] as const) {
  test(`pages have no fault that axe finds, ${scheme}`, { tag: '@long' }, async () => {
    await page.emulateMedia({ colorScheme: scheme });
    for (const address of ['/', '/docs/guide/buying.html', '/docs/troubleshooting.html', '/docs/development.html']) {
      await page.goto(server.url + address);
      await page.locator('.VPDoc').waitFor();
      expect(await page.evaluate<boolean>(`document.documentElement.classList.contains('dark')`)).toBe(scheme === 'dark');
      await page.screenshot({ path: test.info().outputPath(`${scheme}${address.replaceAll('/', '-')}.png`) });
      // The button of the search shows its key beside its name.
      expect((await axeFaults(page)).filter((fault) => !/^label-content-name-mismatch .* \.DocSearch /.test(fault)), address).toEqual([]);
    }
    expect(faults).toEqual([]);
  });
}
