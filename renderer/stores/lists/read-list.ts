import { recogniseList, type ListFormat } from '../../../shared/lists/list-format.ts';
import { createListReader } from '../../../shared/lists/list-reader.ts';
import { mostListRows, type ListRow } from '../../../shared/lists/list-row.ts';
import { createTextReader, NotText, type TextFault } from '../../../shared/texts/text-reader.ts';
import type { OldEncoding } from './readings.ts';

/** Where a list comes from: a file, or text that was pasted or typed. */
export type ListSource = File | string;

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

/** Why a list cannot be read; the words are `list.unread.<reason>`. */
export type UnreadReason = 'too-large' | TextFault | 'no-rows' | 'file';

/** Characters that are read at once, and enough to recognise the format by. */
const slice = 65_536;
/** Milliseconds of work before the window may handle input again. */
const pause = 12;

/** How a list is to be read. Null: its text says it. */
export interface ReadAs {
  readonly format: ListFormat | null;
  readonly encoding: OldEncoding | null;
}

/** Reads a list in slices, so that the window stays responsive. A file that is too large is not read at all. Null: `signal` stopped it. */
export async function readList(source: ListSource, given: ReadAs, signal: AbortSignal): Promise<ReadList | UnreadReason | null> {
  if ((typeof source === 'string' ? source.length : source.size) > largestList) return 'too-large';
  try {
    return await readAll(textOf(source, given.encoding), source, given.format, signal);
  } catch (error) {
    return error instanceof NotText ? error.fault : 'file';
  }
}

async function readAll(pieces: AsyncIterable<string>, source: ListSource, given: ListFormat | null, signal: AbortSignal): Promise<ReadList | UnreadReason | null> {
  let reader: ReturnType<typeof createListReader> | null = null;
  let format = given;
  const rows: ListRow[] = [];
  let since = performance.now();
  for await (const piece of pieces) {
    for (let from = 0; from < piece.length; from += slice) {
      const text = piece.slice(from, from + slice);
      if (!reader) {
        format ??= recogniseList(text, typeof source === 'string' ? null : source.name);
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

/** The text in pieces. Throws NotText for a file that is none. */
async function* textOf(source: ListSource, encoding: OldEncoding | null): AsyncIterable<string> {
  if (typeof source === 'string') return yield source;
  const bytes = source.stream().getReader();
  const reader = createTextReader(encoding);
  for (;;) {
    const { done, value } = await bytes.read();
    if (done) break;
    yield reader.push(value);
  }
  yield reader.end();
}
