import type { Page } from '@playwright/test';
import { axeFaults } from './axe.ts';

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}
/** The parts of a page that are examined; this program has no DOM types. */
interface PageElement {
  readonly tagName: string;
  readonly textContent: string;
  readonly parentElement: PageElement | null;
  readonly scrollWidth: number;
  readonly clientWidth: number;
  readonly childNodes: Iterable<{ readonly nodeType: number; readonly textContent: string | null }>;
  contains(other: PageElement): boolean;
  getAttribute(name: string): string | null;
  closest(selector: string): PageElement | null;
  getBoundingClientRect(): Box;
}
interface PageGlobals {
  readonly document: {
    querySelector(selector: string): PageElement | null;
    querySelectorAll(selector: string): Iterable<PageElement>;
    elementFromPoint(x: number, y: number): PageElement | null;
  };
  readonly innerWidth: number;
  readonly innerHeight: number;
  getComputedStyle(element: PageElement): { readonly visibility: string; readonly fontSize: string; readonly overflowX: string; readonly overflowY: string; readonly contain: string };
}

/** Everything that is wrong with the window now: what axe finds, and misplaced controls. */
export async function windowFaults(page: Page): Promise<string[]> {
  return [...(await axeFaults(page)), ...(await placeFaults(page))];
}

/** The same in both themes, which differ in their colours alone. */
export async function faultsInBothThemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const inLight = await windowFaults(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  return [...inLight.map((fault) => `light: ${fault}`), ...(await axeFaults(page, 'contrast')).map((fault) => `dark: ${fault}`)];
}

/** Faults that axe cannot find: controls that overflow their place or the window, cut-off labels, covered controls, and type below 12 px. */
export function placeFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { document, innerWidth, innerHeight, getComputedStyle } = globalThis as unknown as PageGlobals;
    const found: string[] = [];
    const nameOf = (element: PageElement): string => (element.getAttribute('aria-label') ?? element.textContent.trim()) || element.tagName;
    const clips = (element: PageElement): boolean => {
      const { overflowX, overflowY, contain } = getComputedStyle(element);
      return overflowX !== 'visible' || overflowY !== 'visible' || /strict|content|paint/u.test(contain);
    };
    /** Whether a point is not scrolled out of sight. */
    const isInSight = (element: PageElement, x: number, y: number): boolean => {
      if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false;
      for (let at = element.parentElement; at; at = at.parentElement) {
        const box = at.getBoundingClientRect();
        if (clips(at) && (x < box.left || x > box.right || y < box.top || y > box.bottom)) return false;
      }
      return true;
    };
    const scrollsSideways = (element: PageElement): boolean => {
      for (let at = element.parentElement; at; at = at.parentElement) if (['auto', 'scroll'].includes(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth) return true;
      return false;
    };
    // Popups and dialogs cover the window.
    const over = '[role="menu"], [role="listbox"], [role="tooltip"], [aria-modal="true"], [role="alertdialog"], [role="dialog"]:not([aria-modal="false"])';
    const isCovered = document.querySelector(over) !== null;

    for (const control of document.querySelectorAll('button, input, textarea, summary, [role="tab"], [role="slider"]')) {
      const own = control.getBoundingClientRect();
      if (own.width <= 2 || own.height <= 2 || getComputedStyle(control).visibility !== 'visible' || control.closest('[inert], [aria-hidden="true"], .visually-hidden')) continue;
      const place = control.parentElement?.closest('form, nav, aside, main, [role="gridcell"], [data-selection-bar]')?.getBoundingClientRect();
      // A form with `display: contents` has no box.
      if (place && place.width > 0 && (own.left < place.left - 2 || own.right > place.right + 2) && !scrollsSideways(control)) found.push(`out of its place: ${nameOf(control)}`);
      if ((own.left < -2 || own.right > innerWidth + 2) && !scrollsSideways(control)) found.push(`out of the window: ${nameOf(control)}`);
      if (control.tagName === 'BUTTON' && control.textContent.trim() !== '' && !clips(control) && control.scrollWidth > control.clientWidth + 1) found.push(`its words are cut: ${nameOf(control)}`);
      const [x, y] = [(own.left + own.right) / 2, (own.top + own.bottom) / 2];
      const there = isCovered || !isInSight(control, x, y) ? null : document.elementFromPoint(x, y);
      if (there && !control.contains(there) && !there.contains(control)) found.push(`covered by “${nameOf(there).slice(0, 40)}”: ${nameOf(control)}`);
    }
    const text = 3;
    for (const element of document.querySelectorAll('body *')) {
      const hasWords = [...element.childNodes].some((node) => node.nodeType === text && node.textContent?.trim() !== '');
      if (hasWords && element.getBoundingClientRect().width > 2 && Number.parseFloat(getComputedStyle(element).fontSize) < 12) found.push(`smaller than 12 px: ${nameOf(element).slice(0, 40)}`);
    }
    return found;
  });
}
