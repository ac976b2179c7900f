import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import type { ScrolledList } from '../../../ui/scrolling/scroll-anchor.ts';
import { moveTo, movedWith, orderWith, type Order } from '../queue-actions.ts';
import { gapAt, targetAt, type Gap } from './queue-moves.ts';
import type { QueueRow } from './queue-rows.ts';
import { useQueueSelection } from './queue-selection.ts';

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
  rows: readonly QueueRow[],
  layout: ScrolledList,
  scroll: { readonly top: () => number; readonly goTo: (top: number) => void },
) {
  const [dragging, setDragging] = useState<Dragging | null>(null);
  const latest = useRef({ rows, layout, scroll });
  useEffect(() => {
    latest.current = { rows, layout, scroll };
  });
  const end = useRef<() => void>(() => undefined);
  useEffect(() => () => end.current(), []);

  const begin = (key: string, event: PointerEvent): void => {
    const order = orderWith(key);
    const element = scroller.current;
    if (event.button !== 0 || !order || !element) return;
    event.preventDefault();
    const moved = movedWith(order, key, useQueueSelection.getState().selected);
    let pointer = event.clientY;
    let now: Dragging | null = null;
    const look = (): void => {
      const { rows: shown, layout: places, scroll: list } = latest.current;
      now = { order, moved, ...gapAt(shown, places, order.keys, pointer - element.getBoundingClientRect().top + list.top()) };
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
        const { scroll: list, layout: places } = latest.current;
        list.goTo(Math.min(Math.max(list.top() + Math.max(-1, Math.min(1, speed)) * most, 0), Math.max(places.height - element.clientHeight, 0)));
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
  };
  return { begin, moved: dragging?.moved ?? none, line: dragging?.line ?? null };
}
