import type { RequestFields } from '../task.ts';

/** Names that more fields must not use, because the request has them already. */
const own = new Set(['model', 'prompt', 'size', 'quality']);

export const isOwnField = (name: string): boolean => own.has(name);

/** Longest name of a field, in characters. */
export const longestFieldName = 200;

/** Longest text of the more fields of one request, in characters. */
const longestFields = 20_000;

/** Whether more fields may be sent as they are. No schema: the window reads this, and its policy forbids what zod tries first. */
export function isRequestFields(value: unknown): value is RequestFields {
  try {
    return isObject(value) && Object.keys(value).every((name) => name !== '' && name.length <= longestFieldName && !own.has(name)) && isJson(value) && JSON.stringify(value).length <= longestFields;
  } catch {
    // Nested too deep for the stack.
    return false;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);

function isJson(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isJson);
  if (isObject(value)) return Object.values(value).every(isJson);
  return value === null || typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}

/** What is wrong. `lossy`: a number with more digits than JSON numbers keep. */
export type FieldsFault = 'object' | 'unexpected' | 'ends' | 'text' | 'number' | 'lossy' | 'name' | 'twice' | 'own' | 'deep' | 'too-long';

export type FieldsRead =
  | { readonly ok: true; readonly fields: RequestFields }
  /** `offset` counts from 0, `line` and `column` from 1. `near`: the text there. */
  | { readonly ok: false; readonly why: FieldsFault; readonly offset: number; readonly line: number; readonly column: number; readonly near: string };

/** Longest text that is read, in characters. With blanks it may be longer than the fields. */
export const longestText = 40_000;

/** Deepest nesting of lists and objects. */
const deepest = 32;

class Fault extends Error {
  readonly why: FieldsFault;
  readonly offset: number;

  constructor(why: FieldsFault, offset: number) {
    super(why);
    this.why = why;
    this.offset = offset;
  }
}

/** Reads the JSON object of more request fields while a person types it. Every fault has its place. Blank text is an object without fields. */
export function readRequestFields(text: string): FieldsRead {
  if (text.trim() === '') return { ok: true, fields: {} };
  try {
    if (text.length > longestText) throw new Fault('too-long', text.length);
    checkObject(text);
    const fields: unknown = JSON.parse(text);
    // Names and values are checked by now, so only the length is left.
    if (!isRequestFields(fields)) throw new Fault('too-long', text.length);
    return { ok: true, fields };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const before = text.slice(0, error.offset).split('\n');
    const near = /^(?:"[^"\n]{1,40}"|\S{1,20})/.exec(text.slice(error.offset))?.[0] ?? '';
    return { ok: false, why: error.why, offset: error.offset, line: before.length, column: (before.at(-1) ?? '').length + 1, near };
  }
}

/** The fields as a person edits them. */
export const writeRequestFields = (fields: RequestFields): string => (Object.keys(fields).length === 0 ? '' : JSON.stringify(fields, null, 2));

/** Throws the first fault. JSON.parse reports no place that is the same in all engines, and takes a repeated name silently. */
function checkObject(text: string): void {
  let at = 0;
  const blank = (): void => {
    at += /^[ \t\r\n]*/.exec(text.slice(at))?.[0].length ?? 0;
  };
  const fault = (why: FieldsFault, offset = at): Fault => (offset >= text.length ? new Fault('ends', text.length) : new Fault(why, offset));
  const take = (sign: string): boolean => {
    blank();
    if (text[at] !== sign) return false;
    at += 1;
    return true;
  };
  const string = (): string => {
    const start = at;
    const token = /^"(?:[^"\\]|\\.)*"/.exec(text.slice(at))?.[0] ?? '';
    at += token.length;
    try {
      return JSON.parse(token) as string;
    } catch {
      throw new Fault('text', start);
    }
  };
  const number = (): void => {
    const token = /^[-+.\w]+/.exec(text.slice(at))?.[0] ?? '';
    if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(token)) throw fault('number');
    const value = Number(token);
    if (!Number.isFinite(value) || (/^-?\d+$/.test(token) && !Number.isSafeInteger(value))) throw new Fault('lossy', at);
    at += token.length;
  };
  const value = (depth: number): void => {
    blank();
    if (depth > deepest) throw fault('deep');
    const sign = text[at] ?? '';
    if (sign === '{') return object(depth);
    if (sign === '[') return list(depth);
    if (sign === '"') return void string();
    if (/[-+.\d]/.test(sign)) return number();
    const word = /^(?:true|false|null)(?!\w)/.exec(text.slice(at))?.[0];
    if (word === undefined) throw fault('unexpected');
    at += word.length;
  };
  const list = (depth: number): void => {
    at += 1;
    if (take(']')) return;
    do value(depth + 1);
    while (take(','));
    if (!take(']')) throw fault('unexpected');
  };
  const object = (depth: number): void => {
    at += 1;
    if (take('}')) return;
    const names = new Set<string>();
    do {
      blank();
      const start = at;
      if (text[at] !== '"') throw fault('name');
      const name = string();
      if (depth === 0 && own.has(name)) throw new Fault('own', start);
      if (depth === 0 && (name === '' || name.length > 200)) throw new Fault('name', start);
      if (names.has(name)) throw new Fault('twice', start);
      names.add(name);
      if (!take(':')) throw fault('unexpected');
      value(depth + 1);
    } while (take(','));
    if (!take('}')) throw fault('unexpected');
  };
  blank();
  if (text[at] !== '{') throw fault('object');
  object(0);
  blank();
  if (at < text.length) throw fault('unexpected');
}
