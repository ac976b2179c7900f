import { isSpace, withoutInvisible } from './characters.ts';
import { writeFilter } from './format.ts';
import { parseSearch } from './parse.ts';
import type { NewFilter, PendingFilter, SearchFilter, SearchQuery, Span } from './query.ts';
import { scan } from './scan.ts';

/** Edits move text about and compare values; which day it is decides neither. */
const anyDay = { year: 2000, month: 1, day: 1 };

/**
 * The text with a filter more. A key that may be true of several values (`model:`) takes the value into a filter that is there
 * already, one that has room for one only (`rating:`, dates) gives the old one up, `tag:` and `is:` must all be true. New
 * ones stand before the words, so that the word being typed stays the last. A filter that is there already changes nothing.
 */
export function addFilter(text: string, filter: NewFilter): string {
  const written = writeFilter(filter);
  if (written === '') return text;
  const query = parseSearch(text, anyDay);
  const alone = query.clauses.flatMap(({ anyOf: [part, ...others] }) => (part?.kind === 'filter' && others.length === 0 ? [part] : []));
  if (alone.some((known) => writeFilter(known) === written)) return text;
  const known = alone.find(({ key, negated }) => key === filter.key && !negated && !filter.negated);
  if (known && combination(known) !== 'together') return replaced(text, known.span, combination(known) === 'any-of' ? merged(known, filter) : written);
  return inserted(query, written);
}

/** How several filters of one key go together. */
function combination(filter: SearchFilter): 'any-of' | 'one' | 'together' {
  switch (filter.key) {
    case 'tag':
    case 'is':
      return 'together';
    case 'rating':
    case 'before':
    case 'after':
    case 'on':
      return 'one';
    default:
      return 'any-of';
  }
}

function merged(known: SearchFilter, added: NewFilter): string {
  const before = writeFilter(known);
  const values = writeFilter(added).slice(`${added.key}:`.length);
  return before.slice(`${known.key}:`.length).split(',').includes(values) ? before : `${before},${values}`;
}

function replaced(text: string, { start, end }: Span, written: string): string {
  const after = text.slice(end);
  return `${text.slice(0, start)}${written}${isSpace(after[0]) ? '' : ' '}${after}`;
}

/** After the filters that the text begins with. */
function inserted({ text, clauses }: SearchQuery, written: string): string {
  const firstOther = clauses.findIndex(({ anyOf }) => anyOf.some(({ kind }) => kind === 'term'));
  const leading = firstOther < 0 ? clauses : clauses.slice(0, firstOther);
  const end = leading.at(-1)?.anyOf.at(-1)?.span.end ?? 0;
  // At the very end a quotation may be open, and would swallow it.
  if (end > 0 && end < text.length) return `${text.slice(0, end)} ${written}${isSpace(text[end]) ? '' : ' '}${text.slice(end)}`;
  const start = leading.at(-1)?.anyOf[0]?.span.start ?? 0;
  const rest = start === 0 ? text.slice(leadingConnectors(text)) : text.slice(start);
  return `${text.slice(0, start)}${written} ${rest}`;
}

function leadingConnectors(text: string): number {
  return /^\s*(?:(?:OR|AND)(?:\s+|$))*/.exec(withoutInvisible(text))?.[0].length ?? 0;
}

/**
 * The text without a stretch of it, such as a chip's, and without the `OR` that joined it. One blank stays between its
 * neighbours, and at the end: the word before it is still finished.
 */
export function removeSpan(text: string, span: Span): string {
  const start = Math.max(0, Math.min(span.start, text.length));
  const end = Math.max(start, Math.min(span.end, text.length));
  const visible = withoutInvisible(text);
  const [joinsBefore = ''] = /(?:(?<=^|\s)(?:OR|AND)\s+)*$/.exec(visible.slice(0, start)) ?? [];
  const [joinsAfter = ''] = joinsBefore.includes('OR') ? [''] : (/^(?:\s+(?:OR|AND)(?=\s|$))*/.exec(visible.slice(end)) ?? []);
  const before = text.slice(0, start - joinsBefore.length);
  const after = text.slice(end + joinsAfter.length).replace(/^\s+/, '');
  if (before.trim() === '') return after;
  return isSpace(before.at(-1)) ? before + after : `${before} ${after}`;
}

/** The text without what cannot be understood in it: a value among others, or the whole filter. */
export function withoutPending(text: string, { span, filter }: PendingFilter): string {
  const token = scan(text).find((known) => known.span.start === filter.start);
  const values = token?.kind === 'filter' ? token.values : [];
  const others = values.filter((value) => value.span.start !== span.start).map((value) => text.slice(value.span.start, value.span.end));
  const [first] = values;
  if (first === undefined || others.length === 0) return removeSpan(text, filter);
  return text.slice(0, first.span.start) + others.join(',') + text.slice(filter.end);
}
