import type { Locator, Page } from '@playwright/test';

/**
 * Drags pictures of the sheet and drops the files that the system would drag on another element. `across`: the position in that element. `then`: what is
 * dropped on instead, which appears under the drag.
 */
export async function dragOnto(page: Page, what: Locator, onto: Locator, { across = 0.5, then }: { readonly across?: number; readonly then?: () => Locator } = {}): Promise<void> {
  // Waits until it rests: of cells that slide to their new places, another may be under the pointer when Chromium begins the drag.
  await what.hover();
  const [from, to] = [await what.boundingBox(), await onto.boundingBox()];
  if (!from || !to) throw new Error('it is not in sight');
  const begun = await page.evaluateHandle(`(() => { const seen = { drag: false }; addEventListener('dragstart', () => { seen.drag = true; }, true); return seen; })()`);
  for (let tries = 1; tries <= 5; tries += 1) {
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x + from.width / 2 + 30, from.y + from.height / 2 + 20, { steps: 4 });
    if (await begun.evaluate((seen) => (seen as { drag: boolean }).drag)) break;
    await page.mouse.move(5, 5);
    await page.mouse.up();
  }
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: ['/tmp/dragged.png'], dragOperationsMask: 5 };
  for (const type of ['dragEnter', 'dragOver'] as const) await session.send('Input.dispatchDragEvent', { type, x: to.x + to.width * across, y: to.y + to.height / 2, data });
  const last = then ? await then().boundingBox() : to;
  if (!last) throw new Error('nothing appeared');
  for (const type of ['dragOver', 'drop'] as const) await session.send('Input.dispatchDragEvent', { type, x: last.x + last.width * across, y: last.y + last.height / 2, data });
  await page.mouse.up();
}
