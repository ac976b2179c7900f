import type { CellRange, SheetLayout } from './sheet-layout.ts';

/**
 * Where the cells of the contact sheet stand. Pure arithmetic in CSS pixels: no cell is looked at to find another, so
 * it costs the same for ten pictures and for a million.
 */
export interface Grid {
  readonly count: number;
  readonly columns: number;
  readonly rows: number;
  /** Side of a cell; cells are stretched so that a row fills the width. */
  readonly cell: number;
  /** From the top of one row to the top of the next, and of one column to the next. */
  readonly pitch: number;
  readonly height: number;
}

export interface GridMeasure {
  readonly count: number;
  /** Inner width of the scroll area. */
  readonly width: number;
  /** Wanted side of a cell. */
  readonly wanted: number;
}

export const gap = 6;
/** Between a picture and the edge of its cell. */
export const rim = 5;
/** Free space above, below and left of the sheet; on its right the scroll bar stands. */
export const margin = 11;

export function layOut({ count, width, wanted }: GridMeasure): Grid {
  const inner = Math.max(width - margin, 1);
  const columns = Math.max(1, Math.round((inner + gap) / (wanted + gap)));
  // Whole pixels keep hairlines sharp; what is left over stays at the right.
  const cell = Math.max(1, Math.floor((inner - (columns - 1) * gap) / columns));
  const pitch = cell + gap;
  const rows = Math.ceil(count / columns);
  return { count, columns, rows, cell, pitch, height: rows === 0 ? 0 : 2 * margin + rows * pitch - gap };
}

/** Square cells, as the sheet sees them. */
export function squareLayout(measure: GridMeasure): SheetLayout {
  const grid = layOut(measure);
  return {
    count: grid.count,
    rows: grid.rows,
    columns: grid.columns,
    height: grid.height,
    known: true,
    placeOf: (index) => ({ ...placeOf(grid, index), width: grid.cell, height: grid.cell, row: Math.floor(index / grid.columns), column: index % grid.columns }),
    rowOf: (index) => {
      const first = index - (index % grid.columns);
      return { first, end: Math.min(first + grid.columns, grid.count) };
    },
    cellsBetween: (top, bottom) => cellsInSight(grid, top, bottom - top, 0),
  };
}

/** Top left corner of a cell. */
export function placeOf({ columns, pitch }: Grid, index: number): { readonly x: number; readonly y: number } {
  return { x: margin + (index % columns) * pitch, y: margin + Math.floor(index / columns) * pitch };
}

/** The cells (first, and one past the last) whose rows are in sight, with `overscan` rows more on either side. */
export function cellsInSight(grid: Grid, scrollTop: number, viewport: number, overscan: number): CellRange {
  const firstRow = Math.max(0, Math.floor((scrollTop - margin) / grid.pitch) - overscan);
  const endRow = Math.min(grid.rows, Math.ceil((scrollTop + viewport - margin) / grid.pitch) + overscan);
  return { first: Math.min(firstRow * grid.columns, grid.count), end: Math.max(0, Math.min(endRow * grid.columns, grid.count)) };
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of a picture that fits a box, as large as it can be. A box that was made for it and then rounded, it fills. */
export function fit(width: number, height: number, box: Size): Size {
  const scale = Math.min(box.width / Math.max(width, 1), box.height / Math.max(height, 1));
  const within = (side: number, room: number): number => (room - side < Math.max(2, room / 50) ? Math.max(1, Math.round(room)) : Math.max(1, Math.round(side)));
  return { width: within(width * scale, box.width), height: within(height * scale, box.height) };
}
