import { useEffect, useLayoutEffect, useMemo, useState, type CSSProperties, type KeyboardEvent, type MouseEvent, type RefObject } from 'react';
import { useStore } from 'zustand';
import { isFieldName, isVariableName, type ColumnUse } from '../../../shared/lists/list-columns.ts';
import type { Words } from '../../../shared/words/index.ts';
import { deleteRows, editCell, setUse, useList, type ListItem } from '../../stores/lists/list-store.ts';
import { useWords } from '../../words/words.ts';
import { Select } from '../../ui/fields/select.tsx';
import { keyAlongLine } from '../../ui/direction.ts';
import { evenRows } from '../../ui/scrolling/even-rows.ts';
import { topToShow } from '../../ui/scrolling/scroll-anchor.ts';
import { useBox } from '../../ui/use-box.ts';
import { useListScroll } from '../../ui/scrolling/use-list-scroll.ts';
import { cellId, ListRowView, rowHeight } from './list-row-view.tsx';
import styles from './list-table.module.css';
import { sentences } from '../../../shared/words/in-a-row.ts';

const headerHeight = 64;
const none: readonly ListItem[] = [];

/** By how many rows and columns each key moves. */
const rowSteps = (page: number): Readonly<Record<string, number>> => ({ ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page, Home: -Infinity, End: Infinity });
const columnSteps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

const within = (index: number, last: number): number => Math.min(Math.max(index, 0), last);

/** The table of rows. Only the visible ones are rendered. The arrow keys move between cells, and Enter edits one. */
export function ListTable({ ref }: { readonly ref: RefObject<HTMLDivElement | null> }) {
  const say = useWords();
  const items = useList(({ list }) => list?.items ?? none);
  const uses = useList(({ list }) => list?.uses) ?? [];
  const onlyFaults = useList((state) => state.onlyFaults);
  const count = onlyFaults?.length ?? items.length;
  /** Position in the table to index in the list. */
  const indexAt = (position: number): number => (onlyFaults ? (onlyFaults[position] ?? -1) : position);

  /** The cell that keys act on. */
  const [cursor, setCursor] = useState({ row: 0, column: 0 });
  const [editing, setEditing] = useState(false);
  const last = { row: Math.max(count - 1, 0), column: Math.max(uses.length - 1, 0) };
  const at = { row: Math.min(cursor.row, last.row), column: Math.min(cursor.column, last.column) };

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
  useEffect(() => setCursor({ row: 0, column: 0 }), [filtered]);

  const current = items[indexAt(at.row)];
  const stop = (): void => {
    setEditing(false);
    ref.current?.focus({ preventScroll: true });
  };
  const write = (text: string): void => {
    editCell(indexAt(at.row), at.column, text);
    stop();
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || event.nativeEvent.isComposing || event.altKey || count === 0) return;
    const [rowStep, columnStep] = [rowSteps(page)[event.key], columnSteps[keyAlongLine(event.key)]];
    if (rowStep !== undefined) setCursor({ ...at, row: within(at.row + rowStep, last.row) });
    else if (columnStep !== undefined) setCursor({ ...at, column: within(at.column + columnStep, last.column) });
    else if (event.key === 'Enter' || event.key === 'F2') setEditing(true);
    else if (event.key === 'Delete' || event.key === 'Backspace') deleteRows(new Set([indexAt(at.row)]));
    else return;
    event.preventDefault();
  };
  const onMouseDown = (event: MouseEvent): void => {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null;
    if (!cell || event.button !== 0 || event.target instanceof HTMLTextAreaElement) return;
    const { row, column } = cell.dataset;
    setCursor({ row: Number(row), column: Number(column ?? at.column) });
    event.preventDefault();
    ref.current?.focus({ preventScroll: true });
    if (event.detail === 2 && column !== undefined) setEditing(true);
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
                cursor={isCurrent ? at.column : null}
                editing={isCurrent && editing}
                onWrite={write}
                onStop={stop}
              />
            );
          })}
        </div>
      </div>
      <p className={styles.faults} role="status">
        {sentences(say, current?.checked.faults.map(({ words, values }) => say(words, values)) ?? []) || say('list.keys')}
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

const everyUse = ['none', 'prompt', 'model', 'size', 'quality', 'count', 'fields'] as const;

/** The columns: their names in the list, and what each becomes. */
function ListHeader() {
  const say = useWords();
  const columns = useList(({ list }) => list?.columns) ?? [];
  const chosen = useList(({ list }) => list?.uses) ?? [];
  return (
    <div className={styles.header} role="row" aria-rowindex={1}>
      <div role="columnheader" className={styles.corner}>
        {say('list.line')}
      </div>
      {chosen.map((use, column) => {
        const name = columns[column] || say('list.column', { number: column + 1 });
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a column is its position
          <div key={column} role="columnheader" className={styles.column} data-unused={use === 'none' || undefined}>
            <span className={styles.columnName} title={name}>
              {name}
            </span>
            <Select<ColumnUse>
              label={say('list.use-of', { name })}
              value={use}
              onValueChange={(next) => setUse(column, next)}
              options={[...everyUse.map((value) => ({ value, name: say(`list.use.${value}`) })), ...ownUses(say, columns[column] ?? '', use)]}
            />
          </div>
        );
      })}
    </div>
  );
}

/** The field and the variable that a column can become, by its name in the list. */
function ownUses(say: Words, column: string, use: ColumnUse): readonly { readonly value: ColumnUse; readonly name: string }[] {
  const field = use.startsWith('field:') ? use.slice('field:'.length) : column.replace(/^field:\s*/i, '').trim();
  return [
    ...(isVariableName(column) ? [{ value: `variable:${column}` as const, name: say('list.use-variable', { name: `\${${column}}` }) }] : []),
    ...(isFieldName(field) ? [{ value: `field:${field}` as const, name: say('list.use-field', { name: field }) }] : []),
  ];
}
