import { fold } from './fold.ts';
import type { CivilDate, PendingFilter, SearchPart, SearchQuery, SearchTerm } from './query.ts';
import { scan, type FilterToken, type TermToken } from './scan.ts';
import { readValues } from './values.ts';

/**
 * Reads what was typed. It never fails: an unknown key is a word, a filter that says nothing yet, or nothing that is understood, is `pending`.
 *
 * - `red fox`: both words, in any order. The last one may go on while it is being typed; `fox*` always may.
 * - `*house`: also inside a word, as in `lighthouse`.
 * - `"red fox"`: these words one after another.
 * - `-fox`, `-model:flux`: not that.
 * - `fox OR cat`: one of them. It binds closer than the blank. `AND` may be written and says nothing.
 * - `model:flux,"imagen 4"`: one of the values.
 *
 * `today` is the local day that `yesterday` and `7d` are counted from.
 */
export function parseSearch(text: string, today: CivilDate): SearchQuery {
  const clauses: SearchPart[][] = [];
  const pending: PendingFilter[] = [];
  let joining = false;
  for (const token of scan(text)) {
    if (token.kind === 'connector') {
      joining ||= token.word === 'OR';
      continue;
    }
    const part = token.kind === 'term' ? readTerm(token, text.length) : readFilter(token, today, pending);
    // What is no condition keeps its place, so that `a model: OR b` is not `a OR b`.
    if (!joining || clauses.length === 0) clauses.push([]);
    if (part) clauses.at(-1)?.push(part);
    joining = false;
  }
  return { text, clauses: clauses.filter((anyOf) => anyOf.length > 0).map((anyOf) => ({ anyOf })), pending };
}

/** Nothing that the index could know: a dash between two words of a pasted prompt is not searched for. */
const onlyPunctuation = /^[\p{P}\p{M}\p{Cf}]+$/u;

function readTerm({ content, negated, span }: TermToken, end: number): SearchTerm | null {
  const { text, quoted, closed, star } = content;
  if (fold(text) === '' || (!quoted && onlyPunctuation.test(text))) return null;
  // As typing goes on, `-s`, `-sn`, `-sno` must not take everything away that begins so.
  const goesOn = !negated && span.end === end && (!quoted || !closed) && !content.endsWithSpace;
  return { kind: 'term', text, quoted, prefix: star || goesOn, negated, span };
}

function readFilter({ key, negated, values, span }: FilterToken, today: CivilDate, pending: PendingFilter[]): SearchPart | null {
  const { filter, unreadable } = readValues(key, values, today);
  if (values.length === 0) pending.push({ key, why: 'empty', span, filter: span });
  for (const value of unreadable) pending.push({ key, why: 'unreadable', span: value.span, filter: span });
  return filter.values.length === 0 ? null : { kind: 'filter', ...filter, negated, span };
}
