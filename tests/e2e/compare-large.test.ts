import type { Locator } from '@playwright/test';
import { withSharedApp } from '../support/fresh-app.ts';
import type { LatentApp } from '../support/latent-app.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { expect, test } from '../support/test.ts';

/** Pictures that together would take too much memory: eight of 8192 × 8192 pixels are two gigabytes once they are decoded. */

const seeded = Array.from({ length: 8 }, (_, at) => ({ prompt: `picture ${at}`, shape: [8192, 8192] as const }));

let app: LatentApp;
withSharedApp((shared) => { app = shared; }, { strip: 'closed', begin: (profile) => seedHistory(profile, seeded) });

const pane = (at: number): Locator => app.page.getByRole('dialog', { name: 'Compare' }).getByRole('gridcell').nth(at);
/** Width of the smaller copy in a pane. Until it is made, 300, the default of a canvas. */
const copied = (at: number): Promise<number> => pane(at).locator('canvas').evaluate((canvas) => (canvas as unknown as { width: number }).width);

test('of very large pictures, only the focused one is decoded in full', { tag: '@long' }, async () => {
  const { page } = app;
  await app.renew({ stripOpen: false });
  await page.getByRole('grid', { name: 'Pictures', exact: true }).getByRole('gridcell').first().click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('c');
  await expect(page.getByText(/^These pictures are too large/)).toBeVisible();
  await expect(pane(0).locator('img[src^="latent://picture/"]')).toHaveCount(1);
  for (let at = 1; at < seeded.length; at += 1) await expect.poll(() => copied(at)).toBeGreaterThanOrEqual(512);
  await page.keyboard.press('ArrowRight');
  await expect(pane(1).locator('img[src^="latent://picture/"]')).toHaveCount(1);
  await expect(pane(0).locator('img[src^="latent://picture/"]')).toHaveCount(0);
  await expect(page.locator('[data-compared] img[src^="latent://picture/"]')).toHaveCount(1);
  const memory = await app.electron.evaluate(({ app: electron }) => Math.max(...electron.getAppMetrics().map((process) => process.memory.peakWorkingSetSize)));
  // Kilobytes. All eight would be two gigabytes.
  expect(memory).toBeLessThan(1_600_000);
});
