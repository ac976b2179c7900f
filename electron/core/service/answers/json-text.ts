import { endOfString } from '../../../../shared/json/json-tree.ts';

/** What was not used of an answer, or was repaired in order to read it. */
export type Leftover =
  /** It is a web page, or a web page stands before the JSON. */
  | 'page'
  | 'text-before'
  | 'text-after'
  /** The JSON ends in the middle. */
  | 'cut-off'
  /** Lines of server-sent events. */
  | 'event-lines'
  | 'json-in-text'
  /** Several values follow each other, and one of them counts. */
  | 'other-value'
  /** NaN, Infinity, undefined, or nothing where a value belongs. */
  | 'bad-literal'
  | 'trailing-comma'
  /** A line break or another control character inside a string. */
  | 'raw-control'
  /** A number that JavaScript cannot hold was read as text. */
  | 'long-number'
  | 'other-id'
  | 'entry-without-address'
  | 'entry-with-error'
  | 'unknown-word'
  | 'odd-progress';

export interface JsonText {
  /** The values that the text consists of, mostly one. */
  readonly values: readonly unknown[];
  /** The text from the place where its JSON begins; only for what was cut off. Empty for a page. */
  readonly rest: string;
}

/** Values of one text; a stream of events has one for each step. */
const mostValues = 1_000;
/** JSON in a string in a string. */
const mostWrappings = 3;

/** The beginning of a web page. Tags such as `<b>` are also in the warnings that PHP prints before an answer. */
const page = /<(?:!doctype|html|head|body|script|title|meta)\b/i;
const eventLine = /^(?:data|event|id|retry)?:/;
/** Where an object or a list may begin. In prose, brackets are mostly followed by something else. */
const beginning = /\{(?=\s*["}])|\[(?=\s*(?:[[{"\]]|-?\d))/g;

/**
 * Reads the JSON of an answer, also if it is not clean, as far as it is certain: text around it, lines of events, values that JSON does not have.
 * The contents of strings are never changed. Takes time in proportion to the text.
 */
export function readJsonText(text: string, left: Set<Leftover>, wrappings = mostWrappings): JsonText {
  const whole = parse(text, left);
  if (typeof whole === 'string' && /^\s*["[{]/.test(whole) && wrappings > 0) {
    left.add('json-in-text');
    return readJsonText(whole, left, wrappings - 1);
  }
  if (whole !== undefined) return { values: [whole], rest: '' };
  return valuesIn(withoutEventLines(text, left), left);
}

/** The value of a string that holds JSON; any other value as it is. */
export function opened(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  return parse(value, new Set()) ?? value;
}

function valuesIn(text: string, left: Set<Leftover>): JsonText {
  const pageAt = text.search(page);
  const values: unknown[] = [];
  let at = 0;
  while (values.length < mostValues) {
    beginning.lastIndex = at;
    const start = beginning.exec(text)?.index;
    const gap = text.slice(at, start);
    if (start === undefined) {
      if (values.length > 0 && gap.trim() !== '') left.add('text-after');
      break;
    }
    if (values.length === 0 && pageAt !== -1 && pageAt < start) break;
    if (values.length > 0 && !/^[\s,;&]*$/.test(gap)) {
      left.add('text-after');
      break;
    }
    if (values.length === 0 && gap.trim() !== '') left.add('text-before');
    const end = endOf(text, start);
    if (end === null) {
      left.add('cut-off');
      return { values, rest: text.slice(start) };
    }
    const value = parse(text.slice(start, end), left);
    if (holdsObject(value)) values.push(value);
    at = end;
  }
  if (values.length === 0 && (pageAt !== -1 || /^\s*</.test(text))) {
    left.clear();
    left.add('page');
    return { values, rest: '' };
  }
  return { values, rest: text };
}

function holdsObject(value: unknown): boolean {
  return Array.isArray(value) ? value.some(holdsObject) : typeof value === 'object' && value !== null;
}

/** The data of server-sent events, one below the other. */
function withoutEventLines(text: string, left: Set<Leftover>): string {
  if (!eventLine.test(text.trimStart()) || !/^[ \t]*data:/m.test(text)) return text;
  left.add('event-lines');
  return text
    .split(/\r\n|\r|\n/)
    .flatMap((line) => /^[ \t]*data: ?(.*)$/.exec(line)?.[1] ?? [])
    .join('\n');
}

/** The end of the object or list that begins here; null if the text ends before. */
function endOf(text: string, start: number): number | null {
  const token = /["{}[\]]/g;
  token.lastIndex = start;
  let depth = 0;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [mark] = found;
    if (mark === '"') token.lastIndex = endOfString(text, found.index);
    else if (mark === '{' || mark === '[') depth += 1;
    else if ((depth -= 1) === 0) return found.index + 1;
  }
  return null;
}

/** `undefined` if it is no JSON, even when repaired. */
function parse(text: string, left: Set<Leftover>): unknown {
  const exact = /\d{16}|\d[eE]\+?\d{2}/.test(text) ? rewritten(text, quoteLongNumbers) : text;
  const clean = strictly(exact);
  if (clean !== undefined || !/^\s*[[{]/.test(text)) {
    if (clean !== undefined && exact !== text) left.add('long-number');
    return clean;
  }
  const repairs = new Set<Leftover>(exact === text ? [] : ['long-number']);
  const repaired = rewritten(exact, (outside) => repair(outside, repairs), (inside) => escapeControls(inside, repairs));
  const value = repaired === exact ? undefined : strictly(repaired);
  if (value !== undefined) for (const made of repairs) left.add(made);
  return value;
}

function strictly(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** JavaScript numbers cannot hold an id of so many digits, so it is read as text. */
function quoteLongNumbers(outside: string): string {
  return outside.replace(/-?\d[\d.eE+-]{15,}|-?\d[\d.]*[eE]\+?\d+/g, (number) => (Math.abs(Number(number)) > Number.MAX_SAFE_INTEGER ? `"${number}"` : number));
}

function repair(outside: string, repairs: Set<Leftover>): string {
  if (!/[,:niu]/i.test(outside)) return outside;
  const noted = (kind: Leftover, by: string) => (): string => {
    repairs.add(kind);
    return by;
  };
  return outside
    .replace(/-?\b(?:nan|inf|infinity|undefined)\b/gi, noted('bad-literal', 'null'))
    .replace(/:(?=\s*[,}])/g, noted('bad-literal', ':null'))
    .replace(/,(?=\s*[}\]])/g, noted('trailing-comma', ''));
}

/** JSON forbids exactly these in a string. */
// eslint-disable-next-line no-control-regex
const controls = /[\0-\x1f]/g;

function escapeControls(inside: string, repairs: Set<Leftover>): string {
  if (inside.search(controls) === -1) return inside;
  repairs.add('raw-control');
  return inside.replace(controls, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Changes a JSON text outside its strings, and how its strings are written. */
function rewritten(text: string, outside: (part: string) => string, inside: ((part: string) => string) | null = null): string {
  const parts: string[] = [];
  let kept = 0;
  const change = (from: number, to: number, by: (part: string) => string): void => {
    if (from === to) return;
    const part = text.slice(from, to);
    const changed = by(part);
    if (changed === part) return;
    parts.push(text.slice(kept, from), changed);
    kept = to;
  };
  let at = 0;
  for (let open = text.indexOf('"'); open !== -1; open = text.indexOf('"', at)) {
    change(at, open, outside);
    at = endOfString(text, open);
    if (inside !== null) change(open, at, inside);
  }
  change(at, text.length, outside);
  return parts.length === 0 ? text : parts.join('') + text.slice(kept);
}
