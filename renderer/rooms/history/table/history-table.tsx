import { useEffect, useLayoutEffect, useMemo, useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { useStore } from 'zustand';
import { isKeyOf } from '../../../commands/registry.ts';
import { useApp } from '../../../stores/app-store.ts';
import { useWords } from '../../../words/words.ts';
import { classes } from '../../../ui/classes.ts';
import { ContextMenu } from '../../../ui/menu.tsx';
import { HistoryHeader, columnCount } from './history-header.tsx';
import { HistoryMenu } from '../history-menu.tsx';
import { HistoryRow, PendingRow, rowId } from './history-row.tsx';
import { awaitLast, choose, isSelected, selectAll, useHistory, type Choice } from '../../../stores/history/history-store.ts';
import styles from './history-table.module.css';
import { historyPlace, rowHeight, rowList } from '../../../stores/history/history-scroll.ts';
import { want } from '../../../stores/history/history-view.ts';
import { rowAt } from '../../../stores/windowed/blocks.ts';
import { topToShow } from '../../../ui/scrolling/scroll-anchor.ts';
import { useBox } from '../../../ui/use-box.ts';
import { useListScroll } from '../../../ui/scrolling/use-list-scroll.ts';

const headerHeight = 30;

interface HistoryTableProps {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly onMove: (to: number, choice: Choice) => void;
  readonly onClick: (choice: Choice) => void;
  /** Shows the picture of the row that keys act on, or its details. */
  readonly onOpen: () => void;
}

/** The table, of which only the rows in sight are rendered. */
export function HistoryTable({ ref, onMove, onClick, onOpen }: HistoryTableProps) {
  const say = useWords();
  const history = useHistory();
  const severalAccounts = useApp(({ accounts }) => accounts.length > 1);
  const { shown, stale, cursor, marked } = history;
  const viewport = Math.max(useBox(ref).height - headerHeight, 0);
  const rows = useMemo(() => rowList(shown.length), [shown.length]);
  const { sheet, sight: inSight, top: contentTop, goTo, keepAt, onMove: onScroll } = useListScroll(ref, rows, viewport);
  const sight = useStore(inSight);
  const { first, shift } = sight;
  const end = Math.min(sight.end, shown.length);
  useLayoutEffect(() => historyPlace.settle({ view: shown, layout: rows, scroll: { top: contentTop, goTo, keepAt, onMove: onScroll }, viewport }));
  useLayoutEffect(() => historyPlace.leave, []);
  useEffect(() => want(sight.first, sight.end), [sight, shown.token, shown.revision, shown.length]);
  useShowCursor(cursor?.index ?? -1, cursor?.id ?? null, (index) => {
    const to = topToShow(rows, index, contentTop(), viewport);
    if (to !== contentTop()) goTo(to, index);
  });

  const at = cursor?.index ?? -1;
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = rowFrom(event.key, at, shown.length, Math.max(1, Math.floor(viewport / rowHeight) - 1));
    if (isKeyOf('select-all', 'history', event)) {
      event.preventDefault();
      selectAll();
    } else if (event.key === 'End' && !shown.counted && (isKeyOf('move-far', 'history', event) || isKeyOf('extend', 'history', event))) {
      event.preventDefault();
      awaitLast(event.shiftKey ? 'range' : 'one');
    } else if (to !== null && (isKeyOf('move-far', 'history', event) || isKeyOf('extend', 'history', event))) {
      event.preventDefault();
      onMove(to, event.shiftKey ? 'range' : 'one');
    }
  };
  /** A right click selects the row that it is on, unless it is one of those that are selected. */
  const onPointerDown = (event: PointerEvent): void => {
    const row = rowOf(event);
    if (!row || (event.button !== 0 && (event.button !== 2 || row.ariaSelected === 'true'))) return;
    const choice = event.button === 0 ? choiceOf(event) : 'one';
    choose(Number(row.ariaRowIndex) - 2, choice);
    if (event.button === 0) onClick(choice);
    ref.current?.focus({ preventScroll: true });
  };
  const indexes = Array.from({ length: Math.max(end - first, 0) }, (_, offset) => first + offset);
  const table = (
    <div
      ref={ref}
      className={classes(styles.scroller, severalAccounts && styles.severalAccounts)}
      role="grid"
      aria-label={say('history.title')}
      aria-rowcount={shown.counted ? shown.length + 1 : -1}
      aria-colcount={columnCount}
      aria-multiselectable
      aria-busy={stale}
      aria-activedescendant={cursor?.id ? rowId(cursor.id) : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      // Reads the store, because a click may have selected a row before this renders again.
      onFocus={(event) => event.target === event.currentTarget && (useHistory.getState().cursor?.index ?? -1) < 0 && onMove(0, 'one')}
    >
      <HistoryHeader />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- for its rows; keys do the same */}
      <div ref={sheet} className={styles.rows} role="rowgroup" data-stale={stale || undefined} onPointerDown={onPointerDown} onDoubleClick={(event) => rowOf(event) && onOpen()}>
        {indexes.map((index) => {
          const entry = rowAt(shown.blocks, index);
          const top = index * rowHeight + shift;
          const isChosen = isSelected({ marked, cursor }, index, entry);
          if (!entry) return <PendingRow key={`at ${index}`} index={index} top={top} selected={isChosen} />;
          return (
            <HistoryRow
              key={entry.task.id}
              entry={entry}
              index={index}
              top={top}
              selected={isChosen}
              current={cursor?.id === entry.task.id}
            />
          );
        })}
      </div>
    </div>
  );
  return (
    <ContextMenu returnsTo={() => ref.current} trigger={table}>
      <HistoryMenu />
    </ContextMenu>
  );
}

function rowOf({ target }: { readonly target: EventTarget }): Element | null {
  return target instanceof Element ? target.closest('[role="row"]') : null;
}

function choiceOf({ shiftKey, ctrlKey, metaKey }: PointerEvent): Choice {
  if (shiftKey) return 'range';
  return ctrlKey || metaKey ? 'toggle' : 'one';
}

/** The row that a key leads to from row `at`. Null: none. */
function rowFrom(key: string, at: number, total: number, page: number): number | null {
  switch (key) {
    case 'Home':
      return 0;
    case 'End':
      return total - 1;
    case 'PageUp':
      return at - page;
    case 'PageDown':
      return at + page;
    case 'ArrowUp':
      return at - 1;
    case 'ArrowDown':
      return at + 1;
    default:
      return null;
  }
}

/** Scrolls to the row that keys act on when it changes, but not if it only has another position in a new view. */
function useShowCursor(index: number, id: string | null, show: (index: number) => void): void {
  const before = useRef({ index, id });
  useLayoutEffect(() => {
    const { index: oldIndex, id: oldId } = before.current;
    before.current = { index, id };
    // If only its task was loaded, it is the same row.
    const isSame = index === oldIndex || (id !== null && id === oldId);
    if (index >= 0 && !isSame) show(index);
  });
}

