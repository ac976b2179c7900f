import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { isFields, type Fields, type FoundFields } from './damaged-json.ts';

/** The values of an object's fields, each read on its own. */
export interface ReadByField<T> {
  readonly value: T;
  /** The fields that could not be read, or only in part. */
  readonly lost: readonly (keyof T & string)[];
  /** The object to write for a new value: what was read and has not changed stays as it was, with all that this version does not know. */
  written(next: T): Fields;
}

export interface FieldValues<T> {
  /** For a field that is not there: the file is new, was edited by hand, or was written by a version without the field. */
  readonly usual: T;
  /** For a field that cannot be read, if that differs: the value that can cost nothing. */
  readonly inDoubt?: Partial<T>;
}

/** `schema`: of the whole object, a T. No field that cannot be read changes another. */
export function readByField<T extends object>(schema: z.ZodObject, { fields, isWhole, broken }: FoundFields, { usual, inDoubt = {} }: FieldValues<T>): ReadByField<T> {
  const names = Object.keys(schema.shape) as (keyof T & string)[];
  const hasUnknown = Object.keys(fields).some((name) => !Object.hasOwn(schema.shape, name));
  const read = new Map<string, unknown>();
  const lost: (keyof T & string)[] = [];
  const valueOf = (name: keyof T & string): unknown => {
    const doubted = inDoubt[name];
    if (Object.hasOwn(fields, name)) {
      const found = readValue(schema.shape[name] as z.ZodType, fields[name], usual[name]);
      if (found.isWhole && name !== broken) read.set(name, found.value);
      else lost.push(name);
      return read.has(name) || doubted === undefined ? found.value : doubted;
    }
    // The name itself may be damaged, or the field may have another name in a newer version.
    if (isWhole && !(hasUnknown && doubted !== undefined)) return usual[name];
    lost.push(name);
    return doubted ?? usual[name];
  };
  return {
    value: schema.parse(Object.fromEntries(names.map((name) => [name, valueOf(name)]))) as T,
    lost,
    written: (next) => ({ ...fields, ...Object.fromEntries(Object.entries(next).map(([name, value]) => [name, read.has(name) && isDeepStrictEqual(read.get(name), value) ? fields[name] : value])) }),
  };
}

interface ReadValue {
  readonly value: unknown;
  /** False if something of it could not be read. Fields that this version does not know do not count. */
  readonly isWhole: boolean;
}

/** A list without the elements that cannot be read, a record without such entries, an object with `usual` fields in place of such fields. */
function readValue(schema: z.ZodType, found: unknown, usual: unknown): ReadValue {
  const whole = schema.safeParse(found);
  if (whole.success) return { value: whole.data, isWhole: true };
  const part = partOf(schema, found, usual);
  const checked = part && schema.safeParse(part.value);
  return checked?.success ? { value: checked.data, isWhole: part?.isWhole ?? false } : { value: usual, isWhole: false };
}

function partOf(schema: z.ZodType, found: unknown, usual: unknown): ReadValue | null {
  if (schema instanceof z.ZodArray && Array.isArray(found)) {
    return { value: found.filter((one) => (schema.element as z.ZodType).safeParse(one).success), isWhole: false };
  }
  if (schema instanceof z.ZodRecord && isFields(found)) {
    return { value: Object.fromEntries(Object.entries(found).filter(([name, one]) => schema.safeParse({ [name]: one }).success)), isWhole: false };
  }
  if (schema instanceof z.ZodObject && isFields(found)) {
    const usualOf = (name: string): unknown => (isFields(usual) ? usual[name] : undefined);
    const fields = Object.entries(schema.shape).map(([name, shape]) => [name, readValue(shape as z.ZodType, found[name], usualOf(name))] as const);
    const there = fields.filter(([, { value }]) => value !== undefined);
    return { value: Object.fromEntries(there.map(([name, { value }]) => [name, value])), isWhole: fields.every(([, { isWhole }]) => isWhole) };
  }
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const options = schema.options as readonly z.ZodType[];
    return options.map((option) => readValue(option, found, undefined)).find(({ isWhole }) => isWhole) ?? null;
  }
  return null;
}
