import type { RefObject } from 'react';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ScrollPlace, ScrollRange } from '../../ui/scroll-range.ts';
import { placeAt, scrolledTo, scrollRange } from '../../ui/scroll-range.ts';
import type { SheetLayout } from './sheet-layout.ts';
import { holdAt } from './sheet-layout.ts';

export interface SheetScroll {
  /** The cells in sight, with a little more on both sides. */
  readonly first: number;
  readonly end: number;
  /** The first cell of the first row that is at least half in sight. */
  readonly seen: number;
  /** What is added to a cell's height in the sheet to have its height in the scrolled element. */
  readonly shift: number;
  /** Height of the scrolled element. */
  readonly height: number;
  /** Upper edge of what is seen, in the sheet, right now. */
  top(): number;
  /** Shows the sheet from there on. */
  goTo(top: number): void;
  /** The one that is to hear of every movement, by the person or by `goTo`. */
  onMove(listener: () => void): void;
}

interface InSight {
  readonly first: number;
  readonly end: number;
  readonly seen: number;
  readonly shift: number;
}

/** Pixels beyond what is seen that are drawn as well: the compositor scrolls before the page hears of it. */
const spare = 320;
/** Milliseconds without movement after which the scroll bar is set right. */
const restAfter = 180;

/**
 * Where the scroller stands in the sheet; renders again only when other rows come into sight. A sheet that is higher than Chromium
 * allows is scrolled on a scale (ui/scroll-range.ts).
 */
export function useSheetScroll(scroller: RefObject<HTMLDivElement | null>, layout: SheetLayout, viewport: number): SheetScroll {
  const range = scrollRange(layout.height, viewport);
  const place = useRef<ScrollPlace>({ scrollTop: 0, contentTop: 0 });
  const latest = useRef<{ readonly layout: SheetLayout; readonly range: ScrollRange }>({ layout, range });
  const moved = useRef<() => void>(() => undefined);
  const [sight, setSight] = useState<InSight>({ first: 0, end: 0, seen: 0, shift: 0 });

  const look = useCallback(() => {
    const { layout: now, range: within } = latest.current;
    const { scrollTop, contentTop } = place.current;
    const { first, end } = now.cellsBetween(contentTop - spare, contentTop + within.viewport + spare);
    const seen = holdAt(now, contentTop)?.index ?? 0;
    const shift = scrollTop - contentTop;
    setSight((before) => (before.first === first && before.end === end && before.seen === seen && before.shift === shift ? before : { first, end, seen, shift }));
  }, []);

  const goTo = useCallback(
    (top: number) => {
      const element = scroller.current;
      if (!element) return;
      place.current = placeAt(latest.current.range, top);
      element.scrollTo({ top: place.current.scrollTop });
      // The browser rounds to pixels of the screen.
      place.current = { scrollTop: element.scrollTop, contentTop: place.current.contentTop };
      look();
      moved.current();
    },
    [scroller, look],
  );

  useLayoutEffect(() => {
    const changed = latest.current.layout !== layout || latest.current.range.viewport !== range.viewport;
    latest.current = { layout, range };
    if (changed) look();
  });

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = (): void => {
      const settled = placeAt(latest.current.range, place.current.contentTop);
      if (Math.abs(settled.scrollTop - element.scrollTop) < 1) return;
      element.scrollTo({ top: settled.scrollTop });
      place.current = { scrollTop: element.scrollTop, contentTop: settled.contentTop };
      look();
    };
    const onScroll = (): void => {
      if (element.scrollTop === place.current.scrollTop) return;
      place.current = scrolledTo(latest.current.range, place.current, element.scrollTop);
      look();
      moved.current();
      clearTimeout(timer);
      timer = setTimeout(rest, restAfter);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller, look]);

  const onMove = useCallback((listener: () => void) => {
    moved.current = listener;
  }, []);

  return { ...sight, onMove, height: range.height, top: () => place.current.contentTop, goTo };
}
