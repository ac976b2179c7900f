import { useEffect, useLayoutEffect, useMemo, useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../../stores/app-store.ts';
import type { Choice } from '../../../stores/tasks/history-store.ts';
import { ContextMenu } from '../../../ui/menu.tsx';
import { classes } from '../../../ui/classes.ts';
import { topToShow } from '../../../ui/scrolling/scroll-anchor.ts';
import { useListScroll } from '../../../ui/scrolling/use-list-scroll.ts';
import { isMac } from '../../../ui/shortcuts/key-listener.ts';
import { useKeptFocus } from '../../../ui/kept-focus.ts';
import { useBox } from '../../../ui/use-box.ts';
import { BatchRow } from '../batch/batch-row.tsx';
import { useDraggedRows } from './drag-rows.ts';
import { HistoryHeader } from '../history/history-header.tsx';
import { columnsIn, trackStyle, type ListKind } from './columns.tsx';
import { GroupRow, HeadingRow, PendingRow } from './group-row.tsx';
import { pressWithoutKey } from '../../../commands/offered.ts';
import { listSubject } from './selected.ts';
import { pressInList, useListActs } from './list-keys.ts';
import type { TaskList } from './listed-tasks.ts';
import { TaskMenu } from './task-menu.tsx';
import { rowId } from './row.tsx';
import { TaskRow } from './task-row.tsx';
import styles from './task-list.module.css';

interface TaskTableProps {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly list: TaskList;
  readonly label: string;
  /** Where its commands act. */
  readonly place: 'gallery' | 'tasks';
  readonly onDetails: () => void;
  /** Shows the picture of the task at the cursor, or its details. */
  readonly onOpen: () => void;
  readonly onClick?: (choice: Choice) => void;
  /** Returns whether it handles a key that the list does not. */
  readonly onKey?: (event: KeyboardEvent) => boolean;
  /** Called whenever the list was laid out, with its height. */
  readonly onLaidOut?: (height: number) => void;
}

const headerHeight = 30;
/** Below this width, in CSS pixels, rows have two lines. What waits has less to say. */
const narrowBelow = { waiting: 760, others: 1240 };

/** A list of tasks, groups and batches, of which only the rows in sight are rendered. */
export function TaskTable({ ref, list, label, place, onDetails, onOpen, onClick, onKey, onLaidOut }: TaskTableProps) {
  const severalAccounts = useApp(({ accounts }) => accounts.length > 1);
  const box = useBox(ref);
  const kind: ListKind = list.name === 'history' || list.name === 'waiting' ? list.name : 'live';
  const isHistory = kind === 'history';
  const { layoutOf, keep, want, leave, count, at } = list;
  const viewport = Math.max(box.height - (isHistory ? headerHeight : 0), 0);
  const isNarrow = !isHistory && box.width > 0 && box.width < (kind === 'waiting' ? narrowBelow.waiting : narrowBelow.others);
  const layout = useMemo(() => layoutOf(isNarrow), [layoutOf, isNarrow]);
  const { sheet, sight: inSight, top, goTo, keepAt, onMove } = useListScroll(ref, layout, viewport);
  const sight = useStore(inSight);
  const end = Math.min(sight.end, count);
  useLayoutEffect(() => keep({ layout, scroll: { top, goTo, keepAt, onMove }, viewport }));
  useLayoutEffect(() => leave, [leave]);
  useLayoutEffect(() => onLaidOut?.(layout.height));
  useEffect(() => want(sight.first, sight.end));
  const isReady = place === 'tasks' && viewport > 0 && !list.stale;
  // When the page opens, the list gets the focus, unless something else has it, such as the clicked button in the sidebar.
  useLayoutEffect(() => {
    if (isReady && document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  }, [isReady, ref]);
  const current = at < 0 ? list.from : at;
  const currentRow = current < 0 ? null : list.rowAt(current);
  const show = (index: number): void => {
    const to = topToShow(layout, index, top(), viewport);
    if (to !== top()) goTo(to, index);
  };
  useShowCursor(list, current, show);
  const focus = (): void => ref.current?.focus({ preventScroll: true });
  const kept = useKeptFocus(ref, focus);
  const drag = useDraggedRows(ref, list, layout, { top, goTo });

  const acts = useListActs(list, place, { page: () => Math.max(1, layout.cellsBetween(0, viewport).end - 1), focus, show, onDetails, onOpen });
  const onKeyDown = (event: KeyboardEvent): void => {
    // A key that is held down on a button acts once.
    if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
    else if ((event.target === ref.current && pressInList(acts, event.nativeEvent)) || onKey?.(event)) event.preventDefault();
  };
  /** A right click selects its row, unless that row is one of those that are selected. */
  const onPointerDown = (event: PointerEvent): void => {
    const index = rowIndexOf(event.target, isHistory);
    if (index === null || isControl(event.target) || event.button === 1 || list.rowAt(index)?.kind === 'heading') return;
    if (event.button !== 2 || !list.isSelected(index)) {
      const choice = event.button === 2 ? 'one' : choiceOf(event);
      list.select({ kind: choice, at: index });
      if (event.button === 0) onClick?.(choice);
    }
    focus();
  };
  const doubleClick = (): void => {
    const act = acts.acts.open || acts.acts['show-task'];
    if (act) act(pressWithoutKey, listSubject(list.name, place).subject);
  };
  const rows = Array.from({ length: Math.max(end - sight.first, 0) }, (_, offset) => sight.first + offset);
  const table = (
    <div
      ref={ref}
      className={classes(styles.scroller, isNarrow && styles.narrow)}
      style={trackStyle(kind, severalAccounts)}
      data-kind={kind}
      data-accounts={severalAccounts ? 'several' : undefined}
      role="treegrid"
      aria-label={label}
      aria-rowcount={list.counted ? count + (isHistory ? 1 : 0) : -1}
      aria-colcount={isHistory ? columnsIn(kind).length : 1}
      aria-multiselectable
      aria-busy={list.stale}
      aria-activedescendant={currentRow ? rowId(currentRow.key) : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onBlur={kept.onBlur}
      onFocus={(event) => {
        kept.onFocus(event);
        if (event.target !== event.currentTarget) return;
        // Above pictures, a row is selected only by a key or a click, because that deselects the picture. In Tasks, Tab selects one. Focus that comes from
        // nowhere, as when the page opens, does not: the list may still be on its way to where it was.
        if (place === 'tasks' && event.relatedTarget !== null && current < 0 && !list.hasCursor()) list.select({ kind: 'one', at: 0 });
        // Tab goes to the buttons of this row, which may be out of sight since the page was last open.
        else if (!isHistory && current >= 0 && event.currentTarget.matches(':focus-visible')) show(current);
      }}
    >
      {isHistory && <HistoryHeader />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- for its rows; keys do the same */}
      <div
        ref={sheet}
        className={styles.rows}
        role="rowgroup"
        data-stale={list.stale || undefined}
        onPointerDown={onPointerDown}
        onDoubleClick={({ target }) => rowIndexOf(target, isHistory) !== null && !isControl(target) && doubleClick()}
      >
        {rows.map((index) => {
          const row = list.rowAt(index);
          const where = { rowIndex: index + (isHistory ? 2 : 1), top: layout.placeOf(index).y + sight.shift, selected: list.isSelected(index), current: index === current };
          if (!row) return <PendingRow key={`at ${index}`} index={index} {...where} />;
          const grip = { dragged: drag.moved.has(row.key), onGrip: kind === 'waiting' ? drag.begin : null };
          if (row.kind === 'batch') return <BatchRow key={row.key} row={row} {...where} {...grip} />;
          if (row.kind === 'task') return <TaskRow key={row.key} entry={row.entry} level={row.level} kind={kind} {...where} {...grip} />;
          if (row.kind === 'group') return <GroupRow key={row.key} row={row} {...where} />;
          return <HeadingRow key={row.key} row={row} {...where} />;
        })}
        {drag.line !== null && <div className={styles.line} style={{ transform: `translateY(${drag.line + sight.shift}px)` }} />}
      </div>
    </div>
  );
  return (
    <ContextMenu returnsTo={() => ref.current} trigger={table}>
      <TaskMenu list={list} place={place} title={label} />
    </ContextMenu>
  );
}

/** Scrolls to the row that keys act on when the person goes to another, but not if only its position changed, or it was removed: nobody may be looking there. */
function useShowCursor({ at, rowAt, includes }: TaskList, index: number, show: (index: number) => void): void {
  const key = index < 0 ? null : (rowAt(index)?.key ?? null);
  const before = useRef({ index, key });
  useLayoutEffect(() => {
    const { index: oldIndex, key: oldKey } = before.current;
    // A removed row is replaced one render later.
    before.current = { index, key: index < 0 ? oldKey : key };
    // If only its task was loaded, it is the same row.
    const isSame = key !== null && oldKey !== null ? key === oldKey : index === oldIndex;
    const isReplaced = at < 0 && oldKey !== null && !includes(oldKey);
    if (index >= 0 && !isSame && !isReplaced) show(index);
  });
}

function rowIndexOf(target: EventTarget, isHistory: boolean): number | null {
  const row = target instanceof Element ? target.closest('[role="row"]') : null;
  return row ? Number(row.ariaRowIndex) - (isHistory ? 2 : 1) : null;
}

const isControl = (target: EventTarget): boolean => target instanceof Element && target.closest('button, a') !== null;

function choiceOf({ shiftKey, ctrlKey, metaKey }: PointerEvent): Choice {
  if (shiftKey) return 'range';
  return (isMac() ? metaKey : ctrlKey) ? 'toggle' : 'one';
}
