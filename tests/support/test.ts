import { test as base } from '@playwright/test';
import { startScreen } from '../../.scripts/screen.ts';
import { LatentApp } from './latent-app.ts';

export { expect } from '@playwright/test';

/**
 * Playwright's `test`, which also attaches screenshots and output of the apps of a failed test, and ends them. The tests of a worker have a screen,
 * and so a clipboard, a pointer and a keyboard focus, that no other worker uses.
 */
export const test = base.extend<{ leftBehind: undefined }, { ownScreen: undefined }>({
  ownScreen: [
    // The pattern is how Playwright learns that this needs no other fixture.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const screen = await startScreen();
      Object.assign(process.env, screen.environment);
      await use(undefined);
      await screen.stop();
    },
    { auto: true, scope: 'worker' },
  ],
  leftBehind: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use, info) => {
      await use(undefined);
      for (const app of [...LatentApp.running, ...LatentApp.shared]) {
        if (info.status !== info.expectedStatus) {
          const screenshot = info.outputPath(`app-${app.electron.process().pid}.png`);
          await app.page.screenshot({ path: screenshot, timeout: 5_000 }).catch(() => {});
          await info.attach('output of the app', { body: app.output() });
        }
        if (!LatentApp.shared.has(app)) await app.kill();
      }
    },
    { auto: true },
  ],
});
