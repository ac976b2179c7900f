import { create } from 'zustand';
import type { AppError } from '../../../shared/errors.ts';
import { promptsDown, type Matrix, type PackedMarks } from '../../../shared/library/batch-matrix.ts';
import type { BatchId, ImageId, TaskId, TaskWithImages } from '../../../shared/task.ts';
import { cellsAt, cellsBetween, cellsOf, type MatrixCell } from './matrix-cells.ts';
import { placeBeside, tableOf, type MatrixPlace, type MatrixTable } from './matrix-table.ts';

/** The grid that is open. */
export interface MatrixState {
  /** Null: none is open. */
  readonly batchId: BatchId | null;
  /** Null until main has answered. */
  readonly matrix: Matrix | null;
  /** `gone`: there is no such batch, or it has no grid. */
  readonly failure: AppError | 'gone' | null;
  /** The page that is shown, by its index. */
  readonly page: number;
  /** The tasks of this page, as far as they are loaded. */
  readonly entries: ReadonlyMap<TaskId, TaskWithImages>;
  readonly marks: PackedMarks;
  /** Whether all of them are loaded. */
  readonly loaded: boolean;
  readonly swapped: boolean;
  /** What keys act on. */
  readonly cursor: MatrixPlace;
  /** Where a selection of several cells began. */
  readonly anchor: MatrixPlace;
  /** Several selected cells, as `cellKey`. Empty: keys act on what is at the cursor. */
  readonly selected: ReadonlySet<string>;
  /** Pictures that the person brought to the top of their cells. */
  readonly chosen: ReadonlySet<ImageId>;
}

const start: MatrixPlace = { row: 0, column: 0 };
const none: ReadonlySet<never> = new Set();

export const noMatrix: MatrixState = {
  batchId: null,
  matrix: null,
  failure: null,
  page: 0,
  entries: new Map(),
  marks: new Map(),
  loaded: false,
  swapped: false,
  cursor: start,
  anchor: start,
  selected: none,
  chosen: none,
};

export const useMatrix = create<MatrixState>(() => noMatrix);

const cellKey = ({ row, column }: MatrixPlace): string => `${row} ${column}`;

/** The values of the latest call of `shownMatrix` and what they were made from. */
let latest: { readonly of: Pick<MatrixState, 'matrix' | 'swapped' | 'entries' | 'marks' | 'chosen'>; readonly shown: ShownMatrix } | null = null;

interface ShownMatrix {
  readonly table: MatrixTable;
  readonly cells: readonly MatrixCell[];
}

/** The table of the page that is shown. Null until main has answered. */
export function shownMatrix(state: MatrixState): ShownMatrix | null {
  const { matrix, swapped, entries, marks, chosen } = state;
  if (matrix === null) return null;
  const of = latest?.of;
  if (latest && of && of.matrix === matrix && of.swapped === swapped && of.entries === entries && of.marks === marks && of.chosen === chosen) return latest.shown;
  const table = latest && of?.matrix === matrix && of.swapped === swapped ? latest.shown.table : tableOf(matrix.values, swapped, promptsDown(matrix));
  const shown = { table, cells: cellsOf(table, { entries: entries.values(), marks, chosen }) };
  latest = { of: state, shown };
  return shown;
}

/** The prompt of the row or column at the cursor. Empty on the header of another one; null if the prompts are not an axis. */
export function promptAtCursor(state: MatrixState): string | null {
  const { across = [], down = [], columns = [], rows = [] } = shownMatrix(state)?.table ?? {};
  if (across.includes('prompt')) return columns[state.cursor.column]?.values.prompt ?? '';
  return down.includes('prompt') ? (rows[state.cursor.row]?.values.prompt ?? '') : null;
}

/** The cells that keys act on. */
export function actedCells(state: MatrixState): readonly MatrixCell[] {
  const cells = shownMatrix(state)?.cells ?? [];
  return state.selected.size > 0 ? cells.filter((cell) => state.selected.has(cellKey(cell))) : cellsAt(cells, state.cursor);
}

