import type { Page } from '@playwright/test';

/** The few things of a page that are looked at; this program has no DOM types. */
interface PageElement {
  readonly tagName: string;
  readonly textContent: string;
  readonly parentElement: PageElement | null;
  readonly childNodes: Iterable<{ readonly nodeType: number; readonly textContent: string }>;
  readonly labels?: { readonly length: number } | null;
  getAttribute(name: string): string | null;
  closest(selector: string): PageElement | null;
  getBoundingClientRect(): { readonly left: number; readonly right: number; readonly width: number; readonly height: number };
}
interface PageStyle {
  readonly color: string;
  readonly backgroundColor: string;
  readonly backgroundImage: string;
  readonly visibility: string;
  readonly opacity: string;
}
interface PageAnimation {
  readonly effect: { getComputedTiming(): { readonly endTime: number } } | null;
  readonly playState: string;
  finish(): void;
}
interface PageGlobals {
  readonly document: { querySelectorAll(selector: string): Iterable<PageElement>; getAnimations(): PageAnimation[] };
  getComputedStyle(element: PageElement): PageStyle;
}

/** Controls without a name, controls that stand out of their place, and words of less contrast than 4.5:1 (WCAG 1.4.3). */
export function windowFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Color = readonly [number, number, number, number];
    const { document, getComputedStyle } = globalThis as unknown as PageGlobals;
    const found: string[] = [];

    // What is half way from one colour to the other is none of both. In the same turn as the looking, for the next one may
    // begin another; more than once, for what inherits a colour that has arrived sets off by itself.
    const underWay = (): PageAnimation[] =>
      document.getAnimations().filter(({ playState, effect }) => playState !== 'finished' && Number.isFinite(effect?.getComputedTiming().endTime));
    for (let round = 0; round < 10 && underWay().length > 0; round += 1) for (const animation of underWay()) animation.finish();

    const nameOf = (element: PageElement): string => (element.getAttribute('aria-label') ?? element.textContent.trim()) || (element.getAttribute('placeholder') ?? '');
    const isSeen = (element: PageElement): boolean => {
      const { width, height } = element.getBoundingClientRect();
      return width > 2 && height > 2 && getComputedStyle(element).visibility === 'visible' && element.closest('[inert], [aria-hidden="true"], .visually-hidden') === null;
    };

    for (const control of document.querySelectorAll('button, input, textarea, summary, [role="tab"], [role="slider"]')) {
      if (!isSeen(control)) continue;
      const named = nameOf(control) !== '' || (control.labels?.length ?? 0) > 0 || control.getAttribute('aria-labelledby') !== null;
      if (!named) found.push(`no name: ${control.tagName} in ${control.parentElement?.tagName}`);
      const place = control.parentElement?.closest('form, nav, aside, main, [role="gridcell"]')?.getBoundingClientRect();
      const own = control.getBoundingClientRect();
      // A form that leaves its layout to what is around it has no box.
      if (place && place.width > 0 && (own.left < place.left - 2 || own.right > place.right + 2)) found.push(`out of its place: ${nameOf(control)}`);
    }

    const colorOf = (text: string): Color => {
      const [r = 0, g = 0, b = 0, a = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
      return text.startsWith('color(') ? [r * 255, g * 255, b * 255, a] : [r, g, b, a];
    };
    const over = (top: Color, below: Color): Color => {
      const mix = (at: 0 | 1 | 2): number => top[at] * top[3] + below[at] * (1 - top[3]);
      return [mix(0), mix(1), mix(2), 1];
    };
    const luminance = (color: Color): number => {
      const [r = 0, g = 0, b = 0] = color.slice(0, 3).map((value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    /** Null where a picture, a gradient or something see-through makes it a matter of the eye. */
    const groundOf = (element: PageElement): Color | null => {
      const layers: Color[] = [];
      for (let at: PageElement | null = element; at; at = at.parentElement) {
        const style = getComputedStyle(at);
        if (style.backgroundImage !== 'none' || style.opacity !== '1') return null;
        const color = colorOf(style.backgroundColor);
        layers.push(color);
        if (color[3] === 1) return layers.toReversed().reduce((below, top) => over(top, below));
      }
      return null;
    };
    for (const element of document.querySelectorAll('body *')) {
      const text = [...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ textContent }) => textContent.trim()).join('');
      if (text === '' || !isSeen(element)) continue;
      const ground = groundOf(element);
      if (!ground) continue;
      const [light, dark] = [luminance(over(colorOf(getComputedStyle(element).color), ground)), luminance(ground)].sort((a, b) => b - a) as [number, number];
      const contrast = (light + 0.05) / (dark + 0.05);
      if (contrast < 4.5) found.push(`contrast ${contrast.toFixed(2)}: ${text.slice(0, 40)}`);
    }
    return found;
  });
}
