/** JSON as it is written: each value has its place, numbers have all their digits, and repeated names are all there. */
export type JsonNode =
  | { readonly kind: 'text'; readonly at: number; readonly end: number; readonly value: string }
  /** A number, `true`, `false` or `null`. */
  | { readonly kind: 'plain'; readonly at: number; readonly end: number; readonly source: string }
  | { readonly kind: 'list'; readonly at: number; readonly end: number; readonly items: readonly JsonNode[] }
  | { readonly kind: 'object'; readonly at: number; readonly end: number; readonly members: readonly JsonMember[] };

export interface JsonMember {
  readonly name: string;
  /** Where the name begins. Offsets are UTF-16 units from the start of the text. */
  readonly at: number;
  readonly value: JsonNode;
}

/**
 * What is wrong at a place. `ends`: the text ends too early. `text`: a text with wrong escapes or line breaks. `name`: no name where one belongs.
 * `lossy`: a number with more digits than JavaScript keeps. `twice`: a name that the object has already.
 */
export type JsonFault = 'unexpected' | 'ends' | 'text' | 'number' | 'name' | 'deep' | 'lossy' | 'twice';

export class JsonProblem extends Error {
  readonly fault: JsonFault;
  readonly offset: number;

  constructor(fault: JsonFault, offset: number) {
    super(`${fault} at ${offset}`);
    this.name = 'JsonProblem';
    this.fault = fault;
    this.offset = offset;
  }
}

const blank = /[ \t\r\n]*/y;
const word = /(?:true|false|null)(?!\w)/y;
const numberLike = /[-+.\w]+/y;

/**
 * Reads what JSON.parse reads, and throws the first JsonProblem in the text. JSON.parse reports no place that is the same in all engines, rounds
 * numbers, and takes repeated names silently.
 * @param deepest the deepest nesting of lists and objects
 */
export function readJson(text: string, deepest: number): JsonNode {
  let at = 0;
  const fault = (why: JsonFault, offset = at): JsonProblem => new JsonProblem(offset >= text.length ? 'ends' : why, Math.min(offset, text.length));
  const match = (what: RegExp): string => {
    what.lastIndex = at;
    return what.exec(text)?.[0] ?? '';
  };
  const skip = (): void => {
    at += match(blank).length;
  };
  const take = (sign: string): boolean => {
    skip();
    if (text[at] !== sign) return false;
    at += 1;
    return true;
  };
  const string = (): string => {
    const start = at;
    at = endOfString(text, start);
    try {
      return JSON.parse(text.slice(start, at)) as string;
    } catch {
      throw new JsonProblem('text', start);
    }
  };
  const value = (depth: number): JsonNode => {
    skip();
    if (depth > deepest) throw fault('deep');
    const start = at;
    const sign = text[at] ?? '';
    if (sign === '{') return { kind: 'object', at: start, members: members(depth), end: at };
    if (sign === '[') return { kind: 'list', at: start, items: items(depth), end: at };
    if (sign === '"') return { kind: 'text', at: start, value: string(), end: at };
    const isNumber = /[-+.\d]/.test(sign);
    const source = match(isNumber ? numberLike : word);
    if (isNumber ? !/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(source) : source === '') throw fault(isNumber ? 'number' : 'unexpected');
    at += source.length;
    return { kind: 'plain', at: start, source, end: at };
  };
  const items = (depth: number): readonly JsonNode[] => {
    at += 1;
    if (take(']')) return [];
    const found: JsonNode[] = [];
    do found.push(value(depth + 1));
    while (take(','));
    if (!take(']')) throw fault('unexpected');
    return found;
  };
  const members = (depth: number): readonly JsonMember[] => {
    at += 1;
    if (take('}')) return [];
    const found: JsonMember[] = [];
    do {
      skip();
      const start = at;
      if (text[at] !== '"') throw fault('name');
      const name = string();
      if (!take(':')) throw fault('unexpected');
      found.push({ name, at: start, value: value(depth + 1) });
    } while (take(','));
    if (!take('}')) throw fault('unexpected');
    return found;
  };
  const root = value(0);
  skip();
  if (at < text.length) throw fault('unexpected');
  return root;
}

/** The place behind the closing quotation mark of a string that begins here, or the end of the text. */
export function endOfString(text: string, open: number): number {
  for (let quote = text.indexOf('"', open + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (text.charAt(quote - 1 - slashes) === '\\') slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
  }
  return text.length;
}

/** The value, exactly. Throws JsonProblem `lossy` or `twice` at the first place where JavaScript would hold something else. */
export function exactValue(node: JsonNode): unknown {
  switch (node.kind) {
    case 'text':
      return node.value;
    case 'plain':
      if (!keepsDigits(node.source)) throw new JsonProblem('lossy', node.at);
      return JSON.parse(node.source);
    case 'list':
      return node.items.map(exactValue);
    case 'object': {
      const seen = new Set<string>();
      for (const { name, at } of node.members) {
        if (seen.has(name)) throw new JsonProblem('twice', at);
        seen.add(name);
      }
      return Object.fromEntries(node.members.map(({ name, value }) => [name, exactValue(value)]));
    }
  }
}

/**
 * Whether a number of JSON means the same after it was read and written again. Whole numbers keep every digit and their sign. Fractions are rounded to
 * 17 digits, as every reader of JSON does, but never to zero or to infinity.
 */
function keepsDigits(source: string): boolean {
  const value = Number(source);
  if (Number.isNaN(value)) return true;
  if (!Number.isFinite(value) || Object.is(value, -0)) return false;
  if (value === 0) return !/[1-9]/.test(source.replace(/e.*/i, ''));
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER || digitsOf(source) === digitsOf(String(value));
}

/** The same for numbers that are equal: the digits without zeros around them, and the power of ten. */
function digitsOf(source: string): string {
  const [, whole = '', fraction = '', power = '0'] = /^-?(\d+)(?:\.(\d+))?(?:e([-+]?\d+))?$/i.exec(source) ?? [];
  const digits = (whole + fraction).replace(/0+$/, '');
  return `${digits.replace(/^0+/, '')}e${Number(power) + whole.length - digits.length}`;
}
