import type { Page } from '@playwright/test';

/** Elements of the page outside the compose form that can have the focus, by what they are. */
const collect = `(() => {
  const seen = new Map();
  const found = new Map();
  for (const element of document.querySelectorAll('a[href], button, input, textarea, select, [tabindex], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=option]')) {
    if (element.disabled || element.closest('[inert], [aria-hidden=true], form[aria-label="New picture"]') || element.getClientRects().length === 0) continue;
    if (element.hasAttribute('data-base-ui-focus-guard')) continue;
    const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replace(/[0-9]+/g, '#').slice(0, 60);
    const kind = [element.localName, element.getAttribute('role') ?? element.type ?? '', name, element.hasAttribute('data-costly') ? 'costly' : ''].join('|');
    const number = seen.get(kind) ?? 0;
    seen.set(kind, number + 1);
    // Rows and tiles of one kind are alike. The second may act on another task than the first.
    if (number < 2) found.set(kind + '|' + number, element);
  }
  return found;
})()`;

/** The kinds of such elements on the page. */
export const kindsIn = (page: Page): Promise<readonly string[]> => page.evaluate(`[...${collect}.keys()]`);

/** Focuses the element of a kind. Resolves to whether it took the focus. */
export const focusKind = (page: Page, kind: string): Promise<boolean> =>
  page.evaluate(`(() => { const element = ${collect}.get(${JSON.stringify(kind)}); element?.focus(); return element !== undefined && document.activeElement === element; })()`);
