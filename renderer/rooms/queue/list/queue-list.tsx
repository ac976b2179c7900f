import { useLayoutEffect, useMemo, useRef, type KeyboardEvent, type MouseEvent, type PointerEvent, type RefObject } from 'react';
import { useStore } from 'zustand';
import { isKeyOf } from '../../../commands/registry.ts';
import { useWords } from '../../../words/words.ts';
import { ContextMenu } from '../../../ui/menu.tsx';
import { topToShow } from '../../../ui/scrolling/scroll-anchor.ts';
import { useBox } from '../../../ui/use-box.ts';
import { useListScroll } from '../../../ui/scrolling/use-list-scroll.ts';
import { openRow } from '../queue-actions.ts';
import { QueueMenu } from '../queue-menu.tsx';
import { BatchRow } from './batch-row.tsx';
import { useDraggedRows } from './drag-rows.ts';
import styles from './queue-list.module.css';
import { rowFrom, rowId, type QueueRow } from './queue-rows.ts';
import { chooseRow, moveCursorTo, useQueueSelection, type Choice } from './queue-selection.ts';
import { rowLayout } from './queue-layout.ts';
import { TaskRow } from './task-row.tsx';

interface QueueListProps {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly rows: readonly QueueRow[];
}

/** Batches and tasks in order. Only the visible rows are rendered. */
export function QueueList({ ref, rows }: QueueListProps) {
  const say = useWords();
  const viewport = useBox(ref).height;
  const layout = useMemo(() => rowLayout(rows), [rows]);
  const { sheet, sight: inSight, top, goTo, keepAt } = useListScroll(ref, layout, viewport);
  const { first, end, shift } = useStore(inSight);
  const { cursor, selected } = useQueueSelection();
  const at = cursor === null ? -1 : rows.findIndex(({ key }) => key === cursor);
  useHeldRows(rows, layout, { top, keepAt, viewport });
  const show = (index: number): void => {
    const to = topToShow(layout, index, top(), viewport);
    if (to !== top()) goTo(to, index);
  };
  useCursor(rows, cursor, at, show);
  const focused = useRef(false);
  // The focused button was unmounted with its row, or because nothing is left for it to do.
  useLayoutEffect(() => {
    if (focused.current && document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  });
  const drag = useDraggedRows(ref, rows, layout, { top, goTo });

  const move = (to: number, choice: Choice): void => {
    const next = rowFrom(rows, to, at);
    if (next !== null) chooseRow(rows, next, choice);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== ref.current) return;
    const to = keyTarget(event.key, at, rows.length, Math.max(1, layout.cellsBetween(0, viewport).end - 1));
    const far = isKeyOf('move-far', 'queue', event);
    if (to === null || !(far || isKeyOf('extend', 'queue', event))) return;
    event.preventDefault();
    move(to, far ? 'one' : 'range');
  };
  /** A right click selects its row, unless that row is already selected. */
  const onPointerDown = (event: PointerEvent): void => {
    const index = rowIndexOf(event.target);
    if (index === null || isControl(event.target) || event.button === 1) return;
    if (event.button === 2 && selected.has(rows[index]?.key ?? '')) return;
    chooseRow(rows, index, event.button === 2 ? 'one' : choiceOf(event));
    ref.current?.focus({ preventScroll: true });
  };
  const onDoubleClick = ({ target }: MouseEvent): void => {
    const row = rows[rowIndexOf(target) ?? -1];
    if (row && !isControl(target)) openRow(row);
  };
  const inView = rows.slice(first, Math.min(end, rows.length));
  const list = (
    <div
      ref={ref}
      className={styles.scroller}
      role="treegrid"
      aria-label={say('queue.list')}
      aria-rowcount={rows.length}
      aria-multiselectable
      aria-activedescendant={at >= 0 ? rowId(cursor ?? '') : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onBlur={() => {
        focused.current = false;
      }}
      onFocus={(event) => {
        focused.current = true;
        // Reads the store, because a click may have selected a row before this renders again.
        if (event.target !== event.currentTarget) return;
        if (useQueueSelection.getState().cursor === null) move(0, 'one');
        // Tab goes to the buttons of this row, which may be out of sight since the room was last open.
        else if (at >= 0 && event.currentTarget.matches(':focus-visible')) show(at);
      }}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- for its rows; keys do the same */}
      <div ref={sheet} className={styles.rows} role="rowgroup" onPointerDown={onPointerDown} onDoubleClick={onDoubleClick}>
        {inView.map((row, offset) => {
          const index = first + offset;
          const place = { index, top: layout.placeOf(index).y + shift, current: index === at, dragged: drag.moved.has(row.key), onGrip: drag.begin };
          if (row.kind === 'batch') return <BatchRow key={row.key} row={row} {...place} />;
          if (row.kind === 'task') return <TaskRow key={row.key} entry={row.entry} level={row.batch ? 2 : 1} selected={selected.has(row.key)} {...place} />;
          return <EndedHeading key={row.key} index={index} top={place.top} />;
        })}
        {drag.line !== null && <div className={styles.line} style={{ transform: `translateY(${drag.line + shift}px)` }} />}
      </div>
    </div>
  );
  return (
    <ContextMenu returnsTo={() => ref.current} trigger={list}>
      <QueueMenu />
    </ContextMenu>
  );
}

