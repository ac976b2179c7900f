import { recogniseList, type ListFormat } from './list-format.ts';
import { createListReader } from './list-reader.ts';
import { mostListRows, type ListRow } from './list-row.ts';

/** Largest file or text that is read, in bytes or characters. */
export const largestList = 100_000_000;

export interface ReadList {
  readonly format: ListFormat;
  readonly columns: readonly string[];
  /** Names of what no row has: beyond the most columns, or beside the list. */
  readonly leftOut: readonly string[];
  /** At most `mostListRows`. */
  readonly rows: readonly ListRow[];
  /** The list has more rows. */
  readonly more: boolean;
}

/** Characters that are read at once, and enough to recognise the format by. */
const slice = 65_536;
/** Milliseconds of work before the window may handle input again. */
const pause = 12;

/**
 * Reads a list whose text comes in pieces, in slices, so that a window stays responsive. `no-rows`: it has none. Null: `signal` stopped it. Rejects as the pieces do.
 *
 * @param name of its file; null: it has none
 * @param given how it is written; null: its text says it
 */
export async function readListPieces(pieces: AsyncIterable<string>, name: string | null, given: ListFormat | null, signal: AbortSignal): Promise<ReadList | 'no-rows' | null> {
  let reader: ReturnType<typeof createListReader> | null = null;
  let format = given;
  const rows: ListRow[] = [];
  let since = performance.now();
  for await (const piece of pieces) {
    for (let from = 0; from < piece.length; from += slice) {
      const text = piece.slice(from, from + slice);
      if (!reader) {
        format ??= recogniseList(text, name);
        reader = createListReader(format);
      }
      rows.push(...reader.push(text));
      if (performance.now() - since > pause) {
        await new Promise((resolve) => setTimeout(resolve));
        since = performance.now();
      }
      if (signal.aborted) return null;
      if (rows.length > mostListRows) break;
    }
    if (rows.length > mostListRows) break;
  }
  if (!reader || !format) return 'no-rows';
  if (rows.length <= mostListRows) rows.push(...reader.end());
  if (rows.length === 0) return 'no-rows';
  return { format, columns: [...reader.columns], leftOut: [...reader.leftOut], rows: rows.slice(0, mostListRows), more: rows.length > mostListRows };
}

/** Columns by their number, `''` for those without a name. */
export function allColumns({ columns, rows }: Pick<ReadList, 'columns' | 'rows'>): readonly string[] {
  const width = Math.max(columns.length, ...rows.map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, at) => columns[at] ?? '');
}
