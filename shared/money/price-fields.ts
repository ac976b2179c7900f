import { readRequestFields } from '../request/request-fields.ts';
import type { PricedBy } from '../account.ts';
import type { GenerationRequest } from '../task.ts';

/** The part of a request that a price can depend on. */
export type PricedRequest = Pick<GenerationRequest, 'model' | 'size' | 'quality' | 'fields' | 'references'>;

/** What a price depends on. */
export interface Priced extends Pick<GenerationRequest, 'model' | 'size' | 'quality'> {
  /** Further fields by name, in the order of the names, each as `valueText` writes it; `''`: the request does not have the field. The person's rows leave those out. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Stands for the number of reference pictures among the fields of a price. No field of a request has this name. */
export const referencesField = '';

/** Longest text of a value in a price table, in characters. */
export const longestPricedValue = 200;

/** The names of the fields that change a price of the account: the number of pictures first, the references last. */
export function pricedFields({ pictures, fields, references }: PricedBy): readonly string[] {
  return [...new Set([...(pictures === null ? [] : [pictures]), ...fields, ...(references ? [referencesField] : [])])];
}

/** What the price of this request depends on. */
export function pricedOf(request: PricedRequest, by: PricedBy): Priced {
  const { model, size, quality, fields = {}, references = [] } = request;
  const text = (name: string): string => {
    if (name === referencesField) return references.length === 0 ? '' : String(references.length);
    return Object.hasOwn(fields, name) ? valueText(fields[name]) : '';
  };
  return { model, size, quality, fields: sortedFields(pricedFields(by).map((name) => [name, text(name)])) };
}

/** The same for all requests with the same price. */
export const kindOf = ({ model, size, quality, fields }: Priced): string => JSON.stringify([model, size, quality, fields]);

/** In the order of their names, so that equal fields are equal as JSON. */
export function sortedFields(fields: Iterable<readonly [string, string]>): Readonly<Record<string, string>> {
  return Object.fromEntries([...fields].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?$/i;

/** A number in its usual form: `4` for `4.0`. Null for other text, and for more digits than a number keeps. */
function numberText(text: string): string | null {
  if (!number.test(text) || text.replaceAll(/\D/g, '').length > 15) return null;
  const value = Number(text);
  return Number.isFinite(value) ? String(value === 0 ? 0 : value) : null;
}

/** Text that a person can write in a cell as it is, and that is not read as JSON or cut at its ends. */
const isPlain = (text: string): boolean => text !== '' && text === text.trim() && !/^["[{]|[\p{Cc}\p{Surrogate}]/u.test(text);

/**
 * A field's value as text, never empty. Services take a number that is written as text for that number, so both are the same: `4`. Lists, objects and odd texts are JSON, with the names
 * of objects in order.
 */
export function valueText(value: unknown): string {
  if (typeof value === 'number') return numberText(String(value)) ?? String(value);
  if (typeof value === 'string') return numberText(value) ?? (isPlain(value) ? value : JSON.stringify(value));
  try {
    return JSON.stringify(inOrder(value)) ?? 'null';
  } catch {
    // Nested too deep for the stack at this moment.
    return JSON.stringify(value);
  }
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, each]) => [name, inOrder(each)]));
}

/** The text of a value that a person wrote; `''`: none. Text that is JSON is the value that it says, everything else is a text or a pattern. */
export function writtenValue(written: string): string {
  const text = written.trim();
  if (text === '' || !/^["[{]/.test(text)) return numberText(text) ?? text;
  const read = readRequestFields(`{"value":${text}}`);
  return read.ok && Object.keys(read.fields).length === 1 ? valueText(read.fields['value']) : text;
}
