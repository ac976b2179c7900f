import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** Waits until no colour is in transition. An element that inherits a colour starts its own transition some frames later. */
const settle = `(async () => {
  const underWay = () => document.getAnimations().filter(({ playState, effect }) => playState !== 'finished' && Number.isFinite(effect?.getComputedTiming().endTime));
  for (let still = 0; still < 3; still += 1) {
    const running = underWay();
    if (running.length > 0) still = -1;
    for (const animation of running) animation.finish();
    await new Promise(requestAnimationFrame);
  }
})()`;

/**
 * Two rules do not apply. A menu is at the end of the document and is not a landmark, in keeping with ARIA's pattern for menus. The name of a
 * cell is shorter than its text.
 */
const run = (options: string): string => `axe.run(document, { resultTypes: ['violations'], ${options} }).then(({ violations }) => {
  const isNone = (id, element) =>
    (id === 'region' && element?.closest('[role="menu"], [role="listbox"], [role="tooltip"]') != null) ||
    (id === 'label-content-name-mismatch' && element?.matches('[role="gridcell"]'));
  return violations.flatMap(({ id, help, nodes }) =>
    nodes
      .filter(({ target }) => !isNone(id, document.querySelector(target[0])))
      .map(({ target, failureSummary }) => id + ' (' + help + '): ' + target.join(' ') + ' ' + failureSummary.replace(/\\s+/g, ' ')));
})`;

/** What axe-core finds in the window now, one line for each element. It is evaluated, because the page's policy allows no script tag. */
export async function axeFaults(page: Page, rules: 'all' | 'contrast' = 'all'): Promise<string[]> {
  await page.evaluate(settle);
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source);
  return page.evaluate<string[]>(run(rules === 'all' ? '' : `runOnly: ['color-contrast']`));
}
