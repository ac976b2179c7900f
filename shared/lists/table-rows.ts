import Papa from 'papaparse';
import { separatorLine, type ListFormat } from './list-format.ts';
import { cutRow, longestRow, mostColumns, type ListReader, type ListRow } from './list-row.ts';

/** What papaparse finds in a piece of a table. Its types leave this open. */
interface Parsed {
  readonly data: readonly (readonly string[])[];
  readonly errors: readonly { readonly type: string; readonly row?: number }[];
  /** `cursor`: where the last whole row ends. */
  readonly meta: { readonly cursor: number };
}

/** Reads CSV, with lines that end with `\n`. Cells are text, also those that a spreadsheet takes for a formula. */
export function readTable({ separator, header }: Extract<ListFormat, { kind: 'table' }>): ListReader {
  let columns: readonly string[] = [];
  const leftOut: string[] = [];
  let width: number | null = null;
  let line = 1;
  let rest = '';
  let [atStart, stopped] = [true, false];

  const rowOf = (cells: readonly string[], wrongQuotes: boolean): readonly ListRow[] => {
    const at = line;
    line += cells.reduce((breaks, cell) => breaks + cell.split('\n').length - 1, 1);
    if (cells.every((cell) => cell.trim() === '')) return [];
    if (width === null) {
      // Spreadsheets write empty cells after the last column.
      const all = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
      width = Math.min(all, mostColumns);
      for (let column = width; column < all; column += 1) leftOut.push(header ? (cells[column] ?? '').trim() : String(column + 1));
      if (header) {
        columns = cells.slice(0, width).map((cell) => cell.trim());
        return [];
      }
    }
    const tooMany = header && cells.findLastIndex((cell) => cell.trim() !== '') >= width + leftOut.length;
    return [{ line: at, cells: cells.slice(0, mostColumns), fault: wrongQuotes ? 'quotes' : tooMany ? 'cells' : null }];
  };

  const read = (last: boolean): readonly ListRow[] => {
    if (atStart && (last || rest.includes('\n'))) {
      atStart = false;
      const told = separatorLine.exec(rest)?.[0] ?? '';
      rest = rest.slice(told.length);
      line += told === '' ? 0 : 1;
    }
    // Its fast mode divides the text at every separator, and would do so again for each piece.
    const { data, errors, meta }: Parsed = new Papa.Parser({ delimiter: separator, newline: '\n', fastMode: false }).parse(rest, 0, !last);
    const wrong = new Set(errors.filter(({ type }) => type === 'Quotes').map(({ row }) => row));
    rest = rest.slice(meta.cursor);
    return data.flatMap((cells, row) => rowOf(cells, wrong.has(row)));
  };

  return {
    get columns() {
      return columns;
    },
    leftOut,
    push(piece) {
      if (stopped) return [];
      rest += piece;
      const rows = piece.includes('\n') ? read(false) : [];
      if (rest.length <= longestRow) return rows;
      // A quotation mark that is never closed makes one cell of all that follows.
      stopped = true;
      return [...rows, cutRow(line, rest, 'quotes')];
    },
    end: () => (stopped ? [] : read(true)),
  };
}
