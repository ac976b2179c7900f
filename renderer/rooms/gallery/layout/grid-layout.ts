import type { ItemRange, ScrolledList } from '../../../ui/scrolling/scroll-anchor.ts';

/** Where the cells of the gallery's grid are. All lengths are CSS pixels, from the top of the grid and from the edge where rows begin. */
export interface GridLayout extends ScrolledList {
  readonly rows: number;
  /** Number of cells in the longest row. */
  readonly columns: number;
  /** Whether rows, columns and height are exact and not estimated. */
  readonly known: boolean;
  placeOf(index: number): Place;
}

export type CellRange = ItemRange;

/** A rectangle, from the top of what it is in and from the edge where rows begin. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Place extends Box {
  readonly row: number;
  readonly column: number;
  /** Height of the header above its row. 0: there is none. */
  readonly head: number;
}

/** Rows of cells below each other. Cells, rows and pixels count from its own beginning. */
export interface Section {
  readonly count: number;
  readonly rows: number;
  /** Number of cells in the longest row. */
  readonly columns: number;
  /** Up to the row that follows it. */
  readonly height: number;
  /** Whether its pictures are loaded, or their shapes do not matter. */
  readonly known: boolean;
  /** The row that a cell is in. */
  rowOf(index: number): number;
  /** The row at a vertical position, if it is in the section. */
  rowAt(y: number): number;
  /** The first cell of a row. */
  startOf(row: number): number;
  boxOf(index: number, row: number): Box;
}
