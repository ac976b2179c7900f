import { useCallback, useLayoutEffect, useRef, type PointerEvent } from 'react';
import { historyPlace, rowList } from '../../../stores/tasks/history-scroll.ts';
import { isSelected, selectRows, useHistory } from '../../../stores/tasks/history-store.ts';
import { want } from '../../../stores/tasks/history-view.ts';
import type { SelectionEvent } from '../../../stores/selection/selecting.ts';
import { selectInList, showRows, useLiveLists, type LiveName } from '../../../stores/tasks/live-lists.ts';
import type { TaskRow } from '../../../stores/tasks/listed-rows.ts';
import { rowAt } from '../../../stores/windowed/blocks.ts';
import type { ScrolledList } from '../../../ui/scrolling/scroll-anchor.ts';
import type { ListScroll } from '../../../ui/scrolling/use-list-scroll.ts';
import { rowLayout } from './row-layout.ts';

/** A list as it is laid out and scrolled now. */
export interface Scrolled {
  readonly layout: ScrolledList;
  readonly scroll: Pick<ListScroll, 'top' | 'goTo' | 'keepAt' | 'onMove'>;
  readonly viewport: number;
}

/** The rows of one list of tasks and what is selected in it, wherever the rows come from. */
export interface TaskList {
  readonly name: LiveName | 'history';
  readonly count: number;
  /** False while main still counts the history. */
  readonly counted: boolean;
  /** The rows belong to an older search. */
  readonly stale: boolean;
  /** The row that keys act on. -1: none. */
  readonly at: number;
  /** If none is selected, the row from which keys go on. -1: from the first. */
  readonly from: number;
  /** Null: not loaded yet. */
  rowAt(this: void, index: number): TaskRow | null;
  isSelected(this: void, index: number): boolean;
  /** Whether a row is still in the list. */
  includes(this: void, key: string): boolean;
  /** Stays the same as long as the rows do. */
  layoutOf(this: void, isNarrow: boolean): ScrolledList;
  select(this: void, event: SelectionEvent): void;
  /** Whether keys act on a row. Read now, because a click may have selected one before the list renders again. */
  hasCursor(this: void): boolean;
  /** Keeps what is in sight in its place. Called whenever the list was rendered. */
  keep(this: void, now: Scrolled): void;
  /** Loads the rows in sight. */
  want(this: void, first: number, end: number): void;
  /** The list is unmounted. */
  leave(this: void): void;
}

/** Where a row is. */
export interface RowPlace {
  /** Its number for screen readers. */
  readonly rowIndex: number;
  /** Its upper edge in the scrolled element. */
  readonly top: number;
  readonly selected: boolean;
  /** Whether keys act on it. */
  readonly current: boolean;
}

/** How a row is dragged by its grip. */
export interface RowGrip {
  readonly dragged: boolean;
  /** Null: the list has no order of its own. */
  readonly onGrip: ((key: string, event: PointerEvent) => void) | null;
}

/** Every task there ever was, or those that match: a view that main holds open. */
export function useHistoryList(): TaskList {
  const { shown, stale, cursor, marked } = useHistory();
  const { length } = shown;
  return {
    name: 'history',
    count: length,
    counted: shown.counted,
    stale,
    at: cursor?.index ?? -1,
    from: -1,
    rowAt(index) {
      const entry = rowAt(shown.blocks, index);
      return entry && { kind: 'task', key: entry.task.id, entry, level: 1, batch: null };
    },
    isSelected: (index) => isSelected({ marked, cursor }, index, rowAt(shown.blocks, index)),
    // Keys go on from the row of the cursor alone, and main says whether it still matches.
    includes: () => true,
    layoutOf: useCallback(() => rowList(length), [length]),
    select: selectRows,
    hasCursor: () => (useHistory.getState().cursor?.index ?? -1) >= 0,
    keep: (now) => historyPlace.restore({ view: shown, ...now }),
    want,
    leave: historyPlace.leave,
  };
}

const nothing = (): void => undefined;

/** What runs, waits or is wrong: rows that the window knows. */
export function useLiveList(name: LiveName, rows: readonly TaskRow[], spaceBelow?: number): TaskList {
  const { cursor, pivot, marked } = useLiveLists((lists) => lists[name]);
  const before = useRef<{ readonly rows: readonly TaskRow[]; readonly layout: ScrolledList } | null>(null);
  useLayoutEffect(() => showRows(name, rows), [name, rows]);
  const indexOf = (key: string | null): number => (key === null ? -1 : rows.findIndex((row) => row.key === key));
  const at = indexOf(cursor);
  return {
    name,
    count: rows.length,
    counted: true,
    stale: false,
    at,
    from: at < 0 ? indexOf(pivot) : at,
    rowAt: (index) => rows[index] ?? null,
    isSelected(index) {
      const key = rows[index]?.key ?? '';
      return marked.size > 0 ? marked.has(key) : key === cursor;
    },
    includes: (key) => indexOf(key) >= 0,
    layoutOf: useCallback((isNarrow) => rowLayout(rows, isNarrow, spaceBelow), [rows, spaceBelow]),
    select: (event) => selectInList(name, event),
    hasCursor: () => useLiveLists.getState()[name].cursor !== null,
    keep({ layout, scroll: { top, keepAt }, viewport }) {
      const old = before.current;
      before.current = { rows, layout };
      if (old === null || old.layout === layout || top() <= 0) return;
      const to = topAfter(old, { rows, layout }, top(), viewport);
      if (to !== top()) keepAt(to);
    },
    want: nothing,
    leave: nothing,
  };
}

interface LaidOut {
  readonly rows: readonly TaskRow[];
  readonly layout: ScrolledList;
}

/** The position at which the first row in sight that is left stays where it was. If all in sight are gone, for example because a batch was closed, the nearest row above them is shown. */
function topAfter(before: LaidOut, now: LaidOut, y: number, viewport: number): number {
  const index = new Map(now.rows.map(({ key }, at) => [key, at]));
  const placeOf = (key: string | undefined): number => now.layout.placeOf(index.get(key ?? '') ?? 0).y;
  const { first, end } = before.layout.cellsBetween(y, y + 2000);
  const stays = before.rows.slice(first, end).findIndex(({ key }) => index.has(key));
  if (stays < 0) {
    const above = before.rows.slice(0, first).findLast(({ key }) => index.has(key));
    return Math.max(0, Math.min(placeOf(above?.key), now.layout.height - viewport));
  }
  return Math.max(0, placeOf(before.rows[first + stays]?.key) - (before.layout.placeOf(first + stays).y - y));
}
