import { labels, mostStars, type Label } from '../library/marks.ts';
import { readDay } from './days.ts';
import {
  flagWords, searchFlags, sizeShapes, type CivilDate, type CostValue, type FilterKey, type FlagWord, type NameOrNone, type NameValue, type NumberRange, type PlaceValue, type RatioValue, type SearchFilter,
  type SearchFlag, type SizeValue,
} from './query.ts';
import { readCostRange, readRange, readRatio } from './number-ranges.ts';
import type { ScannedText } from './tokenize.ts';
import { readStatus, type StatusWord } from './statuses.ts';

/** A filter without its position in the text. It has no values if none could be read. */
type ReadFilter = SearchFilter extends infer Filter ? (Filter extends SearchFilter ? Pick<Filter, 'key' | 'values'> : never) : never;

export interface ReadValues {
  readonly filter: ReadFilter;
  /** The values that could not be understood. */
  readonly unreadable: readonly ScannedText[];
}

/** Removes duplicates. */
export function readValues(key: FilterKey, values: readonly ScannedText[], today: CivilDate): ReadValues {
  switch (key) {
    case 'model':
    case 'quality':
    case 'account':
    case 'batch':
    case 'id':
    case 'prompt':
    case 'seed': {
      const read = each(values, (value) => [readName(value)]);
      return { filter: { key, values: read.found }, unreadable: read.unreadable };
    }
    case 'tag': {
      const read = each(values, (value) => [readTag(value)]);
      return { filter: { key, values: read.found }, unreadable: read.unreadable };
    }
    case 'album':
    case 'note': {
      const read = each(values, (value) => [readNameOrNone(value)]);
      return { filter: { key, values: read.found }, unreadable: read.unreadable };
    }
    case 'ratio': {
      const read = each(values, readRatioOrShape);
      return { filter: { key, values: read.found }, unreadable: read.unreadable };
    }
    case 'flag': {
      const read = each<FlagWord>(values, ({ text }) => beginningWith(text, flagWords));
      return { filter: { key, values: read.found }, unreadable: read.unreadable };
    }
    case 'label': {
      const read = each<Label | 'none'>(values, ({ text }) => beginningWith(text, [...labels, 'none']));
      return { filter: { key, values: read.found }, unreadable: read.unreadable };
    }
    case 'cost': {
      const read = each(values, readCost);
      return { filter: { key, values: read.found }, unreadable: read.unreadable };
    }
    case 'like': {
      const read = each(values, ({ text }) => (/^(?:[1-9][0-9]{0,9}|[0-9a-f-]{36}\/[0-9]{1,6})$/i.test(text) ? [text.toLowerCase()] : []));
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

function readTag(value: ScannedText): NameOrNone {
  const read = readNameOrNone(value);
  return read.of === 'none' ? read : { ...read, exact: value.closed && !value.star };
}

function readNameOrNone(value: ScannedText): NameOrNone {
  return isNone(value) ? { of: 'none' } : { of: 'name', ...readName(value) };
}

function readRatioOrShape({ text }: ScannedText): readonly RatioValue[] {
  const ratio = readRatio(text);
  return ratio === null ? beginningWith(text, sizeShapes).map((shape) => ({ of: 'shape', shape })) : [ratio];
}

function readCost(value: ScannedText): readonly CostValue[] {
  return isNone(value) ? [{ text: value.text, billionths: null }] : some(readCostRange(value.text));
}

const sides = /^(>=|<=|>|<|=|≥|≤)?(\d{1,7})?[x×*](?:(\d{1,7}))?$/i;
const anySide: NumberRange = { min: null, max: null };

/** `1024x1024`, `1024x` (any height), `>=1024x768`; `>=1024` for the longer side; a shape or its beginning; a word that services use. */
function readSize(value: ScannedText): readonly SizeValue[] {
  if (!isPlain(value)) return [{ of: 'asked', ...readName(value) }];
  const [, operator = '', width, height] = sides.exec(value.text) ?? [];
  if (width !== undefined || height !== undefined) return [{ of: 'sides', width: sideOf(operator, width), height: sideOf(operator, height) }];
  const side = readRange(value.text);
  if (side) return [{ of: 'longer-side', side }];
  // The number of a comparison has not been typed yet.
  if (/^[<>=≥≤.]/.test(value.text)) return [];
  const shapes = beginningWith(value.text, sizeShapes);
  return shapes.length > 0 ? shapes.map((shape) => ({ of: 'shape', shape })) : [{ of: 'asked', ...readName(value) }];
}

function sideOf(operator: string, digits: string | undefined): NumberRange {
  return digits === undefined ? anySide : (readRange(operator + digits) ?? anySide);
}

function readRating(value: ScannedText): readonly NumberRange[] {
  if (isNone(value)) return [{ min: 0, max: 0 }];
  const range = readRange(value.text);
  // `rating:9` would find nothing and not say why.
  return range === null || (range.min ?? 0) > mostStars || (range.max ?? mostStars) < 0 ? [] : [range];
}

/** `trashed` must be typed in full, because it searches another place: `is:t`, on the way to `is:tagged`, must not go there. */
function readFlag({ text }: ScannedText): readonly (SearchFlag | StatusWord)[] {
  const typed = text.toLowerCase().replace(/^favor/, 'favour').replace(/^labeled$/, 'labelled');
  const flags = beginningWith(typed, searchFlags).filter((flag) => flag !== 'trashed' || typed === flag);
  return flags.length > 0 ? flags : readStatus(typed);
}

function readPlace(value: ScannedText): readonly PlaceValue[] {
  const word = value.text.toLowerCase();
  if (isPlain(value) && (word === 'trash' || word === 'anywhere')) return [{ of: word }];
  const path = value.text.split(/[\\/]+/).map((name) => name.trim()).filter((name) => name !== '').join('/');
  return path === '' ? [] : [{ of: 'folder', path }];
}

/** `none`, without quotation marks. */
function isNone(value: ScannedText): boolean {
  return isPlain(value) && value.text.toLowerCase() === 'none';
}

/** Quotes and asterisks mark a name. */
function isPlain({ quoted, star }: ScannedText): boolean {
  return !quoted && !star;
}

/** The word itself, otherwise all words that begin with it, so that a filter has results from its first letter. */
function beginningWith<Word extends string>(typed: string, words: readonly Word[]): readonly Word[] {
  const start = typed.toLowerCase();
  const same = words.filter((word) => word === start);
  return same.length > 0 ? same : words.filter((word) => word.startsWith(start));
}