function EndedHeading({ index, top }: { readonly index: number; readonly top: number }) {
  const say = useWords();
  return (
    <div role="row" aria-rowindex={index + 1} className={styles.heading} style={{ transform: `translateY(${top}px)` }}>
      <div role="gridcell" className={styles.headingText}>
        {say('queue.ended')}
      </div>
    </div>
  );
}

/** Keeps the visible rows in place while rows above them come and go. */
function useHeldRows(rows: readonly QueueRow[], layout: ReturnType<typeof rowLayout>, { top, keepAt, viewport }: { readonly top: () => number; readonly keepAt: (top: number) => void; readonly viewport: number }): void {
  const before = useRef({ rows, layout });
  useLayoutEffect(() => {
    const { rows: old, layout: oldLayout } = before.current;
    before.current = { rows, layout };
    const y = top();
    if (old === rows || y <= 0) return;
    const index = new Map(rows.map(({ key }, at) => [key, at]));
    const { first, end } = oldLayout.cellsBetween(y, y + 2000);
    const held = old.slice(first, end).findIndex(({ key }) => index.has(key));
    const row = old[first + held];
    if (held < 0 || !row) {
      // All visible rows are gone, for example because a batch was closed. Show the nearest row above them.
      const above = old.slice(0, first).findLast(({ key }) => index.has(key));
      return keepAt(Math.max(0, Math.min(layout.placeOf(index.get(above?.key ?? '') ?? 0).y, layout.height - viewport)));
    }
    const to = layout.placeOf(index.get(row.key) ?? 0).y - (oldLayout.placeOf(first + held).y - y);
    if (to !== y) keepAt(Math.max(to, 0));
  });
}

/** Scrolls to the row that keys act on when it changes. If that row was removed, the row in its place takes over. */
function useCursor(rows: readonly QueueRow[], cursor: string | null, at: number, show: (index: number) => void): void {
  const before = useRef({ cursor, at });
  useLayoutEffect(() => {
    const was = before.current;
    before.current = { cursor, at: at < 0 ? was.at : at };
    if (cursor === null) return;
    if (at >= 0 && cursor !== was.cursor) show(at);
    if (at < 0) moveCursorTo(rows[rowFrom(rows, Math.max(was.at, 0), was.at) ?? -1]);
  });
}

function keyTarget(key: string, at: number, total: number, page: number): number | null {
  const targets: Readonly<Record<string, number>> = { Home: 0, End: total - 1, PageUp: at - page, PageDown: at + page, ArrowUp: at - 1, ArrowDown: at + 1 };
  return targets[key] ?? null;
}

function rowIndexOf(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest('[role="row"]') : null;
  return row ? Number(row.ariaRowIndex) - 1 : null;
}

const isControl = (target: EventTarget): boolean => target instanceof Element && target.closest('button, a') !== null;

function choiceOf({ shiftKey, ctrlKey, metaKey }: PointerEvent): Choice {
  if (shiftKey) return 'range';
  return ctrlKey || metaKey ? 'toggle' : 'one';
}
