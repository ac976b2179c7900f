import { cutRow, longestRow, mostColumns, readLines, type ListReader, type ListRow } from './list-row.ts';

/** The column of a text that stands alone instead of an object. */
const aloneColumn = 'prompt';

/** Reads JSONL: an object or a text on each line. */
export function readJsonLines(): ListReader {
  const columns: string[] = [];
  return readLines((line, text) => jsonRow(columns, line, text), columns);
}

/** Reads one JSON array, element by element, so that one of many megabytes never blocks the window. */
export function readJsonArray(): ListReader {
  const columns: string[] = [];
  /** The element under way, and the line at which it begins. */
  let element = '';
  let startLine = 1;
  let line = 1;
  let depth = 0;
  let [begun, inText, escaped, stopped] = [false, false, false, false];

  const finish = (): readonly ListRow[] => {
    const text = element;
    element = '';
    return begun ? [jsonRow(columns, startLine, text)] : [];
  };

  const push = (piece: string): readonly ListRow[] => {
    const rows: ListRow[] = [];
    let from = 0;
    for (let at = 0; at < piece.length && !stopped; at += 1) {
      const character = piece.charAt(at);
      if (character === '\n') line += 1;
      const ends = !inText && depth === 1 && (character === ',' || character === ']' || character === '}');
      if (ends) {
        element += piece.slice(from, at);
        rows.push(...finish());
        [from, begun, stopped] = [at + 1, false, character !== ','];
      } else if (inText) {
        if (escaped) escaped = false;
        else if (character === '\\') escaped = true;
        else inText = character !== '"';
      } else {
        if (depth > 0 && !begun && character.trim() !== '') [begun, startLine] = [true, line];
        if (character === '"') inText = depth > 0;
        else if (character === '[' || character === '{') depth += 1;
        else if (depth > 0 && (character === ']' || character === '}')) depth -= 1;
        // What stands before the array is none of its elements.
        if (depth === 0 || (depth === 1 && !begun)) from = at + 1;
      }
    }
    if (!stopped) element += piece.slice(from);
    if (element.length > longestRow) {
      stopped = true;
      rows.push(cutRow(startLine, element));
    }
    return rows;
  };
  return {
    columns,
    push,
    // An array without its end: what is left is an element cut short.
    end: () => (stopped ? [] : finish()),
  };
}

/** One row. Names that are new become columns. */
function jsonRow(columns: string[], line: number, text: string): ListRow {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { line, cells: [text.trim()], fault: 'json' };
  }
  const object: unknown = typeof value === 'string' ? { [aloneColumn]: value } : value;
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return { line, cells: [text.trim()], fault: 'no-object' };
  const cells: string[] = [];
  for (const [name, cell] of Object.entries(object)) {
    if (!columns.includes(name)) {
      if (columns.length === mostColumns) continue;
      columns.push(name);
    }
    cells[columns.indexOf(name)] = cellOf(cell);
  }
  return { line, cells: Array.from(cells, (cell: string | undefined) => cell ?? ''), fault: null };
}

/** A text as it is; anything else as JSON. Null is an empty cell. */
function cellOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null ? '' : JSON.stringify(value);
}
