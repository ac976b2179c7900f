import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { createStore, type StoreApi } from 'zustand';
import { firstSeen, type ScrolledList } from './scroll-anchor.ts';
import { placeWhileScrolling, placeAt, scrolledTo, scrollRange, type ScrollPlace, type ScrollRange } from './scroll-range.ts';

export interface ListScroll {
  /** The element that contains the items. The hook sets its height. */
  readonly sheet: RefObject<HTMLDivElement | null>;
  /** A store and not state, so that only the component that draws the items renders while they scroll. */
  readonly sight: StoreApi<Sight>;
  /** The position in the list at the upper edge of the viewport, right now. */
  top(): number;
  /** Scrolls to a position, for the sake of an item if one is named. */
  goTo(top: number, index?: number): void;
  /** The list has changed: what was in sight is at this position now. A movement of the scroller goes on. */
  keepAt(top: number): void;
  /** Sets the only listener. It is called after every movement, by the person or by `goTo`, with the item that was named. */
  onMove(listener: Listener): void;
}

type Listener = (index: number | null) => void;

export interface Sight {
  /** The items in sight, and a few around them. */
  readonly first: number;
  readonly end: number;
  /** The first item of the first row that is at least half in sight. */
  readonly seen: number;
  /** Position in the scrolled element minus position in the list. */
  readonly shift: number;
}

/** Milliseconds after a movement by the person in which a list still counts as moving. */
const stillMoving = 150;
let scrolledAt = -Infinity;

/** Whether the person scrolls a list. */
export const isScrolling = (): boolean => performance.now() - scrolledAt < stillMoving;

/** Pixels around the viewport that are drawn too, because the compositor scrolls before the page knows. */
const spare = 320;

/** The scroll position of a list of any height. A list that is higher than Chromium allows is scrolled on a scale (`scroll-range.ts`). */
export function useListScroll(scroller: RefObject<HTMLElement | null>, list: ScrolledList, viewport: number): ListScroll {
  const sheet = useRef<HTMLDivElement>(null);
  const place = useRef<ScrollPlace>({ scrollTop: 0, contentTop: 0 });
  const latest = useRef<{ readonly list: ScrolledList; readonly range: ScrollRange }>({ list, range: scrollRange(list.height, viewport) });
  const moved = useRef<Listener>(() => undefined);
  /** The least height that is scrolled, because what is in sight may now begin where the list nearly ends. */
  const reach = useRef(0);
  /** Pixels in sight below the list, before it was laid out last. */
  const below = useRef(0);
  /** The person scrolls, or the scroller still glides after that. */
  const moving = useRef(false);
  const [sight] = useState(() => createStore<Sight>(() => ({ first: 0, end: 0, seen: 0, shift: 0 })));

  /** The range of a list, which reaches as far as the viewport at `top` needs. */
  const fitted = useCallback((now: ScrolledList, height: number, top: number): ScrollRange => {
    reach.current = top + height > now.height ? Math.min(reach.current, top + height) : 0;
    const range = scrollRange(Math.max(now.height, reach.current), height);
    if (sheet.current) sheet.current.style.height = `${range.height}px`;
    return range;
  }, []);

  const look = useCallback(() => {
    const { list: now, range } = latest.current;
    const { scrollTop, contentTop } = place.current;
    const { first, end } = now.cellsBetween(contentTop - spare, contentTop + range.viewport + spare);
    const seen = firstSeen(now, contentTop);
    const shift = scrollTop - contentTop;
    const before = sight.getState();
    if (before.first !== first || before.end !== end || before.seen !== seen || before.shift !== shift) sight.setState({ first, end, seen, shift });
  }, [sight]);

  /** Takes the browser's scroll position as it is, because setting it would stop a movement. */
  const follow = useCallback(() => {
    const scrollTop = scroller.current?.scrollTop ?? place.current.scrollTop;
    if (scrollTop === place.current.scrollTop) return;
    place.current = scrolledTo(latest.current.range, place.current, scrollTop);
    const { list: now, range } = latest.current;
    if (reach.current > 0) latest.current = { list: now, range: fitted(now, range.viewport, place.current.contentTop) };
    moving.current = true;
    scrolledAt = performance.now();
    look();
    moved.current(null);
  }, [scroller, look, fitted]);

  const put = useCallback(
    (next: ScrollPlace) => {
      const element = scroller.current;
      if (!element) return;
      if (next.scrollTop !== element.scrollTop) element.scrollTo({ top: next.scrollTop });
      // Read it back, because the browser rounds it to device pixels.
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
      const { list: now, range: before } = latest.current;
      // The empty room below a short list may stay, so that nothing in sight moves. It never grows.
      reach.current = Math.min(top + before.viewport, now.height + below.current);
      const range = fitted(now, before.viewport, top);
      latest.current = { list: now, range };
      put(moving.current ? placeWhileScrolling(range, scroller.current?.scrollTop ?? 0, top) : placeAt(range, top));
    },
    [scroller, put, fitted],
  );

  useLayoutEffect(() => {
    const before = latest.current;
    const isOther = before.list !== list || before.range.viewport !== viewport;
    // Take what the person has scrolled in this frame before the browser clamps it to the new height.
    if (isOther) {
      follow();
      below.current = Math.max(place.current.contentTop + before.range.viewport - before.list.height, 0);
    }
    latest.current = { list, range: fitted(list, viewport, place.current.contentTop) };
    if (isOther) look();
  });

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    // Not earlier, because setting the position of a scroller that glides stops it.
    const rest = (): void => {
      follow();
      moving.current = false;
      const onScale = placeAt(latest.current.range, place.current.contentTop);
      // The scroll bar and the items move in the same frame, so nothing is visible.
      if (Math.abs(onScale.scrollTop - element.scrollTop) >= 1) flushSync(() => put(onScale));
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
