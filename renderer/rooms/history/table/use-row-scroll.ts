import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { heldAt, placeAt, scrolledTo, scrollRange, type ScrollPlace, type ScrollRange } from '../../../ui/scroll-range.ts';
import { movedRows } from '../../../stores/history/history-place.ts';
import { leftAt } from '../../../stores/history/history-store.ts';
import { rowHeight } from '../../../stores/history/row-window.ts';

const headerHeight = 30;
/** Space below the last row. */
const foot = 16;

export interface RowScroll {
  /** The element that holds the rows. This hook sets its height. */
  readonly rows: RefObject<HTMLDivElement | null>;
  readonly range: ScrollRange;
  readonly place: ScrollPlace;
  /** Scrolls so that `contentTop` is at the upper edge. */
  readonly goTo: (contentTop: number) => void;
}

interface Latest {
  /** The range that was rendered last. Null: none yet. */
  readonly range: ScrollRange | null;
  readonly place: ScrollPlace;
}

const rangeOf = (count: number, viewport: number): ScrollRange => scrollRange(count * rowHeight + foot, viewport);

/** The scroll position of the table in any number of rows. Each `generation` is shown where the table was left. */
export function useRowScroll(ref: RefObject<HTMLDivElement | null>, count: number, generation: number): RowScroll {
  const rows = useRef<HTMLDivElement>(null);
  const [viewport, setViewport] = useState(leftAt.viewport);
  const range = rangeOf(count, viewport);
  const [place, setPlace] = useState<ScrollPlace>(() => placeAt(range, leftAt.contentTop));
  const latest = useRef<Latest>({ range: null, place });
  /** The person scrolls, or the scroller still glides after that. */
  const moving = useRef(false);

  const take = useCallback((next: ScrollPlace): void => {
    latest.current = { ...latest.current, place: next };
    leftAt.contentTop = next.contentTop;
    setPlace(next);
  }, []);

  const put = useCallback(
    (next: ScrollPlace): void => {
      const scroller = ref.current;
      if (scroller && scroller.scrollTop !== next.scrollTop) scroller.scrollTop = next.scrollTop;
      // Read it back, because the browser rounds it to device pixels.
      take({ scrollTop: scroller?.scrollTop ?? next.scrollTop, contentTop: next.contentTop });
    },
    [ref, take],
  );

  const goTo = useCallback(
    (contentTop: number): void => {
      const { range: now } = latest.current;
      if (!now) return;
      put(placeAt(now, contentTop));
      movedRows();
    },
    [put],
  );

  useLayoutEffect(() => {
    const scroller = ref.current;
    if (!scroller) return;
    const measure = (): void => {
      const seen = scroller.clientHeight - headerHeight;
      leftAt.viewport = seen;
      const { range: now } = latest.current;
      // Set before the next render, so that a place is not clamped to the old height.
      latest.current = { ...latest.current, range: now && scrollRange(now.content, seen) };
      setViewport(seen);
    };
    const follow = (): void => {
      const { range: now, place: before } = latest.current;
      if (!now || scroller.scrollTop === before.scrollTop) return;
      moving.current = true;
      // Take the browser's position as it is, because setting `scrollTop` would stop a wheel's movement.
      take(scrolledTo(now, before, scroller.scrollTop));
      movedRows();
    };
    // Moves the scroll bar to its exact position. The rows move in the same frame, so nothing is visible.
    const rest = (): void => {
      follow();
      moving.current = false;
      const { range: now, place: before } = latest.current;
      if (!now) return;
      const settled = placeAt(now, before.contentTop);
      if (Math.abs(settled.scrollTop - before.scrollTop) >= 2) flushSync(() => put(settled));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(scroller);
    scroller.addEventListener('scroll', follow, { passive: true });
    scroller.addEventListener('scrollend', rest, { passive: true });
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', follow);
      scroller.removeEventListener('scrollend', rest);
    };
  }, [ref, put, take]);

  // When the view, its length or the height changes, the rows in sight stay where they are.
  useLayoutEffect(() => {
    const { range: before, place: was } = latest.current;
    const scrollTop = ref.current?.scrollTop ?? 0;
    // Include what the person has scrolled in this frame. It is read before the browser clamps it to the new height.
    const by = before && (leftAt.contentTop > 0 || was.contentTop === 0) ? scrolledTo(before, was, scrollTop).contentTop - was.contentTop : 0;
    // Use the measured height, because at the first render the state does not have it yet.
    const now = rangeOf(count, leftAt.viewport);
    latest.current = { range: now, place: was };
    if (rows.current) rows.current.style.height = `${now.height}px`;
    const contentTop = leftAt.contentTop + by;
    put(moving.current ? heldAt(now, scrollTop, contentTop) : placeAt(now, contentTop));
  }, [ref, put, generation, count, viewport]);
  return { rows, range, place, goTo };
}
