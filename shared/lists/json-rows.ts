import { readJson, type JsonMember, type JsonNode } from '../json/json-tree.ts';
import { usualUse } from './list-columns.ts';
import { cutRow, longestRow, mostColumns, mostListRows, readLines, type CellKind, type ListReader, type ListRow } from './list-row.ts';

/** The column of a text that stands alone instead of an object. */
const aloneColumn = 'prompt';

/** Deepest nesting of one value. */
const deepest = 200;

/** Longest object that stands outside of a list, in characters. It may hold the whole list, and is read at once. */
const longestWhole = 10_000_000;

/** What was found so far: names of columns, and of what no row has. A file may have a million names, so none is searched for in a list. */
interface Names {
  readonly columns: string[];
  readonly leftOut: string[];
  /** The column of a name, which becomes one if it is new. Null: there are too many, and it is left out. */
  columnOf(name: string): number | null;
  leaveOut(name: string): void;
}

function createNames(): Names {
  const [columns, leftOut]: [string[], string[]] = [[], []];
  const [places, known] = [new Map<string, number>(), new Set<string>()];
  const leaveOut = (name: string): void => {
    if (known.has(name)) return;
    known.add(name);
    leftOut.push(name);
  };
  return {
    columns,
    leftOut,
    leaveOut,
    columnOf(name) {
      const found = places.get(name);
      if (found !== undefined) return found;
      if (columns.length === mostColumns) {
        leaveOut(name);
        return null;
      }
      places.set(name, columns.length);
      return columns.push(name) - 1;
    },
  };
}

/** Reads JSONL: an object or a text on each line. */
export function readJsonLines(): ListReader {
  const names = createNames();
  return { ...readLines((line, text) => rowsOf(names, line, text), names.columns), leftOut: names.leftOut };
}

/**
 * Reads JSON values one by one, so that a list of many megabytes never blocks the window: the elements of a list, and objects outside of one. If such an
 * object has a list of prompts, its elements are the rows.
 */
export function readJsonValues(): ListReader {
  const names = createNames();
  /** The value under way, and the line at which it begins. */
  let value = '';
  let startLine = 1;
  let line = 1;
  let depth = 0;
  /** `list`: elements of a list. `object`: an object outside of one. `stray`: text that is neither, up to the end of its line. */
  let within: 'list' | 'object' | 'stray' | null = null;
  let [begun, inText, escaped, stopped] = [false, false, false, false];

  const finish = (): readonly ListRow[] => {
    const text = value;
    value = '';
    const rows = begun ? rowsOf(names, startLine, text, within === 'object') : [];
    begun = false;
    return rows;
  };

  const push = (piece: string): readonly ListRow[] => {
    const rows: ListRow[] = [];
    let from = 0;
    /** Ends the value before or behind this character. */
    const close = (end: number): void => {
      value += piece.slice(from, end);
      rows.push(...finish());
    };
    for (let at = 0; at < piece.length && !stopped; at += 1) {
      const character = piece.charAt(at);
      if (within === 'stray') {
        if (character === '\n') {
          close(at);
          [within, from] = [null, at + 1];
        }
      } else if (inText) {
        if (escaped) escaped = false;
        else if (character === '\\') escaped = true;
        else inText = character !== '"';
      } else if (within === null) {
        from = at;
        if (character === '[') [within, depth, from] = ['list', 1, at + 1];
        else if (character.trim() === '' || character === ',') from = at + 1;
        else [within, depth, begun, startLine] = [character === '{' ? 'object' : 'stray', 1, true, line];
      } else if (depth === 1 && within === 'list' && (character === ',' || character === ']' || character === '}')) {
        close(at);
        from = at + 1;
        if (character !== ',') [within, depth] = [null, 0];
      } else {
        if (!begun && character.trim() !== '') [begun, startLine, from] = [true, line, at];
        if (character === '"') inText = true;
        else if (character === '[' || character === '{') depth += 1;
        else if (character === ']' || character === '}') depth -= 1;
        if (depth === 0) {
          close(at + 1);
          [within, from] = [null, at + 1];
        }
      }
      if (character === '\n') line += 1;
    }
    if (begun) value += piece.slice(from);
    if (value.length > (within === 'object' ? longestWhole : longestRow)) {
      stopped = true;
      rows.push(cutRow(startLine, value));
    }
    return rows;
  };
  return {
    columns: names.columns,
    leftOut: names.leftOut,
    push,
    end() {
      if (stopped || within === null) return [];
      const rows = finish();
      const isOpen = within === 'list' && rows.every(({ fault }) => fault === null);
      return isOpen ? [...rows, { line, cells: [''], fault: 'open' }] : rows;
    },
  };
}

/**
 * The rows of one value: mostly one.
 * @param isWhole it may be an object around the whole list
 */
