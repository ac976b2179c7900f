import type { ListFormat } from '../../../shared/lists/list-format.ts';
import { largestList, readListPieces, type ReadList } from '../../../shared/lists/list-pieces.ts';
import { createTextReader, NotText, type TextFault } from '../../../shared/texts/text-reader.ts';
import type { OldEncoding } from './readings.ts';

/** Where a list comes from: a file, or text that was pasted or typed. */
export type ListSource = File | string;

/** Why a list cannot be read; the words are `list.unread.<reason>`. */
export type UnreadReason = 'too-large' | TextFault | 'no-rows' | 'file';

/** How a list is to be read. Null: its text says it. */
export interface ReadAs {
  readonly format: ListFormat | null;
  readonly encoding: OldEncoding | null;
}

/** Reads a list in slices, so that the window stays responsive. A file that is too large is not read at all. Null: `signal` stopped it. */
export async function readList(source: ListSource, given: ReadAs, signal: AbortSignal): Promise<ReadList | UnreadReason | null> {
  if ((typeof source === 'string' ? source.length : source.size) > largestList) return 'too-large';
  try {
    return await readListPieces(textOf(source, given.encoding), typeof source === 'string' ? null : source.name, given.format, signal);
  } catch (error) {
    return error instanceof NotText ? error.fault : 'file';
  }
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
