import { useEffect, useLayoutEffect, useMemo, useRef, type RefObject } from 'react';
import { useStore } from 'zustand';
import { movedRows } from '../../../stores/history/history-place.ts';
import { leftAt, type ShownView } from '../../../stores/history/history-store.ts';
import { want } from '../../../stores/history/history-view.ts';
import { rowList, topAfter, type RowList } from '../../../stores/history/row-window.ts';
import { splicesSince } from '../../../stores/windowed/windowed-view.ts';
import { useBox } from '../../../ui/use-box.ts';
import { useListScroll, type ListScroll, type Sight } from '../../../ui/use-list-scroll.ts';

const headerHeight = 30;

/** The scroll position of the table, and the rows that it needs. Each view is shown where the table was left in it. */
export function useRows(ref: RefObject<HTMLDivElement | null>, shown: ShownView): { readonly scroll: ListScroll; readonly sight: Sight; readonly viewport: number } {
  const box = useBox(ref);
  const viewport = box.height === 0 ? leftAt.viewport : box.height - headerHeight;
  const rows = useMemo(() => rowList(shown.length), [shown.length]);
  const scroll = useListScroll(ref, rows, viewport, firstSeen);
  usePlace(shown, rows, scroll, viewport);
  const sight = useStore(scroll.sight);
  useEffect(() => want(sight.first, sight.end), [sight, shown.token, shown.revision, shown.length]);
  return { scroll, sight, viewport };
}

const firstSeen = (rows: RowList, top: number): number => rows.cellsBetween(top, top + 1).first;

/** Keeps the rows in sight where they are when the view changes. */
function usePlace(shown: ShownView, rows: RowList, scroll: ListScroll, viewport: number): void {
  const before = useRef<ShownView | null>(null);
  useLayoutEffect(() => {
    leftAt.viewport = viewport;
    scroll.onMove(() => {
      leftAt.contentTop = scroll.top();
      movedRows();
    });
    const previous = before.current;
    before.current = shown;
    const isSame = previous?.generation === shown.generation;
    if (isSame && previous.revision === shown.revision) return;
    const most = Math.max(rows.height - viewport, 0);
    scroll.keepAt(Math.min(isSame ? topAfter(splicesSince(previous, shown) ?? [], scroll.top()) : leftAt.contentTop, most));
    leftAt.contentTop = scroll.top();
  });
}
