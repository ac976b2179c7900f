import { AppFailure } from '../../shared/errors.ts';
import type { Desktop } from './desktop-port.ts';

type Browser = Pick<Desktop, 'confirmOpenPage' | 'openPage'>;

/** Longest address of a reference that is opened, in characters. */
const mostOpened = 2048;

/** Opens the address of a reference in the browser. The person is asked each time. */
export async function openReference(browser: Browser, address: string): Promise<void> {
  const { username, password } = new URL(address);
  // The question must show the whole address, because it could carry data away.
  if (address.length > mostOpened || username !== '' || password !== '') throw new AppFailure('browser-failed');
  if (await browser.confirmOpenPage(address)) await open(browser, address);
}

/** Returns a function that opens the address of a console in the browser. The person is asked once for each address, until the app quits. */
export function createConsoleOpener(browser: Browser): (address: string) => Promise<void> {
  const agreed = new Set<string>();
  return async (address) => {
    if (!agreed.has(address) && !(await browser.confirmOpenPage(address))) return;
    agreed.add(address);
    await open(browser, address);
  };
}

async function open({ openPage }: Browser, address: string): Promise<void> {
  if (!(await openPage(address))) throw new AppFailure('browser-failed');
}
