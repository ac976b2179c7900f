import { recogniseList, type ListFormat } from '../../../shared/lists/list-format.ts';
import { createListReader } from '../../../shared/lists/list-reader.ts';
import { mostListRows, type ListRow } from '../../../shared/lists/list-row.ts';

/** Where a list comes from: a file, or text that was pasted or typed. */
export type ListSource = File | string;

/** Largest file or text that is read, in bytes or characters. */
export const largestList = 100_000_000;

export interface ReadList {
  readonly format: ListFormat;
  readonly columns: readonly string[];
  /** At most `mostListRows`. */
  readonly rows: readonly ListRow[];
  /** The list has more rows. */
  readonly more: boolean;
}

/** Why a list cannot be read; the words are `list.unread.<reason>`. */
export type UnreadReason = 'too-large' | 'no-text' | 'no-rows' | 'file';

/** Characters that are read at once, and enough to recognise the format by. */
const slice = 65_536;
/** Milliseconds of work before the window may handle input again. */
const pause = 12;

/**
 * Reads a list in slices, so that the window stays responsive. A file that is too large is not read at all. The format is recognised if none
 * is given. Null: `signal` stopped it.
 */
export async function readList(source: ListSource, given: ListFormat | null, signal: AbortSignal): Promise<ReadList | UnreadReason | null> {
  if ((typeof source === 'string' ? source.length : source.size) > largestList) return 'too-large';
  try {
    return await readAll(textOf(source, 'utf-8'), source, given, signal);
  } catch (error) {
    // Not UTF-8, so probably saved by an older spreadsheet on Windows.
    if (!(error instanceof TypeError) || typeof source === 'string') return 'file';
  }
  return readAll(textOf(source, 'windows-1252'), source, given, signal).catch(() => 'file' as const);
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
        if (text.includes('\0')) return 'no-text';
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
  return { format, columns: [...reader.columns], rows: rows.slice(0, mostListRows), more: rows.length > mostListRows };
}

/** The text in pieces. Throws a TypeError if a file is not written in `encoding`. */
async function* textOf(source: ListSource, encoding: string): AsyncIterable<string> {
  if (typeof source === 'string') return yield source;
  const bytes = source.stream().getReader();
  let decoder: TextDecoder | null = null;
  for (;;) {
    const { done, value } = await bytes.read();
    if (done) break;
    // Spreadsheets also write UTF-16, with a byte order mark.
    decoder ??= new TextDecoder(value[0] === 0xff && value[1] === 0xfe ? 'utf-16le' : value[0] === 0xfe && value[1] === 0xff ? 'utf-16be' : encoding, { fatal: true });
    yield decoder.decode(value, { stream: true });
  }
  if (decoder) yield decoder.decode();
}
