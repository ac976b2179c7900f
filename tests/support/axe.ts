import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** The transitions and animations under way, but for those without an end. */
const underWay = `() => document.getAnimations().filter(({ playState, effect }) => playState !== 'finished' && Number.isFinite(effect?.getComputedTiming().endTime))`;

/** Waits until no colour is in transition. An element that inherits a colour starts its own transition some frames later. */
const settle = `(async () => {
  const underWay = ${underWay};
  for (let still = 0; still < 3; still += 1) {
    const running = underWay();
    if (running.length > 0) still = -1;
    for (const animation of running) animation.finish();
    await new Promise(requestAnimationFrame);
  }
})()`;

/**
 * All rules that are on by default, and that of WCAG 2.2 for targets of 24 px. Two do not apply. A menu is at the end of the document and is not a landmark, in keeping with ARIA's pattern for menus. The name of a
 * cell is shorter than its text.
 */
const run = (options: string): string => `axe.run(document, { resultTypes: ['violations'], ${options} }).then(({ violations }) => {
  const isNone = (id, element) =>
    (id === 'region' && element?.closest('[role="menu"], [role="listbox"], [role="tooltip"]') != null) ||
    (id === 'label-content-name-mismatch' && element?.matches('[role="gridcell"]'));
  const found = violations.flatMap(({ id, help, nodes }) => nodes.map((node) => ({ id, help, node, element: document.querySelector(node.target[0]) }))).filter(({ id, element }) => !isNone(id, element));
  return {
    faults: found.map(({ id, help, node }) => id + ' (' + help + '): ' + node.target.join(' ') + ' ' + node.failureSummary.replace(/\\s+/g, ' ')),
    isStill: (${underWay})().length === 0 && found.every(({ element }) => element !== null),
  };
})`;

/** What axe-core finds in the window now, one line for each element. It is evaluated, because the page's policy allows no script tag. */
export async function axeFaults(page: Page, rules: 'all' | 'contrast' = 'all'): Promise<string[]> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source);
  for (let tries = 1; ; tries += 1) {
    await page.evaluate(settle);
    const { faults, isStill } = await page.evaluate<{ faults: string[]; isStill: boolean }>(run(rules === 'all' ? `rules: { 'target-size': { enabled: true } }` : `runOnly: ['color-contrast']`));
    // A message may fade out meanwhile, which takes its contrast.
    if (faults.length === 0 || isStill || tries === 5) return faults;
  }
}
