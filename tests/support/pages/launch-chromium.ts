import { chromium, test, type Browser } from '@playwright/test';
import { ensureChromium, isRoot } from '../../../.scripts/electron/linux.ts';
import { Sentence } from '../../../.scripts/say.ts';

/** At least the Chromium of the product's Electron. An older one would say nothing about it. */
const oldestOfToday = 153;

/**
 * A browser of today: the system's Chromium, or Chrome. Throws a Sentence if there is none, or only an older one. With its scroll bars, which Playwright
 * would hide.
 */
async function launchChromium(): Promise<Browser> {
  const executablePath = ensureChromium();
  const browser = await chromium
    .launch({ ...(executablePath === null ? { channel: 'chrome' } : { executablePath }), chromiumSandbox: !isRoot, ignoreDefaultArgs: ['--hide-scrollbars'], args: ['--lang=en-US'] })
    .catch((error: unknown) => {
      throw new Sentence(`No Chromium or Chrome could be started: ${String(error)}`);
    });
  const version = browser.version();
  if (Number.parseInt(version, 10) >= oldestOfToday) return browser;
  await browser.close();
  throw new Sentence(`The pages must be seen in Chromium ${oldestOfToday} or newer, and the one here is ${version}.`);
}

/** Whether a test may be skipped for want of a browser: on the computer of somebody who cannot install one just so. */
const maySkip = process.env['CI'] === undefined && !isRoot;

/** The same for `beforeAll`. Null: there is none here, and the tests are skipped. */
export async function chromiumForTests(): Promise<Browser | null> {
  try {
    return await launchChromium();
  } catch (error) {
    if (!(error instanceof Sentence) || !maySkip) throw error;
    test.skip(true, error.message);
    return null;
  }
}
