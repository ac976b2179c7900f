import { useEffect, useMemo, useRef, useState, type DragEvent, type MouseEvent, type PointerEvent, type RefObject } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { Matrix } from '../../../shared/library/batch-matrix.ts';
import { dragOut } from '../../parts/export/file-actions.ts';
import { cellsAt, type MatrixCell } from '../../stores/matrix/matrix-cells.ts';
import { choosePicture, goToCell, isSelectedCell, shownMatrix, topPictures, useMatrix } from '../../stores/matrix/matrix-store.ts';
import type { MatrixLine, MatrixPlace, MatrixTable } from '../../stores/matrix/matrix-table.ts';
import { useView } from '../../stores/windows/view-store.ts';
import { classes } from '../../ui/classes.ts';
import { ContextMenu } from '../../ui/menu.tsx';
import { isMac } from '../../ui/shortcuts/key-listener.ts';
import { useBox } from '../../ui/use-box.ts';
import { useWords } from '../../words/words.ts';
import { actedTarget, openCell } from './matrix-actions.ts';
import { MatrixCellView, matrixCellId } from './matrix-cell-view.tsx';
import styles from './matrix-grid.module.css';
import { inSight, matrixLayout, type MatrixLayout } from './matrix-layout.ts';
import { MatrixMenu } from './matrix-menu.tsx';
import { scrolledFrom, useCursorInSight, type Scrolled } from './use-cursor-in-sight.ts';
import { joinedValues, valueWords } from './value-words.ts';

interface MatrixGridProps {
  readonly matrix: Matrix;
}

