import { readDay } from './days.ts';
import { searchFlags, sizeShapes, type CivilDate, type FilterKey, type NameValue, type NumberRange, type PlaceValue, type SearchFilter, type SearchFlag, type SizeValue, type TagValue } from './query.ts';
import { readRange } from './ranges.ts';
import type { ScannedText } from './scan.ts';
import { readStatus } from './statuses.ts';

/** A filter without its place in the text; without values when none could be read. */
type ReadFilter = SearchFilter extends infer Filter ? (Filter extends SearchFilter ? Pick<Filter, 'key' | 'values'> : never) : never;

export interface ReadValues {
  readonly filter: ReadFilter;
  /** What nothing could be made of. */
  readonly unreadable: readonly ScannedText[];
}

/** Values that mean the same are one. */
export function readValues(key: FilterKey, values: readonly ScannedText[], today: CivilDate): ReadValues {
  switch (key) {
    case 'model':
    case 'quality':
    case 'account':
    case 'id': {
      const read = each(values, (value) => [readName(value)]);
      return { filter: { key, values: read.found }, unreadable: read.unreadable };
    }
    case 'tag': {
      const read = each(values, (value) => [readTag(value)]);
      return { filter: { key, values: read.found }, unreadable: read.unreadable };
    }
    case 'size': {
      const read = each(values, readSize);
      return { filter: { key, values: read.found }, unreadable: read.unreadable };
    }
    case 'rating': {
      const read = each(values, readRating);
      return { filter: { key, values: read.found }, unreadable: read.unreadable };
    }
    case 'status': {
      const read = each(values, ({ text }) => readStatus(text));
      return { filter: { key, values: read.found }, unreadable: read.unreadable };
    }
    case 'is': {
      const read = each(values, readFlag);
      return { filter: { key, values: read.found }, unreadable: read.unreadable };
    }
    case 'in': {
      const read = each(values, readPlace);
      return { filter: { key, values: read.found }, unreadable: read.unreadable };
    }
    case 'before':
    case 'after':
    case 'on': {
      const read = each(values, ({ text }) => some(readDay(key, text, today)));
      return { filter: { key, values: read.found }, unreadable: read.unreadable };
    }
  }
}

function each<Value>(values: readonly ScannedText[], read: (value: ScannedText) => readonly Value[]): { found: readonly Value[]; unreadable: readonly ScannedText[] } {
  const found = new Map<string, Value>();
  const unreadable: ScannedText[] = [];
  for (const value of values) {
    const meanings = read(value);
    if (meanings.length === 0) unreadable.push(value);
    for (const meaning of meanings) found.set(JSON.stringify(meaning), meaning);
  }
  return { found: [...found.values()], unreadable };
}

function some<Value>(value: Value | null): readonly Value[] {
  return value === null ? [] : [value];
}

function readName({ text, quoted, closed, star }: ScannedText): NameValue {
  return { text, exact: quoted && closed && !star };
}

function readTag(value: ScannedText): TagValue {
  if (isPlain(value) && value.text.toLowerCase() === 'none') return { of: 'none' };
  return { of: 'name', text: value.text, exact: value.closed && !value.star };
}

const sides = /^(>=|<=|>|<|=|≥|≤)?(\d{1,7})?[x×*](?:(\d{1,7}))?$/i;
const anySide: NumberRange = { min: null, max: null };

/** `1024x1024`, `1024x` (any height), `>=1024x768`; `>=1024` of the longer side; a shape or its beginning; a service's word. */
function readSize(value: ScannedText): readonly SizeValue[] {
  if (!isPlain(value)) return [{ of: 'asked', ...readName(value) }];
  const [, operator = '', width, height] = sides.exec(value.text) ?? [];
  if (width !== undefined || height !== undefined) return [{ of: 'sides', width: sideOf(operator, width), height: sideOf(operator, height) }];
  const side = readRange(value.text);
  if (side) return [{ of: 'longer-side', side }];
  // A comparison whose number is still to come.
  if (/^[<>=≥≤.]/.test(value.text)) return [];
  const shapes = beginningWith(value.text, sizeShapes);
  return shapes.length > 0 ? shapes.map((shape) => ({ of: 'shape', shape })) : [{ of: 'asked', ...readName(value) }];
}

function sideOf(operator: string, digits: string | undefined): NumberRange {
  return digits === undefined ? anySide : (readRange(operator + digits) ?? anySide);
}

function readRating(value: ScannedText): readonly NumberRange[] {
  if (value.text.toLowerCase() === 'none') return [{ min: 0, max: 0 }];
  return some(readRange(value.text));
}

/** `trashed` leads to another place: it must stand there as a whole, so that `is:t` on the way to `is:tagged` does not go there. */
function readFlag({ text }: ScannedText): readonly SearchFlag[] {
  const typed = text.toLowerCase().replace(/^favor/, 'favour');
  return beginningWith(typed, searchFlags).filter((flag) => flag !== 'trashed' || typed === flag);
}

function readPlace(value: ScannedText): readonly PlaceValue[] {
  const word = value.text.toLowerCase();
  if (isPlain(value) && (word === 'trash' || word === 'anywhere')) return [{ of: word }];
  const path = value.text.split(/[\\/]+/).map((name) => name.trim()).filter((name) => name !== '').join('/');
  return path === '' ? [] : [{ of: 'folder', path }];
}

/** Quotes and asterisks say: this is a name. */
function isPlain({ quoted, star }: ScannedText): boolean {
  return !quoted && !star;
}

/** The word itself, else all that begin so: a filter says something from its first letter on. */
function beginningWith<Word extends string>(typed: string, words: readonly Word[]): readonly Word[] {
  const start = typed.toLowerCase();
  const same = words.filter((word) => word === start);
  return same.length > 0 ? same : words.filter((word) => word.startsWith(start));
}
