import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResults {
  readonly violations: readonly { readonly id: string; readonly help: string; readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[] }[];
}

/** What axe-core finds in the window as it stands now, one line for each element. The page's policy allows no script tag, so it is evaluated. */
export async function axeFaults(page: Page): Promise<string[]> {
  // Colours half way through a transition are neither of the two.
  await page.evaluate('for (const animation of document.getAnimations()) if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()');
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(source);
  const { violations } = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as AxeResults;
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target, failureSummary = '' }) => `${id} (${help}): ${target.join(' ')} ${failureSummary.replaceAll(/\s+/g, ' ')}`));
}
