import { isSpace, withoutInvisible } from '../text/characters.ts';
import type { PendingFilter, Span } from '../query.ts';
import { tokenize } from '../tokenize.ts';

/**
 * Removes a span, such as a chip's, and the `OR` that joined it. One space stays between its neighbours. One also stays at the
 * end, so that the word before it still counts as finished.
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

/** Removes a value that cannot be understood, or its whole filter if that has no other value. */
export function withoutPending(text: string, { span, filter }: PendingFilter): string {
  const token = tokenize(text).find((known) => known.span.start === filter.start);
  const values = token?.kind === 'filter' ? token.values : [];
  const others = values.filter((value) => value.span.start !== span.start).map((value) => text.slice(value.span.start, value.span.end));
  const [first] = values;
  if (first === undefined || others.length === 0) return removeSpan(text, filter);
  return text.slice(0, first.span.start) + others.join(',') + text.slice(filter.end);
}
