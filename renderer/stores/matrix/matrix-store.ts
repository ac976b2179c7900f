import { create } from 'zustand';
import type { AppError } from '../../../shared/errors.ts';
import { promptsDown, type Matrix, type PackedMarks } from '../../../shared/library/batch-matrix.ts';
import type { BatchId, ImageId, TaskId, TaskWithImages } from '../../../shared/task.ts';
import { cellsAt, cellsBetween, cellsOf, type MatrixCell } from './matrix-cells.ts';
import { includes, nothing, span, withRange, type Ranges } from '../selection/position-ranges.ts';
import { selecting, type Selecting, type SelectionEvent } from '../selection/selecting.ts';
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
  /** Several selected cells, by their positions in the table with its headers. Empty: keys act on what is at the cursor. */
  readonly marked: Ranges;
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
  marked: nothing,
  chosen: none,
};

export const useMatrix = create<MatrixState>(() => noMatrix);

/** Position in the table with its headers, row by row. */
const positionOf = ({ columns }: MatrixTable, { row, column }: MatrixPlace): number => (row + 1) * (columns.length + 1) + column + 1;

/** @param cells in the order of the table */
const rangesOf = (table: MatrixTable, cells: readonly MatrixPlace[]): Ranges => cells.map((cell) => positionOf(table, cell)).reduce((ranges, at) => withRange(ranges, span(at, at)), nothing);

function placeAt({ columns }: MatrixTable, position: number): MatrixPlace {
  const across = columns.length + 1;
  return { row: Math.floor(position / across) - 1, column: (position % across) - 1 };
}

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
  const { table, cells } = shownMatrix(state) ?? {};
  if (!table || !cells) return [];
  return state.marked.length > 0 ? cells.filter((cell) => includes(state.marked, positionOf(table, cell))) : cellsAt(cells, state.cursor);
}

/** Whether a cell shows as selected. */
export function isSelectedCell(state: MatrixState, cell: MatrixPlace): boolean {
  const { marked, cursor } = state;
  const { table } = shownMatrix(state) ?? {};
  if (table && marked.length > 0) return includes(marked, positionOf(table, cell));
  return (cursor.row < 0 || cursor.row === cell.row) && (cursor.column < 0 || cursor.column === cell.column);
}

/** The pictures on top of these cells. */
export const topPictures = (cells: readonly MatrixCell[]): readonly ImageId[] => cells.flatMap(({ top }) => (top ? [top.id] : []));

/** Every picture of the page, cell by cell, for the viewer. */
export const matrixPictures = (state: MatrixState): readonly ImageId[] => shownMatrix(state)?.cells.flatMap(({ pictures }) => pictures.map(({ id }) => id)) ?? [];

/** Moves the cursor. `range`: selects all cells up to there. `toggle`: selects the cells there as well, or no longer. */
export function goToCell(place: MatrixPlace, choice: 'one' | 'range' | 'toggle' = 'one'): void {
  const table = shownMatrix(useMatrix.getState())?.table;
  if (table) select({ kind: choice, at: positionOf(table, place) });
}

function select(event: SelectionEvent): void {
  const state = useMatrix.getState();
  const { table, cells } = shownMatrix(state) ?? {};
  if (!table || !cells) return;
  const before: Selecting = { index: positionOf(table, state.cursor), pivot: positionOf(table, state.anchor), marked: state.marked, awaitsLast: null };
  const between = (from: number, to: number): Ranges => rangesOf(table, cellsBetween(cells, placeAt(table, from), placeAt(table, to)));
  const { index, pivot, marked } = selecting(before, event, { length: (table.rows.length + 1) * (table.columns.length + 1), counted: true, between });
  useMatrix.setState({ cursor: placeAt(table, index), anchor: placeAt(table, pivot), marked });
}

/** Moves the cursor by a key. */
export function stepCell(key: string, extends_: boolean): void {
  const state = useMatrix.getState();
  const table = shownMatrix(state)?.table;
  if (table) goToCell(placeBeside(state.cursor, key, table), extends_ ? 'range' : 'one');
}

export function selectAllCells(): void {
  const shown = shownMatrix(useMatrix.getState());
  if (shown) select({ kind: 'together', at: null, ranges: rangesOf(shown.table, shown.cells) });
}

/** Leaves only the cursor. Returns false if no cells were selected together. */
export function selectNoCells(): boolean {
  if (useMatrix.getState().marked.length === 0) return false;
  useMatrix.setState(({ cursor }) => ({ marked: nothing, anchor: cursor }));
  return true;
}

export function swapAxes(): void {
  const turned = ({ row, column }: MatrixPlace): MatrixPlace => ({ row: column, column: row });
  useMatrix.setState((state) => {
    const table = shownMatrix(state)?.table;
    if (!table || table.down.length === 0) return {};
    return { swapped: !state.swapped, cursor: turned(state.cursor), anchor: turned(state.cursor), marked: nothing };
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
