import type { ItemRange, ScrolledList } from '../../../ui/hold.ts';

/** The places of the cells of the contact sheet. All lengths are CSS pixels from the sheet's upper left corner. */
export interface SheetLayout extends ScrolledList {
  readonly rows: number;
  /** Number of cells in the longest row. */
  readonly columns: number;
  /** Whether rows, columns and height are exact and not estimated. */
  readonly known: boolean;
  placeOf(index: number): Place;
}

export type CellRange = ItemRange;

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly row: number;
  readonly column: number;
}
