import type { Locator } from '@playwright/test';
import { expect } from './test.ts';

/** The part of a page's element that is used here: the tests are built without the types of the page. */
interface Fading {
  readonly getAnimations: () => readonly { readonly finish: () => void }[];
}

/**
 * Makes an open dialog or menu fade out slowly, so that a test can press keys meanwhile. It must stand still first: a transition that turns back
 * half way takes only as long as it had run.
 */
export const fadeSlowly = async (open: Locator): Promise<void> => {
  await expect.poll(() => open.evaluate((element) => element.hasAttribute('data-starting-style') || (element as unknown as Fading).getAnimations().length > 0)).toBe(false);
  await open.evaluate((element) => element.style.setProperty('transition-duration', '60s'));
};

/** Ends what {@link fadeSlowly} made slow, and waits until it is gone. */
export const endFade = async (closed: Locator): Promise<void> => {
  await closed.evaluateAll((elements) => elements.forEach((element) => (element as unknown as Fading).getAnimations().forEach((each) => each.finish())));
  await expect(closed).toHaveCount(0);
};
