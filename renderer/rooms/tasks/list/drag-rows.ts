import { useCallback, useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import type { ScrolledList } from '../../../ui/scrolling/scroll-anchor.ts';
import { moveTo, movedWith, orderWith, type Order } from '../../../parts/tasks/batch-actions.ts';
import { selectedTasksIn, useLiveLists } from '../../../stores/tasks/live-lists.ts';
import { idsOf } from '../../../stores/tasks/listed-rows.ts';
import { targetAt } from '../../../stores/tasks/queue-places.ts';
import { gapAt, type Gap } from './row-layout.ts';
import type { TaskList } from './listed-tasks.ts';

interface Dragging extends Gap {
  readonly order: Order;
  readonly moved: ReadonlySet<string>;
}

/** Distance in pixels from an edge at which the list scrolls, and pixels scrolled per frame. */
const edge = 36;
const most = 14;

const none: ReadonlySet<string> = new Set();

/** Dragging rows by their grips to another place of their order. Escape cancels it. */
export function useDraggedRows(
  scroller: RefObject<HTMLElement | null>,
  list: TaskList,
  layout: ScrolledList,
  scroll: { readonly top: () => number; readonly goTo: (top: number) => void },
) {
  const [dragging, setDragging] = useState<Dragging | null>(null);
  const latest = useRef({ list, layout, scroll });
  useEffect(() => {
    latest.current = { list, layout, scroll };
  });
  const end = useRef<() => void>(() => undefined);
  useEffect(() => () => end.current(), []);

  // The same for all renders, so that rows need not render for another one.
  const begin = useCallback((key: string, event: PointerEvent): void => {
    const order = orderWith(key);
    const element = scroller.current;
    if (event.button !== 0 || !order || !element) return;
    event.preventDefault();
    const moved = movedWith(order, key, idsOf(selectedTasksIn(useLiveLists.getState().waiting)));
    let pointer = event.clientY;
    let now: Dragging | null = null;
    const look = (): void => {
      const { list: shown, layout: places, scroll: scrolled } = latest.current;
      now = { order, moved, ...gapAt(shown, places, order.keys, pointer - element.getBoundingClientRect().top + scrolled.top()) };
      setDragging(now);
    };
    const onMove = ({ clientY }: globalThis.PointerEvent): void => {
      pointer = clientY;
      look();
    };
    const onKey = (press: KeyboardEvent): void => {
      if (press.key !== 'Escape') return;
      press.stopPropagation();
      finish();
    };
    const onDrop = (): void => {
      const target = now === null ? undefined : targetAt(order.keys, moved, now.gap);
      finish();
      if (target !== undefined) void moveTo(order, moved, target);
    };
    const frame = (): void => {
      const { top, bottom } = element.getBoundingClientRect();
      const speed = pointer < top + edge ? (pointer - top - edge) / edge : pointer > bottom - edge ? (pointer - bottom + edge) / edge : 0;
      if (now !== null && speed !== 0) {
        const { scroll: scrolled, layout: places } = latest.current;
        scrolled.goTo(Math.min(Math.max(scrolled.top() + Math.max(-1, Math.min(1, speed)) * most, 0), Math.max(places.height - element.clientHeight, 0)));
        look();
      }
      timer = requestAnimationFrame(frame);
    };
    let timer = requestAnimationFrame(frame);
    const finish = (): void => {
      cancelAnimationFrame(timer);
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onDrop);
      window.removeEventListener('pointercancel', finish);
      window.removeEventListener('keydown', onKey, true);
      setDragging(null);
    };
    end.current = finish;
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onDrop);
    window.addEventListener('pointercancel', finish);
    window.addEventListener('keydown', onKey, true);
  }, [scroller]);
  return { begin, moved: dragging?.moved ?? none, line: dragging?.line ?? null };
}
