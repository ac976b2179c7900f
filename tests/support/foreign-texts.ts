import type { Page } from '@playwright/test';
import { brackets } from '../../shared/words/pseudo-language.ts';

/** The parts of a page that are examined; this program has no DOM types. */
interface PageNode {
  readonly nodeType: number;
  readonly textContent: string | null;
  readonly parentElement: PageElement | null;
}
interface PageElement extends PageNode {
  readonly tagName: string;
  readonly scrollWidth: number;
  readonly clientWidth: number;
  readonly childNodes: Iterable<PageNode>;
  getAttribute(name: string): string | null;
  closest(selector: string): PageElement | null;
  checkVisibility(options: { readonly checkVisibilityCSS: boolean; readonly checkOpacity: boolean }): boolean;
  getBoundingClientRect(): { readonly width: number; readonly height: number };
}
interface PageGlobals {
  readonly document: { querySelectorAll(selector: string): Iterable<PageElement> };
  getComputedStyle(element: PageElement): { readonly display: string; readonly overflowX: string; readonly textOverflow: string };
}

export interface ForeignTexts {
  /** Texts and names that no catalogue said, as the page shows them. */
  readonly unspoken: readonly string[];
  /** Texts of the catalogue of which a part is cut off. */
  readonly cut: readonly string[];
}

/**
 * Looks at a page that speaks `en-XA`, whose every message stands in brackets: whatever has a letter outside of them is a person's own text, a value, or a word
 * that was written into the code.
 */
export function foreignTexts(page: Page): Promise<ForeignTexts> {
  return page.evaluate(([open, close]) => {
    const { document, getComputedStyle } = globalThis as unknown as PageGlobals;
    const unspoken = new Set<string>();
    const cut = new Set<string>();
    /** What of a text stands outside of the brackets. A part that a message encloses may stand in an element of its own. */
    const outside = (text: string): string => {
      let depth = 0;
      let found = '';
      for (const sign of text) {
        if (sign === open) depth += 1;
        else if (sign === close) depth = Math.max(0, depth - 1);
        else found += depth === 0 ? sign : ' ';
      }
      return found;
    };
    /** Without the names of keys. */
    const textOf = (node: PageElement): string => [...node.childNodes].map((child) => (child.nodeType === 3 ? child.textContent : 'tagName' in child && child.tagName !== 'KBD' ? textOf(child as PageElement) : '')).join('');
    const own = (element: PageElement): boolean => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() !== '');
    for (const element of document.querySelectorAll('body *')) {
      if (!element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: false }) || element.closest('svg, script, style, kbd, code, pre')) continue;
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description', 'aria-valuetext']) {
        const value = element.getAttribute(name);
        if (value !== null && /\p{L}/u.test(outside(value))) unspoken.add(`${name}: ${value}`);
      }
      if (!own(element)) continue;
      // Parts of a sentence are inline: what encloses them has the brackets.
      let block = element;
      while (block.parentElement && getComputedStyle(block).display.startsWith('inline')) block = block.parentElement;
      if (/\p{L}/u.test(outside(textOf(block))) && /\p{L}/u.test(outside(textOf(element)))) unspoken.add(textOf(element));
      const { overflowX, textOverflow } = getComputedStyle(element);
      const { width, height } = element.getBoundingClientRect();
      if (width > 2 && height > 2 && (overflowX === 'hidden' || overflowX === 'clip' || textOverflow === 'ellipsis') && element.scrollWidth > element.clientWidth + 1 && (element.textContent ?? '').includes(open)) cut.add(element.textContent ?? '');
    }
    return { unspoken: [...unspoken], cut: [...cut] };
  }, brackets);
}