/** The table of one page. Only the cells in sight are rendered; the headers stay in sight. */
export function MatrixGrid({ matrix }: MatrixGridProps) {
  const say = useWords();
  const grid = useRef<HTMLDivElement>(null);
  const box = useBox(grid);
  const state = useMatrix();
  const { table, cells } = useMatrix(useShallow((now) => shownMatrix(now) ?? empty));
  const cellSize = useView((view) => view.cellSize);
  const several = cells.some(({ entries }) => entries.length > 1);
  const layout = useMemo(() => matrixLayout(matrix.values, table, cellSize, several), [matrix, table, cellSize, several]);
  const [from, setFrom] = useState<Scrolled>({ along: 0, top: 0 });
  useFocus(grid);
  useCursorInSight(grid, { layout, box }, state.cursor, from);
  const columns = inSight(table.columns.length, layout.cell.width, from.along, box.width - layout.side);
  const rows = inSight(table.rows.length, layout.cell.height, from.top, box.height - layout.head);
  const at = (row: number, column: number): MatrixCell | undefined => cells[row * table.columns.length + column];
  const onPointerDown = (event: PointerEvent): void => {
    const place = placeOf(event.target);
    if (!place || (event.button === 2 && isSelectedCell(state, place))) return;
    const picture = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-small]') : null;
    goToCell(place, event.button === 0 && event.shiftKey ? 'range' : event.button === 0 && (isMac() ? event.metaKey : event.ctrlKey) ? 'toggle' : 'one');
    if (picture && event.button === 0) choosePicture(Number(picture.dataset['small']));
    grid.current?.focus({ preventScroll: true });
  };
  const onDoubleClick = ({ target }: MouseEvent): void => {
    const place = placeOf(target);
    if (place && place.row >= 0 && place.column >= 0) openCell(at(place.row, place.column) ?? null);
  };
  const onDragStart = (event: DragEvent): void => {
    if (actedTarget().target().imageIds.length > 0) dragOut(event, actedTarget());
    else event.preventDefault();
  };
  const header = { cells, cursor: state.cursor, table, layout };
  const element = (
    <div
      ref={grid}
      role="grid"
      className={styles.grid}
      aria-label={say('matrix.table', { name: matrix.name })}
      aria-rowcount={table.rows.length + 1}
      aria-colcount={table.columns.length + (layout.side > 0 ? 1 : 0)}
      aria-multiselectable
      aria-busy={!state.loaded}
      aria-activedescendant={matrixCellId(state.cursor.row, state.cursor.column)}
      tabIndex={0}
      onScroll={({ currentTarget }) => setFrom(scrolledFrom(currentTarget))}
      onPointerDown={onPointerDown}
      onDoubleClick={onDoubleClick}
      onDragStart={onDragStart}
    >
      <div role="rowgroup" className={styles.sheet} style={{ width: layout.width, height: layout.height }}>
        <div role="row" aria-rowindex={1} className={styles.head} style={{ height: layout.head }}>
          {layout.side > 0 && <Header {...header} place={{ row: -1, column: -1 }} line={null} />}
          {columns.map((column) => (
            <Header key={column} {...header} place={{ row: -1, column }} line={table.columns[column] ?? null} />
          ))}
        </div>
        {rows.map((row) => (
          <div key={row} role="row" aria-rowindex={row + 2} className={classes(styles.row, begins(table, row) && styles.begins)} style={{ top: layout.head + row * layout.cell.height, height: layout.cell.height }}>
            {layout.side > 0 && <Header {...header} place={{ row, column: -1 }} line={table.rows[row] ?? null} />}
            {columns.map((column) => {
              const cell = at(row, column);
              return (
                cell && (
                  <MatrixCellView
                    key={column}
                    cell={cell}
                    layout={layout}
                    values={joinedValues(say, { ...table.columns[column]?.values, ...table.rows[row]?.values })}
                    several={several}
                    selected={isSelectedCell(state, cell)}
                    current={state.cursor.row === row && state.cursor.column === column}
                    loaded={state.loaded}
                  />
                )
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
  return (
    <ContextMenu returnsTo={() => grid.current} trigger={element}>
      <MatrixMenu />
    </ContextMenu>
  );
}

const empty: { readonly table: MatrixTable; readonly cells: readonly MatrixCell[] } = { table: { across: [], down: [], columns: [], rows: [], common: [] }, cells: [] };

interface HeaderProps {
  readonly place: MatrixPlace;
  /** Null: the corner, which stands for all cells. */
  readonly line: MatrixLine | null;
  readonly cells: readonly MatrixCell[];
  readonly cursor: MatrixPlace;
  readonly table: MatrixTable;
  readonly layout: MatrixLayout;
}

/** Of the text in headers. */
const lineHeight = 18;

/** The header of a row or a column. Keys and marks on it act on all of its cells. */
function Header({ place, line, cells, cursor, table, layout }: HeaderProps) {
  const say = useWords();
  const { row, column } = place;
  const fields = column < 0 ? table.down : table.across;
  const current = cursor.row === row && cursor.column === column;
  const pictures = topPictures(cellsAt(cells, place)).length;
  const lines = column < 0 && fields.length === 1 ? { WebkitLineClamp: Math.floor((layout.cell.height - 8) / lineHeight) } : undefined;
  return (
    <div
      id={matrixCellId(row, column)}
      role={column < 0 && row >= 0 ? 'rowheader' : 'columnheader'}
      aria-colindex={column < 0 ? 1 : column + 1 + (layout.side > 0 ? 1 : 0)}
      aria-label={say('matrix.header', { values: line ? joinedValues(say, line.values) : say('matrix.corner'), pictures })}
      aria-selected={current}
      data-place={`${row} ${column}`}
      data-current={current || undefined}
      className={classes(styles.header, column < 0 && styles.side)}
      style={column < 0 ? { width: layout.side } : { insetInlineStart: layout.side + column * layout.cell.width, width: layout.cell.width }}
    >
      {line === null && <span className="visually-hidden">{say('matrix.corner')}</span>}
      {line &&
        fields.map((field) => {
          const value = valueWords(say, field, line.values[field] ?? '');
          return (
            <span key={field} className={line.values[field] === '' ? styles.unset : styles.value} style={lines} title={say('compare.setting', { name: say(`compose.${field}`), value })} dir="auto">
              {value}
            </span>
          );
        })}
    </div>
  );
}

/** Whether a row has another first value than the row above. */
function begins({ down: [field, second], rows }: MatrixTable, row: number): boolean {
  return row > 0 && field !== undefined && second !== undefined && rows[row]?.values[field] !== rows[row - 1]?.values[field];
}

function placeOf(target: EventTarget | null): MatrixPlace | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-place]') : null;
  if (!element) return null;
  const [row = 0, column = 0] = (element.dataset['place'] ?? '').split(' ').map(Number);
  return { row, column };
}

/** Focuses the grid as soon as it is mounted, and again after the viewer or the comparison. */
function useFocus(grid: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => grid.current?.focus({ preventScroll: true }));
    return () => cancelAnimationFrame(frame);
  }, [grid]);
}
