import type { Page } from '@playwright/test';

/**
 * Collects what a screen reader says by itself: the words of live regions (`status`, `alert`, `aria-live`) whenever they change, in their order. A region
 * with `aria-live="off"` is silent. This program has no DOM types, so it is a text.
 */
const listen = `(() => {
  if (globalThis.spokenTexts) return;
  const spoken = (globalThis.spokenTexts = []);
  const regions = '[role="status"], [role="alert"], [role="log"], [aria-live="polite"], [aria-live="assertive"]';
  const last = new WeakMap();
  const look = (region) => {
    if (region.getAttribute('aria-live') === 'off' || region.closest('[aria-hidden="true"], [inert]')) return;
    const text = region.textContent.replace(/\\s+/g, ' ').trim();
    if (text === '' || last.get(region) === text) return;
    last.set(region, text);
    spoken.push(text);
  };
  for (const region of document.querySelectorAll(regions)) last.set(region, region.textContent.replace(/\\s+/g, ' ').trim());
  new MutationObserver((changes) => {
    const changed = new Set();
    for (const { target, addedNodes } of changes) {
      const element = target.nodeType === 1 ? target : target.parentElement;
      const around = element?.closest(regions);
      if (around) changed.add(around);
      for (const node of addedNodes) if (node.nodeType === 1) for (const region of [...(node.matches(regions) ? [node] : []), ...node.querySelectorAll(regions)]) changed.add(region);
    }
    for (const region of changed) look(region);
  }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ['aria-live', 'role'] });
})()`;

export interface Spoken {
  /** Everything that was said since the last call. */
  take(): Promise<readonly string[]>;
}

export async function listenToSpeech(page: Page): Promise<Spoken> {
  await page.evaluate(listen);
  return { take: () => page.evaluate<string[]>('globalThis.spokenTexts.splice(0)') };
}
