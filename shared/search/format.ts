import { tidy } from './characters.ts';
import type { NameValue, NewFilter, PlaceValue, SearchPart, SearchQuery, SearchTerm, SizeValue, TagValue } from './query.ts';
import { sizeShapes } from './query.ts';
import { readRange, writeRange } from './ranges.ts';
import { inQuotes, standsBare } from './scan.ts';

/**
 * The search in its plainest writing, which reads as the same clauses; what is pending is left out. It is what a saved search
 * keeps: a blank at the end says that the last word is finished.
 */
export function formatSearch({ clauses }: SearchQuery): string {
  const last = clauses.at(-1)?.anyOf.at(-1);
  return clauses.map(({ anyOf }) => anyOf.map((part) => writePart(part, part === last)).join(' OR ')).join(' ');
}

function writePart(part: SearchPart, last: boolean): string {
  return part.kind === 'filter' ? writeFilter(part) : writeTerm(part, last);
}

function writeTerm({ text, quoted, prefix, negated }: SearchTerm, last: boolean): string {
  const minus = negated ? '-' : '';
  if (quoted) return `${minus}${inQuotes(text)}${prefix ? '*' : ''}`;
  // At the end an unfinished word needs no asterisk, and a finished one a blank behind it.
  const unfinished = last && !negated && text !== 'OR' && text !== 'AND';
  if (prefix) return `${minus}${text}${unfinished ? '' : '*'}`;
  return `${minus}${text}${last && !negated ? ' ' : ''}`;
}

/** `-model:"flux pro",imagen`. Empty when there is nothing left to write of its values. */
export function writeFilter(filter: NewFilter): string {
  const values = writeValues(filter).filter((value) => value !== '');
  return values.length === 0 ? '' : `${filter.negated ? '-' : ''}${filter.key}:${values.join(',')}`;
}

function writeValues(filter: NewFilter): readonly string[] {
  switch (filter.key) {
    case 'model':
    case 'quality':
    case 'account':
    case 'id':
      return filter.values.map((name) => writeName(name, standsBare(tidy(name.text)) && !name.exact));
    case 'tag':
      return filter.values.map(writeTag);
    case 'size':
      return filter.values.map(writeSize);
    case 'rating':
      return filter.values.map(writeRange);
    case 'status':
    case 'is':
      return filter.values;
    case 'in':
      return filter.values.map(writePlace);
    case 'before':
    case 'after':
    case 'on':
      return filter.values.map(({ text }) => writeName({ text, exact: true }, standsBare(text)));
  }
}

/** Bare where it is read the same without quotes. */
function writeName({ text, exact }: NameValue, bare: boolean): string {
  const name = tidy(text);
  if (name === '' || bare) return name;
  return `${inQuotes(name)}${exact ? '' : '*'}`;
}

function writeTag(tag: TagValue): string {
  if (tag.of === 'none') return 'none';
  const name = tidy(tag.text);
  if (!tag.exact && standsBare(name)) return `${name}*`;
  return writeName(tag, tag.exact && standsBare(name) && name.toLowerCase() !== 'none');
}

function writeSize(size: SizeValue): string {
  switch (size.of) {
    case 'shape':
      return size.shape;
    case 'longer-side':
      return writeRange(size.side);
    case 'sides':
      return writeSides(size);
    case 'asked':
      return writeName(size, !size.exact && isServiceWord(tidy(size.text)));
  }
}

/** Both sides have the same comparison, or one of them is open. */
function writeSides({ width, height }: Extract<SizeValue, { of: 'sides' }>): string {
  const [, operator = '', wide = ''] = /^(\D*)(\d*)$/.exec(writeRange(width)) ?? [];
  const [, otherOperator = '', high = ''] = /^(\D*)(\d*)$/.exec(writeRange(height)) ?? [];
  return wide === '' && high === '' ? '' : `${wide === '' ? otherOperator : operator}${wide}x${high}`;
}

function isServiceWord(text: string): boolean {
  const word = text.toLowerCase();
  if (!standsBare(text) || /^[<>=≥≤.]/.test(text) || /^\d*[x×*]\d*$/.test(word) || readRange(text) !== null) return false;
  return !sizeShapes.some((shape) => shape.startsWith(word));
}

function writePlace(place: PlaceValue): string {
  if (place.of !== 'folder') return place.of;
  const path = tidy(place.path);
  const word = path.toLowerCase();
  return writeName({ text: path, exact: true }, standsBare(path) && word !== 'trash' && word !== 'anywhere');
}