function rowsOf(names: Names, line: number, text: string, isWhole = false): readonly ListRow[] {
  const lineOf = linesFrom(text, line);
  let root: JsonNode;
  try {
    root = readJson(text, deepest);
  } catch {
    return [faultyRow(line, text, 'json')];
  }
  const inner = root.kind === 'object' ? listIn(root.members, isWhole) : null;
  if (inner === null || root.kind !== 'object') return [rowOf(names, line, root, text)];
  // What the list is sent with holds for each of its rows, and the rest is named.
  const shared = root.members.filter((member) => member !== inner && isShared(member)).slice(0, mostColumns);
  const kept: ReadonlySet<JsonMember> = new Set([inner, ...shared]);
  for (const member of root.members) if (!kept.has(member)) names.leaveOut(member.name);
  // One more than a list may have shows that there are more.
  return itemsOf(inner.value).slice(0, mostListRows + 1).map((item) => {
    if (item.kind === 'object') {
      const own = new Set(item.members.map(({ name }) => name));
      return rowOf(names, lineOf(item.at), { ...item, members: [...shared.filter(({ name }) => !own.has(name)), ...item.members] }, text);
    }
    const alone: JsonMember = { name: aloneColumn, at: item.at, value: item };
    return item.kind === 'text' ? rowOf(names, lineOf(item.at), { kind: 'object', at: item.at, end: item.end, members: [alone, ...shared] }, text) : rowOf(names, lineOf(item.at), item, text);
  });
}

/** The lines of places that are asked for in their order. */
function linesFrom(text: string, first: number): (at: number) => number {
  let [line, next] = [first, text.indexOf('\n')];
  return (at) => {
    for (; next !== -1 && next < at; next = text.indexOf('\n', next + 1)) line += 1;
    return line;
  };
}

const itemsOf = (node: JsonNode): readonly JsonNode[] => (node.kind === 'list' ? node.items : []);

/** Names that programs give to the list in the object around it. */
const usualLists = /^(?:items|data|rows|list|entries|records|values|tasks|jobs|requests|lines|texts)$/i;

/** The member whose list has the prompts. Null: the object is a row itself. */
function listIn(members: readonly JsonMember[], isWhole: boolean): JsonMember | null {
  const lists = members.filter(({ value }) => itemsOf(value).some(({ kind }) => kind === 'text' || kind === 'object'));
  const named = lists.filter(({ name }) => usualUse(name) === 'prompt');
  if (named.length === 1) return named[0] ?? null;
  const isRow = members.some(({ name }) => usualUse(name) === 'prompt');
  const usual = lists.filter(({ name }) => usualLists.test(name));
  return isWhole && !isRow && usual.length === 1 ? (usual[0] ?? null) : null;
}

/** Whether a value beside a list is meant for each of its rows. A count beside a list mostly says how long it is. */
function isShared({ name, value }: JsonMember): boolean {
  const use = usualUse(name);
  if (use === 'none' || use === 'prompt' || use === 'count') return false;
  return use === 'fields' ? value.kind === 'object' : use.startsWith('field:') || value.kind === 'text' || value.kind === 'plain';
}

/** One row. Names that are new become columns. */
function rowOf(names: Names, line: number, node: JsonNode, text: string): ListRow {
  const alone: readonly JsonMember[] = node.kind === 'text' ? [{ name: aloneColumn, at: node.at, value: node }] : [];
  const members = node.kind === 'object' ? node.members : alone;
  if (members.length === 0 && node.kind !== 'object') return faultyRow(line, text.slice(node.at, node.end), 'no-object');
  if (new Set(members.map(({ name }) => name)).size < members.length) return faultyRow(line, text.slice(node.at, node.end), 'twice');
  const cells: string[] = [];
  const kinds: Record<number, CellKind> = {};
  for (const { name, value } of members) {
    const column = names.columnOf(name);
    if (column === null) continue;
    cells[column] = cellOf(value, text);
    if (value.kind === 'list' || value.kind === 'object') kinds[column] = 'structure';
    else if (value.kind === 'text' && looksLikeJson.test(value.value)) kinds[column] = 'text';
  }
  const all = Array.from(cells, (cell: string | undefined) => cell ?? '');
  return { line, cells: all, fault: null, ...(Object.keys(kinds).length > 0 && { kinds }) };
}

const looksLikeJson = /^\s*(?:["[{]|-?\d|(?:true|false|null)\s*$)/;

const faultyRow = (line: number, text: string, fault: 'json' | 'no-object' | 'twice'): ListRow => ({ line, cells: [text.trim()], fault });

/** A text as it is; anything else as it is written, with all digits. Null is an empty cell. */
function cellOf(value: JsonNode, text: string): string {
  if (value.kind === 'text') return value.value;
  if (value.kind === 'plain') return value.source === 'null' ? '' : value.source;
  return text.slice(value.at, value.end);
}