/** Whether a cell shows as selected. */
export const isSelectedCell = ({ selected, cursor }: Pick<MatrixState, 'selected' | 'cursor'>, cell: MatrixPlace): boolean =>
  selected.size > 0 ? selected.has(cellKey(cell)) : (cursor.row < 0 || cursor.row === cell.row) && (cursor.column < 0 || cursor.column === cell.column);

/** The pictures on top of these cells. */
export const topPictures = (cells: readonly MatrixCell[]): readonly ImageId[] => cells.flatMap(({ top }) => (top ? [top.id] : []));

/** Every picture of the page, cell by cell, for the viewer. */
export const matrixPictures = (state: MatrixState): readonly ImageId[] => shownMatrix(state)?.cells.flatMap(({ pictures }) => pictures.map(({ id }) => id)) ?? [];

/** Moves the cursor. `range`: selects all cells up to there. `toggle`: selects the cell as well, or no longer. */
export function goToCell(cursor: MatrixPlace, choice: 'one' | 'range' | 'toggle' = 'one'): void {
  const state = useMatrix.getState();
  const cells = shownMatrix(state)?.cells ?? [];
  if (choice === 'one') return useMatrix.setState({ cursor, anchor: cursor, selected: none });
  if (choice === 'range') return useMatrix.setState({ cursor, selected: new Set(cellsBetween(cells, state.anchor, cursor).map(cellKey)) });
  const selected = new Set(actedCells(state).map(cellKey));
  const toggled = cellsAt(cells, cursor).map(cellKey);
  const adds = toggled.some((key) => !selected.has(key));
  for (const key of toggled) {
    if (adds) selected.add(key);
    else selected.delete(key);
  }
  useMatrix.setState({ cursor, anchor: cursor, selected });
}

/** Moves the cursor by a key. */
export function stepCell(key: string, extends_: boolean): void {
  const state = useMatrix.getState();
  const table = shownMatrix(state)?.table;
  if (table) goToCell(placeBeside(state.cursor, key, table), extends_ ? 'range' : 'one');
}

export function selectAllCells(): void {
  useMatrix.setState((state) => ({ selected: new Set(shownMatrix(state)?.cells.map(cellKey)) }));
}

/** Leaves only the cursor. Returns false if no cells were selected together. */
export function selectNoCells(): boolean {
  if (useMatrix.getState().selected.size === 0) return false;
  useMatrix.setState(({ cursor }) => ({ selected: none, anchor: cursor }));
  return true;
}

export function swapAxes(): void {
  const turned = ({ row, column }: MatrixPlace): MatrixPlace => ({ row: column, column: row });
  useMatrix.setState((state) => {
    const table = shownMatrix(state)?.table;
    if (!table || table.down.length === 0) return {};
    return { swapped: !state.swapped, cursor: turned(state.cursor), anchor: turned(state.cursor), selected: none };
  });
}

/** Brings a picture to the top of its cell. */
export function choosePicture(id: ImageId): void {
  useMatrix.setState((state) => {
    const cell = shownMatrix(state)?.cells.find(({ pictures }) => pictures.some((picture) => picture.id === id));
    if (!cell) return {};
    const chosen = new Set(state.chosen);
    for (const picture of cell.pictures) chosen.delete(picture.id);
    return { chosen: chosen.add(id) };
  });
}

/** Brings the next picture of the cell at the cursor to its top. */
export function nextPictureOfCell(): void {
  const state = useMatrix.getState();
  const [cell, ...others] = cellsAt(shownMatrix(state)?.cells ?? [], state.cursor);
  if (!cell?.top || others.length > 0) return;
  const at = cell.pictures.indexOf(cell.top);
  const next = cell.pictures[(at + 1) % cell.pictures.length];
  if (next) choosePicture(next.id);
}

/** Goes to the cell of a picture, and brings the picture to its top. */
export function goToPicture(id: ImageId): void {
  const state = useMatrix.getState();
  const cell = shownMatrix(state)?.cells.find(({ pictures }) => pictures.some((picture) => picture.id === id));
  if (!cell) return;
  if (cell.top?.id !== id) choosePicture(id);
  const { cursor } = useMatrix.getState();
  if (cursor.row !== cell.row || cursor.column !== cell.column) goToCell({ row: cell.row, column: cell.column });
}
