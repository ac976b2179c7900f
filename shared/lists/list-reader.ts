import { readJsonLines, readJsonValues } from './json-rows.ts';
import type { ListFormat } from './list-format.ts';
import { readLines, type ListReader } from './list-row.ts';
import { readTable } from './table-rows.ts';

/** Reads a list in any of its forms. Nothing is thrown: what cannot be read is a row with a fault. */
export function createListReader(format: ListFormat): ListReader {
  const reader = readerOf(format);
  let [atStart, endsInReturn] = [true, false];
  /** Makes every line end with `\n` and removes the byte order mark. */
  const plain = (piece: string): string => {
    let text = endsInReturn ? `\r${piece}` : piece;
    // The second half of `\r\n` may be in the next piece.
    endsInReturn = text.endsWith('\r');
    if (endsInReturn) text = text.slice(0, -1);
    if (atStart && text !== '') {
      atStart = false;
      if (text.startsWith('\uFEFF')) text = text.slice(1);
    }
    return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
  };
  return {
    get columns() {
      return reader.columns;
    },
    get leftOut() {
      return reader.leftOut;
    },
    push: (piece) => reader.push(plain(piece)),
    end: () => [...reader.push(endsInReturn ? '\n' : ''), ...reader.end()],
  };
}

function readerOf(format: ListFormat): ListReader {
  switch (format.kind) {
    case 'table':
      return readTable(format);
    case 'json-lines':
      return readJsonLines();
    case 'json':
      return readJsonValues();
    case 'text':
      return readLines((line, text) => [{ line, cells: [text.trim()], fault: null }]);
  }
}
