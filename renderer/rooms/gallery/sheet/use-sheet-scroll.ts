import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { createStore, type StoreApi } from 'zustand';
import { heldAt, placeAt, scrolledTo, scrollRange, type ScrollPlace, type ScrollRange } from '../../../ui/scroll-range.ts';
import { holdAt, type SheetLayout } from '../layout/sheet-layout.ts';

export interface SheetScroll {
  /** Of the element that is scrolled, which gets its height here. */
  readonly sheet: RefObject<HTMLDivElement | null>;
  /** Only who draws what is in sight draws again for every row that comes into it. */
  readonly sight: StoreApi<Sight>;
  /** Upper edge of what is seen, in the sheet, right now. */
  top(): number;
  /** Shows the sheet from there on, for the sake of a cell, if one is named. */
  goTo(top: number, index?: number): void;
  /** The sheet is another one, and what is seen begins there in it: a movement that is going on goes on. */
  keepAt(top: number): void;
  /** The one that is to hear of every movement, by the person or by `goTo`, and of the cell that was gone to. */
  onMove(listener: Listener): void;
}

type Listener = (index: number | null) => void;

export interface Sight {
  /** The cells in sight, with a little more on both sides. */
  readonly first: number;
  readonly end: number;
  /** The first cell of the first row that is at least half in sight. */
  readonly seen: number;
  /** What is added to a cell's height in the sheet to have its height in the scrolled element. */
  readonly shift: number;
}

/** Pixels beyond what is seen that are drawn as well: the compositor scrolls before the page hears of it. */
const spare = 320;

/**
 * Where the scroller stands in the sheet. A sheet that is higher than Chromium
 * allows is scrolled on a scale (ui/scroll-range.ts).
 */
export function useSheetScroll(scroller: RefObject<HTMLElement | null>, layout: SheetLayout, viewport: number): SheetScroll {
  const sheet = useRef<HTMLDivElement>(null);
  const place = useRef<ScrollPlace>({ scrollTop: 0, contentTop: 0 });
  const latest = useRef<{ readonly layout: SheetLayout; readonly range: ScrollRange }>({ layout, range: scrollRange(layout.height, viewport) });
  const moved = useRef<Listener>(() => undefined);
  /** How far down the sheet reaches at least: what is seen may have to begin so far down that its cells end before it does. */
  const reach = useRef(0);
  /** The person moves the scroller, or it glides on from that. */
  const moving = useRef(false);
  const [sight] = useState(() => createStore<Sight>(() => ({ first: 0, end: 0, seen: 0, shift: 0 })));

  /** The range of a layout, as long as what is seen from `top` on needs it. */
  const fitted = useCallback((now: SheetLayout, height: number, top: number): ScrollRange => {
    reach.current = top + height > now.height ? Math.min(reach.current, top + height) : 0;
    const range = scrollRange(Math.max(now.height, reach.current), height);
    if (sheet.current) sheet.current.style.height = `${range.height}px`;
    return range;
  }, []);

  const look = useCallback(() => {
    const { layout: now, range } = latest.current;
    const { scrollTop, contentTop } = place.current;
    const { first, end } = now.cellsBetween(contentTop - spare, contentTop + range.viewport + spare);
    const seen = holdAt(now, contentTop)?.index ?? 0;
    const shift = scrollTop - contentTop;
    const before = sight.getState();
    if (before.first !== first || before.end !== end || before.seen !== seen || before.shift !== shift) sight.setState({ first, end, seen, shift });
  }, [sight]);

  /** Takes over where the browser has the scroller. */
  const follow = useCallback(() => {
    const scrollTop = scroller.current?.scrollTop ?? place.current.scrollTop;
    if (scrollTop === place.current.scrollTop) return;
    place.current = scrolledTo(latest.current.range, place.current, scrollTop);
    const { layout: now, range } = latest.current;
    if (reach.current > 0) latest.current = { layout: now, range: fitted(now, range.viewport, place.current.contentTop) };
    moving.current = true;
    look();
    moved.current(null);
  }, [scroller, look, fitted]);

  const put = useCallback(
    (next: ScrollPlace) => {
      const element = scroller.current;
      if (!element) return;
      if (next.scrollTop !== element.scrollTop) element.scrollTo({ top: next.scrollTop });
      // The browser rounds to pixels of the screen.
      place.current = { scrollTop: element.scrollTop, contentTop: next.contentTop };
      look();
    },
    [scroller, look],
  );
  const goTo = useCallback(
    (top: number, index?: number) => {
      put(placeAt(latest.current.range, top));
      moved.current(index ?? null);
    },
    [put],
  );
  const keepAt = useCallback(
    (top: number) => {
      const { layout: now, range: before } = latest.current;
      reach.current = Math.max(reach.current, top + before.viewport);
      const range = fitted(now, before.viewport, top);
      latest.current = { layout: now, range };
      put(moving.current ? heldAt(range, scroller.current?.scrollTop ?? 0, top) : placeAt(range, top));
    },
    [scroller, put, fitted],
  );

  useLayoutEffect(() => {
    const before = latest.current;
    // Where the person has scrolled to, perhaps in this very frame, is a place in the sheet that was on screen: it is read before the
    // browser cuts it at the end of the new one.
    if (before.layout !== layout || before.range.viewport !== viewport) follow();
    latest.current = { layout, range: fitted(layout, viewport, place.current.contentTop) };
    if (before.layout !== layout || before.range.viewport !== viewport) look();
  });

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    // Not earlier: a scroller that is moved while it glides stands still.
    const rest = (): void => {
      follow();
      moving.current = false;
      const settled = placeAt(latest.current.range, place.current.contentTop);
      // The scroll bar and the cells move in the same frame: nothing is seen of it.
      if (Math.abs(settled.scrollTop - element.scrollTop) >= 1) flushSync(() => put(settled));
    };
    element.addEventListener('scroll', follow, { passive: true });
    element.addEventListener('scrollend', rest, { passive: true });
    return () => {
      element.removeEventListener('scroll', follow);
      element.removeEventListener('scrollend', rest);
    };
  }, [scroller, follow, put]);

  const onMove = useCallback((listener: Listener) => {
    moved.current = listener;
  }, []);

  return { sheet, sight, onMove, top: () => place.current.contentTop, goTo, keepAt };
}
