import { fold } from './text/fold.ts';
import type { CivilDate, PendingFilter, SearchPart, SearchQuery, SearchTerm } from './query.ts';
import { tokenize, type FilterToken, type TermToken } from './tokenize.ts';
import { readValues } from './filter-values.ts';

/**
 * Parses a search. It never fails: an unknown key is read as a word, and a filter that is empty or cannot be understood is `pending`.
 *
 * - `red fox`: both words, in any order. The last word matches as a prefix while it is being typed; `fox*` always does.
 * - `*house`: also within a word, as in `lighthouse`.
 * - `"red fox"`: these words in this order.
 * - `-fox`, `-model:flux`: excludes matches.
 * - `fox OR cat`: either of them. `OR` binds tighter than a space. `AND` is allowed and has no effect.
 * - `model:flux,"imagen 4"`: any of the values.
 *
 * `today`: the local day from which `yesterday` and `7d` count.
 */
export function parseSearch(text: string, today: CivilDate): SearchQuery {
  const clauses: SearchPart[][] = [];
  const pending: PendingFilter[] = [];
  let joining = false;
  for (const token of tokenize(text)) {
    if (token.kind === 'connector') {
      joining ||= token.word === 'OR';
      continue;
    }
    const part = token.kind === 'term' ? readTerm(token, text.length) : readFilter(token, today, pending);
    // A filter without a condition still takes its place, so that `a model: OR b` is not read as `a OR b`.
    if (!joining || clauses.length === 0) clauses.push([]);
    if (part) clauses.at(-1)?.push(part);
    joining = false;
  }
  return { text, clauses: clauses.filter((anyOf) => anyOf.length > 0).map((anyOf) => ({ anyOf })), pending };
}

/** Text that no index contains, such as a dash between two words of a pasted prompt. It is not searched for. */
const onlyPunctuation = /^[\p{P}\p{M}\p{Cf}]+$/u;

function readTerm({ content, negated, span }: TermToken, end: number): SearchTerm | null {
  const { text, quoted, closed, star } = content;
  if (fold(text) === '' || (!quoted && onlyPunctuation.test(text))) return null;
  // While `-snow` is being typed, `-s` must not exclude every word that begins with s.
  const goesOn = !negated && span.end === end && (!quoted || !closed) && !content.endsWithSpace;
  return { kind: 'term', text, quoted, prefix: star || goesOn, negated, span };
}

function readFilter({ key, negated, values, span }: FilterToken, today: CivilDate, pending: PendingFilter[]): SearchPart | null {
  const { filter, unreadable } = readValues(key, values, today);
  if (values.length === 0) pending.push({ key, why: 'empty', span, filter: span });
  for (const value of unreadable) pending.push({ key, why: 'unreadable', span: value.span, filter: span });
  return filter.values.length === 0 ? null : { kind: 'filter', ...filter, negated, span };
}
