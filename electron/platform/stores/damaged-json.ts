import { NotText, readText } from '../../../shared/texts/text-reader.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** An object in a JSON file, as far as it can be read. */
export interface FoundFields {
  readonly fields: Fields;
  /** False if a part of the text is missing or cannot be read: then a field that is not there may have been. */
  readonly isWhole: boolean;
  /** The field in which the text breaks off. */
  readonly broken: string | null;
}

/** Nothing can be read. */
export const nothingFound: FoundFields = { fields: {}, isWhole: false, broken: null };

/** Places at which reading is tried again. Each costs a pass over the text, so there are fewer in a long one: so many characters are read in all. */
const mostTries = 5_000;
const mostRead = 50_000_000;

/** Reads the fields of an object, also of a text that was cut short, edited by hand or saved in another encoding. Never throws. */
export function readFields(bytes: Buffer): FoundFields {
  const { content, isText } = textOf(bytes);
  const whole = parse(content, isText);
  if (whole !== null) return { fields: whole, isWhole: isText, broken: null };
  for (const { at, closers } of endsOf(content).slice(-Math.min(mostTries, Math.ceil(mostRead / (content.length + 1)))).reverse()) {
    const fields = parse(content.slice(0, at) + closers, isText);
    if (fields !== null) return { fields, isWhole: false, broken: closers.length > 1 ? (Object.keys(fields).at(-1) ?? null) : null };
  }
  return nothingFound;
}

/** Some editors save UTF-16. A power cut may leave a file that is as long as before, and zero at its end. */
function textOf(bytes: Buffer): { readonly content: string; readonly isText: boolean } {
  const last = bytes.findLastIndex((byte) => byte !== 0);
  for (const each of [bytes, bytes.subarray(0, last + 1), bytes.subarray(0, last + 2)]) {
    try {
      return { content: readText(each).replace(/^\uFEFF/, ''), isText: true };
    } catch (error) {
      if (!(error instanceof NotText)) throw error;
    }
  }
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  return { content: new TextDecoder(encoding).decode(bytes).replace(/\0+$/, ''), isText: false };
}

/** Null if it is no object. Strings with bytes that are no text are left out, because a folder's name must not be guessed. */
function parse(text: string, isText: boolean): Fields | null {
  try {
    const found: unknown = JSON.parse(text, isText ? undefined : (_name, value: unknown) => (typeof value === 'string' && value.includes('\uFFFD') ? undefined : value));
    return isFields(found) ? found : null;
  } catch {
    return null;
  }
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Where a value may have ended, in the order of the text, and what closes everything that is still open there. */
function endsOf(text: string): readonly { readonly at: number; readonly closers: string }[] {
  const ends: { at: number; closers: string }[] = [];
  let closers = '';
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (isInString) {
      if (sign === '\\') at += 1;
      else if (sign === '"') isInString = false;
    } else if (sign === '"') {
      isInString = true;
    } else if (sign === '{' || sign === '[') {
      closers = (sign === '{' ? '}' : ']') + closers;
      ends.push({ at: at + 1, closers });
    } else if (sign === '}' || sign === ']') {
      closers = closers.slice(1);
      ends.push({ at: at + 1, closers });
    } else if (sign === ',') {
      ends.push({ at, closers });
    }
  }
  return ends;
}
