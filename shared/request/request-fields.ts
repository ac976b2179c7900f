import { exactValue, JsonProblem, readJson, type JsonFault } from '../json/json-tree.ts';
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

/** What is wrong: of JSON, or of the fields. */
export type FieldsFault = JsonFault | 'object' | 'own' | 'too-long';

export type FieldsRead =
  | { readonly ok: true; readonly fields: RequestFields }
  /** `offset` counts from 0, `line` and `column` from 1. `near`: the text there. */
  | { readonly ok: false; readonly why: FieldsFault; readonly offset: number; readonly line: number; readonly column: number; readonly near: string };

/** Longest text that is read, in characters. With blanks it may be longer than the fields. */
export const longestText = 40_000;

/** Deepest nesting of lists and objects. */
const deepest = 32;

/** Reads the JSON object of more request fields while a person types it. Every fault has its place. Blank text is an object without fields. */
export function readRequestFields(text: string): FieldsRead {
  if (text.trim() === '') return { ok: true, fields: {} };
  const wrong = (why: FieldsFault, offset: number): FieldsRead => {
    const before = text.slice(0, offset).split('\n');
    const near = /^(?:"[^"\n]{1,40}"|\S{1,20})/.exec(text.slice(offset))?.[0] ?? '';
    return { ok: false, why, offset, line: before.length, column: (before.at(-1) ?? '').length + 1, near };
  };
  if (text.length > longestText) return wrong('too-long', text.length);
  const start = /^[ \t\r\n]*/.exec(text)?.[0].length ?? 0;
  if (text[start] !== '{') return wrong('object', start);
  try {
    const tree = readJson(text, deepest);
    const misnamed = tree.kind === 'object' ? tree.members.find(({ name }) => own.has(name) || name === '' || name.length > longestFieldName) : undefined;
    if (misnamed) return wrong(own.has(misnamed.name) ? 'own' : 'name', misnamed.at);
    const fields = exactValue(tree);
    // Names and values are checked by now, so only the length is left.
    return isRequestFields(fields) ? { ok: true, fields } : wrong('too-long', text.length);
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    return wrong(error.fault, error.offset);
  }
}

/** The fields as a person edits them. */
export const writeRequestFields = (fields: RequestFields): string => (Object.keys(fields).length === 0 ? '' : JSON.stringify(fields, null, 2));
