import type { Browser, Page } from '@playwright/test';

/** What a preload puts on a page: `window[name]`, with calls to main, and one method that takes listeners. */
interface Preload {
  readonly name: string;
  readonly calls: Readonly<Record<string, (input: never) => unknown>>;
  readonly listen: string;
  /** Takes what goes wrong in the page. */
  readonly faults: string[];
}

export interface OpenedPage {
  readonly page: Page;
  /** Hands a message to the page's listeners. It is lost if the page is being loaded or closed. */
  tell(message: unknown): void;
}

/**
 * An empty page with a stand-in for the preload of Latent's. The page's policy does not see it, because the browser's debugger carries the calls. The page has
 * a window of its own, because a browser draws no frames for a tab behind another.
 */
export async function pageWithPreload(browser: Browser, { name, calls, listen, faults }: Preload): Promise<OpenedPage> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
  await watch(page, faults);
  await page.exposeFunction('callMain', (method: string, input: unknown) => (calls[method] as ((input: unknown) => unknown) | undefined)?.(input));
  await page.addInitScript(`{
    const listeners = new Set();
    window.hearMain = (message) => listeners.forEach((listener) => listener(message));
    window[${JSON.stringify(name)}] = {
      ...Object.fromEntries(${JSON.stringify(Object.keys(calls))}.map((method) => [method, (input) => callMain(method, input)])),
      [${JSON.stringify(listen)}]: (listener) => (listeners.add(listener), () => listeners.delete(listener)),
    };
  }`);
  return {
    page,
    tell(message) {
      // In a task of its own, so that what a listener throws is an error of the page.
      page.evaluate((told) => queueMicrotask(() => (globalThis as unknown as { hearMain(of: unknown): void }).hearMain(told)), message).catch(() => undefined);
    },
  };
}

async function watch(page: Page, faults: string[]): Promise<void> {
  page.on('pageerror', (error) => faults.push(`exception: ${error.stack ?? error.message}`));
  page.on('crash', () => faults.push('the page’s process ended'));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(`${message.type()} of the console: ${message.text()} (${message.location().url})`);
  });
  const session = await page.context().newCDPSession(page);
  session.on('Audits.issueAdded', ({ issue: { code, details } }) => {
    // Hints for forms that a browser fills in, which no window of Latent does.
    if (code !== 'GenericIssue') faults.push(`issue: ${code} ${JSON.stringify(details)}`);
  });
  await session.send('Audits.enable');
}
