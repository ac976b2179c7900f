import { useEffect, useLayoutEffect, useMemo, useState, type CSSProperties, type KeyboardEvent, type MouseEvent, type RefObject } from 'react';
import { useStore } from 'zustand';
import type { ColumnUse } from '../../../shared/lists/list-columns.ts';
import { deleteRows, editCell, useList, type ListItem } from '../../stores/lists/list-store.ts';
import { useWords } from '../../words/words.ts';
import { evenRows } from '../../ui/scrolling/even-rows.ts';
import { topToShow } from '../../ui/scrolling/scroll-anchor.ts';
import { useBox } from '../../ui/use-box.ts';
import { useListScroll } from '../../ui/scrolling/use-list-scroll.ts';
import { ListHeader } from './list-header.tsx';
import { cellId, ListRowView, rowHeight } from './list-row-view.tsx';
import { cursorAfter, movedBy, startsEditing, type Cursor } from './table-keys.ts';
import styles from './list-table.module.css';

const headerHeight = 64;
const none: readonly ListItem[] = [];

/** The table of rows. Only the visible ones are rendered. Keys move between cells, and Enter or typing edits one. */
export function ListTable({ ref }: { readonly ref: RefObject<HTMLDivElement | null> }) {
  const say = useWords();
  const items = useList(({ list }) => list?.items ?? none);
  const uses = useList(({ list }) => list?.uses) ?? [];
  const onlyFaults = useList((state) => state.onlyFaults);
  const count = onlyFaults?.length ?? items.length;
  /** Position in the table to index in the list. */
  const indexAt = (position: number): number => (onlyFaults ? (onlyFaults[position] ?? -1) : position);

  const [cursor, setCursor] = useState<Cursor>({ row: 0, column: 0, anchor: 0 });
  const [editing, setEditing] = useState<{ readonly text: string } | null>(null);
  const last = { row: Math.max(count - 1, 0), column: Math.max(uses.length - 1, 0) };
  const at: Cursor = { row: Math.min(cursor.row, last.row), column: Math.min(cursor.column, last.column), anchor: Math.min(cursor.anchor, last.row) };
  const [first, end] = [Math.min(at.row, at.anchor), Math.max(at.row, at.anchor) + 1];

  const viewport = Math.max(useBox(ref).height - headerHeight, 0);
  const rows = useMemo(() => evenRows(count, rowHeight, rowHeight), [count]);
  const { sheet, sight: inSight, top: contentTop, goTo } = useListScroll(ref, rows, viewport);
  const sight = useStore(inSight);
  const page = Math.max(1, Math.floor(viewport / rowHeight) - 1);
  useLayoutEffect(() => {
    if (count === 0 || viewport === 0) return;
    const to = topToShow(rows, at.row, contentTop(), viewport);
    if (to !== contentTop()) goTo(to, at.row);
    // oxlint-disable-next-line react/exhaustive-deps -- only when the cursor moves, so that the person can scroll away from it
  }, [at.row]);
  const filtered = onlyFaults !== null;
  // When the shown rows change, start at the first one.
  useEffect(() => setCursor({ row: 0, column: 0, anchor: 0 }), [filtered]);

  const current = items[indexAt(at.row)];
  const textAt = (column: number): string => current?.row.cells[column] ?? '';
  const stop = (): void => {
    setEditing(null);
    ref.current?.focus({ preventScroll: true });
  };
  const write = (text: string, by: { readonly rows?: number; readonly columns?: number } = {}): void => {
    editCell(indexAt(at.row), at.column, text);
    setCursor(movedBy(at, by, last));
    stop();
  };
  const removeRows = (): void => {
    deleteRows(new Set(Array.from({ length: end - first }, (_, offset) => indexAt(first + offset))));
    setCursor({ ...at, row: first, anchor: first });
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || event.nativeEvent.isComposing || count === 0) return;
    const step = cursorAfter(event, at, last, page);
    if (step) setCursor(step);
    else if (event.key === 'Enter' || event.key === 'F2') setEditing({ text: textAt(at.column) });
    else if (event.key === 'Delete' || event.key === 'Backspace') removeRows();
    else if (startsEditing(event)) setEditing({ text: event.key });
    else return;
    event.preventDefault();
  };
  const onMouseDown = (event: MouseEvent): void => {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null;
    if (!cell || event.button !== 0 || event.target instanceof HTMLTextAreaElement) return;
    const row = Number(cell.dataset['row']);
    const column = cell.dataset['column'] === undefined ? at.column : Number(cell.dataset['column']);
    setCursor({ row, column, anchor: event.shiftKey ? at.anchor : row });
    event.preventDefault();
    ref.current?.focus({ preventScroll: true });
    if (event.detail === 2 && cell.dataset['column'] !== undefined) setEditing({ text: items[indexAt(row)]?.row.cells[column] ?? '' });
  };

  const positions = Array.from({ length: Math.max(Math.min(sight.end, count) - sight.first, 0) }, (_, offset) => sight.first + offset);
  return (
    <>
      <div
        ref={ref}
        className={styles.scroller}
        role="grid"
        aria-label={say('list.table')}
        aria-rowcount={count + 1}
        aria-colcount={uses.length + 1}
        aria-multiselectable
        aria-activedescendant={editing || count === 0 ? undefined : cellId(at.row, at.column)}
        tabIndex={0}
        style={{ '--list-columns': columnsOf(uses), '--list-width': widthOf(uses) } as CSSProperties}
        onKeyDown={onKeyDown}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- for its cells; keys do the same
        onMouseDown={onMouseDown}
      >
        <ListHeader />
        <div ref={sheet} className={styles.rows} role="rowgroup">
          {positions.map((position) => {
            const item = items[indexAt(position)];
            if (!item) return null;
            const isCurrent = position === at.row;
            return (
              <ListRowView
                key={position}
                item={item}
                uses={uses}
                position={position}
                top={position * rowHeight + sight.shift}
                selected={position >= first && position < end}
                cursor={isCurrent ? at.column : null}
                editing={isCurrent ? editing : null}
                onWrite={write}
                onStop={stop}
              />
            );
          })}
        </div>
      </div>
      <p className={styles.faults} role="status">
        {current?.checked.faults.map(({ words, values }) => say(words, values)).join(' ') || say('list.keys')}
      </p>
    </>
  );
}

const widths: Readonly<Partial<Record<ColumnUse, number>>> = { prompt: 300, count: 120, none: 130 };
const widthIn = (use: ColumnUse): number => widths[use] ?? (use.includes(':') ? 190 : 150);
const gutter = 76;

/** The prompt column takes the remaining width. */
const columnsOf = (uses: readonly ColumnUse[]): string => [`${gutter}px`, ...uses.map((use) => (use === 'prompt' ? `minmax(${widthIn(use)}px, 1fr)` : `${widthIn(use)}px`))].join(' ');
const widthOf = (uses: readonly ColumnUse[]): string => `${uses.reduce((sum, use) => sum + widthIn(use), gutter)}px`;
