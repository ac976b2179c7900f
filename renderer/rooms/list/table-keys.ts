import type { KeyboardEvent } from 'react';

/** The cell that keys act on. The rows from `anchor` to `row` are selected. */
export interface Cursor {
  readonly row: number;
  readonly column: number;
  readonly anchor: number;
}

interface Last {
  readonly row: number;
  readonly column: number;
}

/** The cursor after some rows or columns, within the table. Past the last column, it goes on in the next row. */
export function movedBy(at: Cursor, { rows = 0, columns = 0 }: { readonly rows?: number; readonly columns?: number }, last: Last, extend = false): Cursor {
  let column = at.column + columns;
  let row = at.row + rows;
  if (column > last.column && row < last.row) [column, row] = [0, row + 1];
  else if (column < 0 && row > 0) [column, row] = [last.column, row - 1];
  row = within(row, last.row);
  return { row, column: within(column, last.column), anchor: extend ? at.anchor : row };
}

/** The cursor after a key. Null: nowhere. With Shift, the rows on the way are selected. */
export function cursorAfter({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent, at: Cursor, last: Last, page: number): Cursor | null {
  if (altKey) return null;
  const far = ctrlKey || metaKey;
  if (far && key.toLowerCase() === 'a') return { ...at, anchor: 0, row: last.row };
  const to = (row: number, column = at.column): Cursor => movedBy({ ...at, row, column }, {}, last, shiftKey);
  switch (key) {
    case 'ArrowUp':
      return to(far ? 0 : at.row - 1);
    case 'ArrowDown':
      return to(far ? last.row : at.row + 1);
    case 'PageUp':
      return to(at.row - page);
    case 'PageDown':
      return to(at.row + page);
    case 'ArrowLeft':
      return to(at.row, within(at.column - 1, last.column));
    case 'ArrowRight':
      return to(at.row, within(at.column + 1, last.column));
    case 'Home':
      return far ? to(0, 0) : to(at.row, 0);
    case 'End':
      return far ? to(last.row, last.column) : to(at.row, last.column);
    default:
      return null;
  }
}

/** Whether a key writes a character, which begins a new text in the cell. */
export const startsEditing = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => [...key].length === 1 && !ctrlKey && !metaKey && !altKey;

const within = (index: number, last: number): number => Math.min(Math.max(index, 0), last);
