import type { RefObject } from 'react';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ScrollPlace, ScrollRange } from '../../ui/scroll-range.ts';
import { placeAt, scrolledTo, scrollRange } from '../../ui/scroll-range.ts';
import { leftAt } from './history-store.ts';
import { rowHeight } from './row-window.ts';

const headerHeight = 30;
/** Below the last row. */
const foot = 16;

export interface RowScroll {
  readonly range: ScrollRange;
  readonly place: ScrollPlace;
  /** Scrolls so that `contentTop` stands at the upper edge. */
  readonly goTo: (contentTop: number) => void;
}

/** Where the table stands among `count` rows, however many; each `generation` is shown where the table was left. */
export function useRowScroll(ref: RefObject<HTMLDivElement | null>, count: number, generation: number): RowScroll {
  const [viewport, setViewport] = useState(600);
  const range = scrollRange(count * rowHeight + foot, viewport);
  const [place, setPlace] = useState<ScrollPlace>(() => placeAt(range, leftAt.contentTop));
  const latest = useRef({ range, place });
  // The handlers below go by what was drawn last.
  useLayoutEffect(() => {
    latest.current = { ...latest.current, range };
  });

  const put = useCallback((next: ScrollPlace): void => {
    latest.current = { ...latest.current, place: next };
    leftAt.contentTop = next.contentTop;
    setPlace(next);
  }, []);

  const goTo = useCallback(
    (contentTop: number): void => {
      const scroller = ref.current;
      if (!scroller) return;
      const next = placeAt(latest.current.range, contentTop);
      const whole = { ...next, scrollTop: Math.round(next.scrollTop) };
      put(whole);
      scroller.scrollTop = whole.scrollTop;
    },
    [ref, put],
  );

  useLayoutEffect(() => {
    const scroller = ref.current;
    if (!scroller) return;
    const measure = (): void => {
      const seen = scroller.clientHeight - headerHeight;
      // Known before it is drawn: a place is not to be cut to another height.
      latest.current = { ...latest.current, range: scrollRange(latest.current.range.content, seen) };
      setViewport(seen);
    };
    const follow = (): void => {
      const { range: now, place: before } = latest.current;
      if (scroller.scrollTop !== before.scrollTop) put(scrolledTo(now, before, scroller.scrollTop));
    };
    // The scroll bar goes where the scale has it, in the same frame as the rows: nothing is seen of it.
    const rest = (): void => {
      const { range: now, place: before } = latest.current;
      const scrollTop = Math.round(placeAt(now, before.contentTop).scrollTop);
      if (now.height === now.content || Math.abs(scrollTop - before.scrollTop) < 2) return;
      flushSync(() => put({ scrollTop, contentTop: before.contentTop }));
      scroller.scrollTop = scrollTop;
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
  }, [ref, put]);

  // Another view, or another length or height of this one: what is read stays where it is.
  useLayoutEffect(() => goTo(leftAt.contentTop), [goTo, generation, range.content, range.viewport]);
  return { range, place, goTo };
}
