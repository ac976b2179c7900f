import type { CDPSession } from '@playwright/test';
import type { LatentApp } from './latent-app.ts';
import { expect } from './test.ts';

/** Loads the page again without a file until the function that this resolves to is called. `session`: of the app's page. */
export async function stopAt({ page }: LatentApp, session: CDPSession, file: string): Promise<() => Promise<void>> {
  // From its memory, the page would take the file without asking.
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: `*/assets/${file}` }] });
  const asked = new Promise((resolve) => session.once('Fetch.requestPaused', resolve));
  await page.evaluate('void setTimeout(() => location.reload())');
  await asked;
  await expect(page.locator('main')).toHaveCount(0);
  return async () => {
    // What was stopped goes on.
    await session.send('Fetch.disable');
    await page.waitForSelector('main');
  };
}

/** The same with the page's first script, which has drawn what it draws, and without the app. */
export async function stopAtFrame(app: LatentApp, session: CDPSession): Promise<() => Promise<void>> {
  const go = await stopAt(app, session, 'app-*.js');
  await expect(app.page.locator('#frame')).toBeVisible();
  await app.page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn))))');
  return go;
}
