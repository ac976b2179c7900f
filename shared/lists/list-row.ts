import { cutText } from '../request/plain-text.ts';

/**
 * What is wrong with a row as it was read; the words are `list.fault.<fault>`. `quotes`: its quotation marks do not match, so it may have
 * swallowed rows below. `cells`: it has more cells than the first row. `json`: it is not JSON. `no-object`: it is JSON, but neither an
 * object nor a text. `twice`: the object has a name twice. `open`: the list ends without its bracket, so rows may be missing. `cut`: it is too long to be
 * read whole.
 */
export type RowFault = 'quotes' | 'cells' | 'json' | 'no-object' | 'twice' | 'open' | 'cut';

/** What a cell was in JSON, where its text alone would mean something else. `text`: a text that looks like JSON. `structure`: a list or an object. */
export type CellKind = 'text' | 'structure';

export interface ListRow {
  /** Line of the text at which it begins, from 1. */
  readonly line: number;
  /** In the order of the columns. Cells at the end may be missing. */
  readonly cells: readonly string[];
  readonly fault: RowFault | null;
  /** By column. Absent: every cell is what it looks like. */
  readonly kinds?: Readonly<Record<number, CellKind>>;
}

/** Reads a list in pieces of any length, so that a long one never blocks the window. Rows without any text are left out. */
export interface ListReader {
  /** Names of the columns, as far as they are known. More may follow in JSON. Empty: they have no names. */
  readonly columns: readonly string[];
  /** Names of what no row has: beyond the most columns, or beside the list. */
  readonly leftOut: readonly string[];
  /** The rows that end in this piece. */
  push(piece: string): readonly ListRow[];
  /** The rows that are left at the end of the text. */
  end(): readonly ListRow[];
}

/** The most rows of a list. */
export const mostListRows = 10_000;
/** The most columns that are read. */
export const mostColumns = 50;
/** Longest row that is read whole, in characters. */
export const longestRow = 1_000_000;
/** Characters that are kept of a longer row. */
const kept = 1000;

export const cutRow = (line: number, text: string, fault: RowFault = 'cut'): ListRow => ({ line, cells: [`${cutText(text, kept)}…`], fault });

/** Reads rows of one line each. */
export function readLines(rowsOf: (line: number, text: string) => readonly ListRow[], columns: readonly string[] = []): ListReader {
  let line = 1;
  let rest = '';
  const next = (text: string): readonly ListRow[] => {
    const at = line;
    line += 1;
    if (text.length > longestRow) return [cutRow(at, text)];
    return text.trim() === '' ? [] : rowsOf(at, text);
  };
  return {
    columns,
    leftOut: [],
    push(piece) {
      const lines = piece.split('\n');
      const last = lines.pop() ?? '';
      const rows = lines.flatMap((text, at) => next(at === 0 ? rest + text : text));
      rest = lines.length > 0 ? last : rest + last;
      return rows;
    },
    end: () => next(rest),
  };
}
